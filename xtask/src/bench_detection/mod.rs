//! Measures what is found in labelled tools and texts, beside a naive floor and the offline scanners that are installed.

mod figures;
mod held_out;
mod judge;
mod naive;
mod page;
mod scanners;

use std::path::PathBuf;

use clap::Args;

use crate::Result;
use crate::detection_page;
use crate::labelled::{self, Labelled};
use crate::project::Project;
use crate::say::say;
use figures::Verdicts;

/// What to measure with.
#[derive(Debug, Args)]
pub(crate) struct BenchDetectionArgs {
    /// The folder of the labelled data: tools-dev.jsonl.gz and texts-dev.jsonl.gz
    #[arg(long, default_value = "../shared/data", value_name = "FOLDER")]
    data: PathBuf,
    /// A Python that has other scanners installed (deepsleuth, cisco-ai-mcp-scanner, tool-scan)
    #[arg(long, env = "BENCH_SCANNERS_PYTHON", value_name = "PROGRAM")]
    scanners: Option<PathBuf>,
    /// Write the figures into docs/detection.md
    #[arg(long)]
    write: bool,
}

/// Judges all tools and texts with all that can judge, prints the figures, and fails where ours are under the floors.
pub(crate) fn run(project: &Project, args: &BenchDetectionArgs) -> Result {
    let folder = project.path(&args.data.to_string_lossy());
    let tools = labelled::tools(&folder.join("tools-dev.jsonl.gz"))?;
    let texts = labelled::texts(&folder.join("texts-dev.jsonl.gz"))?;
    let held_out = labelled::of_author(&project.path(labelled::OURS).join(labelled::HELD_OUT).with_extension("jsonl"))?;
    let mut absent = Vec::new();
    let all = by_everybody(project, args, &tools, &mut absent);
    let of_held_out = by_everybody(project, args, &held_out, &mut Vec::new());
    let of_texts = [judge::texts(&texts), naive::judge(&texts)];
    let mut text = page::render(&tools, &all, &texts, &of_texts, &absent);
    text.push_str(&held_out::render(&held_out, &of_held_out));
    say(&text);
    if args.write {
        detection_page::write(project, "bench-detection --write", &text)?;
    }
    floors(&tools, &all[0])
}

/// Ours first, then the floor and the scanners that are installed.
fn by_everybody(
    project: &Project,
    args: &BenchDetectionArgs,
    tools: &[Labelled],
    absent: &mut Vec<String>,
) -> Vec<Verdicts> {
    let mut all = vec![judge::injection(tools), judge::everything(tools), naive::judge(tools)];
    for scanner in scanners::ALL {
        match args.scanners.as_ref().map(|python| scanners::judge(project, python, scanner, tools)) {
            Some(Ok(verdicts)) => all.push(verdicts),
            Some(Err(why)) => absent.push(format!("{scanner} ({why})")),
            None => absent.push(format!("{scanner} (no Python was named)")),
        }
    }
    all
}

/// What was reached stays reached.
fn floors(tools: &[Labelled], ours: &Verdicts) -> Result {
    let rates = figures::rates(tools, ours);
    let fallen: Vec<String> = rates.under_floors();
    if fallen.is_empty() { Ok(()) } else { Err(format!("under the floors: {}", fallen.join(", "))) }
}

#[cfg(test)]
mod tests {
    use super::{Project, floors, judge, labelled, say};
    use crate::labelled::{Labelled, Subset};

    /// Honest tools are many; a fifth of them tells as much.
    const STEP: usize = 5;

    #[test]
    fn what_was_reached_stays_reached() {
        let path = Project::find().path("../shared/data/tools-dev.jsonl.gz");
        if !path.exists() {
            say("the labelled data are absent: nothing was measured");
            return;
        }
        let all = labelled::tools(&path).unwrap().into_iter().enumerate();
        let is_taken = |(index, tool): &(usize, Labelled)| tool.subset != Subset::Honest || index % STEP == 0;
        let tools: Vec<_> = all.filter(is_taken).map(|(_, tool)| tool).collect();
        // A fifth of the honest tools makes precision, and so F1, look better than it is: the other floors hold as they are.
        floors(&tools, &judge::injection(&tools)).unwrap();
    }
}

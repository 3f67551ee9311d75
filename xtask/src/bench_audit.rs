//! What an audit costs: ten thousand tools, and large source trees; and whether the same input gives the same bytes.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use flate2::read::GzDecoder;

use crate::bench::Usage;
use crate::project::Project;
use crate::say::say;
use crate::{Result, detection_page, labelled, machine};

/// What is audited.
#[derive(Debug, Args)]
pub(crate) struct BenchAuditArgs {
    /// The `mcpvals` that is measured; the release build otherwise
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// The folder of the labelled data: tools-dev.jsonl.gz
    #[arg(long, default_value = "../shared/data", value_name = "FOLDER")]
    data: PathBuf,
    /// A source tree; may be repeated
    #[arg(long = "tree", value_name = "FOLDER")]
    trees: Vec<PathBuf>,
    /// Write the figures into docs/detection.md
    #[arg(long)]
    write: bool,
}

const TOOLS: usize = 10_000;

/// Measures each audit beside the least that a program can do with the same bytes: to count their words.
///
/// # Errors
/// Where there is no program or no data, or where two audits of one thing differ.
pub(crate) fn run(project: &Project, args: &BenchAuditArgs) -> Result {
    let binary = args.binary.clone().unwrap_or_else(|| project.path("target/release/mcpvals"));
    let mut table = format!(
        "{}.\n\n| what | lines | CPU, s | wall, s | peak memory, MB | to `wc` of the same files |\n|---|--:|--:|--:|--:|--:|\n",
        machine::in_words()
    );
    let tools = some_tools(&project.path(&args.data.to_string_lossy()).join("tools-dev.jsonl.gz"))?;
    let tools = tools.path();
    line(&mut table, "10,000 tools (`--tools`)", &binary, &["--tools".as_ref(), tools.as_ref()], tools)?;
    for tree in &args.trees {
        let name = tree.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        line(&mut table, &format!("a source tree (`{name}`)"), &binary, &[tree.as_ref()], tree)?;
    }
    say(&table);
    if args.write { detection_page::write(project, "bench-audit --write", &table) } else { Ok(()) }
}

/// The first of the labelled tools, as a file of lines.
fn some_tools(data: &Path) -> Result<tempfile::NamedTempFile> {
    let file = labelled::open(data)?;
    let told = |error: std::io::Error| format!("cannot copy tools of `{}`: {error}", data.display());
    let mut copy = tempfile::Builder::new().suffix(".jsonl").tempfile().map_err(told)?;
    for line in BufReader::new(GzDecoder::new(file)).lines().take(TOOLS) {
        writeln!(copy, "{}", line.map_err(told)?).map_err(told)?;
    }
    Ok(copy)
}

fn line(table: &mut String, what: &str, binary: &Path, args: &[&OsStr], files: &Path) -> Result {
    let mut audit = vec![binary.as_os_str(), "audit".as_ref()];
    audit.extend(args);
    audit.extend(["--json", "--fail-on", "never"].map(OsStr::new));
    if output(&audit)? != output(&audit)? {
        return Err(format!("{what}: two audits differ"));
    }
    let count = "find \"$1\" -type f -print0 | xargs -0 cat | wc";
    let counted: [&OsStr; 5] = ["sh".as_ref(), "-c".as_ref(), count.as_ref(), "sh".as_ref(), files.as_os_str()];
    let lines = output(&counted)?;
    let lines = String::from_utf8_lossy(&lines).split_whitespace().next().unwrap_or("?").to_owned();
    let (ours, floor) = (usage(&audit)?, usage(&counted)?);
    let _ = writeln!(
        table,
        "| {what} | {lines} | {:.2} | {:.2} | {:.0} | {:.0}× |",
        ours.cpu_ms / 1e3,
        ours.wall_ms / 1e3,
        ours.peak_mb,
        ours.cpu_ms / floor.cpu_ms
    );
    Ok(())
}

fn output(words: &[&OsStr]) -> Result<Vec<u8>> {
    let output = Command::new(words[0]).args(&words[1..]).output().map_err(|error| format!("{words:?}: {error}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("{words:?} ended with {}", output.status)) }
}

/// The median of five.
fn usage(words: &[&OsStr]) -> Result<Usage> {
    let own = std::env::current_exe().map_err(|error| format!("where this program is, is not known: {error}"))?;
    let mut command = Command::new(own);
    command.args(["measure", "--server", "none", "--times", "6", "--"]).args(words);
    Usage::of(command)
}

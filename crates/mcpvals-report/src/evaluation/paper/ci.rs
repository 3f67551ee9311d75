//! For a comment on a pull request: what came out, and what is worst, in few lines.

use mcpvals_model::Evaluation;

use super::super::found::{self, Found};
use super::super::words;
use super::{Block, Line, Section, Table, findings, requirements, runtime, sandbox, verdict};
use crate::wording;

/// Findings and tests that are listed one by one.
const LISTED_MAX: usize = 20;

pub(super) fn sections(evaluation: &Evaluation) -> Vec<Section> {
    let result = Section::new("result", "Result").with([Block::Paragraph(verdict::line(evaluation))]);
    vec![result.with(requirements::table(evaluation)), worst(evaluation), tests(evaluation)]
}

fn worst(evaluation: &Evaluation) -> Section {
    let all = found::all(evaluation);
    let section = Section::new("findings", findings::capital(&words::findings(evaluation)));
    if all.is_empty() {
        return section;
    }
    let mut table = Table::new("The worst findings", ["Rule", "Severity", "About", "Where", "What"]);
    for one in all.iter().take(LISTED_MAX) {
        table.row(row(one));
    }
    let left = all.len().saturating_sub(LISTED_MAX);
    let more = format!("And {} more: the JSON document has all.", wording::number(left));
    section.with(table.block()).with((left > 0).then(|| Block::words(more)))
}

fn row(one: &Found<'_>) -> [Line; 5] {
    let finding = one.finding;
    [
        Line::code(finding.rule.as_ref()),
        Line::verdict(finding.severity.as_str()),
        findings::about(one),
        words::place(finding).map(Line::code).unwrap_or_default(),
        Line::words(&finding.message),
    ]
}

fn tests(evaluation: &Evaluation) -> Section {
    let section = Section::new("runtime", "Runtime tests");
    let Some(runtime) = &evaluation.results.runtime else { return section };
    if let Some(why) = &runtime.unreachable {
        return section.with([runtime::unreachable(why)]);
    }
    let troubled = found::troubled(runtime);
    let shown = &troubled[..troubled.len().min(LISTED_MAX)];
    let sandbox = evaluation.sandbox.as_ref().map(|it| Block::words(format!("Sandbox: {}.", sandbox::gist(it))));
    let section = section.with([Block::words(runtime::gist(runtime))]).with(sandbox);
    section.with(runtime::tests("What did not come as expected", shown))
}

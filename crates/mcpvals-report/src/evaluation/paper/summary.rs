//! For the server's makers: what came out, what to do, then the details.

use mcpvals_model::{Evaluation, Recommendation};

use super::super::{found, words};
use super::{Block, Line, Section, Table, facts, findings, requirements, runtime, sandbox, verdict};

pub(super) fn sections(evaluation: &Evaluation) -> Vec<Section> {
    let result = Section::new("result", "Result").with([Block::Paragraph(verdict::line(evaluation))]);
    let result = result.with(requirements::table(evaluation)).with([verdict::formula(evaluation)]);
    vec![
        result,
        recommendations(evaluation),
        all_findings(evaluation),
        runtime::section(evaluation),
        sandbox::section(evaluation),
        left_out(evaluation),
        server(evaluation),
    ]
}

/// What to do, the most urgent first.
pub(super) fn recommendations(evaluation: &Evaluation) -> Section {
    let mut table = Table::new("What to do, the most urgent first", ["Priority", "Requirement", "Issue", "What to do"]);
    for one in &evaluation.recommendations {
        table.row(row(one));
    }
    Section::new("recommendations", "Recommendations").with(table.block())
}

fn row(one: &Recommendation) -> [Line; 4] {
    [
        Line::verdict(words::priority(one.priority)),
        Line::words(one.requirement.map_or("", mcpvals_model::Requirement::title)),
        Line::words(&one.issue),
        Line::words(&one.recommendation),
    ]
}

pub(super) fn all_findings(evaluation: &Evaluation) -> Section {
    let all = found::all(evaluation);
    let mut section = Section::new("findings", "Findings");
    section.blocks.push(Block::words(format!("{}.", findings::capital(&words::findings(evaluation)))));
    section.sections = findings::by_rule(evaluation, &all, "rule");
    section
}

/// Files that were not read, tools that were not called, and why.
pub(super) fn left_out(evaluation: &Evaluation) -> Section {
    let of_runtime = evaluation.results.runtime.iter().flat_map(|runtime| &runtime.left_out);
    let block = runtime::left_out(evaluation.left_out.iter().chain(of_runtime));
    Section::new("left-out", "What was left out").with(block)
}

fn server(evaluation: &Evaluation) -> Section {
    let mut section = Section::new("server", "Server").with([facts::server(evaluation)]);
    section.blocks.extend(facts::looked(&evaluation.server));
    let again = evaluation.rerun.as_ref().map(|rerun| Line::words("Made by ").and_code(rerun));
    section.blocks.extend(again.map(Block::Paragraph));
    section
}

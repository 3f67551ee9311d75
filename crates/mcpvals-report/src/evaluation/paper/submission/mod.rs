//! For the reviewer of a directory: all that it asks, requirement by requirement, ready to attach.

mod answer;
mod by_hand;
mod requirement;
mod tools;

use mcpvals_model::{Evaluation, Requirement};

use super::super::{clause, words};
use super::{Block, Line, Section, facts, requirements, runtime, sandbox, summary, verdict};

pub(super) fn sections(evaluation: &Evaluation) -> Vec<Section> {
    let mut sections = vec![result(evaluation), server(evaluation)];
    sections.extend(Requirement::DIRECTORY.map(|requirement| requirement::directory(evaluation, requirement)));
    sections.extend([
        other_clauses(evaluation),
        beyond(evaluation),
        tools::section(evaluation),
        sandbox::section(evaluation),
        limits(evaluation),
        by_hand::section(evaluation),
        making(evaluation),
    ]);
    sections
}

fn result(evaluation: &Evaluation) -> Section {
    let section = Section::new("result", "Result").with([Block::Paragraph(verdict::line(evaluation))]);
    let section = section.with(requirements::table(evaluation)).with([verdict::formula(evaluation)]);
    section.with([Block::words(
        "PASS: it holds. WARN: it holds, but for something. FAIL: it does not. INFO: there was nothing to judge it by. \
         BY HAND: a person has to confirm it; all that is so is listed at the end. N/A: it does not apply.",
    )])
}

fn server(evaluation: &Evaluation) -> Section {
    let section = Section::new("server", "The server").with([facts::server(evaluation)]);
    let mut told = Section::new("particulars", "What its makers tell");
    told.blocks.push(facts::particulars(evaluation));
    Section { sections: vec![told], ..section }
}

fn other_clauses(evaluation: &Evaluation) -> Section {
    let clauses = clause::others();
    Section::new("other-clauses", "Other clauses of the policy").with(answer::table(evaluation, clauses))
}

/// What we look at and no clause asks for, and the results of the user's own hooks.
fn beyond(evaluation: &Evaluation) -> Section {
    let mut section = Section::new("beyond", "Beyond the five requirements");
    let ours = Requirement::ALL.into_iter().filter(|one| !Requirement::DIRECTORY.contains(one));
    section.sections.extend(ours.filter_map(|one| requirement::beyond(evaluation, one)));
    section.sections.extend(requirements::of_hooks(evaluation).enumerate().map(requirement::of_hook));
    let performance = evaluation.results.runtime.as_ref().and_then(|runtime| runtime.performance.as_ref());
    section.with(performance.map(runtime::performance))
}

fn limits(evaluation: &Evaluation) -> Section {
    let mut section = summary::left_out(evaluation);
    section.id = "limits".into();
    section.title = "Known limits of this report".into();
    if evaluation.results.runtime.is_none() {
        section.blocks.push(Block::words("The server was not started: nothing is said of how it behaves."));
    }
    if evaluation.results.requirements.is_none() {
        section.blocks.push(Block::words("Source and metadata were not looked at."));
    }
    section.with([Block::words(
        "Rules look for what is written, and tests for what comes back. Neither proves that nothing else is there.",
    )])
}

fn making(evaluation: &Evaluation) -> Section {
    let version = format!("mcpvals {}, document format {}", evaluation.mcpvals_version, evaluation.format_version);
    let mut facts = vec![("Made with", Line::words(version))];
    facts.extend(evaluation.rerun.as_ref().map(|rerun| ("Again with", Line::code(rerun))));
    facts.push((
        "Score",
        Line::words(format!(
            "{}; it {}",
            words::formula(&evaluation.formula, "×"),
            words::thresholds(&evaluation.formula)
        )),
    ));
    facts.push((
        "Repeatable",
        Line::words(
            "The same source and metadata give the same report; times and answers of the running server may differ.",
        ),
    ));
    let mut section = Section::new("making", "How this report was made").with([Block::Facts(facts)]);
    section.blocks.extend(facts::looked(&evaluation.server));
    section
}

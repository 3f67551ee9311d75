//! What a person still has to confirm, to be ticked.

use mcpvals_model::Evaluation;

use super::super::super::clause::{CLAUSES, Clause};
use super::super::{Block, Line, Section};
use super::answer::{self, Answer};

pub(super) fn section(evaluation: &Evaluation) -> Section {
    let clauses = CLAUSES.iter().map(|clause| (clause, answer::answer(evaluation, clause)));
    let open = clauses.filter(|(_, answer)| matches!(answer.verdict, "BY HAND" | "INFO"));
    let task = |(clause, answer): (&Clause, Answer)| {
        Line::strong(clause.id).and_words(format!(" {} Here: ", clause.asks)).and(answer.came)
    };
    let mut tasks = open.map(task).collect::<Vec<_>>();
    tasks.extend(missing(evaluation));
    tasks.extend(left_out(evaluation));
    Section::new("by-hand", "To be confirmed by a person").with([Block::Tasks(tasks)])
}

/// What a submission form asks for, and nothing that we read tells.
fn missing(evaluation: &Evaluation) -> Vec<Line> {
    let told = evaluation.server.particulars.clone().unwrap_or_default();
    let asked = [
        ("the privacy policy's address", told.privacy_policy.is_some()),
        ("a contact, and where to get support", told.contact.is_some()),
        ("the documentation's address", told.documentation.is_some()),
        ("the licence", told.licence.is_some()),
    ];
    let missing = asked.into_iter().filter(|(_, is_told)| !is_told);
    missing.map(|(what, _)| Line::words(format!("Fill in {what}: it was not found."))).collect()
}

/// Tools that were not called have to be called by hand.
fn left_out(evaluation: &Evaluation) -> Vec<Line> {
    let left = evaluation.results.runtime.iter().flat_map(|runtime| &runtime.left_out);
    left.map(|left| Line::words("Call ").and_code(&left.name).and_words(format!(": left out, {}.", left.reason)))
        .collect()
}

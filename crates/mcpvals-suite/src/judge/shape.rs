//! Answers that a client can use and that the protocol does not allow: a test of what they hold fails.

use mcpvals_model::{Mismatch, Trace, Violation, ViolationKind};

/// What breaks the shape of a result of this method, or of contents in it. What spoils an answer is told already.
pub(crate) fn ill<'a>(
    method: &'a str,
    trace: &'a Trace,
    violations: &'a [Violation],
) -> impl Iterator<Item = Mismatch> + 'a {
    let kinds = [ViolationKind::ContentShape, ViolationKind::ResultShape];
    let answers = move |seq| trace.calls.iter().any(|call| call.method == method && call.answer == Some(seq));
    let told = violations.iter().filter(move |violation| kinds.contains(&violation.kind) && !violation.spoils_answer);
    let told = told.filter(move |violation| violation.frame.is_some_and(answers));
    told.take(super::TOLD_MAX).map(|violation| super::of_violation(violation, "a result that follows the protocol"))
}

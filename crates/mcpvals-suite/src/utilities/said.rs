//! What a server said unasked while a test was played, and whether a request was answered well.

use mcpvals_model::{Bounds, Call, CallRole, Frame, Mismatch, MismatchKind, Trace, Violation, ViolationKind};
use serde_json::Value;

use crate::excerpt;
use crate::judge::{self, Judged};
use crate::matcher::{contains_any_case, of_kind};
use crate::reply::{Reply, received};

/// JSON-RPC 2.0: invalid method parameters.
pub(super) const INVALID_PARAMS: i64 = -32602;

/// The notifications with this method, in order.
pub(super) fn notifications<'t>(method: &'static str, trace: &'t Trace) -> Vec<(&'t Frame, &'t Value)> {
    received(trace).filter(|(_, message)| message.get("method").is_some_and(|came| came == method)).collect()
}

/// What breaks the protocol in notifications about this, though it spoils no answer.
pub(super) fn ill_told(about: &str, violations: &[Violation]) -> Vec<Mismatch> {
    let kinds = [ViolationKind::NotificationShape, ViolationKind::UndeclaredNotification, ViolationKind::HttpTransport];
    let is_about = |violation: &&Violation| violation.message.contains(about) && !violation.spoils_answer;
    let ill = violations.iter().filter(|violation| kinds.contains(&violation.kind)).filter(is_about);
    ill.map(judge::told_ill).collect()
}

/// The count is out of bounds, which the words are about.
pub(super) fn miscounted(bounds: Bounds, expected: String, count: usize, last: Option<u64>) -> Option<Mismatch> {
    let actual = || if count == 0 { "none".to_owned() } else { count.to_string() };
    let mismatch = || Mismatch { frame: last, ..of_kind(MismatchKind::Notifications, expected, actual()) };
    (!bounds.hold(count as u64)).then(mismatch)
}

/// A text that is in none of the texts.
pub(super) fn absent(wanted: &[String], what: &str, texts: &[String]) -> Option<Mismatch> {
    const SHOWN_MAX: usize = 5;
    let missing = wanted.iter().find(|wanted| !texts.iter().any(|text| contains_any_case(text, wanted)))?;
    let shown: Vec<String> = texts.iter().take(SHOWN_MAX).map(|text| excerpt::quoted_to(text, 100)).collect();
    let actual = if shown.is_empty() { "none".to_owned() } else { shown.join(", ") };
    Some(of_kind(MismatchKind::Notifications, format!("{what} with {}", excerpt::quoted(missing)), actual))
}

/// The request with this role was not answered with a result. One that was not made is not looked at.
pub(super) fn refused(role: CallRole, trace: &Trace) -> Judged {
    trace.call(role).map_or_else(|| Ok(Vec::new()), |call| unanswered(call, trace))
}

/// As [`unanswered`]; the result of a call may be an error, too.
pub(super) fn failed(call: &Call, trace: &Trace) -> Judged {
    let Some(reply) = judge::reply(call, trace)?.filter(Reply::is_error) else { return unanswered(call, trace) };
    let mismatch = of_kind(MismatchKind::UnexpectedError, format!("`{}` to succeed", call.method), reply.shown());
    Ok(vec![Mismatch { frame: call.answer, ..mismatch }])
}

pub(super) fn unanswered(call: &Call, trace: &Trace) -> Judged {
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    let Reply::Error(_) = &reply else { return Ok(Vec::new()) };
    let mismatch = of_kind(MismatchKind::UnexpectedError, format!("`{}` to succeed", call.method), reply.shown());
    Ok(vec![Mismatch { frame: call.answer, ..mismatch }])
}

/// The request with this role was not refused with -32602.
pub(super) fn accepted(role: CallRole, what: &str, trace: &Trace) -> Judged {
    accepted_but(INVALID_PARAMS, role, what, trace)
}

/// The request with this role was not refused with this code.
pub(super) fn accepted_but(code: i64, role: CallRole, what: &str, trace: &Trace) -> Judged {
    let Some(call) = trace.call(role) else { return Ok(Vec::new()) };
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    let (kind, actual) = match &reply {
        Reply::Error(error) if error.code == Some(code) => return Ok(Vec::new()),
        Reply::Error(_) => (MismatchKind::Error, reply.shown()),
        Reply::Result(result) => (MismatchKind::MissingError, format!("a result: {}", excerpt::json_to(result, 120))),
    };
    let expected = format!("{what} to be refused with error {code}");
    Ok(vec![Mismatch { frame: call.answer, ..of_kind(kind, expected, actual) }])
}

//! One call against what is expected of it, whatever its method: its answer, or why there is none.

pub(crate) mod crash;
mod no_answer;
mod shape;

use std::time::Duration;

use mcpvals_model::json::member;
use mcpvals_model::{Call, CallEnd, Expectation, Fault, Mismatch, MismatchKind, Trace, Violation};
use serde_json::Value;

use crate::matcher::{self, Subject, Unusable, error_words, of_kind};
use crate::reply::Reply;

pub use no_answer::abnormal_end;
pub(crate) use no_answer::{judged as without_answer, mismatch as no_answer};
pub(crate) use shape::ill;

/// Breaches of the protocol that a test names.
pub(crate) const TOLD_MAX: usize = 5;

/// What was found wrong, or why it could not be found out.
pub(crate) type Judged = Result<Vec<Mismatch>, Fault>;

/// Everything that is wrong with the answer to a call. `own` is what its method asks of a result that is no error.
pub(crate) fn answer(
    expect: &[Expectation],
    reply: &Reply<'_>,
    call: &Call,
    trace: &Trace,
    own: impl FnOnce() -> Vec<Mismatch>,
) -> Judged {
    let mut mismatches = content(expect, reply, own)?;
    mismatches.extend(latency(expect, trace.latency_us(call)));
    for mismatch in &mut mismatches {
        mismatch.frame = mismatch.frame.or(call.answer);
    }
    Ok(mismatches)
}

/// As [`answer`], without what only a trace can tell.
pub(crate) fn content(expect: &[Expectation], reply: &Reply<'_>, own: impl FnOnce() -> Vec<Mismatch>) -> Judged {
    if let Some(unfinished) = unfinished(reply) {
        return Ok(vec![unfinished]);
    }
    let subject = Subject::answer(reply);
    if reply.is_error() && !expect.iter().any(|expectation| accepts_error(expectation, &subject)) {
        let words = "a result that is no error";
        return Ok(vec![of_kind(MismatchKind::UnexpectedError, words, reply.shown())]);
    }
    let mut mismatches = own();
    for expectation in expect {
        mismatches.extend(one(expectation, &subject, reply).map_err(fault)?);
    }
    // Kinds are in order of weight; those of the same kind stay in the order of the file.
    mismatches.sort_by_key(|mismatch| mismatch.kind);
    Ok(mismatches)
}

/// What is wrong with one request of several, which the words name.
pub(crate) fn named(words: &str, call: &Call, found: Vec<Mismatch>) -> Vec<Mismatch> {
    let told = |mismatch: Mismatch| Mismatch {
        expected: format!("{words}: {}", mismatch.expected),
        frame: mismatch.frame.or(call.request),
        ..mismatch
    };
    found.into_iter().map(told).collect()
}

/// Do the expectations say anything of errors?
pub(crate) fn speaks_of_errors(expect: &[Expectation]) -> bool {
    expect.iter().any(|expectation| match expectation {
        Expectation::Match(matcher) => matcher::speaks_of_errors(matcher),
        other => needs_error_itself(other),
    })
}

/// Can only an error meet the expectations?
pub(crate) fn needs_error(expect: &[Expectation]) -> bool {
    expect.iter().any(needs_error_itself)
}

fn needs_error_itself(expectation: &Expectation) -> bool {
    match expectation {
        Expectation::Error(_) => true,
        Expectation::Match(matcher) => matcher::needs_error(matcher),
        // A full result may be that of a failing tool.
        Expectation::Result(result) => {
            member(result, "isError") == Some(&Value::Bool(true))
                && member(result, "content").is_some_and(Value::is_array)
        }
        Expectation::Latency(_) => false,
    }
}

fn accepts_error(expectation: &Expectation, subject: &Subject<'_>) -> bool {
    match expectation {
        Expectation::Match(matcher) => matcher::accepts_error(matcher, subject),
        other => needs_error_itself(other),
    }
}

fn one(expectation: &Expectation, subject: &Subject<'_>, reply: &Reply<'_>) -> Result<Vec<Mismatch>, Unusable> {
    match expectation {
        Expectation::Result(expected) => Ok(matcher::expected_result(expected, subject)),
        Expectation::Error(expected) if reply.is_error() => Ok(matcher::expected_error(expected, reply)),
        Expectation::Error(expected) => {
            let actual = format!("a success with {}", reply.shown());
            Ok(vec![of_kind(MismatchKind::MissingError, error_words(expected), actual)])
        }
        Expectation::Match(matcher) => matcher::check(matcher, subject),
        Expectation::Latency(_) => Ok(Vec::new()),
    }
}

fn fault(unusable: Unusable) -> Fault {
    Fault::Expectation { reason: unusable.0 }
}

/// From 2026-07-28 on, a result may be a question or a promise instead of the end.
fn unfinished(reply: &Reply<'_>) -> Option<Mismatch> {
    let Reply::Result(result) = reply else { return None };
    let actual = match member(result, "resultType").and_then(Value::as_str)? {
        "input_required" => "the server still asked for input",
        "task" => "a task that is to give one later",
        _ => return None,
    };
    Some(of_kind(MismatchKind::NoAnswer, "a result", actual))
}

/// An answer that took longer than it may.
pub(crate) fn latency(expect: &[Expectation], latency_us: Option<u64>) -> Option<Mismatch> {
    let took = Duration::from_micros(latency_us?);
    let limits = expect.iter().filter_map(|expectation| match expectation {
        Expectation::Latency(limit) => Some(*limit),
        Expectation::Result(_) | Expectation::Error(_) | Expectation::Match(_) => None,
    });
    let limit = limits.min().filter(|limit| took > *limit)?;
    Some(of_kind(MismatchKind::Latency, format!("an answer within {}", millis(limit)), millis(took)))
}

/// `500 ms`, `0.35 ms`.
pub(crate) fn millis(duration: Duration) -> String {
    let ms = duration.as_secs_f64() * 1000.0;
    let digits = if ms >= 100.0 { 0 } else { 2 };
    let text = format!("{ms:.digits$}");
    let text = if digits == 0 { &text } else { text.trim_end_matches('0').trim_end_matches('.') };
    format!("{text} ms")
}

/// The answer, where one came and is still in the trace.
pub(crate) fn reply<'a>(call: &Call, trace: &'a Trace) -> Result<Option<Reply<'a>>, Fault> {
    let reply = Reply::to(call, trace).filter(|_| call.end == CallEnd::Answered);
    if reply.is_some() { Ok(reply) } else { no_reply(call, trace).map_or(Ok(None), Err) }
}

/// Why it is not known what was answered; `None` where nothing was.
pub(crate) fn no_reply(call: &Call, trace: &Trace) -> Option<Fault> {
    match &call.end {
        CallEnd::Answered if call.answer.and_then(|seq| trace.frame(seq)).is_none() => {
            Some(Fault::Limit { reason: "the answer came, but is not in the trace".to_owned() })
        }
        CallEnd::Cancelled => Some(Fault::Cancelled),
        CallEnd::Answered
        | CallEnd::TimedOut { .. }
        | CallEnd::Misanswered
        | CallEnd::Closed
        | CallEnd::Refused { .. }
        | CallEnd::NotSent { .. } => None,
    }
}

/// What spoilt an answer, once for each breach.
pub(crate) fn protocol(violations: &[Violation]) -> Vec<Mismatch> {
    let spoiling = violations.iter().filter(|violation| violation.spoils_answer).take(TOLD_MAX);
    let words = "an answer that follows the protocol";
    spoiling.map(|violation| of_violation(violation, words)).collect()
}

/// A breach that fails a case though it spoils no answer.
pub(crate) fn breach(violation: &Violation) -> Mismatch {
    of_violation(violation, "requests that follow the protocol")
}

/// A breach that fails a case though a client could use the answer.
pub(crate) fn answered_ill(violation: &Violation) -> Mismatch {
    of_violation(violation, "an answer that follows the protocol")
}

/// A breach in an entry of a list.
pub(crate) fn listed_ill(violation: &Violation) -> Mismatch {
    of_violation(violation, "entries that follow the protocol")
}

/// A breach in what a server said unasked.
pub(crate) fn told_ill(violation: &Violation) -> Mismatch {
    of_violation(violation, "notifications that follow the protocol")
}

fn of_violation(violation: &Violation, expected: &str) -> Mismatch {
    Mismatch { frame: violation.frame, ..of_kind(MismatchKind::Protocol, expected, violation.message.clone()) }
}

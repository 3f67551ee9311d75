//! What became of the triggers once the server had its answers.

use mcpvals_model::mcp;
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{
    Asks, Call, Expectation, Fault, Matcher, Mismatch, MismatchKind, PeerCase, Trace, Trigger, Warning,
};
use serde_json::Value;

use super::asked::Asked;
use super::{elsewhere, refusal};
use crate::judge::{self, Judged, crash};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::tools;

/// What is wrong with the answers to the triggers.
pub(super) fn mismatches(case: &PeerCase, asked: &[Asked<'_>], trace: &Trace) -> Judged {
    let calls = super::sent(trace);
    if calls.is_empty() {
        return Err(Fault::Internal { reason: "no trigger was sent".to_owned() });
    }
    let mut mismatches = Vec::new();
    for (index, call) in calls.into_iter().enumerate() {
        let trigger = &case.triggers[index % case.triggers.len()];
        let mut found = of_trigger(case, trigger, call, asked, trace)?;
        if case.triggers.len() > 1 {
            let number = index + 1;
            for mismatch in &mut found {
                mismatch.expected = format!("trigger {number}: {}", mismatch.expected);
            }
        }
        mismatches.extend(found);
    }
    if throttles_by_refusing(case, trace) {
        mismatches.retain(|mismatch| mismatch.kind != MismatchKind::UnexpectedError);
    }
    Ok(mismatches)
}

/// A server that takes only so many at once may let the others wait, or refuse them in plain words.
fn throttles_by_refusing(case: &PeerCase, trace: &Trace) -> bool {
    let replies = super::sent(trace).into_iter().filter_map(|call| Some((call, Reply::to(call, trace)?)));
    let (refused, taken): (Vec<_>, Vec<_>) = replies.partition(|(_, reply)| reply.is_error());
    let plainly = refused.iter().all(|(call, reply)| crash::broken(reply, call).is_none());
    case.requests.in_flight.is_some() && !says_of_answer(case) && !taken.is_empty() && plainly
}

fn of_trigger(case: &PeerCase, trigger: &Trigger, call: &Call, asked: &[Asked<'_>], trace: &Trace) -> Judged {
    if let Some(unknown) = unknown_tool(trigger, trace) {
        // A tool that needs what the client does not declare need not be offered to it.
        return if cannot_be_asked(case, asked) { elsewhere::mismatches(trigger, trace) } else { Ok(vec![unknown]) };
    }
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    let mut found = of_answer(case, trigger, &reply, call, asked, trace)?;
    if found.is_empty() && !cannot_be_asked(case, asked) && !expects_certain_error(case) {
        found.extend(crash::broken(&reply, call));
    }
    Ok(found)
}

fn of_answer(
    case: &PeerCase,
    trigger: &Trigger,
    reply: &Reply<'_>,
    call: &Call,
    asked: &[Asked<'_>],
    trace: &Trace,
) -> Judged {
    // Nobody really visits the page, so that a server may insist.
    let insists = case.asks == Asks::Elicitation && asks_for_page(call, trace);
    let test_says = says_of_answer(case);
    let outcome = if insists { Outcome::Either } else { Outcome::of(case, asked) };
    match outcome {
        Outcome::Error if !test_says => failed(case, reply, call, trace),
        Outcome::Either if !test_says && reply.is_error() => {
            let mut mismatches = failed(case, reply, call, trace)?;
            if cannot_be_asked(case, asked) {
                mismatches.extend(refusal::mismatches(case, trigger, reply, call, trace)?);
            }
            Ok(mismatches)
        }
        Outcome::Either if !test_says => {
            let mut mismatches = judge::answer(&case.expect, reply, call, trace, Vec::new)?;
            mismatches.extend(empty_success(reply, call));
            Ok(mismatches)
        }
        Outcome::Success | Outcome::Error | Outcome::Either => {
            judge::answer(&case.expect, reply, call, trace, Vec::new)
        }
    }
}

/// What the user should know of the answers to a client that cannot be asked.
pub(super) fn warnings(case: &PeerCase, asked: &[Asked<'_>], trace: &Trace) -> Vec<Warning> {
    if says_of_answer(case) || !cannot_be_asked(case, asked) {
        return Vec::new();
    }
    refusal::warnings(case, &super::sent(trace), trace)
}

/// Does the test say what the trigger must be answered with?
fn says_of_answer(case: &PeerCase) -> bool {
    case.expect.iter().any(|expectation| !matches!(expectation, Expectation::Latency(_)))
}

/// Does the test say which error it must be?
fn expects_certain_error(case: &PeerCase) -> bool {
    let says_nothing_of_it = |expected: &Expectation| {
        matches!(expected, Expectation::Latency(_) | Expectation::Match(Matcher::IsError(true)))
    };
    !case.expect.iter().all(says_nothing_of_it)
}

fn asks_for_page(call: &Call, trace: &Trace) -> bool {
    let message = call.answer.and_then(|seq| trace.frame(seq)?.message());
    let both = message.zip(trace.server.as_ref());
    both.is_some_and(|(message, facts)| mcp::pages_required(message, facts.protocol_version).is_some())
}

fn unknown_tool(trigger: &Trigger, trace: &Trace) -> Option<Mismatch> {
    match trigger {
        Trigger::Tool(call) => tools::unknown(&call.tool, trace),
        Trigger::Prompt { .. } | Trigger::Resource { .. } => None,
    }
}

/// How a trigger must end where the test does not say it.
#[derive(Clone, Copy)]
enum Outcome {
    /// The server had its answers.
    Success,
    /// The model was refused to it (MCP 2025-11-25, client/sampling#error-handling).
    Error,
    /// The client could not be asked, or the user declined, which is an ordinary answer to a form: either is right that
    /// says so.
    Either,
}

impl Outcome {
    fn of(case: &PeerCase, asked: &[Asked<'_>]) -> Self {
        let answers = &case.client.answers;
        let script = match case.asks {
            Asks::Sampling => &answers.sampling,
            Asks::Elicitation => &answers.elicitation,
            Asks::Roots if case.is_declared() => return Self::Success,
            Asks::Roots => return Self::Either,
        };
        let used = script.get(..asked.len().max(1)).unwrap_or(script);
        let all_refused = used.iter().all(|answer| is_refusal(&answer.reply));
        if cannot_be_asked(case, asked) {
            Self::Either
        } else if case.asks == Asks::Sampling && all_refused && !asked.is_empty() {
            Self::Error
        } else if all_refused || used.iter().any(|answer| is_refusal(&answer.reply)) {
            Self::Either
        } else {
            Self::Success
        }
    }
}

/// Does the client declare nothing, or only a mode in which the server does not ask?
fn cannot_be_asked(case: &PeerCase, asked: &[Asked<'_>]) -> bool {
    !case.is_declared() || case.declares_one_mode() && asked.is_empty()
}

fn is_refusal(reply: &PeerReply) -> bool {
    match reply {
        PeerReply::Error { .. } | PeerReply::Silence => true,
        PeerReply::Result(result) => result.get("action").is_some_and(|action| action != "accept"),
        PeerReply::Long { .. } | PeerReply::Form(_) | PeerReply::Invalid(_) | PeerReply::Model(_) => false,
    }
}

/// It must be an error, and in time.
fn failed(case: &PeerCase, reply: &Reply<'_>, call: &Call, trace: &Trace) -> Judged {
    let must_fail = Expectation::Match(Matcher::IsError(true));
    let expect: Vec<Expectation> = case.expect.iter().cloned().chain([must_fail]).collect();
    let mut mismatches = judge::answer(&expect, reply, call, trace, Vec::new)?;
    for mismatch in mismatches.iter_mut().filter(|mismatch| mismatch.kind == MismatchKind::MissingError) {
        "an error, because the user refused (with `expect: {isError: false}` or `expectedResult`, a success is right)"
            .clone_into(&mut mismatch.expected);
    }
    Ok(mismatches)
}

/// Refused, a server says so; a success with nothing in it hides it.
fn empty_success(reply: &Reply<'_>, call: &Call) -> Option<Mismatch> {
    let Reply::Result(result) = reply else { return None };
    let text = reply.text();
    let is_empty = text.trim().is_empty()
        && result.get("structuredContent").is_none_or(Value::is_null)
        && result.get("resultType").is_none_or(|kind| kind == "complete");
    let expected = "an error, or a result that says what became of it";
    let mismatch = || of_kind(MismatchKind::Result, expected, "a success with nothing in it");
    is_empty.then(|| Mismatch { frame: call.answer, ..mismatch() })
}

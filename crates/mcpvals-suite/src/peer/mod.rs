//! Tests of what a server asks of its client: a trigger makes it ask, the session's script answers, and everything that
//! was asked is in the trace.

mod apart;
mod asked;
mod cassette;
mod early;
mod elsewhere;
mod form;
mod invalid;
mod metrics;
mod outcome;
mod page;
mod refusal;
mod request;
pub(crate) mod requests;
mod roots;
mod scope;
mod secrets;
#[cfg(test)]
mod tests;
mod words;

use std::time::Duration;

use mcpvals_model::mcp::{Revision, ServerFacts};
use mcpvals_model::profile::PeerReply;
use mcpvals_model::{
    Asks, Call, CallRole, Fault, Graded, Mismatch, PeerCase, SkipReason, Trace, Trigger, Verdict, Violation,
    ViolationKind, Warning,
};
use mcpvals_wire::{Params, Recording, Session};
use serde_json::{Map, Value, json};

pub(crate) use self::cassette::exchanges;
pub use self::elsewhere::is_needed as full_offer_is_needed;
use crate::judge::{self, Judged};
use crate::{Captures, Driven, capability};

/// How long a server that has a session, or was told of other roots, may take to ask for them and to use them.
const ROOTS_PATIENCE: Duration = Duration::from_millis(500);

/// How long a server is looked at that must ask no more.
const AFTERTHOUGHT: Duration = Duration::from_millis(100);

/// Sends the triggers, where the server offers what they need.
pub(crate) async fn drive(case: &PeerCase, timeout: Duration, session: &Session) -> Driven {
    let mut recording = session.begin();
    if unsayable(case, session.facts()).is_none() && missing(case, session.facts()).is_none() {
        // A server may ask before anything makes it, whatever the client declares.
        for asks in [Asks::Sampling, Asks::Elicitation, case.asks] {
            recording.adopt(asks.method());
        }
        if case.asks == Asks::Roots {
            // Most servers ask once, as soon as the session stands, and use the answer a moment later.
            recording.wait_for(usize::MAX, ROOTS_PATIENCE, |_| false).await;
        }
        await_tools(&case.triggers, session).await;
        send(&case.triggers, 0, timeout, &mut recording).await;
        if !case.is_declared() || case.requests.count.max.is_some() || case.asks == Asks::Elicitation {
            // One too many may come a moment after the answer, and so may the news of a page.
            recording.wait_for(usize::MAX, AFTERTHOUGHT, |_| false).await;
        }
        if case.roots_change {
            recording.change_roots().await;
            let asks = |message: &Value| message.get("method").is_some_and(|method| method == case.asks.method());
            recording.wait_for(usize::MAX, ROOTS_PATIENCE, asks).await;
            send(&case.triggers, case.triggers.len(), timeout, &mut recording).await;
        }
    }
    Driven { trace: recording.finish(), captures: Captures::new() }
}

/// Servers register tools late that depend on what the client declares.
async fn await_tools(triggers: &[Trigger], session: &Session) {
    for trigger in triggers {
        if let Trigger::Tool(call) = trigger {
            session.find_tool(&call.tool).await;
        }
    }
}

async fn send(triggers: &[Trigger], from: usize, timeout: Duration, recording: &mut Recording) {
    let params: Vec<Value> = triggers.iter().map(params).collect();
    let named = triggers.iter().zip(&params).enumerate();
    let calls: Vec<(CallRole, &str, Params<'_>)> =
        named.map(|(index, (trigger, params))| (role(from + index), trigger.method(), params.into())).collect();
    recording.calls(&calls, timeout).await;
}

/// The first trigger is the tested call, the others are its steps.
fn role(index: usize) -> CallRole {
    index.checked_sub(1).map_or(CallRole::Tested, CallRole::Step)
}

/// The triggers' calls, in order.
fn sent(trace: &Trace) -> Vec<&Call> {
    trace.calls.iter().filter(|call| matches!(call.role, CallRole::Tested | CallRole::Step(_))).collect()
}

fn params(trigger: &Trigger) -> Value {
    match trigger {
        Trigger::Tool(call) => json!({"name": call.tool, "arguments": call.args}),
        Trigger::Prompt { name, args } => json!({"name": name, "arguments": strings(args)}),
        Trigger::Resource { uri } => json!({"uri": uri}),
    }
}

/// Arguments of prompts are strings.
fn strings(args: &Map<String, Value>) -> Map<String, Value> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    args.iter().map(|(name, value)| (name.clone(), Value::String(text(value)))).collect()
}

/// What the case needs and the session does not have.
fn missing(case: &PeerCase, facts: &ServerFacts) -> Option<String> {
    let forms_since = Revision::V2025_06_18;
    if case.asks == Asks::Elicitation && facts.protocol_version < forms_since {
        return Some(format!("a protocol revision with elicitation ({forms_since} or later)"));
    }
    let needed = case.triggers.iter().map(Trigger::capability);
    needed.into_iter().find(|needed| !capability::is_declared(needed, facts)).map(str::to_owned)
}

/// Why the script cannot be played in the session's revision. From 2026-07-28 on, the answers to a server's questions are
/// results in the next request (patterns/mrtr): there is no place for an error, and who says nothing is not heard of again.
fn unsayable(case: &PeerCase, facts: &ServerFacts) -> Option<String> {
    let answers = &case.client.answers;
    let script = match case.asks {
        Asks::Sampling => &answers.sampling,
        Asks::Elicitation => &answers.elicitation,
        Asks::Roots => return None,
    };
    let is_unsayable = |reply: &PeerReply| matches!(reply, PeerReply::Error { .. } | PeerReply::Silence);
    let revision = facts.protocol_version;
    let is_asked = case.is_declared() && case.requests.count.max != Some(0);
    let says = is_asked && (script.is_empty() || script.iter().any(|answer| is_unsayable(&answer.reply)));
    let reason = || {
        format!(
            "in protocol {revision} a client cannot refuse `{}` or keep silent: a round has no place for an error",
            case.asks.method()
        )
    };
    (revision.is_stateless() && says).then(reason)
}

/// Judges what the trace shows of the test.
pub(crate) fn grade(case: &PeerCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let verdict = without_playing(case, trace).unwrap_or_else(|| {
        let mismatches = mismatches(case, trace, &violations);
        mismatches.map_or_else(Verdict::Errored, Verdict::from_mismatches)
    });
    let metrics = metrics::of(case, trace, &verdict);
    let warnings = warnings(case, trace, &verdict);
    Graded { verdict, metrics, warnings, violations }
}

fn warnings(case: &PeerCase, trace: &Trace, verdict: &Verdict) -> Vec<Warning> {
    if matches!(verdict, Verdict::Errored(_) | Verdict::Skipped(_)) {
        return Vec::new();
    }
    let asked = asked::all(case.asks, trace);
    let mut warnings = outcome::warnings(case, &asked, trace);
    let of_user = asked::all(Asks::Elicitation, trace);
    warnings.extend(page::warnings(&of_user));
    warnings.extend(form::warnings(&of_user, trace));
    warnings.extend(scope::warnings(case, trace));
    warnings.extend(cassette::warnings(case, &asked, verdict));
    warnings
}

fn without_playing(case: &PeerCase, trace: &Trace) -> Option<Verdict> {
    if case.triggers.is_empty() {
        return Some(Verdict::Errored(Fault::Expectation { reason: no_trigger(case.asks) }));
    }
    // No server can do better, so `required` asks for nothing here.
    if let Some(reason) = trace.server.as_ref().and_then(|facts| unsayable(case, facts)) {
        return Some(Verdict::Skipped(SkipReason::Revision { reason }));
    }
    let missing = trace.server.as_ref().and_then(|facts| missing(case, facts));
    match missing {
        Some(capability) if !case.required && capability.contains(' ') => {
            Some(Verdict::Skipped(SkipReason::Revision { reason: format!("it needs {capability}") }))
        }
        Some(capability) => capability::verdict(&capability, case.required, trace),
        None => capability::verdict_of_session(trace),
    }
}

fn no_trigger(asks: Asks) -> String {
    let example = r#"`"trigger": {"tool": "…"}`"#;
    format!(
        "nothing makes the server send `{}`: give the test or its suite a trigger, for example {example}",
        asks.method()
    )
}

fn mismatches(case: &PeerCase, trace: &Trace, violations: &[Violation]) -> Judged {
    let mut mismatches = of_all(case, trace, violations)?;
    early::tell(&mut mismatches, trace);
    Ok(mismatches)
}

fn of_all(case: &PeerCase, trace: &Trace, violations: &[Violation]) -> Judged {
    let asked = asked::all(case.asks, trace);
    let mut mismatches = judge::protocol(violations);
    let ill = ill_asked(trace, violations);
    if let Some(fault) = form::unfit(case, &asked).filter(|_| ill.is_empty()) {
        return Err(fault);
    }
    mismatches.extend(ill);
    mismatches.extend(page::unasked(case.asks, trace, violations));
    let misses = cassette::misses(case, &asked);
    if !misses.is_empty() {
        // What comes of an answer that the test has not, says nothing of the server.
        mismatches.extend(misses);
        return Ok(mismatches);
    }
    mismatches.extend(requests::mismatches(case, &asked, trace)?);
    mismatches.extend(invalid::outcome(case, &asked, trace, !mismatches.is_empty())?);
    mismatches.extend(roots::mismatches(case, &asked, trace));
    mismatches.extend(apart::mismatches(case, &asked, trace));
    Ok(mismatches)
}

/// A request that the protocol forbids, or of the wrong shape, fails the test that is about requests.
fn ill_asked(trace: &Trace, violations: &[Violation]) -> Vec<Mismatch> {
    let about_requests = [
        ViolationKind::RequestShape,
        ViolationKind::UndeclaredRequest,
        ViolationKind::ForbiddenRequest,
        ViolationKind::ReusedRequestId,
        ViolationKind::IdType,
    ];
    // From 2026-07-28 on, a question stands in a result.
    let asks = |seq: u64| trace.frame(seq)?.message()?.pointer("/result/inputRequests");
    let is_ill = |violation: &&Violation| {
        let in_question = violation.frame.and_then(asks).is_some();
        let in_result = violation.kind == ViolationKind::ResultShape && in_question;
        !violation.spoils_answer && (in_result || about_requests.contains(&violation.kind))
    };
    violations.iter().filter(is_ill).map(judge::breach).collect()
}

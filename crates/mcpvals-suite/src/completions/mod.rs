//! Tests of completion: performing them, and judging what came.

#[cfg(test)]
mod tests;
mod values;

use std::time::Duration;

use mcpvals_model::mcp::{Revision, ServerFacts};
use mcpvals_model::{
    Call, CallRole, CompletionCase, ExpectedValues, Fault, Graded, Metric, MetricName, Mismatch, Reference, SkipReason,
    Trace, Verdict, Violation, Warning, WarningKind,
};
use mcpvals_wire::Session;
use serde_json::{Map, Value, json};

use crate::judge::{self, Judged};
use crate::metrics::{self, Measured};
use crate::reply::Reply;
use crate::steps::Steps;
use crate::{Captures, Driven, capability, tools};

/// What a server declares that completes.
pub(crate) const CAPABILITY: &str = "completions";
/// Its method.
pub(crate) const METHOD: &str = "completion/complete";

/// No revision has it.
const UNKNOWN_TYPE: &str = "ref/mcpvals";

/// Makes the request of the test, where the server declares that it completes.
pub(crate) async fn drive(case: &CompletionCase, timeout: Duration, session: &Session) -> Driven {
    let mut steps = Steps::begin(session, timeout);
    if !needs_capability(session.facts()) || capability::is_declared(CAPABILITY, session.facts()) {
        steps.tested(METHOD, &params(case, session.facts().protocol_version)).await;
    }
    Driven { trace: steps.finish(), captures: Captures::new() }
}

/// The capability came with 2025-03-26; before, who wants to know must ask.
pub(crate) fn needs_capability(facts: &ServerFacts) -> bool {
    facts.protocol_version >= Revision::V2025_03_26
}

/// The parameters of the request.
pub(crate) fn params(case: &CompletionCase, revision: Revision) -> Value {
    let mut reference = match &case.reference {
        Reference::Prompt(name) => json!({"type": "ref/prompt", "name": name}),
        Reference::Resource(uri) => json!({"type": "ref/resource", "uri": uri}),
    };
    if case.unknown_type {
        reference["type"] = json!(UNKNOWN_TYPE);
    }
    let mut params = json!({"ref": reference, "argument": {"name": case.argument, "value": case.value}});
    // Older servers do not know the member.
    if !case.context.is_empty() && revision >= Revision::V2025_06_18 {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let texts: Map<String, Value> =
            case.context.iter().map(|(name, value)| (name.clone(), text(value).into())).collect();
        params["context"] = json!({"arguments": texts});
    }
    params
}

/// Judges what the trace shows of the test.
pub(crate) fn grade(case: &CompletionCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let is_free = trace.server.as_ref().is_some_and(|facts| !needs_capability(facts));
    let undeclared = if is_free { None } else { capability::verdict(CAPABILITY, case.required, trace) };
    let undeclared = undeclared.or_else(|| without_context(case, trace));
    let verdict = undeclared.unwrap_or_else(|| {
        let mismatches = mismatches(&case.expected, trace, &violations);
        mismatches.map_or_else(Verdict::Errored, Verdict::from_mismatches)
    });
    let mut warnings = warnings(&case.expected);
    if verdict == Verdict::Passed {
        let reply = trace.call(CallRole::Tested).and_then(|call| Reply::to(call, trace));
        warnings.extend(reply.map(|reply| tools::stored(&case.expected.expect, &reply)).unwrap_or_default());
    }
    Graded { metrics: measured(&case.expected, trace, &verdict), verdict, warnings, violations }
}

/// What goes by other arguments cannot be asked where the revision has no place for them.
fn without_context(case: &CompletionCase, trace: &Trace) -> Option<Verdict> {
    let revision = trace.server.as_ref()?.protocol_version;
    let is_lost = !case.context.is_empty() && revision < Revision::V2025_06_18;
    let reason = || format!("`context` came with revision 2025-06-18, and {revision} is spoken");
    is_lost.then(|| Verdict::Skipped(SkipReason::Revision { reason: reason() }))
}

fn mismatches(expected: &ExpectedValues, trace: &Trace, violations: &[Violation]) -> Judged {
    let mut mismatches = judge::protocol(violations);
    let Some(call) = trace.call(CallRole::Tested) else {
        return Err(Fault::Internal { reason: "nothing was asked for".to_owned() });
    };
    mismatches.extend(judge::ill(METHOD, trace, violations));
    mismatches.extend(answered(expected, call, trace)?);
    Ok(mismatches)
}

/// What is wrong with one answer.
pub(crate) fn answered(expected: &ExpectedValues, call: &Call, trace: &Trace) -> Judged {
    match judge::reply(call, trace)? {
        None => Ok(vec![judge::no_answer(call, trace)?]),
        Some(reply) => judge::answer(&expected.expect, &reply, call, trace, || own(expected, &reply)),
    }
}

fn own(expected: &ExpectedValues, reply: &Reply<'_>) -> Vec<Mismatch> {
    match reply {
        Reply::Result(result) => values::mismatches(expected, result),
        Reply::Error(_) => Vec::new(),
    }
}

/// None where nothing was found out.
fn measured(expected: &ExpectedValues, trace: &Trace, verdict: &Verdict) -> Vec<Metric> {
    let Some(measured) = Measured::of(verdict, trace) else { return Vec::new() };
    let performance = metrics::is_timed(&expected.expect).then(|| measured.performance());
    std::iter::once(measured.right(MetricName::Completion)).chain(performance).collect()
}

fn warnings(expected: &ExpectedValues) -> Vec<Warning> {
    let message = "nothing is asserted but that the server answers".to_owned();
    let warning = Warning { kind: WarningKind::NothingAsserted, message };
    if *expected == ExpectedValues::default() { vec![warning] } else { Vec::new() }
}

//! Tests of what the protocol calls utilities: ping, pagination, logging, progress, cancellation, tasks. Each is in a
//! file of its own: what it does, and what is wrong with what came.

mod cancellation;
mod cursors;
mod elsewhere;
mod logging;
mod metrics;
mod pagination;
mod ping;
mod progress;
mod race;
mod said;
mod stray;
mod tasks;
#[cfg(test)]
mod tests;

use std::time::Duration;

use mcpvals_model::mcp::{Revision, ServerFacts};
use mcpvals_model::{CallRole, Graded, SkipReason, ToolCall, Trace, UtilityCase, UtilityTest, Verdict, Violation};
use mcpvals_wire::{Params, Session};
use serde_json::{Value, json};

use crate::judge::{self, Judged};
use crate::steps::Steps;
use crate::{Captures, Driven, capability, count, tools};

/// Makes the requests of the test, where the server declares what it needs.
pub(crate) async fn drive(case: &UtilityCase, timeout: Duration, session: &Session, other: Option<&Session>) -> Driven {
    let done = Driven { trace: Trace::default(), captures: Captures::new() };
    if lacking(&case.test, session.facts()).is_some() {
        return Driven { trace: session.begin().finish(), ..done };
    }
    if let Some(call) = case.test.trigger() {
        session.find_tool(&call.tool).await;
    }
    let mut steps = Steps::begin(session, timeout);
    let stateless = session.facts().protocol_version.is_stateless();
    match &case.test {
        UtilityTest::Ping(test) => ping::perform(test, &mut steps).await,
        UtilityTest::Pagination(test) => pagination::perform(test, (timeout, other), &mut steps).await,
        UtilityTest::Logging(test) => logging::perform(test, stateless, &mut steps).await,
        UtilityTest::Progress(test) => progress::perform(test, &mut steps).await,
        UtilityTest::Cancellation(test) => cancellation::perform(test, stateless, &mut steps).await,
        UtilityTest::Task(test) => tasks::perform(test, timeout, session, &mut steps).await,
    }
    Driven { trace: steps.finish(), ..done }
}

/// A call of a tool, with more parameters than its name and arguments.
async fn call(tool: &ToolCall, role: CallRole, more: Value, steps: &mut Steps) {
    let mut params = json!({"name": tool.tool, "arguments": tool.args});
    if let (Value::Object(params), Value::Object(more)) = (&mut params, more) {
        params.extend(more);
    }
    steps.as_role(role, "tools/call", Params::from(&params)).await;
}

/// What the test needs and the server does not have.
fn lacking(test: &UtilityTest, facts: &ServerFacts) -> Option<String> {
    let revision = facts.protocol_version;
    if matches!(test, UtilityTest::Ping(_)) && revision.is_stateless() {
        return Some("a protocol revision with `ping` (before 2026-07-28)".to_owned());
    }
    if matches!(test, UtilityTest::Task(_)) && revision < Revision::V2025_11_25 {
        return Some("a protocol revision with tasks (2025-11-25 or later)".to_owned());
    }
    if matches!(test, UtilityTest::Pagination(test) if test.other_connection) && !revision.is_stateless() {
        return Some("a protocol revision whose servers keep nothing of a connection (2026-07-28 or later)".to_owned());
    }
    let needed = needed(test, revision);
    needed.into_iter().find(|needed| !capability::is_declared(needed, facts)).map(str::to_owned)
}

fn needed(test: &UtilityTest, revision: Revision) -> Vec<&'static str> {
    match test {
        UtilityTest::Ping(_) => Vec::new(),
        UtilityTest::Pagination(test) => vec![pagination::capability(test.list)],
        UtilityTest::Logging(test) => ["logging"].into_iter().chain(test.trigger.as_ref().map(|_| "tools")).collect(),
        UtilityTest::Progress(_) | UtilityTest::Cancellation(_) => vec!["tools"],
        UtilityTest::Task(_) if revision.is_stateless() => vec!["tools", "extensions.io.modelcontextprotocol/tasks"],
        UtilityTest::Task(test) => {
            let cancelling = test.cancel.then_some(tasks::CANCELLING);
            ["tools", tasks::CAPABILITY].into_iter().chain(cancelling).collect()
        }
    }
}

/// Judges what the trace shows of the test.
pub(crate) fn grade(case: &UtilityCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let verdict = undeclared(case, trace).unwrap_or_else(|| {
        let mismatches = mismatches(&case.test, trace, &violations);
        mismatches.map_or_else(Verdict::Errored, Verdict::from_mismatches)
    });
    let unseen = cancellation::is_out_of_sight(trace)
        .filter(|_| matches!(&case.test, UtilityTest::Cancellation(test) if test.race.is_none()));
    let verdict = match (verdict, unseen) {
        (Verdict::Passed, Some(reason)) => Verdict::Skipped(SkipReason::Revision { reason: reason.to_owned() }),
        (verdict, _) => verdict,
    };
    let metrics = metrics::of(&case.test, trace, &verdict);
    Graded { verdict, metrics, warnings: Vec::new(), violations }
}

fn undeclared(case: &UtilityCase, trace: &Trace) -> Option<Verdict> {
    let Some(facts) = &trace.server else { return capability::verdict_of_session(trace) };
    let missing = lacking(&case.test, facts)?;
    if missing.contains(' ') && !case.required {
        return Some(Verdict::Skipped(SkipReason::Revision { reason: format!("it needs {missing}") }));
    }
    capability::verdict(&missing, case.required, trace)
}

fn mismatches(test: &UtilityTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let unknown = test.trigger().and_then(|call| tools::unknown(&call.tool, trace));
    if let Some(unknown) = unknown {
        return Ok(vec![unknown]);
    }
    count::not_kept(trace, "what was told is not known")?;
    let mut mismatches = judge::protocol(violations);
    mismatches.extend(match test {
        UtilityTest::Ping(test) => ping::mismatches(test, trace)?,
        UtilityTest::Pagination(test) => pagination::mismatches(test, trace, violations)?,
        UtilityTest::Logging(test) => logging::mismatches(test, trace, violations)?,
        UtilityTest::Progress(test) => progress::mismatches(test, trace, violations)?,
        UtilityTest::Cancellation(test) => cancellation::mismatches(test, trace, violations)?,
        UtilityTest::Task(test) => tasks::mismatches(test, trace, violations)?,
    });
    Ok(mismatches)
}

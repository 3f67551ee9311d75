//! Tests of resources: performing them, and judging what came.

mod contents;
mod metrics;
mod subscription;
pub(crate) mod template;
#[cfg(test)]
mod tests;

use std::time::Duration;

use mcpvals_model::{
    CallRole, ExpectedContents, Fault, Graded, Mismatch, OfferedList, ResourceCase, ResourceTest, Trace, Verdict,
    Violation, Warning, WarningKind,
};
use mcpvals_wire::Session;
use serde_json::json;

use crate::capability;
use crate::judge::{self, Judged};
use crate::reply::Reply;
use crate::steps::Steps;
use crate::{Captures, Driven, listing, tools};

/// The capability that every test of resources needs.
const CAPABILITY: &str = "resources";

/// Makes the requests of the test, where the server declares that it has resources.
pub(crate) async fn drive(case: &ResourceCase, timeout: Duration, session: &Session) -> Driven {
    if let ResourceTest::Subscription(test) = &case.test
        && capability::is_declared(test.capability(), session.facts())
    {
        return Driven { trace: subscription::perform(test, timeout, session).await, captures: Captures::new() };
    }
    let mut steps = Steps::begin(session, timeout);
    if capability::is_declared(CAPABILITY, session.facts()) {
        perform(&case.test, &mut steps).await;
    }
    Driven { trace: steps.finish(), captures: Captures::new() }
}

async fn perform(test: &ResourceTest, steps: &mut Steps) {
    match test {
        ResourceTest::Discovery(discovery) => drop(steps.pages(discovery.list.method()).await),
        ResourceTest::Access(access) => drop(steps.tested("resources/read", &json!({"uri": access.uri})).await),
        ResourceTest::Template(access) => {
            steps.pages(OfferedList::ResourceTemplates.method()).await;
            if let Ok(uri) = template::expand(&access.template, &access.variables) {
                steps.tested("resources/read", &json!({"uri": uri})).await;
            }
        }
        // It takes more than requests.
        ResourceTest::Subscription(_) => {}
    }
}

/// Judges what the trace shows of the test.
pub(crate) fn grade(case: &ResourceCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let verdict = capability::verdict(capability(&case.test), case.required, trace).unwrap_or_else(|| {
        let mismatches = mismatches(&case.test, trace, &violations);
        mismatches.map_or_else(Verdict::Errored, Verdict::from_mismatches)
    });
    let metrics = metrics::of(&case.test, trace, &verdict);
    let mut warnings = warnings(&case.test);
    if verdict == Verdict::Passed {
        warnings.extend(stored(&case.test, trace));
    }
    Graded { verdict, metrics, warnings, violations }
}

/// What the server must declare.
fn capability(test: &ResourceTest) -> &'static str {
    match test {
        ResourceTest::Subscription(test) => test.capability(),
        ResourceTest::Discovery(_) | ResourceTest::Access(_) | ResourceTest::Template(_) => CAPABILITY,
    }
}

fn mismatches(test: &ResourceTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let mut mismatches = judge::protocol(violations);
    mismatches.extend(match test {
        ResourceTest::Discovery(discovery) => listing::mismatches(discovery, trace)?,
        ResourceTest::Access(access) => read(&access.expected, trace)?,
        ResourceTest::Template(access) => {
            let mut found = template::mismatches(access, trace)?;
            if found.is_empty() {
                found.extend(read(&access.expected, trace)?);
            }
            found
        }
        ResourceTest::Subscription(test) => subscription::mismatches(test, trace)?,
    });
    Ok(mismatches)
}

/// What is wrong with the answer to `resources/read`.
fn read(expected: &ExpectedContents, trace: &Trace) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else {
        return Err(Fault::Internal { reason: "the resource was not read".to_owned() });
    };
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    judge::answer(&expected.expect, &reply, call, trace, || own(expected, &reply))
}

fn own(expected: &ExpectedContents, reply: &Reply<'_>) -> Vec<Mismatch> {
    match reply {
        Reply::Result(result) => contents::mismatches(expected, result),
        Reply::Error(_) => Vec::new(),
    }
}

/// Snapshots that are stored now.
fn stored(test: &ResourceTest, trace: &Trace) -> Vec<Warning> {
    let reply = trace.call(CallRole::Tested).and_then(|call| Reply::to(call, trace));
    let both = test.expected().zip(reply);
    both.map(|(expected, reply)| tools::stored(&expected.expect, &reply)).unwrap_or_default()
}

fn warnings(test: &ResourceTest) -> Vec<Warning> {
    let asserts = match test {
        ResourceTest::Discovery(discovery) => discovery.asserts(),
        ResourceTest::Access(access) => access.expected != ExpectedContents::default(),
        ResourceTest::Template(_) | ResourceTest::Subscription(_) => true,
    };
    let message = "nothing is asserted but that the server answers".to_owned();
    if asserts { Vec::new() } else { vec![Warning { kind: WarningKind::NothingAsserted, message }] }
}

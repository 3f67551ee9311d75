//! Tests of resources: performing them, and judging what came.

mod contents;
mod listed;
mod metrics;
mod refusal;
mod subscription;
pub(crate) mod template;
#[cfg(test)]
mod tests;
mod traversal;

use std::time::Duration;

use mcpvals_model::mcp::ServerFacts;
use mcpvals_model::{
    CallEnd, CallRole, ExpectedContents, Fault, Graded, Mismatch, OfferedList, ResourceAccess, ResourceCase,
    ResourceTest, SkipReason, Trace, Verdict, Violation, Warning, WarningKind,
};
use mcpvals_wire::Session;
use serde_json::{Value, json};

use crate::judge::{self, Judged};
use crate::reply::Reply;
use crate::steps::Steps;
use crate::{Captures, Driven, listing, tools};
use crate::{capability, completions};

const READ: &str = "resources/read";
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
        perform(&case.test, session.facts(), &mut steps).await;
    }
    Driven { trace: steps.finish(), captures: Captures::new() }
}

async fn perform(test: &ResourceTest, facts: &ServerFacts, steps: &mut Steps) {
    match test {
        ResourceTest::Discovery(discovery) => drop(steps.pages(discovery.list.method()).await),
        ResourceTest::Access(access) => {
            if access.is_listed() {
                steps.pages(OfferedList::Resources.method()).await;
            }
            steps.tested(READ, &json!({"uri": access.uri})).await;
        }
        ResourceTest::Template(access) => {
            steps.pages(OfferedList::ResourceTemplates.method()).await;
            let completions = access.completions.iter().map(|case| completions::params(case, facts.protocol_version));
            steps.each(completions::METHOD, completions).await;
            if let Ok(uri) = template::expand(&access.template, &access.variables) {
                steps.tested(READ, &json!({"uri": uri})).await;
            }
        }
        ResourceTest::Refusal(test) => {
            let mut listed = refusal::Listed::default();
            if refusal::needs_lists(test) {
                let resources = steps.pages(OfferedList::Resources.method()).await;
                listed =
                    refusal::Listed::of_pages(&resources, &steps.pages(OfferedList::ResourceTemplates.method()).await);
            }
            for (method, params) in refusal::requests(test, &listed, facts.protocol_version) {
                if steps.ask(method, (&params).into()).await != CallEnd::Answered {
                    return;
                }
            }
        }
        // It takes more than requests.
        ResourceTest::Subscription(_) => {}
    }
}

/// Judges what the trace shows of the test.
pub(crate) fn grade(case: &ResourceCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let undeclared = || capabilities(&case.test, trace).find_map(|it| capability::verdict(it, case.required, trace));
    let verdict = without_subscribing(&case.test, trace).or_else(undeclared).unwrap_or_else(|| {
        let mismatches = mismatches(&case.test, trace, &violations);
        mismatches.map_or_else(Verdict::Errored, Verdict::from_mismatches)
    });
    let metrics = metrics::of(&case.test, trace, &verdict);
    let mut warnings = warnings(&case.test);
    if verdict == Verdict::Passed {
        warnings.extend(stored(&case.test, trace));
        warnings.extend(other_uri(&case.test, trace));
        warnings.extend(refusal::warning(&case.test, trace));
    }
    Graded { verdict, metrics, warnings, violations }
}

/// What the server must declare.
fn capability(test: &ResourceTest) -> &'static str {
    match test {
        ResourceTest::Subscription(test) => test.capability(),
        ResourceTest::Refusal(test) if test.subscribe => "resources.subscribe",
        ResourceTest::Discovery(_) | ResourceTest::Access(_) | ResourceTest::Template(_) | ResourceTest::Refusal(_) => {
            CAPABILITY
        }
    }
}

/// The first that is not declared decides. Before 2025-03-26, completing was declared nowhere.
fn capabilities(test: &ResourceTest, trace: &Trace) -> impl Iterator<Item = &'static str> {
    let completes = matches!(test, ResourceTest::Template(access) if !access.completions.is_empty());
    let declared = trace.server.as_ref().is_some_and(|facts| completions::needs_capability(facts));
    [capability(test)].into_iter().chain((completes && declared).then_some(completions::CAPABILITY))
}

/// From 2026-07-28 on there is no request that a server could refuse: its acknowledgement leaves out what it has not.
fn without_subscribing(test: &ResourceTest, trace: &Trace) -> Option<Verdict> {
    let revision = trace.server.as_ref()?.protocol_version;
    let asks = matches!(test, ResourceTest::Refusal(test) if test.subscribe);
    let reason = || format!("`resources/subscribe` is no more in revision {revision}");
    (asks && revision.is_stateless()).then(|| Verdict::Skipped(SkipReason::Revision { reason: reason() }))
}

fn mismatches(test: &ResourceTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let mut mismatches = judge::protocol(violations);
    mismatches.extend(match test {
        ResourceTest::Discovery(discovery) => listing::mismatches(discovery, trace, violations)?,
        ResourceTest::Access(access) => {
            let ill = judge::ill(READ, trace, violations);
            ill.chain(accessed(access, trace)?).collect()
        }
        ResourceTest::Template(access) => {
            let mut found = template::mismatches(access, trace)?;
            if found.is_empty() || trace.call(CallRole::Tested).is_some() {
                found.extend(judge::ill(READ, trace, violations));
                found.extend(read(&access.expected, trace, |_| Vec::new())?);
            }
            found
        }
        ResourceTest::Refusal(test) => refusal::mismatches(test, trace)?,
        ResourceTest::Subscription(test) => subscription::mismatches(test, trace, violations)?,
    });
    Ok(mismatches)
}

fn accessed(access: &ResourceAccess, trace: &Trace) -> Judged {
    let mut found = if access.is_listed() { listed::mismatches(access, trace)? } else { Vec::new() };
    if found.is_empty() {
        found.extend(read(&access.expected, trace, |result| listed::contradictions(access, result, trace))?);
    }
    Ok(found)
}

/// What is wrong with the answer to `resources/read`. `more` is what else is asked of the result.
fn read(expected: &ExpectedContents, trace: &Trace, more: impl Fn(&Value) -> Vec<Mismatch>) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else {
        return Err(Fault::Internal { reason: "the resource was not read".to_owned() });
    };
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    judge::answer(&expected.expect, &reply, call, trace, || match &reply {
        Reply::Result(result) => [contents::mismatches(expected, result), more(result)].concat(),
        Reply::Error(_) => Vec::new(),
    })
}

/// Snapshots that are stored now.
fn stored(test: &ResourceTest, trace: &Trace) -> Vec<Warning> {
    let reply = trace.call(CallRole::Tested).and_then(|call| Reply::to(call, trace));
    let both = test.expected().zip(reply);
    both.map(|(expected, reply)| tools::stored(&expected.expect, &reply)).unwrap_or_default()
}

/// Caches go by the URI of the contents.
fn other_uri(test: &ResourceTest, trace: &Trace) -> Option<Warning> {
    let uri = match test {
        ResourceTest::Access(access) => access.uri.clone(),
        ResourceTest::Template(access) => template::expand(&access.template, &access.variables).ok()?,
        ResourceTest::Discovery(_) | ResourceTest::Refusal(_) | ResourceTest::Subscription(_) => return None,
    };
    let Reply::Result(result) = Reply::to(trace.call(CallRole::Tested)?, trace)? else { return None };
    let mismatch = listed::foreign(&uri, contents::items(result))?;
    let message = format!("{} were asked for, and came with the URI {}", mismatch.expected, mismatch.actual);
    Some(Warning { kind: WarningKind::OtherUri, message })
}

fn warnings(test: &ResourceTest) -> Vec<Warning> {
    let asserts = match test {
        ResourceTest::Discovery(discovery) => discovery.asserts(),
        ResourceTest::Access(access) => access.is_listed() || access.expected != ExpectedContents::default(),
        ResourceTest::Template(_) | ResourceTest::Refusal(_) | ResourceTest::Subscription(_) => true,
    };
    let message = "nothing is asserted but that the server answers".to_owned();
    if asserts { Vec::new() } else { vec![Warning { kind: WarningKind::NothingAsserted, message }] }
}

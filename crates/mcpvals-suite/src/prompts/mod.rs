//! Tests of prompts: performing them, and judging what came.

mod arguments;
mod asked;
mod discovery;
mod messages;
mod metrics;
mod security;
mod substitution;
#[cfg(test)]
mod tests;

use std::time::Duration;

use mcpvals_model::{
    Call, CallRole, ExpectedMessages, Fault, Graded, Mismatch, OfferedList, PromptCall, PromptCase, PromptTest, Trace,
    Verdict, Violation, Warning, WarningKind,
};
use mcpvals_wire::Session;
use serde_json::Value;

use crate::capability;
use crate::judge::{self, Judged};
use crate::reply::Reply;
use crate::steps::Steps;
use crate::{Captures, Driven, tools};

/// The capability that every test of prompts needs.
const CAPABILITY: &str = "prompts";
const GET: &str = "prompts/get";

/// Makes the requests of the test, where the server declares that it has prompts.
pub(crate) async fn drive(case: &PromptCase, timeout: Duration, session: &Session) -> Driven {
    let mut steps = Steps::begin(session, timeout);
    if capability::is_declared(CAPABILITY, session.facts()) && !is_nameless(&case.test) {
        perform(&case.test, &mut steps).await;
    }
    Driven { trace: steps.finish(), captures: Captures::new() }
}

async fn perform(test: &PromptTest, steps: &mut Steps) {
    match test {
        PromptTest::Discovery(discovery) => drop(steps.pages(discovery.list.list.method()).await),
        PromptTest::Get(get) => drop(steps.tested(GET, &params(&get.call)).await),
        PromptTest::Arguments(arguments) => {
            let pages = steps.pages(OfferedList::Prompts.method()).await;
            steps.each(GET, arguments::requests(arguments, &pages)).await;
        }
        PromptTest::Template(template) => {
            steps.tested(GET, &params(&template.get.call)).await;
            steps.each(GET, substitution::request(template).into_iter()).await;
        }
        PromptTest::Security(security) => {
            let pages = steps.pages(OfferedList::Prompts.method()).await;
            steps.each(GET, security::requests(security, &pages)).await;
        }
    }
}

fn params(call: &PromptCall) -> Value {
    asked::params(&call.prompt, &asked::texts(&call.args))
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Judges what the trace shows of the test.
pub(crate) fn grade(case: &PromptCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let verdict = capability::verdict(CAPABILITY, case.required, trace).unwrap_or_else(|| {
        if is_nameless(&case.test) {
            let reason = "which prompt? Name it with `promptName`".to_owned();
            return Verdict::Errored(Fault::Expectation { reason });
        }
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

/// Does the config not say which prompt it is about?
fn is_nameless(test: &PromptTest) -> bool {
    test.call().is_some_and(|call| call.prompt.is_empty())
}

fn mismatches(test: &PromptTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let mut mismatches = judge::protocol(violations);
    mismatches.extend(match test {
        PromptTest::Discovery(discovery) => discovery::mismatches(discovery, trace, violations)?,
        PromptTest::Get(get) => got(&get.expected, trace)?,
        PromptTest::Arguments(arguments) => arguments::mismatches(arguments, trace)?,
        PromptTest::Template(template) => {
            let mut found = got(&template.get.expected, trace)?;
            found.extend(substitution::mismatches(&template.substitution, trace)?);
            found
        }
        PromptTest::Security(security) => security::mismatches(security, trace)?,
    });
    // What a security test puts in may be no URI where one belongs.
    if !matches!(test, PromptTest::Security(_)) {
        mismatches.extend(judge::ill(GET, trace, violations));
    }
    mismatches.extend(mistyped(trace));
    Ok(mismatches)
}

/// What contents say of their kind against what they are: told of the first answer of a test, not of all that are alike.
fn mistyped(trace: &Trace) -> Vec<Mismatch> {
    let of_answer = |call: &Call| match Reply::to(call, trace)? {
        Reply::Result(result) => {
            let told = |mismatch| Mismatch { frame: call.answer, ..mismatch };
            Some(messages::mistyped(messages::all(result)).map(told).collect())
                .filter(|found: &Vec<_>| !found.is_empty())
        }
        Reply::Error(_) => None,
    };
    asked::gets(trace).find_map(of_answer).unwrap_or_default()
}

/// What is wrong with the answer to the tested `prompts/get`.
fn got(expected: &ExpectedMessages, trace: &Trace) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else {
        return Err(Fault::Internal { reason: "the prompt was not asked for".to_owned() });
    };
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    judge::answer(&expected.expect, &reply, call, trace, || own(expected, &reply))
}

fn own(expected: &ExpectedMessages, reply: &Reply<'_>) -> Vec<Mismatch> {
    match reply {
        Reply::Result(result) => messages::mismatches(expected, result),
        Reply::Error(_) => Vec::new(),
    }
}

/// Snapshots that are stored now.
fn stored(test: &PromptTest, trace: &Trace) -> Vec<Warning> {
    let reply = trace.call(CallRole::Tested).and_then(|call| Reply::to(call, trace));
    let both = test.expected().zip(reply);
    both.map(|(expected, reply)| tools::stored(&expected.expect, &reply)).unwrap_or_default()
}

fn warnings(test: &PromptTest) -> Vec<Warning> {
    let nothing = match test {
        PromptTest::Discovery(discovery) => !discovery::asserts(discovery),
        PromptTest::Get(get) => get.expected == ExpectedMessages::default(),
        PromptTest::Arguments(_) | PromptTest::Template(_) | PromptTest::Security(_) => false,
    };
    let message = "nothing is asserted but that the server answers".to_owned();
    if nothing { vec![Warning { kind: WarningKind::NothingAsserted, message }] } else { Vec::new() }
}

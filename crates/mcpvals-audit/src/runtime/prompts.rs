//! Prompts that are listed are got: with the arguments that they ask for, and without.

use mcpvals_model::mcp::Answer;
use mcpvals_model::{LeftOut, RuntimeStatus, RuntimeTest, Subject, TestGroup, TestedItem};
use serde_json::{Map, Value};

use super::bench::{Bench, skipped, test};
use super::choice::prompt_left_alone;
use super::heard::Outcome;
use super::host::Asked;
use super::refusal::{self, Flaw};
use super::rules;
use super::tools::worst;

/// What is asked for here.
const GET: &str = "prompts/get";
/// What should come of it.
const EXPECTED: &str = "messages, with its required arguments";
/// More are not got.
const GOT_MAX: usize = 10;

/// Gets the first ones.
pub(crate) async fn run(bench: &mut Bench<'_>, prompts: &[Value]) -> Vec<TestedItem> {
    let mut tests = Vec::new();
    let mut named: Vec<(&str, Vec<&str>)> = Vec::new();
    for prompt in prompts {
        let Some(name) = prompt["name"].as_str() else { continue };
        match prompt_left_alone(prompt, bench.writes) {
            Some(why) => {
                tests.push(TestedItem { name: name.to_owned(), test: skipped("get", EXPECTED, &why) });
                bench.end(TestGroup::Prompts, name, RuntimeStatus::Skipped);
                bench.left_out.push(LeftOut { name: format!("prompt {name}"), reason: why });
            }
            None => named.push((name, required(prompt))),
        }
    }
    for (name, required) in named.iter().take(GOT_MAX) {
        bench.begin(TestGroup::Prompts, name);
        let mut played = vec![with_all(bench, name, required).await];
        if let Some(first) = required.first() {
            played.extend(without(bench, name, first).await);
        }
        bench.end(TestGroup::Prompts, name, worst(&played));
        tests.extend(played.into_iter().map(|test| TestedItem { name: (*name).to_owned(), test }));
    }
    let more = named.len().saturating_sub(GOT_MAX);
    if more > 0 {
        let reason = format!("{GOT_MAX} of {} were got", named.len());
        bench.left_out.push(LeftOut { name: format!("{more} prompts"), reason });
    }
    tests
}

/// How many are got or left alone.
pub(super) fn count(bench: &Bench<'_>, prompts: &[Value]) -> usize {
    let named = prompts.iter().filter(|prompt| prompt["name"].is_string());
    let (alone, got): (Vec<_>, Vec<_>) = named.partition(|prompt| prompt_left_alone(prompt, bench.writes).is_some());
    alone.len() + got.len().min(GOT_MAX)
}

fn required(prompt: &Value) -> Vec<&str> {
    let arguments = prompt["arguments"].as_array().map(Vec::as_slice).unwrap_or_default();
    arguments
        .iter()
        .filter(|argument| argument["required"] == true)
        .filter_map(|argument| argument["name"].as_str())
        .collect()
}

/// Made up, since a prompt says nothing of its arguments' values but that they are texts.
async fn with_all(bench: &mut Bench<'_>, name: &str, required: &[&str]) -> RuntimeTest {
    let arguments: Map<String, Value> =
        required.iter().map(|argument| ((*argument).to_owned(), Value::from("example"))).collect();
    let asked = match bench.call(GET, name, &arguments).await {
        Ok(asked) => asked,
        Err(why) => return skipped("get", EXPECTED, &why),
    };
    let subject = Subject::Prompt(name.to_owned());
    bench.keep(subject.clone(), &asked, "example");
    let status = judge_good(bench, &asked, required, &subject);
    let words = asked.words(bench.redactor);
    test("get", status, EXPECTED, words, asked.answer.is_some().then_some(asked.took))
}

fn judge_good(bench: &mut Bench<'_>, asked: &Asked, required: &[&str], subject: &Subject) -> RuntimeStatus {
    if bench.unanswered(asked, Some(subject.clone()), "getting a prompt that is listed") {
        return RuntimeStatus::Failed;
    }
    match (&asked.answer, asked.outcome()) {
        (Some(Answer::Result(result)), Outcome::Success) if result["messages"].is_array() => RuntimeStatus::Passed,
        (_, Outcome::Success) => {
            bench.note(&rules::BROKEN_ANSWER, Some(subject.clone()), "its result has no list of `messages`");
            RuntimeStatus::Failed
        }
        // What is made up may be refused.
        _ if !required.is_empty() => RuntimeStatus::Warned,
        _ => {
            let words = format!(
                "it is listed without required arguments, and getting it gives {}",
                asked.words(bench.redactor)
            );
            bench.note(&rules::UNDECLARED, Some(subject.clone()), words);
            RuntimeStatus::Failed
        }
    }
}

/// Nothing where it cannot be asked any more.
async fn without(bench: &mut Bench<'_>, name: &str, argument: &str) -> Option<RuntimeTest> {
    let asked = bench.call(GET, name, &Map::new()).await.ok()?;
    let subject = Subject::Prompt(name.to_owned());
    bench.keep(subject.clone(), &asked, "");
    let status = judge_bad(bench, &asked, argument, &subject);
    let expected = format!("without arguments: an error that names `{argument}`");
    let words = asked.words(bench.redactor);
    Some(test("missing-argument", status, &expected, words, asked.answer.is_some().then_some(asked.took)))
}

fn judge_bad(bench: &mut Bench<'_>, asked: &Asked, argument: &str, subject: &Subject) -> RuntimeStatus {
    let about = Some(subject.clone());
    if bench.unanswered(asked, about.clone(), "getting a prompt without its arguments") {
        return RuntimeStatus::Failed;
    }
    if asked.outcome() == Outcome::Success {
        bench.note(
            &rules::ACCEPTS_INVALID,
            about,
            format!("it is got without `{argument}`, which it says it requires"),
        );
        return RuntimeStatus::Warned;
    }
    let words = format!("got without `{argument}`: {}", asked.words(bench.redactor));
    match refusal::flaw(&asked.text(), &[argument]) {
        None => RuntimeStatus::Passed,
        Some(Flaw::Internal(_)) => {
            bench.note(&rules::LEAKS_INTERNALS, about, words);
            RuntimeStatus::Failed
        }
        Some(Flaw::Generic | Flaw::Unnamed) => {
            bench.note(&rules::UNHELPFUL, about, words);
            RuntimeStatus::Warned
        }
    }
}

//! Requirements with what was seen and what to do; tools with what was tried.

use askama::Template;
use mcpvals_model::{RequirementResult, Results, RuntimeTest, ToolTest};
use mcpvals_report::page::Markup;
use serde::Serialize;

use crate::page::html::millis;

/// Pieces of evidence that are shown at once; the others unfold.
const SHOWN_MAX: usize = 4;
/// Of the answer of a tool, in characters.
const ANSWER_CHARS_MAX: usize = 2_000;

#[derive(Template)]
#[template(path = "evaluation/requirements.html")]
struct Requirements<'a> {
    cards: Vec<Card<'a>>,
}

struct Card<'a> {
    title: &'a str,
    status: String,
    score: String,
    evidence: &'a [String],
    more: &'a [String],
    recommendations: &'a [String],
    hooks: Vec<String>,
}

pub(super) fn requirements(results: &Results) -> Markup {
    let cards: Vec<Card<'_>> = results.requirements.iter().flatten().map(card).collect();
    if cards.is_empty() { Markup::default() } else { Markup::of(&Requirements { cards }) }
}

fn card(result: &RequirementResult) -> Card<'_> {
    let (evidence, more) = result.evidence.split_at(result.evidence.len().min(SHOWN_MAX));
    let hook = |hook: &mcpvals_model::HookVerdict| {
        let failure = hook.failure.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
        format!("{}: {}{failure}", hook.name, word(hook.status))
    };
    Card {
        title: &result.title,
        status: word(result.status),
        score: result.score.map(|score| format!("{:.0} of 100", score * 100.0)).unwrap_or_default(),
        evidence,
        more,
        recommendations: &result.recommendations,
        hooks: result.hooks.iter().map(hook).collect(),
    }
}

/// The word of a closed set, as JSON has it.
pub(in crate::page) fn word(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

#[derive(Template)]
#[template(path = "evaluation/tools.html")]
struct Tools<'a> {
    tools: Vec<Tool<'a>>,
}

struct Tool<'a> {
    name: &'a str,
    status: String,
    took: String,
    tests: Vec<Test<'a>>,
    answer: String,
}

struct Test<'a> {
    name: &'a str,
    status: String,
    expected: &'a str,
    actual: &'a str,
    took: String,
    rerun: &'a str,
}

pub(super) fn tools(results: &Results) -> Markup {
    let tests = results.runtime.iter().flat_map(|runtime| &runtime.tool_tests);
    let tools: Vec<Tool<'_>> = tests.map(tool).collect();
    if tools.is_empty() { Markup::default() } else { Markup::of(&Tools { tools }) }
}

fn tool(tool: &ToolTest) -> Tool<'_> {
    let answer = tool.result.as_ref().map(|result| format!("{:#}", result.data)).unwrap_or_default();
    Tool {
        name: &tool.name,
        status: word(tool.status),
        took: tool.response_time.map(millis).unwrap_or_default(),
        tests: tool.tests.iter().map(test).collect(),
        answer: answer.chars().take(ANSWER_CHARS_MAX).collect(),
    }
}

fn test(test: &RuntimeTest) -> Test<'_> {
    Test {
        name: &test.test,
        status: word(test.status),
        expected: &test.expected,
        actual: &test.actual,
        took: test.response_time.map(millis).unwrap_or_default(),
        rerun: test.rerun.as_deref().unwrap_or_default(),
    }
}

//! Each tool: a call as it should be, then calls that break its schema in one way each.

use mcpvals_model::mcp::{Answer, Tool};
use mcpvals_model::{EvaluationEvent, LeftOut, RuntimeStatus, RuntimeTest, Subject, ToolResult, ToolTest};
use mcpvals_project::documents::fits;
use serde_json::{Map, Value, json};

use super::arguments::{Arguments, good};
use super::bench::Bench;
use super::choice::left_alone;
use super::heard::{Outcome, shown};
use super::host::Asked;
use super::places::Places;
use super::wrong_call::Good;
use super::{good_call, mutation, refusal, rules, wrong_call};
use crate::watch::VALUE_BYTES_MAX;

/// What is asked for here.
pub(super) const CALL: &str = "tools/call";

/// Tries all that may be called.
pub(crate) async fn run(
    bench: &mut Bench<'_>,
    tools: &[std::sync::Arc<Tool>],
    documented: &[(String, Map<String, Value>)],
) -> (Vec<ToolTest>, Vec<LeftOut>) {
    let (mut tests, mut left_out) = (Vec::new(), Vec::new());
    let places = Places::of(bench.host.target());
    for tool in tools {
        let played = match left_alone(tool, bench.writes).or_else(|| bench.stopped(CALL, tool.name())) {
            Some(why) => Err(why),
            None => tried(bench, tool, &places, documented).await,
        };
        let test = played.unwrap_or_else(|reason| {
            left_out.push(LeftOut { name: tool.name().to_owned(), reason });
            uncalled(tool)
        });
        bench.tell(&ended(&test));
        tests.push(test);
    }
    note_no_help(bench, &tests);
    (tests, left_out)
}

async fn tried(
    bench: &mut Bench<'_>,
    tool: &Tool,
    places: &Places,
    documented: &[(String, Map<String, Value>)],
) -> Result<ToolTest, String> {
    // An example that breaks the schema is told as that, and proves nothing of the tool.
    let is_good = |arguments: &Map<String, Value>| fits(&Value::Object(arguments.clone()), tool.input_schema());
    let mut examples = documented.iter().filter(|(name, arguments)| name == tool.name() && is_good(arguments));
    let arguments = match examples.next() {
        Some((_, values)) => Arguments { values: values.clone(), made_up: Vec::new() },
        None => good(tool, places),
    };
    let values = Value::Object(arguments.values.clone());
    bench.tell(&EvaluationEvent::ToolTesting { tool_name: tool.name().to_owned(), arguments: values });
    one(bench, tool, &arguments).await
}

fn ended(test: &ToolTest) -> EvaluationEvent {
    EvaluationEvent::ToolResult {
        tool_name: test.name.clone(),
        status: test.status,
        response_time: test.response_time,
        result: test.result.clone(),
    }
}

fn uncalled(tool: &Tool) -> ToolTest {
    ToolTest {
        name: tool.name().to_owned(),
        status: RuntimeStatus::Skipped,
        response_time: None,
        result: None,
        tests: Vec::new(),
    }
}

/// One silent error is worth a remark; a server that helps with none falls short of what a directory asks.
fn note_no_help(bench: &mut Bench<'_>, tests: &[ToolTest]) {
    /// With fewer nothing can be said of the server as a whole.
    const WRONG_CALLS_MIN: usize = 4;
    /// So many of a hundred.
    const UNHELPFUL_MIN: usize = 75;
    let wrong_calls = tests.iter().flat_map(|tool| tool.tests.iter().skip(1));
    let played = wrong_calls.filter(|test| test.status != RuntimeStatus::Skipped).count();
    let unhelpful = bench.findings.iter().filter(|finding| finding.rule == rules::UNHELPFUL.id).count();
    if played >= WRONG_CALLS_MIN && unhelpful * 100 >= played * UNHELPFUL_MIN {
        let words = format!(
            "{unhelpful} of {played} calls with wrong arguments got an error that does not say which argument was wrong"
        );
        bench.note(&rules::HELPS_NOWHERE, None, words);
    }
}

async fn one(bench: &mut Bench<'_>, tool: &Tool, arguments: &Arguments) -> Result<ToolTest, String> {
    let (first, asked) = good_call::play(bench, tool, arguments).await?;
    let good = Good::of(&asked);
    let mut tests = vec![first];
    for wrong in mutation::all(tool, &arguments.values) {
        tests.push(wrong_call::play(bench, tool, &wrong, &good).await);
    }
    Ok(ToolTest {
        name: tool.name().to_owned(),
        status: worst(&tests),
        response_time: asked.answer.is_some().then(|| (asked.took * 10.0).round() / 10.0),
        result: Some(result(&asked, bench)),
        tests,
    })
}

/// Failed where one failed, warned where one warned.
pub(super) fn worst(tests: &[RuntimeTest]) -> RuntimeStatus {
    let any = |status| tests.iter().any(|test| test.status == status);
    if any(RuntimeStatus::Failed) {
        RuntimeStatus::Failed
    } else if any(RuntimeStatus::Warned) {
        RuntimeStatus::Warned
    } else if any(RuntimeStatus::Passed) {
        RuntimeStatus::Passed
    } else {
        RuntimeStatus::Skipped
    }
}

fn result(asked: &Asked, bench: &Bench<'_>) -> ToolResult {
    let data = match &asked.answer {
        Some(Answer::Result(result)) if result.to_string().len() <= VALUE_BYTES_MAX => {
            let mut result = result.clone();
            bench.redactor.value(&mut result);
            result
        }
        Some(Answer::Result(result)) => json!(shown(result, bench.redactor)),
        Some(Answer::Error { .. }) | None => json!(asked.words(bench.redactor)),
    };
    ToolResult { success: asked.outcome() == Outcome::Success, data }
}

/// Notes where an error shows the inside of the server, and says whether it does.
pub(super) fn leaks(bench: &mut Bench<'_>, asked: &Asked, subject: &Subject) -> bool {
    let Some(what) = refusal::internal(&asked.text()) else { return false };
    let words = format!("an error shows {what}: {}", asked.words(bench.redactor));
    bench.note(&rules::LEAKS_INTERNALS, Some(subject.clone()), words);
    true
}

//! Each tool: a call as it should be, then calls that break its schema in one way each.

use mcpvals_model::mcp::{Answer, Tool};
use mcpvals_model::{
    CallEnd, Case, LeftOut, MismatchKind, RuntimeStatus, RuntimeTest, Subject, ToolResult, ToolTest, WarningKind,
};
use mcpvals_project::documents::fits;
use serde_json::{Map, Value, json};

use super::arguments::{Arguments, good};
use super::bench::{Bench, skipped, test};
use super::choice::left_alone;
use super::heard::{Outcome, quoted, shown};
use super::host::Asked;
use super::mutation::{self, EXTRA, Wrong};
use super::places::Places;
use super::refusal::{self, Flaw};
use super::rules;

/// What is asked for here.
const CALL: &str = "tools/call";
/// Results that clients cut, in bytes: about 25,000 tokens.
const RESULT_BYTES_MAX: usize = 100_000;
/// So much of a result stands in the report.
const SHOWN_BYTES_MAX: usize = 4_000;

/// Tries all that may be called.
pub(crate) async fn run(
    bench: &mut Bench<'_>,
    tools: &[std::sync::Arc<Tool>],
    documented: &[(String, Map<String, Value>)],
) -> (Vec<ToolTest>, Vec<LeftOut>) {
    let (mut tests, mut left_out) = (Vec::new(), Vec::new());
    let places = Places::of(bench.host.target());
    for tool in tools {
        let why = left_alone(tool, bench.writes).or_else(|| bench.stopped(CALL, tool.name()));
        if let Some(reason) = why {
            left_out.push(LeftOut { name: tool.name().to_owned(), reason });
            tests.push(ToolTest {
                name: tool.name().to_owned(),
                status: RuntimeStatus::Skipped,
                response_time: None,
                result: None,
                tests: Vec::new(),
            });
            continue;
        }
        bench.say(&format!("Testing tool: {}", tool.name()));
        // An example that breaks the schema is told as that, and proves nothing of the tool.
        let is_good = |arguments: &Map<String, Value>| fits(&Value::Object(arguments.clone()), tool.input_schema());
        let examples = documented.iter().filter(|(name, arguments)| name == tool.name() && is_good(arguments));
        let example = examples.map(|(_, arguments)| arguments.clone()).next();
        let arguments = match example {
            Some(values) => Arguments { values, made_up: Vec::new() },
            None => good(tool, &places),
        };
        tests.push(one(bench, tool, &arguments).await);
    }
    note_no_help(bench, &tests);
    (tests, left_out)
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

async fn one(bench: &mut Bench<'_>, tool: &Tool, arguments: &Arguments) -> ToolTest {
    let (first, asked) = call_well(bench, tool, arguments).await;
    let good = Good { outcome: asked.outcome(), text: asked.text() };
    let mut tests = vec![first];
    for wrong in mutation::all(tool, &arguments.values) {
        tests.push(match bench.stopped(CALL, tool.name()) {
            Some(why) => skipped(&wrong.test(), &wrong.expected(), &why),
            None => call_ill(bench, tool, &wrong, &good).await,
        });
    }
    ToolTest {
        name: tool.name().to_owned(),
        status: worst(&tests),
        response_time: asked.answer.is_some().then(|| (asked.took * 10.0).round() / 10.0),
        result: Some(result(&asked, bench)),
        tests,
    }
}

/// What came of good arguments: what is answered to others alike says nothing of what was wrong with those.
struct Good {
    outcome: Outcome,
    text: String,
}

impl Good {
    /// Why an error says nothing of the argument that was wrong; nothing where it may.
    fn excuses(&self, asked: &Asked) -> Option<String> {
        let is_error = matches!(asked.outcome(), Outcome::ToolError | Outcome::ProtocolError(_));
        if self.outcome == Outcome::Success || !is_error {
            return None;
        }
        let text = asked.text();
        if text == self.text {
            return Some("the same is answered to good arguments".to_owned());
        }
        refusal::lack(&text).map(|what| format!("good arguments are refused, too, and {what}"))
    }
}

/// Failed where one failed, warned where one warned.
fn worst(tests: &[RuntimeTest]) -> RuntimeStatus {
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
        Some(Answer::Result(result)) if result.to_string().len() <= SHOWN_BYTES_MAX => {
            let mut result = result.clone();
            bench.redactor.value(&mut result);
            result
        }
        Some(Answer::Result(result)) => json!(shown(result, bench.redactor)),
        Some(Answer::Error { .. }) | None => json!(asked.words(bench.redactor)),
    };
    ToolResult { success: asked.outcome() == Outcome::Success, data }
}

/// With good arguments: a result, as the tool promises it.
async fn call_well(bench: &mut Bench<'_>, tool: &Tool, arguments: &Arguments) -> (RuntimeTest, Asked) {
    let mut left = bench.retries;
    let asked = loop {
        let asked = bench.host.call(CALL, tool.name(), &arguments.values, bench.patience()).await;
        if left == 0 || asked.outcome() == Outcome::Success || bench.stopped(CALL, tool.name()).is_some() {
            break asked;
        }
        left -= 1;
    };
    let subject = Subject::Tool(tool.name().to_owned());
    bench.keep(subject.clone(), &asked, &Value::Object(arguments.values.clone()).to_string());
    let (status, mut actual) = judge_well(bench, tool, arguments, &asked, &subject);
    if !arguments.made_up.is_empty() && asked.outcome() != Outcome::Success {
        actual = format!("{actual} (made up: {})", arguments.made_up.join(", "));
    }
    let expected = "a result that is no error, as the tool's schemas promise";
    let mut played = test("good-call", status, expected, actual, asked.answer.is_some().then_some(asked.took));
    played.rerun = Some(bench.rerun.call(tool.name(), &arguments.values));
    (played, asked)
}

fn judge_well(
    bench: &mut Bench<'_>,
    tool: &Tool,
    arguments: &Arguments,
    asked: &Asked,
    subject: &Subject,
) -> (RuntimeStatus, String) {
    let words = asked.words(bench.redactor);
    if !bench.survived(asked, Some(subject.clone()), "a call with good arguments") {
        return (RuntimeStatus::Failed, words);
    }
    let graded = mcpvals_suite::grade(&Case::of_call("evaluate", tool.name(), arguments.values.clone()), &asked.trace);
    let broken = graded.verdict.mismatches().find(|mismatch| mismatch.kind == MismatchKind::OutputSchema);
    if let Some(broken) = broken {
        let words = quoted(&format!("{}: {}", broken.expected, broken.actual), bench.redactor);
        bench.note(&rules::BREAKS_OUTPUT, Some(subject.clone()), words.clone());
        return (RuntimeStatus::Failed, words);
    }
    match asked.outcome() {
        Outcome::Nothing if matches!(asked.end, CallEnd::TimedOut { .. }) => {
            bench.note(&rules::SLOW, Some(subject.clone()), format!("a call with good arguments: {}", asked.end));
            (RuntimeStatus::Failed, words)
        }
        Outcome::Nothing => {
            bench.note(
                &rules::BROKEN_ANSWER,
                Some(subject.clone()),
                format!("a call with good arguments: {}", asked.end),
            );
            (RuntimeStatus::Failed, words)
        }
        Outcome::ToolError | Outcome::ProtocolError(_) => refused(bench, arguments, asked, subject),
        Outcome::Success if is_empty(asked) => {
            let said = format!("a call with good arguments: neither `content` nor `structuredContent` in {words}");
            bench.note(&rules::BROKEN_ANSWER, Some(subject.clone()), said);
            (RuntimeStatus::Failed, words)
        }
        Outcome::Success => {
            let large = asked.text().len();
            if large > RESULT_BYTES_MAX {
                bench.note(&rules::LARGE_RESULT, Some(subject.clone()), format!("{large} bytes of text in one result"));
            }
            if let Some(warning) =
                graded.warnings.iter().find(|warning| warning.kind == WarningKind::ErrorShapedSuccess)
            {
                let words = quoted(&warning.message, bench.redactor);
                bench.note(&rules::ERROR_AS_SUCCESS, Some(subject.clone()), words.clone());
                return (RuntimeStatus::Warned, words);
            }
            (RuntimeStatus::Passed, words)
        }
    }
}

/// A result that has nothing for a model in it, not even an empty list.
fn is_empty(asked: &Asked) -> bool {
    let Some(Answer::Result(result)) = &asked.answer else { return false };
    let complete = result.get("resultType").is_none_or(|kind| kind == "complete");
    complete && !result["content"].is_array() && result.get("structuredContent").is_none()
}

/// Good arguments were refused: the server's fault only where they are what its own schema gives.
fn refused(bench: &mut Bench<'_>, arguments: &Arguments, asked: &Asked, subject: &Subject) -> (RuntimeStatus, String) {
    let words = asked.words(bench.redactor);
    leaks(bench, asked, subject);
    if arguments.made_up.is_empty() && refusal::blames_arguments(&asked.text()) {
        bench.note(&rules::REFUSES_VALID, Some(subject.clone()), words.clone());
        return (RuntimeStatus::Failed, words);
    }
    (RuntimeStatus::Warned, words)
}

fn leaks(bench: &mut Bench<'_>, asked: &Asked, subject: &Subject) -> bool {
    let Some(what) = refusal::internal(&asked.text()) else { return false };
    let words = format!("an error shows {what}: {}", asked.words(bench.redactor));
    bench.note(&rules::LEAKS_INTERNALS, Some(subject.clone()), words);
    true
}

/// With arguments that are wrong in one way: an error that names the field.
async fn call_ill(bench: &mut Bench<'_>, tool: &Tool, wrong: &Wrong, good: &Good) -> RuntimeTest {
    let asked = bench.host.call(CALL, tool.name(), &wrong.values, bench.patience()).await;
    let subject = Subject::Tool(tool.name().to_owned());
    bench.keep(subject.clone(), &asked, &Value::Object(wrong.values.clone()).to_string());
    let (status, words) = match good.excuses(&asked) {
        Some(why) => (RuntimeStatus::Skipped, format!("{}: {why}", asked.words(bench.redactor))),
        None => (judge_ill(bench, wrong, &asked, &subject), asked.words(bench.redactor)),
    };
    let answered_in = asked.answer.is_some().then_some(asked.took);
    let mut played = test(&wrong.test(), status, &wrong.expected(), words, answered_in);
    played.rerun = Some(bench.rerun.call(tool.name(), &wrong.values));
    played
}

fn judge_ill(bench: &mut Bench<'_>, wrong: &Wrong, asked: &Asked, subject: &Subject) -> RuntimeStatus {
    let what = format!("a call {}", wrong.words);
    if bench.unanswered(asked, Some(subject.clone()), &what) {
        return RuntimeStatus::Failed;
    }
    let about = Some(subject.clone());
    match asked.outcome() {
        Outcome::Success if is_error_in_words(asked) => {
            bench.note(&rules::ERROR_AS_SUCCESS, about, format!("{what}: {}", asked.words(bench.redactor)));
            RuntimeStatus::Warned
        }
        // It says that it has ignored it.
        Outcome::Success if wrong.field == EXTRA && asked.text().contains(EXTRA) => RuntimeStatus::Passed,
        Outcome::Success if wrong.field == EXTRA => {
            bench.note(
                &rules::ACCEPTS_EXTRA,
                about,
                format!("{what} succeeds, though the schema has `additionalProperties: false`"),
            );
            RuntimeStatus::Warned
        }
        Outcome::Success => {
            bench.note(&rules::ACCEPTS_INVALID, about, format!("{what} succeeds ({})", wrong.way));
            RuntimeStatus::Failed
        }
        Outcome::ToolError | Outcome::ProtocolError(_) => judge_words(bench, wrong, asked, subject),
        Outcome::Nothing => RuntimeStatus::Failed,
    }
}

fn judge_words(bench: &mut Bench<'_>, wrong: &Wrong, asked: &Asked, subject: &Subject) -> RuntimeStatus {
    let about = Some(subject.clone());
    // "'x' is not one of a, b" says which it was.
    let names: Vec<&str> = std::iter::once(wrong.field.as_str()).chain(wrong.shown()).collect();
    match refusal::flaw(&asked.text(), &names) {
        Some(Flaw::Internal(_)) => {
            leaks(bench, asked, subject);
            RuntimeStatus::Failed
        }
        Some(Flaw::Generic) => {
            bench.note(&rules::UNHELPFUL, about, format!("a call {}: {}", wrong.words, asked.words(bench.redactor)));
            RuntimeStatus::Failed
        }
        Some(Flaw::Unnamed) => {
            let words = format!(
                "a call {}: the error does not name `{}`: {}",
                wrong.words,
                wrong.field,
                asked.words(bench.redactor)
            );
            bench.note(&rules::UNHELPFUL, about, words);
            RuntimeStatus::Warned
        }
        None => match asked.outcome() {
            Outcome::ProtocolError(code) if code != Some(INVALID_PARAMS) => {
                let words = format!(
                    "a call {}: {}, where -32602 or `isError` says so",
                    wrong.words,
                    asked.words(bench.redactor)
                );
                bench.note(&rules::WRONG_CODE, about, words);
                RuntimeStatus::Warned
            }
            _ => RuntimeStatus::Passed,
        },
    }
}

/// The protocol's code for it.
const INVALID_PARAMS: i64 = -32602;

/// A success whose words are those of an error.
fn is_error_in_words(asked: &Asked) -> bool {
    let graded = mcpvals_suite::grade(&Case::of_call("evaluate", "", Map::new()), &asked.trace);
    let shaped = graded.warnings.iter().any(|warning| warning.kind == WarningKind::ErrorShapedSuccess);
    shaped
        || (asked.text().len() < 500
            && refusal::is_validation(&asked.text())
            && asked.text().to_lowercase().contains("invalid"))
}

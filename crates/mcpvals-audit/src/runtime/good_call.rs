//! A call as it should be: a result that is no error, as the tool's schemas promise.

use mcpvals_model::mcp::{Answer, Tool};
use mcpvals_model::{CallEnd, Case, MismatchKind, RuntimeStatus, RuntimeTest, Subject, WarningKind};
use serde_json::Value;

use super::arguments::Arguments;
use super::bench::{Bench, test};
use super::heard::{Outcome, quoted};
use super::host::Asked;
use super::tools::{CALL, leaks};
use super::{refusal, rules, told};

/// What its test is called.
const NAME: &str = "good-call";
/// What should come of it.
const EXPECTED: &str = "a result that is no error, as the tool's schemas promise";
/// Results that clients cut, in bytes: about 25,000 tokens.
const RESULT_BYTES_MAX: usize = 100_000;

/// Plays it.
///
/// # Errors
/// Why it was not played, or not to its end.
pub(super) async fn play(
    bench: &mut Bench<'_>,
    tool: &Tool,
    arguments: &Arguments,
) -> Result<(RuntimeTest, Asked), String> {
    let asked = called(bench, tool, arguments).await?;
    let subject = Subject::Tool(tool.name().to_owned());
    bench.keep(subject.clone(), &asked, &Value::Object(arguments.values.clone()).to_string());
    let (status, mut actual) = judge(bench, tool, arguments, &asked, &subject);
    bench.fruit.note(status, &asked.outcome(), &asked.text(), &actual);
    if !arguments.made_up.is_empty() && asked.outcome() != Outcome::Success {
        actual = format!("{actual} (made up: {})", arguments.made_up.join(", "));
    }
    let mut played = test(NAME, status, EXPECTED, actual, asked.answer.is_some().then_some(asked.took));
    played.rerun = Some(bench.rerun.call(tool.name(), &arguments.values));
    Ok((played, asked))
}

/// Once, and again as often as is said where it fails.
async fn called(bench: &mut Bench<'_>, tool: &Tool, arguments: &Arguments) -> Result<Asked, String> {
    let mut asked = bench.call(CALL, tool.name(), &arguments.values).await?;
    for _ in 0..bench.retries {
        if asked.outcome() == Outcome::Success {
            break;
        }
        let Ok(again) = bench.call(CALL, tool.name(), &arguments.values).await else { break };
        asked = again;
    }
    Ok(asked)
}

fn judge(
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
            let shaped = graded.warnings.iter().find(|warning| warning.kind == WarningKind::ErrorShapedSuccess);
            if let Some(warning) =
                shaped.filter(|_| !told::is_what_was_asked_for(tool, &arguments.values, &asked.text()))
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

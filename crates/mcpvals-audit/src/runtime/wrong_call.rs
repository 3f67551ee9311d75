//! A call with arguments that are wrong in one way: an error that names the field.

use mcpvals_model::mcp::Tool;
use mcpvals_model::{Case, RuntimeStatus, RuntimeTest, Subject, WarningKind};
use serde_json::{Map, Value};

use super::bench::{Bench, skipped, test};
use super::heard::Outcome;
use super::host::Asked;
use super::mutation::{EXTRA, Wrong};
use super::refusal::{self, Flaw};
use super::rules;
use super::tools::{CALL, leaks};

/// What came of good arguments: what is answered to others alike says nothing of what was wrong with those.
pub(super) struct Good {
    outcome: Outcome,
    text: String,
}

impl Good {
    /// By what was answered.
    pub(super) fn of(asked: &Asked) -> Self {
        Self { outcome: asked.outcome(), text: asked.text() }
    }

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

/// Plays it.
pub(super) async fn play(bench: &mut Bench<'_>, tool: &Tool, wrong: &Wrong, good: &Good) -> RuntimeTest {
    let asked = match bench.call(CALL, tool.name(), &wrong.values).await {
        Ok(asked) => asked,
        Err(why) => return skipped(&wrong.test(), &wrong.expected(), &why),
    };
    let subject = Subject::Tool(tool.name().to_owned());
    bench.keep(subject.clone(), &asked, &Value::Object(wrong.values.clone()).to_string());
    let (status, words) = match good.excuses(&asked) {
        Some(why) => (RuntimeStatus::Skipped, format!("{}: {why}", asked.words(bench.redactor))),
        None => (judge(bench, wrong, &asked, &subject), asked.words(bench.redactor)),
    };
    let answered_in = asked.answer.is_some().then_some(asked.took);
    let mut played = test(&wrong.test(), status, &wrong.expected(), words, answered_in);
    played.rerun = Some(bench.rerun.call(tool.name(), &wrong.values));
    played
}

fn judge(bench: &mut Bench<'_>, wrong: &Wrong, asked: &Asked, subject: &Subject) -> RuntimeStatus {
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

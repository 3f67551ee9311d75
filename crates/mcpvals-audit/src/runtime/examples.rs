//! Calls that the documentation shows, tried where their tools only read.

use mcpvals_model::mcp::Tool;
use mcpvals_model::{RuntimeStatus, RuntimeTest, Subject, TestGroup};
use serde_json::{Map, Value};

use super::bench::{Bench, skipped, test};
use super::choice::left_alone;
use super::heard::Outcome;
use super::{refusal, rules};

/// More are not tried.
pub(super) const TRIED_MAX: usize = 20;

/// A call that a document shows.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentedCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// Where it stands, as `README.md:12`.
    pub place: String,
}

/// Tries them, in their order.
pub(crate) async fn run(
    bench: &mut Bench<'_>,
    calls: &[DocumentedCall],
    tools: &[std::sync::Arc<Tool>],
) -> Vec<RuntimeTest> {
    let mut tests = Vec::new();
    for call in calls.iter().take(TRIED_MAX) {
        let name = format!("example:{}", call.tool);
        let expected = format!("the call shown in {} gives a result that is no error", call.place);
        let Some(tool) = tools.iter().find(|tool| tool.name() == call.tool) else {
            let words = format!("{} shows a call of `{}`, which is not listed", call.place, call.tool);
            bench.note(&rules::EXAMPLE_FAILS, None, words);
            let failed = test(&name, RuntimeStatus::Failed, &expected, "there is no such tool".to_owned(), None);
            tests.push(bench.ended(TestGroup::Examples, failed));
            continue;
        };
        let played = match left_alone(tool, bench.writes) {
            Some(why) => Err(why),
            None => tried(bench, call, &name, &expected).await,
        };
        let played = played.unwrap_or_else(|why| skipped(&name, &expected, &why));
        tests.push(bench.ended(TestGroup::Examples, played));
    }
    tests
}

async fn tried(
    bench: &mut Bench<'_>,
    call: &DocumentedCall,
    name: &str,
    expected: &str,
) -> Result<RuntimeTest, String> {
    bench.begin_shown(name, &call.place);
    let asked = bench.call("tools/call", &call.tool, &call.arguments).await?;
    let subject = Subject::Tool(call.tool.clone());
    bench.keep(subject.clone(), &asked, &Value::Object(call.arguments.clone()).to_string());
    let words = asked.words(bench.redactor);
    let status = if !bench.survived(&asked, Some(subject.clone()), "a call that the documentation shows") {
        RuntimeStatus::Failed
    } else if asked.outcome() == Outcome::Success {
        RuntimeStatus::Passed
    } else if refusal::blames_arguments(&asked.text()) {
        bench.note(&rules::EXAMPLE_FAILS, Some(subject), format!("the call shown in {}: {words}", call.place));
        RuntimeStatus::Failed
    } else {
        // It may need what is not here: a file, a network, an account.
        RuntimeStatus::Warned
    };
    let mut played = test(name, status, expected, words, asked.answer.is_some().then_some(asked.took));
    played.rerun = Some(bench.rerun.call(&call.tool, &call.arguments));
    Ok(played)
}

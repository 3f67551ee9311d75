//! What the server does with what does not exist, and with requests that are none.

use std::time::Duration;

use mcpvals_model::{RuntimeStatus, RuntimeTest, Target, TestGroup};
use serde_json::{Map, Value, json};

use super::bench::{Bench, skipped, test};
use super::heard::Outcome;
use super::host::Asked;
use super::refusal;
use super::rules;

const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMS: i64 = -32602;
const INVALID_REQUEST: i64 = -32600;
const RESOURCE_NOT_FOUND: i64 = -32002;
/// MCP 2026-07-28, Streamable HTTP: `Mcp-Name` has to say the name, and no header says one that is no text.
const HEADER_MISMATCH: i64 = -32020;

/// A tool, prompt and method that no server has.
const NOBODY: &str = "mcpvals_no_such_thing";

/// What the last two are called.
const STILL_THERE: &str = "alive-after-errors";
const GARBAGE: &str = "line-of-garbage";

/// One thing that is wrong, and which codes say so.
struct Probe {
    name: &'static str,
    method: &'static str,
    params: Value,
    expected: &'static str,
    codes: &'static [i64],
    /// Is a result as good as an error?
    takes_result: bool,
    rerun: Option<String>,
}

/// Tries all that goes with what the server declares.
pub(crate) async fn run(bench: &mut Bench<'_>) -> Vec<RuntimeTest> {
    let mut tests = Vec::new();
    for probe in probes(bench) {
        bench.begin(TestGroup::Errors, probe.name);
        let played = tried(bench, probe).await;
        tests.push(bench.ended(TestGroup::Errors, played));
    }
    if !tests.is_empty() && bench.goes_on() {
        bench.begin(TestGroup::Errors, STILL_THERE);
        let played = still_there(bench).await;
        tests.push(bench.ended(TestGroup::Errors, played));
    }
    if matches!(bench.host.target(), Target::Stdio { .. }) && bench.goes_on() {
        bench.begin(TestGroup::Errors, GARBAGE);
        let played = line_of_garbage(bench).await;
        tests.push(bench.ended(TestGroup::Errors, played));
    }
    tests
}

/// How many there will be, where the server goes on.
pub(super) fn count(bench: &Bench<'_>) -> usize {
    probes(bench).len() + 1 + usize::from(matches!(bench.host.target(), Target::Stdio { .. }))
}

fn probes(bench: &Bench<'_>) -> Vec<Probe> {
    let capabilities = &bench.host.facts().capabilities;
    let declares = |name: &str| capabilities.get(name).is_some_and(|value| !value.is_null());
    let mut probes = Vec::new();
    if declares("tools") {
        probes.push(Probe {
            name: "unknown-tool",
            method: "tools/call",
            params: json!({"name": NOBODY, "arguments": {}}),
            expected: "error -32602 (unknown tool)",
            codes: &[INVALID_PARAMS],
            takes_result: false,
            rerun: Some(bench.rerun.call(NOBODY, &Map::new())),
        });
        probes.push(Probe {
            name: "malformed-call",
            method: "tools/call",
            params: json!({"name": 42, "arguments": "none"}),
            expected: "error -32602 (invalid params)",
            codes: &[INVALID_PARAMS, INVALID_REQUEST, HEADER_MISMATCH],
            takes_result: false,
            rerun: None,
        });
    }
    if declares("tools") {
        // A server of one page may pass cursors over.
        probes.push(Probe {
            name: "invalid-cursor",
            method: "tools/list",
            params: json!({"cursor": NOBODY}),
            expected: "error -32602 (invalid cursor), or the list, where it has one page",
            codes: &[INVALID_PARAMS],
            takes_result: true,
            rerun: None,
        });
    }
    probes.push(Probe {
        name: "unknown-method",
        method: "mcpvals/no_such_method",
        params: json!({}),
        expected: "error -32601 (method not found)",
        codes: &[METHOD_NOT_FOUND],
        takes_result: false,
        rerun: None,
    });
    if declares("resources") {
        probes.push(Probe {
            name: "unknown-resource",
            method: "resources/read",
            params: json!({"uri": "mcpvals://no/such/resource"}),
            expected: "error -32002 or -32602 (resource not found)",
            codes: &[RESOURCE_NOT_FOUND, INVALID_PARAMS],
            takes_result: false,
            rerun: None,
        });
    }
    if declares("prompts") {
        probes.push(Probe {
            name: "unknown-prompt",
            method: "prompts/get",
            params: json!({"name": NOBODY}),
            expected: "error -32602 (unknown prompt)",
            codes: &[INVALID_PARAMS],
            takes_result: false,
            rerun: None,
        });
    }
    probes
}

async fn tried(bench: &mut Bench<'_>, probe: Probe) -> RuntimeTest {
    let asked = match bench.ask(probe.method, &probe.params).await {
        Ok(asked) => asked,
        Err(why) => return skipped(probe.name, probe.expected, &why),
    };
    let status = judge(bench, &probe, &asked);
    let took = asked.answer.is_some().then_some(asked.took);
    let played = test(probe.name, status, probe.expected, asked.words(bench.redactor), took);
    RuntimeTest { rerun: probe.rerun, ..played }
}

fn judge(bench: &mut Bench<'_>, probe: &Probe, asked: &Asked) -> RuntimeStatus {
    let what = format!("the request of `{}`", probe.name);
    if bench.unanswered(asked, None, &what) {
        return RuntimeStatus::Failed;
    }
    let words = asked.words(bench.redactor);
    if let Some(inside) = refusal::internal(&asked.text()).filter(|_| asked.outcome() != Outcome::Success) {
        bench.note(&rules::LEAKS_INTERNALS, None, format!("{what}: an error shows {inside}: {words}"));
        return RuntimeStatus::Failed;
    }
    match asked.outcome() {
        Outcome::ProtocolError(Some(code)) if probe.codes.contains(&code) => RuntimeStatus::Passed,
        Outcome::Success | Outcome::ToolError if probe.takes_result => RuntimeStatus::Passed,
        Outcome::ProtocolError(_) | Outcome::ToolError => {
            bench.note(&rules::WRONG_CODE, None, format!("{what}: expected {}, got {words}", probe.expected));
            RuntimeStatus::Warned
        }
        Outcome::Success | Outcome::Nothing => {
            bench.note(&rules::ERROR_AS_SUCCESS, None, format!("{what}: expected {}, got {words}", probe.expected));
            RuntimeStatus::Failed
        }
    }
}

/// A line that is no JSON, then a ping. What a server says to the line is its affair; it has to go on.
async fn line_of_garbage(bench: &mut Bench<'_>) -> RuntimeTest {
    const PATIENCE: Duration = Duration::from_secs(10);
    bench.host.line("mcpvals: this line is no message {").await;
    let expected = "a ping is answered after a line that is no JSON";
    let asked = match bench.ask_within(PATIENCE.min(bench.deadline), "ping", &json!({})).await {
        Ok(asked) => asked,
        Err(why) => return skipped(GARBAGE, expected, &why),
    };
    if asked.answer.is_some() {
        return test(GARBAGE, RuntimeStatus::Passed, expected, "it answers".to_owned(), Some(asked.took));
    }
    let words = asked.words(bench.redactor);
    bench.note(&rules::ENDS_AT_GARBAGE, None, format!("a line that is no JSON, then a ping: {words}"));
    test(GARBAGE, RuntimeStatus::Failed, expected, words, None)
}

/// After all that, does it still work?
async fn still_there(bench: &mut Bench<'_>) -> RuntimeTest {
    let (name, expected) = (STILL_THERE, "the server answers after all these errors");
    let asked = match bench.ask("tools/list", &Value::Null).await {
        Ok(asked) => asked,
        Err(why) => return skipped(name, expected, &why),
    };
    let status = if bench.unanswered(&asked, None, "listing tools after errors") {
        RuntimeStatus::Failed
    } else {
        RuntimeStatus::Passed
    };
    let actual = if status == RuntimeStatus::Passed { "it answers".to_owned() } else { asked.words(bench.redactor) };
    test(name, status, expected, actual, Some(asked.took))
}

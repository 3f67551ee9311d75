//! One tool called once, and what to think of its answer: the shape of seed 003's `tools/test`.

use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Answer, Tool};
use mcpvals_model::{CallRole, Case, MismatchKind, WarningKind};
use mcpvals_wire::{Params, Redactor, Session};
use serde_json::{Map, Value, json};

use super::places::Places;
use super::refusal::{self, Flaw};

/// What came of it. The words are documented in `docs/reference/scoring.md`.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolVerdict {
    /// `passed` or `failed`.
    pub status: &'static str,
    /// In milliseconds.
    pub execution_time: f64,
    /// `{success, data}`.
    pub result: Value,
    /// `excellent`, `good`, `acceptable`, `slow`; `none` where nothing came.
    pub response_time: &'static str,
    /// `good`, `fair`, `poor`.
    pub error_handling: &'static str,
    /// `valid`, `invalid`; `none` where nothing came.
    pub data_format: &'static str,
}

/// Arguments made from its schema.
pub fn arguments(tool: &Tool) -> Map<String, Value> {
    super::arguments::good(tool, &Places::default()).values
}

/// Calls it. It is called whatever it may do: the user names it.
pub async fn test_tool(
    session: &Session,
    tool: &str,
    arguments: &Map<String, Value>,
    deadline: Duration,
    redactor: &Redactor,
) -> ToolVerdict {
    // A tool that came late is in the list by then.
    let _ = session.find_tool(tool).await;
    let mut recording = session.begin();
    let began = Instant::now();
    let end = recording.call(CallRole::Tested, "tools/call", Params::Named { name: tool, arguments }, deadline).await;
    let waited = began.elapsed();
    let answer = recording.last_answer();
    let trace = recording.finish();
    let latency_us = trace.call(CallRole::Tested).and_then(|call| trace.latency_us(call));
    #[expect(clippy::cast_precision_loss, reason = "microseconds of a call")]
    let execution_time =
        latency_us.map_or((waited.as_secs_f64() * 10_000.0).round() / 10.0, |us| (us as f64 / 100.0).round() / 10.0);
    let graded = mcpvals_suite::grade(&Case::of_call("evaluate", tool, arguments.clone()), &trace);
    let shaped = graded.warnings.iter().any(|warning| warning.kind == WarningKind::ErrorShapedSuccess);
    let spoilt = graded.verdict.mismatches().any(|mismatch| mismatch.kind != MismatchKind::UnexpectedError);
    let success = answer.as_ref().is_some_and(|answer| !answer.is_error());
    let mut data = match &answer {
        Some(Answer::Result(result)) => data(result),
        Some(Answer::Error { code, message, data }) => json!({"code": code, "message": message, "data": data}),
        None => json!(end.to_string()),
    };
    redactor.value(&mut data);
    ToolVerdict {
        status: if success && !spoilt { "passed" } else { "failed" },
        execution_time,
        result: json!({"success": success, "data": data}),
        response_time: if answer.is_some() { response_time(execution_time) } else { "none" },
        error_handling: error_handling(answer.as_ref(), shaped),
        data_format: match &answer {
            None => "none",
            Some(_) if spoilt => "invalid",
            Some(_) => "valid",
        },
    }
}

/// What a caller is after: structured content, else the text (as JSON where it is some), else all of it.
fn data(result: &Value) -> Value {
    if let Some(structured) = result.get("structuredContent").filter(|value| !value.is_null()) {
        return structured.clone();
    }
    let is_text = |block: &Value| block["type"] == "text";
    let only_text = result["content"].as_array().is_some_and(|blocks| !blocks.is_empty() && blocks.iter().all(is_text));
    if !only_text {
        return result.clone();
    }
    let text = Answer::Result(result.clone()).text();
    let parsed = serde_json::from_str::<Value>(&text).ok().filter(|value| value.is_object() || value.is_array());
    parsed.unwrap_or(Value::String(text))
}

fn response_time(ms: f64) -> &'static str {
    match ms {
        ms if ms <= 500.0 => "excellent",
        ms if ms <= 1_000.0 => "good",
        ms if ms <= 3_000.0 => "acceptable",
        _ => "slow",
    }
}

/// Of an error its words, of a success whether it is one.
fn error_handling(answer: Option<&Answer>, shaped: bool) -> &'static str {
    match answer {
        None => "poor",
        Some(answer) if answer.is_error() => match refusal::flaw(&answer.text(), &[]) {
            None => "good",
            Some(Flaw::Unnamed | Flaw::Generic) => "fair",
            Some(Flaw::Internal(_)) => "poor",
        },
        Some(_) if shaped => "fair",
        Some(_) => "good",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{data, response_time};

    #[test]
    fn data_is_what_a_caller_is_after() {
        let text = |text: &str| json!({"content": [{"type": "text", "text": text}]});
        assert_eq!(data(&text("{\"a\": 1}")), json!({"a": 1}));
        assert_eq!(data(&text("5")), json!("5"));
        assert_eq!(data(&json!({"content": [], "structuredContent": {"b": 2}})), json!({"b": 2}));
        let image = json!({"content": [{"type": "image"}]});
        assert_eq!(data(&image), image);
    }

    #[test]
    fn grades_have_the_documented_bounds() {
        let grades = [500.0, 500.1, 1_000.0, 3_000.0, 3_000.1].map(response_time);
        assert_eq!(grades, ["excellent", "good", "good", "acceptable", "slow"]);
    }
}

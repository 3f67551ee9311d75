//! What the server answered, for a report: readable, and cut.

use mcpvals_model::mcp::ContentPart;
use mcpvals_model::{Call, CallRole, Case, CaseKind, Expectation, Matcher, Trace};
use serde_json::Value;

use crate::excerpt;
use crate::matcher::wanted_snapshots;
use crate::reply::Reply;

/// Characters of an answer in a report.
const ANSWER_CHARS_MAX: usize = 2000;
/// Characters of an answer that is no content.
const OTHER_CHARS_MAX: usize = 300;

/// What the server answered to the tested call, as a reader would see it; `None` where no answer came, or one in which
/// there is nothing to see.
pub fn answer_excerpt(trace: &Trace) -> Option<String> {
    let Some(call) = trace.call(CallRole::Tested) else { return crate::oauth::measured(trace) };
    let reply = Reply::to(call, trace)?;
    match &reply {
        Reply::Error(error) => Some(error.shown()),
        Reply::Result(result) => of_result(&call.method, result, reply.is_error()),
    }
}

/// What `--update-snapshots` stores of a case: name and value of each snapshot that its expectations want stored.
pub fn snapshot_values(case: &Case, trace: &Trace) -> Vec<(String, Value)> {
    let tool = match &case.kind {
        CaseKind::Tool(tool) => tool,
        CaseKind::Resource(resource) => {
            let expected = resource.test.expected();
            return expected.map_or_else(Vec::new, |expected| values_of(&expected.expect, CallRole::Tested, trace));
        }
        CaseKind::Prompt(prompt) => {
            let expected = prompt.test.expected();
            return expected.map_or_else(Vec::new, |expected| values_of(&expected.expect, CallRole::Tested, trace));
        }
        CaseKind::Completion(completion) => return values_of(&completion.expected.expect, CallRole::Tested, trace),
        CaseKind::Peer(case) => return values_of(&case.expect, CallRole::Tested, trace),
        CaseKind::Utility(utility) => return values_of(utility.test.expect(), CallRole::Tested, trace),
        CaseKind::Oauth(_) => return Vec::new(),
        CaseKind::Workflow(workflow) => return crate::workflow::snapshots(workflow, trace),
    };
    let mut values = values_of(&tool.expect, CallRole::Tested, trace);
    for (index, verify) in tool.verify.iter().enumerate() {
        values.extend(values_of(&verify.expect, CallRole::Verify(index), trace));
    }
    values
}

fn values_of(expect: &[Expectation], role: CallRole, trace: &Trace) -> Vec<(String, Value)> {
    let matchers: Vec<&Matcher> = matchers(expect).collect();
    let Some(reply) = (!matchers.is_empty()).then(|| reply_to(role, trace)).flatten() else { return Vec::new() };
    matchers.iter().flat_map(|matcher| wanted_snapshots(matcher, &reply).unwrap_or_default()).collect()
}

fn matchers(expect: &[Expectation]) -> impl Iterator<Item = &Matcher> {
    expect.iter().filter_map(|expectation| match expectation {
        Expectation::Match(matcher) => Some(matcher),
        Expectation::Result(_) | Expectation::Error(_) | Expectation::Latency(_) => None,
    })
}

fn reply_to(role: CallRole, trace: &Trace) -> Option<Reply<'_>> {
    let call: &Call = trace.call(role)?;
    Reply::to(call, trace)
}

fn of_result(method: &str, result: &Value, is_error: bool) -> Option<String> {
    if !result.is_object() {
        return Some(excerpt::json_to(result, ANSWER_CHARS_MAX));
    }
    let mut lines: Vec<String> = Vec::new();
    let mut left = ANSWER_CHARS_MAX;
    for part in ContentPart::of(result).take(50) {
        let line = of_part(&part, left);
        left = left.saturating_sub(line.len());
        lines.push(line);
    }
    if ContentPart::of(result).all(|part| part.text.is_none()) {
        let structured = result.get("structuredContent");
        lines.extend(structured.map(|value| format!("structured content {}", excerpt::json_to(value, left.max(100)))));
    }
    let text = if lines.is_empty() { without_content(method, result)? } else { lines.join("\n") };
    Some(if is_error { format!("isError: {text}") } else { text })
}

/// A result that should have content and has none, or one of a method that brings other things: a subscription, a task.
fn without_content(method: &str, result: &Value) -> Option<String> {
    let is_about_result = |name: &str| matches!(name, "_meta" | "resultType" | "isError");
    let is_list = |name: &str| matches!(name, "content" | "contents" | "messages");
    let has_other = result.as_object()?.keys().any(|name| !is_about_result(name) && !is_list(name));
    let is_about_content = matches!(method, "tools/call" | "resources/read" | "prompts/get");
    let nothing = || is_about_content.then(|| "no content".to_owned());
    if has_other { Some(excerpt::json_to(result, OTHER_CHARS_MAX)) } else { nothing() }
}

fn of_part(part: &ContentPart<'_>, chars_max: usize) -> String {
    if let Some(text) = part.text {
        return excerpt::block(text, chars_max);
    }
    let kind = excerpt::block(part.kind, 40);
    part.detail.map_or_else(|| format!("[{kind}]"), |detail| format!("[{kind} {}]", excerpt::block(detail, 120)))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::CallRole;
    use super::{answer_excerpt, snapshot_values};
    use crate::testing::{Talk, case};

    #[track_caller]
    fn check(result: Value, expected: &str) {
        assert_eq!(answer_excerpt(&Talk::new().call().result(result).trace()).as_deref(), Some(expected));
    }

    #[test]
    fn answer_reads_like_its_content() {
        check(
            json!({"content": [{"type": "text", "text": "a\nb"}, {"type": "image", "data": "x", "mimeType": "image/png"}]}),
            "a\nb\n[image image/png]",
        );
        check(json!({"content": [], "structuredContent": {"a": 1}}), "structured content {\"a\":1}");
        check(json!({"content": [{"type": "text", "text": "no"}], "isError": true}), "isError: no");
        check(json!({}), "no content");
        check(json!({"content": [], "isError": true}), "isError: no content");
        check(json!([1]), "[1]");
        let error = Talk::new().call().error(-32602, "bad").trace();
        assert_eq!(answer_excerpt(&error).as_deref(), Some("JSON-RPC error -32602 \"bad\""));
        assert_eq!(answer_excerpt(&Talk::new().call().trace()), None);
    }

    #[test]
    fn answer_that_has_no_content_by_its_nature_is_shown_as_it_came_or_not_at_all() {
        let shown = |method: &str, result: Value| {
            answer_excerpt(&Talk::new().ask(CallRole::Tested, method, json!({})).result(result).trace())
        };
        assert_eq!(shown("resources/subscribe", json!({})), None);
        assert_eq!(shown("ping", json!({"_meta": {"a": 1}, "resultType": "complete"})), None);
        assert_eq!(shown("resources/read", json!({"contents": []})).as_deref(), Some("no content"));
        let task = json!({"task": {"taskId": "7"}});
        assert_eq!(shown("tools/call", task).as_deref(), Some(r#"{"task":{"taskId":"7"}}"#));
        assert_eq!(shown("completion/complete", json!({"completion": {"values": ["a"]}})).as_deref(), Some("a"));
    }

    #[test]
    fn long_answers_are_cut() {
        let text = "é".repeat(1_000_000);
        let trace = Talk::new().call().text(&text).trace();
        let excerpt = answer_excerpt(&trace).expect("there is an answer");
        assert_eq!(excerpt.chars().count(), 2001);
    }

    #[test]
    fn snapshots_are_stored_only_where_they_are_wanted() {
        let spec = |update: bool| {
            case(
                json!({"expect": [{"match": {"snapshot": {"name": "s", "update": update, "redact": {"$.structuredContent.id": "id"}}}}]}),
            )
        };
        let trace = Talk::new()
            .call()
            .result(json!({"content": [], "structuredContent": {"id": 7, "n": 1}, "_meta": {}}))
            .trace();
        assert_eq!(snapshot_values(&spec(false), &trace), Vec::new());
        let stored = json!({"content": [], "structuredContent": {"id": "[id]", "n": 1}});
        assert_eq!(snapshot_values(&spec(true), &trace), vec![("s".to_owned(), stored)]);
    }
}

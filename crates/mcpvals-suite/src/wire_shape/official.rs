//! Our shapes against the official JSON Schemas: a second opinion on the same samples.
//!
//! The schemas are not part of this project; without them, these tests say so and prove nothing.

#![expect(clippy::needless_pass_by_value, reason = "conversations read better without `&`")]

use std::path::Path;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CallRole, CaseId, SuiteName};
use serde_json::{Value, json};

use super::violations;
use crate::testing::Talk;

/// The definition of a revision's schema, compiled; `None` where the schemas are not at hand.
fn official(revision: Revision, definition: &str) -> Option<jsonschema::Validator> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/schemas");
    let Ok(text) = std::fs::read_to_string(folder.join(format!("{revision}.json"))) else {
        eprintln!("skipped: no official schemas in ../shared/data/schemas (relative to the project's root)");
        return None;
    };
    let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    let place = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
    schema[place].get(definition)?;
    schema["$ref"] = json!(format!("#/{place}/{definition}"));
    Some(jsonschema::options().build(&schema).expect("the schema can be used"))
}

/// Do we find anything in a result of the method?
fn ours_is_content(revision: Revision, method: &str, result: &Value) -> bool {
    let role = if method == "tools/call" { CallRole::Tested } else { CallRole::Step(0) };
    let trace = Talk::of(revision).ask(role, method, json!({})).result(result.clone()).trace();
    violations(&trace, "s", Some(&CaseId::new(&SuiteName::new("s"), "c"))).is_empty()
}

/// Both agree on every sample, in the revisions that have the definition.
#[track_caller]
fn agree(method: &str, definition: &str, samples: &[Value]) {
    let mut seen = [false, false];
    for revision in Revision::ALL {
        let Some(schema) = official(revision, definition) else { continue };
        for sample in samples {
            let official = schema.is_valid(sample);
            assert_eq!(ours_is_content(revision, method, sample), official, "{definition} of {revision}: {sample}");
            seen[usize::from(official)] = true;
        }
    }
    assert!(seen[0] == seen[1], "the samples of {definition} show only one side");
}

fn content(block: Value) -> Value {
    json!({"content": [block], "resultType": "complete"})
}

#[test]
fn results_of_calls_agree() {
    let with = |key: &str, value: Value| {
        let mut result = content(json!({"type": "text", "text": "x"}));
        result[key] = value;
        result
    };
    agree(
        "tools/call",
        "CallToolResult",
        &[
            with("isError", json!(false)),
            with("isError", json!("false")),
            with("isError", json!(null)),
            with("content", json!("x")),
            with("content", json!([])),
            with("_meta", json!({"a": 1})),
            with("_meta", json!(1)),
            with("more", json!(1)),
            json!({"resultType": "complete"}),
            json!([]),
            json!("x"),
        ],
    );
}

#[test]
fn structured_content_agrees_where_it_is_known() {
    let samples: Vec<Value> = [json!({}), json!([1]), json!("x"), json!(null)]
        .into_iter()
        .map(|value| json!({"content": [], "structuredContent": value, "resultType": "complete"}))
        .collect();
    // Before 2025-06-18, the member is unknown and may be anything; both know that.
    agree("tools/call", "CallToolResult", &[samples, vec![json!([])]].concat());
}

#[test]
fn content_blocks_agree() {
    let good = [
        json!({"type": "text", "text": ""}),
        json!({"type": "text", "text": "", "annotations": {"audience": ["user"], "priority": 0.5}}),
        json!({"type": "image", "data": "aGk=", "mimeType": "image/png"}),
        json!({"type": "resource", "resource": {"uri": "a:b", "text": "x", "mimeType": "text/plain"}}),
        json!({"type": "resource", "resource": {"uri": "a:b", "blob": "aGk="}}),
        json!({"type": "audio", "data": "", "mimeType": "audio/wav"}),
        json!({"type": "resource_link", "uri": "a:b", "name": "n"}),
    ];
    let bad = [
        json!({"type": "text"}),
        json!({"type": "text", "text": 1}),
        json!({"type": "hologram"}),
        json!({"text": "x"}),
        json!("x"),
        json!({"type": "image", "data": "aGk="}),
        json!({"type": "image", "mimeType": "image/png"}),
        json!({"type": "resource"}),
        json!({"type": "resource", "resource": {"uri": "a:b"}}),
        json!({"type": "resource", "resource": {"text": "x"}}),
        json!({"type": "resource_link", "uri": "a:b"}),
        json!({"type": "text", "text": "", "annotations": {"priority": 2}}),
        json!({"type": "text", "text": "", "annotations": {"audience": ["robot"]}}),
        json!({"type": "text", "text": "", "annotations": []}),
    ];
    let samples: Vec<Value> = good.into_iter().chain(bad).map(content).collect();
    agree("tools/call", "CallToolResult", &samples);
}

#[test]
fn prompts_agree() {
    let of = |messages: Value| json!({"messages": messages, "resultType": "complete"});
    let message = |role: Value, block: Value| json!({"role": role, "content": block});
    let block = || json!({"type": "text", "text": "x"});
    let resource = |members: Value| json!({"type": "resource", "resource": members});
    agree(
        "prompts/get",
        "GetPromptResult",
        &[
            of(json!([])),
            of(json!([message(json!("user"), block()), message(json!("assistant"), block())])),
            of(json!([message(json!("system"), block())])),
            of(json!([message(json!(null), block())])),
            of(json!([message(json!("user"), json!([block()]))])),
            of(json!([message(json!("user"), json!("x"))])),
            of(json!([message(json!("user"), resource(json!({"uri": "a:b", "text": "x"})))])),
            of(json!([message(json!("user"), resource(json!({"uri": "a:b"})))])),
            of(json!([message(json!("user"), json!({"type": "image", "data": "aGk=", "mimeType": "image/png"}))])),
            of(json!([message(json!("user"), json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}))])),
            of(json!([{"role": "user"}])),
            of(json!(["x"])),
            of(json!({})),
            json!({"resultType": "complete"}),
            json!({"resultType": "complete", "messages": [], "description": "x"}),
            json!({"resultType": "complete", "messages": [], "description": 1}),
        ],
    );
}

#[test]
fn completions_agree() {
    let of = |completion: Value| json!({"completion": completion, "resultType": "complete"});
    let many = |count: usize| json!({"values": vec!["x"; count]});
    agree(
        "completion/complete",
        "CompleteResult",
        &[
            of(json!({"values": []})),
            of(json!({"values": ["a"], "total": 7, "hasMore": true})),
            of(json!({"values": [1]})),
            of(json!({"values": "a"})),
            of(json!({"values": [], "total": "7"})),
            of(json!({"values": [], "hasMore": "yes"})),
            of(many(100)),
            of(json!({})),
            of(json!([])),
            json!({"resultType": "complete"}),
        ],
    );
}

#[test]
fn handshakes_agree() {
    let info = json!({"name": "n", "version": "1"});
    let with = |key: &str, value: Value| {
        let mut result = json!({"protocolVersion": "x", "capabilities": {}, "serverInfo": info});
        result[key] = value;
        result
    };
    agree(
        "initialize",
        "InitializeResult",
        &[
            with("instructions", json!("x")),
            with("instructions", json!(1)),
            with("capabilities", json!([])),
            with("capabilities", json!({"tools": true})),
            with("capabilities", json!({"tools": {"listChanged": "yes"}, "logging": {}})),
            with("capabilities", json!({"resources": {"subscribe": true}})),
            with("serverInfo", json!({"name": "n"})),
            with("serverInfo", json!("n")),
            with("protocolVersion", json!(1)),
            json!({}),
        ],
    );
    let discovered = |key: &str, value: Value| {
        let mut result = json!({"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {}, "ttlMs": 0, "cacheScope": "public"});
        result[key] = value;
        result
    };
    agree(
        "server/discover",
        "DiscoverResult",
        &[
            discovered("ttlMs", json!(5)),
            discovered("ttlMs", json!(-5)),
            discovered("cacheScope", json!("all")),
            discovered("supportedVersions", json!([1])),
            discovered("capabilities", json!(null)),
            json!({"resultType": "complete"}),
        ],
    );
}

#[test]
fn pages_of_lists_agree() {
    for (method, definition, name) in [
        ("tools/list", "ListToolsResult", "tools"),
        ("resources/list", "ListResourcesResult", "resources"),
        ("resources/templates/list", "ListResourceTemplatesResult", "resourceTemplates"),
        ("prompts/list", "ListPromptsResult", "prompts"),
    ] {
        let page = |more: Value| {
            let mut page = json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "private"});
            page[name] = json!([]);
            more.as_object().expect("members").iter().for_each(|(key, value)| page[key] = value.clone());
            page
        };
        agree(
            method,
            definition,
            &[
                page(json!({})),
                page(json!({"nextCursor": "x"})),
                page(json!({"nextCursor": 1})),
                page(json!({"nextCursor": null})),
                page(json!({name: {}})),
                json!({name: []}),
                json!({}),
            ],
        );
    }
}

#[test]
fn notifications_agree() {
    let samples = [
        ("LoggingMessageNotification", "notifications/message", json!({"level": "info", "data": null})),
        ("LoggingMessageNotification", "notifications/message", json!({"level": "warn", "data": 1})),
        ("LoggingMessageNotification", "notifications/message", json!({"level": "info"})),
        ("LoggingMessageNotification", "notifications/message", json!({"level": "info", "data": 1, "logger": 1})),
        ("ProgressNotification", "notifications/progress", json!({"progressToken": 1, "progress": 0.5, "total": 1})),
        ("ProgressNotification", "notifications/progress", json!({"progressToken": 1})),
        ("ProgressNotification", "notifications/progress", json!({"progressToken": 1.5, "progress": 1})),
        ("ProgressNotification", "notifications/progress", json!({"progressToken": 1, "progress": "half"})),
        ("CancelledNotification", "notifications/cancelled", json!({"requestId": 1, "reason": "x"})),
        ("CancelledNotification", "notifications/cancelled", json!({"requestId": 1, "reason": 1})),
        ("CancelledNotification", "notifications/cancelled", json!({})),
        ("ResourceUpdatedNotification", "notifications/resources/updated", json!({"uri": "a:b"})),
        ("ResourceUpdatedNotification", "notifications/resources/updated", json!({})),
        ("ToolListChangedNotification", "notifications/tools/list_changed", json!({})),
        ("ToolListChangedNotification", "notifications/tools/list_changed", json!([])),
        ("ElicitationCompleteNotification", "notifications/elicitation/complete", json!({"elicitationId": "x"})),
        ("ElicitationCompleteNotification", "notifications/elicitation/complete", json!({})),
        (
            "SubscriptionsAcknowledgedNotification",
            "notifications/subscriptions/acknowledged",
            json!({"notifications": {}}),
        ),
        ("SubscriptionsAcknowledgedNotification", "notifications/subscriptions/acknowledged", json!({})),
    ];
    for revision in Revision::ALL {
        for (definition, method, params) in &samples {
            let Some(schema) = official(revision, definition) else { continue };
            let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
            let trace = Talk::of(revision).call().says(&message).trace();
            let found = violations(&trace, "s", Some(&CaseId::new(&SuiteName::new("s"), "c")));
            assert_eq!(found.is_empty(), schema.is_valid(&message), "{revision}: {message}: {found:?}");
        }
    }
}

#[test]
fn entries_of_lists_agree() {
    let resource = |more: Value| with(json!({"uri": "a:b", "name": "n"}), more);
    let described = [
        json!({}),
        json!({"name": 7}),
        json!({"description": "x", "mimeType": "text/plain"}),
        json!({"description": 7}),
        json!({"mimeType": null}),
        json!({"annotations": {"audience": ["user"], "priority": 1}}),
        json!({"annotations": {"priority": 7}}),
        json!({"title": 7}),
        json!({"icons": [{"src": "https://example.com/a.png", "sizes": ["48x48"], "mimeType": "image/png"}]}),
        json!({"icons": [{"mimeType": "image/png"}]}),
        json!({"icons": {}}),
        json!({"_meta": 7}),
        json!({"more": 7}),
    ];
    let sizes = [json!({"size": 3}), json!({"size": 3.0}), json!({"size": "3"}), json!({"size": 3.5})];
    let mut resources: Vec<Value> = described.iter().chain(&sizes).cloned().map(resource).collect();
    resources.extend([json!(7), json!({"uri": "a:b"}), json!({"name": "n"})]);
    entries_agree("resources/list", "ListResourcesResult", "resources", resources);
    let template = |more: Value| with(json!({"uriTemplate": "a:{b}", "name": "n"}), more);
    let mut templates: Vec<Value> = described.iter().cloned().map(template).collect();
    templates.extend([json!(null), json!({"uriTemplate": "a:{b}"}), json!({"name": "n"})]);
    entries_agree("resources/templates/list", "ListResourceTemplatesResult", "resourceTemplates", templates);
    let prompt = |more: Value| with(json!({"name": "n"}), more);
    let of_argument = |argument: Value| prompt(json!({"arguments": [argument]}));
    let arguments = [
        json!({"name": "a"}),
        json!({"name": "a", "required": true, "title": "A", "description": "the first"}),
        json!({"name": "a", "required": "yes"}),
        json!({"name": "a", "title": 7}),
        json!({"name": "a", "description": 7}),
        json!({"required": true}),
        json!("a"),
    ];
    let mut prompts: Vec<Value> = arguments.into_iter().map(of_argument).collect();
    prompts.extend(
        [json!({"name": 7}), json!({"description": 7}), json!({"title": 7}), json!({"icons": [7]})].map(prompt),
    );
    prompts.extend([json!([]), json!({}), prompt(json!({"arguments": {}}))]);
    entries_agree("prompts/list", "ListPromptsResult", "prompts", prompts);
}

fn with(mut entry: Value, more: Value) -> Value {
    entry.as_object_mut().expect("an object").extend(more.as_object().expect("members").clone());
    entry
}

fn entries_agree(method: &str, definition: &str, member: &str, entries: Vec<Value>) {
    let page = |entry: Value| {
        let hints = json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "private"});
        with(hints, json!({member: [entry]}))
    };
    agree(method, definition, &entries.into_iter().map(page).collect::<Vec<_>>());
}

/// Where ours are stricter than the schemas, the pages say so; those samples are not here.
#[test]
fn requests_of_the_server_agree() {
    let message = |content: Value| json!({"messages": [{"role": "user", "content": content}], "maxTokens": 5});
    let with = |name: &str, value: Value| {
        let mut params = message(json!({"type": "text", "text": "x"}));
        params[name] = value;
        params
    };
    let form = |field: Value| {
        let schema = json!({"type": "object", "properties": {"f": field}});
        json!({"message": "?", "requestedSchema": schema})
    };
    let sampling = [
        with("maxTokens", json!(5)),
        with("maxTokens", json!(1.5)),
        with("temperature", json!("hot")),
        with("stopSequences", json!([1])),
        with("includeContext", json!("all")),
        with("metadata", json!(1)),
        with("modelPreferences", json!({"hints": [{"name": 1}]})),
        with("modelPreferences", json!({"costPriority": 1.1})),
        with("tools", json!({})),
        with("tools", json!([{"name": "t"}])),
        with("tools", json!([{"name": "t", "inputSchema": {"type": "object"}}])),
        with("tools", json!([{"name": 5, "inputSchema": {"type": "object"}}])),
        with("toolChoice", json!("auto")),
        with("toolChoice", json!({"mode": "maybe"})),
        with("toolChoice", json!({"mode": "auto"})),
        with("task", json!({"ttl": "long"})),
        with("task", json!({"ttl": 5})),
        with("task", json!(5)),
        message(json!([{"type": "text", "text": "x"}])),
        message(json!({"type": "tool_use", "id": "1", "name": "t"})),
        message(json!({"type": "tool_result", "toolUseId": "1"})),
        message(json!({"type": "image", "data": "aGk="})),
    ];
    let forms = [
        form(json!({"type": "string", "format": "phone"})),
        form(json!({"type": "string", "minLength": "1"})),
        form(json!({"type": "string", "title": 1})),
        form(json!({"type": "number", "minimum": "0"})),
        form(json!({"type": "boolean", "default": "yes"})),
        form(json!({"type": "string", "default": "x", "minLength": 1})),
        form(json!({"type": "array", "items": {"type": "string", "enum": ["a"]}})),
        form(json!({"type": "array", "items": {"enum": ["a"]}})),
        form(json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}, "default": ["a"]})),
        form(json!({"type": "array", "items": {"anyOf": [{"const": "a"}]}})),
        form(json!({"type": "array", "items": {"oneOf": [{"const": "a", "title": "A"}]}})),
        form(json!({"type": "object"})),
        form(json!({"type": "string", "enum": ["a"], "enumNames": ["A"]})),
    ];
    let samples = sampling.map(|params| ("sampling/createMessage", "CreateMessageRequest", params));
    let forms = forms.map(|params| ("elicitation/create", "ElicitRequest", params));
    for revision in Revision::ALL {
        for (method, definition, params) in samples.iter().chain(&forms) {
            let Some(schema) = official(revision, definition) else { continue };
            let request = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
            let found = super::request_tests::found(revision, method, params);
            assert_eq!(found.is_empty(), schema.is_valid(&request), "{revision}: {request}: {found:?}");
        }
    }
}

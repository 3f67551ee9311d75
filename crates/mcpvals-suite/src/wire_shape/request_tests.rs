//! Each rule of what a server asks of its client, at each revision that has it: a request that breaks just this one, and
//! rich ones that break none.

use mcpvals_model::mcp::Revision;
use mcpvals_model::{CaseId, SuiteName};
use serde_json::{Value, json};

use super::violations;
use crate::testing::Talk;

const FIRST: Revision = Revision::V2024_11_05;
const FORMS: Revision = Revision::V2025_06_18;
const TOOLS: Revision = Revision::V2025_11_25;
const NEWEST: Revision = Revision::V2026_07_28;

/// The words of each violation when this is asked; in 2026-07-28 as a question in a result.
pub(super) fn found(revision: Revision, method: &str, params: &Value) -> Vec<String> {
    let talk = if revision.is_stateless() {
        let questions = json!({"q": {"method": method, "params": params}});
        Talk::of(revision).call().result(json!({"resultType": "input_required", "inputRequests": questions}))
    } else {
        let ask = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        Talk::of(revision).call().says(&ask).text("done")
    };
    let case = CaseId::new(&SuiteName::new("s"), "c");
    violations(&talk.trace(), "s", Some(&case)).into_iter().map(|violation| violation.message).collect()
}

#[track_caller]
fn check(revision: Revision, method: &str, params: &Value, want: &str) {
    let found = found(revision, method, params);
    assert_eq!(found.len(), usize::from(!want.is_empty()), "{revision}: {params}: {found:?}");
    assert!(found.iter().all(|words| words.contains(want)), "{revision}: {params}: {found:?} is not {want}");
}

fn with(members: &Value) -> Value {
    let mut params = json!({"messages": [{"role": "user", "content": text()}], "maxTokens": 5});
    for (name, value) in members.as_object().expect("members") {
        params[name] = value.clone();
    }
    params
}

/// In both revisions with tools, and not in those before.
#[track_caller]
fn check_tools(members: &Value, want: &str) {
    for revision in [TOOLS, NEWEST] {
        check(revision, "sampling/createMessage", &with(members), want);
    }
}

fn text() -> Value {
    json!({"type": "text", "text": "x"})
}

fn tool_use(id: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "t", "input": {}})
}

fn tool_result(id: &str) -> Value {
    json!({"type": "tool_result", "toolUseId": id, "content": [text()]})
}

fn user(content: &Value) -> Value {
    json!({"role": "user", "content": content})
}

fn assistant(content: &Value) -> Value {
    json!({"role": "assistant", "content": content})
}

#[test]
fn rich_conversations_with_tools_break_nothing() {
    let link = json!({"type": "resource_link", "uri": "a:b", "name": "n"});
    let embedded = json!({"type": "resource", "resource": {"uri": "a:b", "text": "x"}});
    let image = json!({"type": "image", "data": "aGk=", "mimeType": "image/png"});
    let audio = json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"});
    let result = json!({
        "type": "tool_result", "toolUseId": "2", "content": [text(), image, link, embedded], "isError": true,
        "structuredContent": {"a": 1}, "_meta": {"x": 1},
    });
    let messages = json!([
        user(&json!([text(), image, audio])),
        assistant(&json!([text(), tool_use("1"), tool_use("2")])),
        user(&json!([tool_result("1"), result])),
        assistant(&tool_use("3")),
        user(&tool_result("3")),
        assistant(&text()),
    ]);
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]});
    let tool = json!({
        "name": "t", "title": "T", "description": "d", "inputSchema": schema, "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true}, "icons": [],
    });
    for choice in [json!({"mode": "auto"}), json!({"mode": "required"}), json!({"mode": "none"}), json!({})] {
        let tools = json!([tool, {"name": "u", "inputSchema": {"type": "object"}}]);
        let all = json!({
            "messages": messages, "tools": tools, "toolChoice": choice, "systemPrompt": "s", "temperature": 0,
            "stopSequences": [], "metadata": {}, "includeContext": "none",
            "modelPreferences": {"hints": [{}, {"name": "m"}], "costPriority": 0, "speedPriority": 1.0},
        });
        check_tools(&all, "");
    }
    check(FIRST, "sampling/createMessage", &with(&json!({"tools": {}, "toolChoice": "auto"})), "");
}

#[test]
fn uses_and_results_of_tools_are_balanced() {
    let check = |messages: Value, want: &str| check_tools(&json!({"messages": messages}), want);
    let used = assistant(&json!([tool_use("1")]));
    let told = user(&json!([tool_result("1")]));
    let none = "the tool use \"1\" has no result in the next message";
    check(json!([used]), none);
    check(json!([assistant(&tool_use("1"))]), none);
    check(json!([used, user(&text())]), none);
    check(json!([used, user(&json!([tool_result("2")]))]), none);
    check(json!([used, user(&text()), told]), none);
    check(json!([assistant(&json!([tool_use("0"), tool_use("1")])), user(&json!([tool_result("0")]))]), none);
    let unused = "the tool result for \"1\" has no tool use in the message before";
    check(json!([told]), unused);
    check(json!([user(&tool_result("1"))]), unused);
    check(json!([assistant(&text()), told]), unused);
    check(json!([used, told, told]), unused);
    check(json!([used, user(&json!([tool_result("1"), text()]))]), "it mixes `tool_result` with other content");
}

#[test]
fn uses_and_results_of_tools_have_their_roles_and_members() {
    let without = |mut block: Value, name: &str| {
        block.as_object_mut().expect("a block").remove(name);
        block
    };
    let used = |block: Value, want: &str| {
        check_tools(&json!({"messages": [assistant(&json!([block])), user(&json!([tool_result("1")]))]}), want);
    };
    let lost = |block: Value, want: &str| {
        check_tools(&json!({"messages": [assistant(&json!([block]))]}), want);
    };
    lost(without(tool_use("1"), "id"), "message 1: in `tool_use`, `id` is missing");
    used(without(tool_use("1"), "name"), "message 1: in `tool_use`, `name` is missing");
    used(without(tool_use("1"), "input"), "message 1: in `tool_use`, `input` is missing");
    used(json!({"type": "tool_use", "id": "1", "name": "t", "input": "{}"}), "`input` is \"{}\", not an object");
    let told = |block: Value, want: &str| {
        check_tools(&json!({"messages": [assistant(&json!([tool_use("1")])), user(&json!([block]))]}), want);
    };
    told(without(tool_result("1"), "content"), "message 2: in `tool_result`, `content` is missing");
    told(json!({"type": "tool_result", "toolUseId": "1", "content": "x"}), "`content` is \"x\", not an array");
    told(json!({"type": "tool_result", "toolUseId": "1", "content": [{"type": "text"}]}), "`text` is missing");
    let odd = |name: &str, value: Value| {
        let mut block = tool_result("1");
        block[name] = value;
        block
    };
    told(odd("isError", json!("no")), "`isError` is \"no\", not a boolean");
    let structured = json!({"messages": [assistant(&tool_use("1")), user(&odd("structuredContent", json!([1])))]});
    check(TOOLS, "sampling/createMessage", &with(&structured), "`structuredContent` is an array, not an object");
    check(NEWEST, "sampling/createMessage", &with(&structured), "");
    let swapped = json!({"messages": [user(&tool_use("1")), user(&tool_result("1"))]});
    check_tools(&swapped, "message 1: `tool_use` in a message of the user");
    let swapped = json!({"messages": [assistant(&tool_use("1")), assistant(&tool_result("1"))]});
    check_tools(&swapped, "message 2: `tool_result` in a message of the assistant");
}

#[test]
fn offered_tools_have_their_members() {
    check_tools(&json!({"toolChoice": {"mode": "maybe"}}), "in `toolChoice`, `mode` is \"maybe\", not \"auto\"");
    check_tools(&json!({"toolChoice": "auto"}), "`toolChoice` is \"auto\", not an object");
    check_tools(&json!({"tools": {}}), "`tools` is an object, not an array");
    check_tools(&json!({"tools": ["t"]}), "tool 1: it is a string, not an object");
    check_tools(&json!({"tools": [{"name": "t"}]}), "tool 1: `inputSchema` is missing");
    check_tools(&json!({"tools": [{"name": 5, "inputSchema": {"type": "object"}}]}), "tool 1: `name` is 5");
    check_tools(&json!({"tools": [{"inputSchema": {"type": "object"}}]}), "tool 1: `name` is missing");
    let described = |schema: Value| json!({"tools": [{"name": "t", "inputSchema": schema}]});
    check_tools(&described(json!([])), "`inputSchema` is an array, not an object");
    check_tools(&described(json!({})), "in `inputSchema`, `type` is missing");
    check_tools(&described(json!({"type": "object", "required": "a"})), "in `inputSchema`, it is no valid JSON Schema");
    let output =
        json!({"tools": [{"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}}]});
    check(TOOLS, "sampling/createMessage", &with(&output), "in `outputSchema`, `type` is \"array\"");
    check(NEWEST, "sampling/createMessage", &with(&output), "");
}

#[test]
fn limits_and_contents_of_sampling_are_held_in_every_revision() {
    for revision in Revision::ALL {
        let check = |members: Value, want: &str| check(revision, "sampling/createMessage", &with(&members), want);
        check(json!({"messages": []}), "`messages` is an empty array, not an array with messages");
        check(json!({"messages": {}}), "`messages` is an object, not an array");
        check(json!({"messages": [{"role": "tool", "content": text()}]}), "`role` is \"tool\"");
        check(json!({"maxTokens": -1}), "`maxTokens` is -1, not a positive integer");
        check(json!({"maxTokens": "5"}), "`maxTokens` is \"5\"");
        check(json!({"temperature": "hot"}), "`temperature` is \"hot\", not a number");
        check(json!({"stopSequences": "x"}), "`stopSequences` is \"x\"");
        check(json!({"modelPreferences": []}), "`modelPreferences` is an array");
        check(json!({"modelPreferences": {"hints": {"name": "m"}}}), "`hints` is an object");
        check(json!({"modelPreferences": {"intelligencePriority": -0.5}}), "`intelligencePriority` is -0.5");
        check(json!({"metadata": "x"}), "`metadata` is \"x\", not an object");
        check(json!({"systemPrompt": ["x"]}), "`systemPrompt` is an array");
        check(json!({"messages": [user(&json!({"type": "text"}))]}), "`text` is missing");
        check(json!({"messages": [user(&json!({"type": "image", "data": "aGk="}))]}), "`mimeType` is missing");
        check(json!({"messages": [user(&json!({"type": "image", "data": "?", "mimeType": "a/b"}))]}), "no Base64");
        check(json!({"messages": [user(&json!("x"))]}), "it is a string, not an object");
    }
    check_tools(&json!({"messages": [user(&json!([]))]}), "message 1: `content` is an empty array");
}

/// A form with this one field.
#[track_caller]
fn check_field(revisions: &[Revision], field: &Value, want: &str) {
    let params = json!({"message": "?", "requestedSchema": {"type": "object", "properties": {"f": field}}});
    for revision in revisions {
        check(*revision, "elicitation/create", &params, want);
    }
}

const ALL_FORMS: [Revision; 3] = [FORMS, TOOLS, NEWEST];
const NEW_FORMS: [Revision; 2] = [TOOLS, NEWEST];

#[test]
fn fields_of_every_kind_break_nothing() {
    let all = |field: Value| check_field(&ALL_FORMS, &field, "");
    all(json!({"type": "string", "title": "T", "description": "d", "minLength": 0, "maxLength": 9, "pattern": "^a"}));
    all(json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}));
    all(json!({"type": "integer", "minimum": -1, "maximum": 2.5, "title": "T"}));
    all(json!({"type": "boolean", "default": true, "description": "d"}));
    for format in ["email", "uri", "date", "date-time"] {
        all(json!({"type": "string", "format": format}));
    }
    let new = |field: Value| check_field(&NEW_FORMS, &field, "");
    new(json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}], "default": "a"}));
    new(json!({"type": "array", "minItems": 0, "maxItems": 2, "items": {"type": "string", "enum": ["a", "b"]}}));
    let titled = json!({"anyOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]});
    new(json!({"type": "array", "title": "T", "items": titled, "default": ["b", "a"]}));
    new(json!({"type": "number", "default": 0.5}));
}

#[test]
fn choices_are_plain_or_titled_texts() {
    let all = |field: Value, want: &str| check_field(&ALL_FORMS, &field, want);
    all(json!({"type": "string", "enum": "a"}), "`enum` is no array");
    all(json!({"type": "string", "enum": ["a", 1]}), "`enum` has the choice 1, which is no string");
    all(json!({"type": "string", "enum": ["a", "b"], "enumNames": ["A"]}), "`enumNames` has 1 names, and there are 2");
    all(json!({"type": "string", "enum": ["a"], "enumNames": [1]}), "`enumNames/0` is 1, not a string");
    all(json!({"type": "string", "enumNames": ["A"]}), "`enumNames` has 1 names, and there are 0");
    let new = |field: Value, want: &str| check_field(&NEW_FORMS, &field, want);
    let one = |choice: Value| json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}, choice]});
    new(one(json!({"const": "b"})), "`oneOf` has a choice without `title`");
    new(one(json!({"title": "B"})), "`oneOf` has a choice without `const`");
    new(one(json!({"const": 1, "title": "B"})), "`oneOf` has a choice whose `const` 1 is no string");
    new(one(json!("b")), "`oneOf` has a choice without `const`");
    check_field(&[FORMS], &one(json!({"const": "b", "title": "B"})), "`oneOf` came with revision 2025-11-25");
}

#[test]
fn required_fields_are_named_once() {
    let form = |required: Value| {
        let properties = json!({"a": {"type": "string"}, "b": {"type": "string"}});
        let schema = json!({"type": "object", "properties": properties, "required": required});
        json!({"message": "?", "requestedSchema": schema})
    };
    for revision in ALL_FORMS {
        check(revision, "elicitation/create", &form(json!(["a", "b"])), "");
        check(revision, "elicitation/create", &form(json!(["a", "b", "a"])), "`required` has \"a\" twice");
    }
}

#[test]
fn several_are_chosen_among_texts() {
    let new = |items: Value, want: &str| check_field(&NEW_FORMS, &json!({"type": "array", "items": items}), want);
    new(json!({"oneOf": [{"const": "a", "title": "A"}]}), "in `items`, `oneOf` has no place there");
    new(json!({"anyOf": [{"const": "a"}]}), "in `items`, `anyOf` has a choice without `title`");
    new(json!({"enum": ["a"]}), "in `items`, `type` is missing");
    new(json!({"type": "number", "enum": ["a"]}), "in `items`, `type` is \"number\"");
    new(json!({"type": "string", "enum": [1]}), "in `items`, `enum` has the choice 1");
    new(json!({"type": "string"}), "an array without choices has no place in a form");
    new(json!(["a"]), "an array without `items` has no place in a form");
    let several = json!({"type": "array", "items": {"type": "string", "enum": ["a"]}});
    check_field(&[FORMS], &several, "the type \"array\" has no place in a form");
}

#[test]
fn keywords_of_fields_have_their_types() {
    let all = |field: Value, want: &str| check_field(&ALL_FORMS, &field, want);
    all(json!({"type": "string", "minLength": "1"}), "`minLength` is \"1\", not a whole number");
    all(json!({"type": "string", "maxLength": 1.5}), "`maxLength` is 1.5, not a whole number");
    all(json!({"type": "string", "minLength": -1}), "`minLength` is -1, not a whole number");
    all(json!({"type": "string", "minLength": 5, "maxLength": 2}), "`minLength` 5 is above `maxLength` 2");
    all(json!({"type": "string", "title": 1}), "`title` is 1, not a string");
    all(json!({"type": "string", "description": ["d"]}), "`description` is an array, not a string");
    all(json!({"type": "string", "format": "phone"}), "`format` is \"phone\", not one of");
    all(json!({"type": "number", "minimum": "0"}), "`minimum` is \"0\", not a number");
    all(json!({"type": "integer", "maximum": true}), "`maximum` is true, not a number");
    all(json!({"type": "object", "properties": {}}), "the type \"object\" has no place in a form");
    all(json!({"type": "text"}), "the type \"text\" has no place in a form");
    all(json!({"type": ["string", "null"]}), "`type` is missing or no string");
    all(json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), "`type` is missing or no string");
    let several = |name: &str, value: Value| {
        let mut field = json!({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}});
        field[name] = value;
        field
    };
    check_field(&NEW_FORMS, &several("minItems", json!("1")), "`minItems` is \"1\", not a whole number");
    check_field(&NEW_FORMS, &several("maxItems", json!(-1)), "`maxItems` is -1, not a whole number");
    check_field(&NEW_FORMS, &several("default", json!(["c"])), "the default \"c\" is none of the choices");
    check_field(&NEW_FORMS, &several("default", json!("a")), "`default` is \"a\", not an array");
}

#[test]
fn defaults_fit_their_fields_where_the_revision_has_them() {
    check_field(&ALL_FORMS, &json!({"type": "boolean", "default": "yes"}), "`default` is \"yes\", not a boolean");
    let new = |field: Value, want: &str| {
        check_field(&NEW_FORMS, &field, want);
        check_field(&[FORMS], &field, "");
    };
    check_field(&ALL_FORMS, &json!({"type": "string", "default": "a"}), "");
    new(json!({"type": "number", "default": "5"}), "`default` is \"5\", not a number");
    new(json!({"type": "string", "default": 5}), "`default` is 5, not a string");
    new(json!({"type": "string", "enum": ["a"], "default": "b"}), "the default \"b\" is none of the choices");
}

#[test]
fn pages_have_an_address_and_in_one_revision_an_id() {
    let page = |url: &str| json!({"mode": "url", "message": "?", "url": url, "elicitationId": "1"});
    for url in ["example.com/x", "/x", "", "https://", "http:///x", "https://a.example:99999/", "not a url"] {
        check(TOOLS, "elicitation/create", &page(url), "not an absolute URL");
        let plain = json!({"mode": "url", "message": "?", "url": url});
        check(NEWEST, "elicitation/create", &plain, "not an absolute URL");
    }
    for url in ["https://bücher.example/ä", "https://a.example:/", "https://a.example:8080", "mailto:a@b.example"] {
        check(TOOLS, "elicitation/create", &page(url), "");
    }
    let url = "https://example.com";
    check(NEWEST, "elicitation/create", &page(url), "`elicitationId` went with revision 2026-07-28");
    check(TOOLS, "elicitation/create", &page("https://example.com/x?y=1#z"), "");
    let without = json!({"mode": "url", "message": "?", "url": "https://example.com"});
    check(TOOLS, "elicitation/create", &without, "`elicitationId` is missing");
    check(NEWEST, "elicitation/create", &without, "");
    // There were forms only, so that the member meant nothing.
    check(FORMS, "elicitation/create", &without, "`requestedSchema` is missing");
    check(TOOLS, "elicitation/create", &json!({"mode": 5, "message": "?"}), "`mode` is 5, not \"form\" or \"url\"");
}

#[test]
fn tasks_that_are_asked_of_the_client_have_their_members() {
    let form = json!({"message": "?", "requestedSchema": {"type": "object", "properties": {}}});
    for (method, params) in [("sampling/createMessage", with(&json!({}))), ("elicitation/create", form)] {
        let of = |revision: Revision, task: Value, want: &str| {
            let mut params = params.clone();
            params["task"] = task;
            check(revision, method, &params, want);
        };
        of(TOOLS, json!({}), "");
        of(TOOLS, json!({"ttl": 60_000}), "");
        of(TOOLS, json!({"ttl": "long"}), "in `task`, `ttl` is \"long\", not a whole number of milliseconds");
        of(TOOLS, json!({"ttl": 1.5}), "in `task`, `ttl` is 1.5");
        of(TOOLS, json!({"ttl": null}), "in `task`, `ttl` is null");
        of(TOOLS, json!(5), "`task` is 5, not an object");
        of(FORMS, json!(5), "");
        of(NEWEST, json!(5), "");
    }
}

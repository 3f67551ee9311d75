//! What the calls of a trace exercise of what is offered.

#![expect(clippy::needless_pass_by_value, reason = "JSON reads better without `&`")]

use mcpvals_model::mcp::Offer;
use mcpvals_model::{CallEnd, CallRole, Covered, Covering, Event, SessionEnd, Trace};
use serde_json::{Value, json};

use super::{exercised, offered};
use crate::testing::Talk;

/// `+` and the path of what was exercised, `-` and the path of what was not, in the order of the report.
fn told(trace: &Trace) -> Vec<String> {
    let mut covered = offered("server", &trace.offer);
    covered.merge(&exercised("server", trace));
    let coverage = coverage(covered);
    let mut lines = Vec::new();
    for kind in ["tools", "resources", "resourceTemplates", "prompts"] {
        coverage["servers"][0][kind].as_array().into_iter().flatten().for_each(|item| tell(item, "", &mut lines));
    }
    lines
}

fn coverage(covered: Covered) -> Value {
    let mut covering = Covering::default();
    covering.take(&Event::SessionFinished(Box::new(SessionEnd {
        session: 1,
        server: "server".to_owned(),
        trace: Trace::default().into(),
        violations: Vec::new(),
        covered: Some(covered.into()),
    })));
    serde_json::to_value(covering.finish()).expect("a report is JSON")
}

fn tell(item: &Value, before: &str, lines: &mut Vec<String>) {
    let name = ["name", "uri", "uriTemplate", "value"].iter().find_map(|key| item.get(*key)).expect("it has a name");
    let name = name.as_str().map_or_else(|| name.to_string(), str::to_owned);
    let path = if before.is_empty() { name } else { format!("{before} {name}") };
    lines.push(format!("{}{path}", if item["exercised"] == true { '+' } else { '-' }));
    for parts in ["parameters", "values", "arguments"] {
        item[parts].as_array().into_iter().flatten().for_each(|part| tell(part, &path, lines));
    }
}

fn tool(properties: Value) -> Talk {
    Talk::new().tool(json!({"name": "t", "inputSchema": {"type": "object", "properties": properties, "$defs": {
        "Color": {"enum": ["red", "blue"]},
        "Point": {"type": "object", "properties": {"x": {"type": "number"}, "deep": {"$ref": "#/$defs/Point"}}},
    }}}))
}

fn call(talk: Talk, arguments: Value) -> Talk {
    talk.ask(CallRole::Tested, "tools/call", json!({"name": "t", "arguments": arguments}))
}

#[track_caller]
fn check_tool(properties: Value, arguments: Value, expected: &[&str]) {
    let lines = told(&call(tool(properties), arguments).text("done").trace());
    assert_eq!(lines[0], "+t");
    assert_eq!(lines[1..].iter().map(|line| line.replacen("t ", "", 1)).collect::<Vec<_>>(), expected);
}

#[test]
fn parameters_and_values_are_those_that_were_given() {
    check_tool(json!({"a": {}, "b": {"type": "string"}}), json!({"b": null, "other": 1}), &["-a", "+b"]);
    check_tool(json!({"a": {"enum": ["x", 1, null]}}), json!({"a": 1}), &["+a", "-a x", "+a 1", "-a null"]);
    check_tool(json!({"a": {"type": "boolean"}}), json!({"a": false}), &["+a", "-a true", "+a false"]);
    check_tool(json!({"a": {"enum": ["x", "y"]}}), json!({"a": "wrong"}), &["+a", "-a x", "-a y"]);
    check_tool(json!({"a": {"oneOf": [{"const": "x"}, {"const": "y"}]}}), json!({"a": "y"}), &["+a", "-a x", "+a y"]);
    check_tool(json!({"a": {"items": {"enum": [1, 2]}}}), json!({"a": [2, 3]}), &["+a", "-a 1", "+a 2"]);
    check_tool(json!({"a": {"type": "boolean", "const": true}}), json!({}), &["-a", "-a true"]);
    check_tool(json!({"a": {"enum": [1, 2.0, 2.5, -0.0]}}), json!({"a": 2}), &["+a", "-a 1", "+a 2", "-a 2.5", "-a 0"]);
}

#[test]
fn members_of_the_objects_in_a_list_are_parameters() {
    let list = json!({"l": {"items": {"properties": {"id": {}, "on": {"type": "boolean"}}}}});
    let expected = &["+l", "+l[].id", "+l[].on", "+l[].on true", "-l[].on false"];
    check_tool(list.clone(), json!({"l": [{"id": 1}, {"on": true}, 5]}), expected);
    check_tool(list, json!({"l": []}), &["+l", "-l[].id", "-l[].on", "-l[].on true", "-l[].on false"]);
}

#[test]
fn references_are_followed_within_the_schema() {
    let optional = json!({"anyOf": [{"$ref": "#/$defs/Color"}, {"type": "null"}]});
    check_tool(json!({"a": optional}), json!({"a": "blue"}), &["+a", "-a red", "+a blue"]);
    check_tool(json!({"a": {"$ref": "https://example.org/x"}}), json!({"a": 1}), &["+a"]);
    let point = json!({"$ref": "#/$defs/Point"});
    check_tool(json!({"p": point}), json!({"p": {"x": 1, "deep": {"x": 2}}}), &["+p", "+p.x", "+p.deep"]);
    check_tool(json!({"p": {"allOf": [{"$ref": "#/properties/p"}]}}), json!({"p": {}}), &["+p"]);
}

#[test]
fn refusal_exercises_a_tool_and_silence_does_not() {
    let asked = || call(tool(json!({"a": {}})), json!({"a": 1}));
    assert_eq!(told(&asked().tool_error("no").trace()), ["+t", "+t a"]);
    assert_eq!(told(&asked().error(-32602, "no").trace()), ["+t", "+t a"]);
    for end in [CallEnd::TimedOut { after_ms: 1 }, CallEnd::Closed, CallEnd::NotSent { problem: String::new() }] {
        assert_eq!(told(&asked().ends(end).trace()), ["-t", "-t a"]);
    }
    assert_eq!(told(&tool(json!({"a": {}})).trace()), ["-t", "-t a"]);
}

#[test]
fn setup_verify_and_teardown_count_as_well() {
    for role in [CallRole::Setup(0), CallRole::Verify(1), CallRole::Teardown(0)] {
        let talk = tool(json!({})).ask(role, "tools/call", json!({"name": "t"})).text("done");
        assert_eq!(told(&talk.trace()), ["+t"]);
    }
}

#[test]
fn tool_that_is_not_offered_is_no_item() {
    let talk = Talk::new().malformed("broken", "`inputSchema` is missing");
    let talk = talk.ask(CallRole::Tested, "tools/call", json!({"name": "unknown", "arguments": {"a": 1}}));
    assert_eq!(told(&talk.error(-32602, "unknown tool").trace()), ["-broken"]);
}

#[test]
fn resources_templates_and_prompts_are_read_and_got() {
    let talk = Talk::new().offer(|offer| {
        offer.resources = vec![json!({"uri": "memo://1"}), json!({"uri": "memo://2"}), json!({"name": "no uri"})];
        offer.resource_templates = vec![json!({"uriTemplate": "memo://{id}"}), json!({"uriTemplate": "x://{id}"})];
        let arguments = json!([{"name": "who", "required": true}, {"name": "style"}]);
        offer.prompts = vec![json!({"name": "greet", "arguments": arguments}), json!({"name": "other"})];
    });
    let talk = talk.ask(CallRole::Tested, "resources/read", json!({"uri": "memo://2"})).result(json!({"contents": []}));
    let got = json!({"name": "greet", "arguments": {"who": "Ann"}});
    let talk = talk.ask(CallRole::Tested, "prompts/get", got).result(json!({"messages": []}));
    assert_eq!(
        told(&talk.trace()),
        ["-memo://1", "+memo://2", "+memo://{id}", "-x://{id}", "+greet", "+greet who", "-greet style", "-other"]
    );
}

#[test]
fn server_that_offers_without_end_is_cut() {
    let enormous: Value = (0..50_000).map(|n| (format!("p{n}"), json!({"type": "boolean"}))).collect();
    let covered = offered("server", &tool(enormous).trace().offer);
    assert!(covered.cut);
    let unread = |offer: &mut Offer| offer.unread.push(("prompts/list".to_owned(), "no answer".to_owned()));
    assert!(offered("server", &Talk::new().offer(unread).trace().offer).cut);
    assert_eq!(coverage(covered)["items"], 10_000);
}

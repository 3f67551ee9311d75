//! Conversations with the good server over stdio.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::message::{call, modern, request, text};
use crate::talk::Talk;

const ALL: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn open(arguments: &[&str]) -> Talk {
    let all = json!({"roots": {}, "sampling": {}, "elicitation": {}});
    Talk::open(&[&["none"], arguments].concat(), "2025-11-25", &all).0
}

fn ask_modern(talk: &mut Talk, message: Value) -> Value {
    talk.ask(&modern(message, &json!({"sampling": {}})))
}

#[test]
fn each_legacy_revision_is_negotiated_and_serves_calls() {
    for revision in ALL {
        let (mut talk, answer) = Talk::open(&["none"], revision, &json!({}));
        assert_eq!(answer["result"]["protocolVersion"], revision);
        let sum = talk.ask(&call(2, "add", &json!({"a": 5, "b": 3})));
        assert_eq!(text(&sum), r#"{"result":8}"#);
        let structured = sum["result"].get("structuredContent");
        assert_eq!(structured.is_some(), revision >= "2025-06-18", "{revision}");
    }
}

#[test]
fn one_legacy_revision_is_offered_to_those_who_ask_for_another() {
    let (_, answer) = Talk::open(&["none", "--revision", "2024-11-05"], "2025-11-25", &json!({}));
    assert_eq!(answer["result"]["protocolVersion"], "2024-11-05");
}

#[test]
fn tool_errors_and_protocol_errors_differ() {
    let mut talk = open(&[]);
    let zero = talk.ask(&call(2, "divide", &json!({"a": 1, "b": 0})));
    assert_eq!((text(&zero), &zero["result"]["isError"]), ("division by zero", &json!(true)));
    assert_eq!(talk.ask(&call(3, "fail", &json!({"kind": "rpc"})))["error"]["code"], -32050);
    assert_eq!(talk.ask(&call(4, "nobody", &json!({})))["error"]["code"], -32602);
    assert_eq!(talk.ask(&request(5, "made/up", &json!({})))["error"]["code"], -32601);
    assert_eq!(talk.ask(&call(6, "echo", &json!({"message": 1})))["result"]["isError"], true);
}

#[test]
fn before_2025_11_25_wrong_arguments_are_protocol_errors() {
    let (mut talk, _) = Talk::open(&["none"], "2025-06-18", &json!({}));
    assert_eq!(talk.ask(&call(2, "echo", &json!({})))["error"]["code"], -32602);
}

#[test]
fn malformed_messages_are_refused_and_the_session_goes_on() {
    let mut talk = open(&[]);
    talk.say_bytes(b"{\"jsonrpc\":\"2.0\",\n");
    assert_eq!(talk.hear()["error"]["code"], -32700);
    for wrong in [json!([]), json!(7), json!({"id": 2, "method": "ping"}), json!({"jsonrpc": "2.0", "id": null})] {
        assert_eq!(talk.ask(&wrong)["error"]["code"], -32600, "{wrong}");
    }
    assert_eq!(talk.ask(&request(3, "ping", &json!({})))["result"], json!({}));
}

#[test]
fn nothing_is_served_before_initialize_but_ping() {
    let mut talk = Talk::start(&["none", "--era", "legacy"]);
    assert_eq!(talk.ask(&request(1, "tools/list", &json!({})))["error"]["code"], -32600);
    assert_eq!(talk.ask(&request(2, "ping", &json!({})))["result"], json!({}));
    assert_eq!(talk.ask(&request(3, "server/discover", &json!({})))["error"]["code"], -32601);
}

#[test]
fn pages_give_every_tool_once() {
    let mut talk = open(&["--page-size", "7"]);
    let whole = Talk::open(&["none"], "2025-11-25", &json!({})).0.ask(&request(2, "tools/list", &json!({})));
    let (mut tools, mut params) = (Vec::new(), json!({}));
    for id in 2.. {
        let page = talk.ask(&request(id, "tools/list", &params));
        tools.extend(page["result"]["tools"].as_array().unwrap().clone());
        let Some(cursor) = page["result"].get("nextCursor") else { break };
        params = json!({"cursor": cursor});
    }
    assert_eq!(Value::Array(tools), whole["result"]["tools"]);
    assert_eq!(talk.ask(&request(50, "tools/list", &json!({"cursor": "x"})))["error"]["code"], -32602);
}

#[test]
fn sleeping_calls_are_served_together_and_can_be_cancelled() {
    let mut talk = open(&[]);
    let start = Instant::now();
    for id in 2..12 {
        talk.say(&call(id, "sleep", &json!({"ms": 300})));
    }
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}));
    let answered: Vec<_> = (0..9).map(|_| talk.hear()["id"].as_u64().unwrap()).collect();
    assert!(!answered.contains(&2), "{answered:?}");
    assert!(start.elapsed() < Duration::from_millis(2900), "{:?}", start.elapsed());
    assert_eq!(talk.hear_line(Duration::from_millis(200)), None);
}

#[test]
fn state_lasts_for_the_process() {
    let mut talk = open(&[]);
    assert_eq!(text(&talk.ask(&call(2, "counter", &json!({})))), "1");
    assert_eq!(text(&talk.ask(&call(3, "counter", &json!({})))), "2");
    let put = talk.ask(&call(4, "put", &json!({"key": "k", "value": [1, "two"]})));
    let id = put["result"]["structuredContent"]["id"].clone();
    assert_eq!(text(&talk.ask(&call(5, "get", &json!({"key": id})))), r#"[1,"two"]"#);
    assert_eq!(talk.ask(&call(6, "get", &json!({"key": "other"})))["result"]["isError"], true);
}

#[test]
fn the_server_asks_the_client_and_waits_for_its_answer() {
    let mut talk = open(&[]);
    for (tool, method) in [
        ("ask_sampling", "sampling/createMessage"),
        ("ask_elicitation", "elicitation/create"),
        ("ask_roots", "roots/list"),
    ] {
        let question = talk.ask(&call(2, tool, &json!({})));
        assert_eq!(question["method"], method);
        let answer = talk.ask(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"said": tool}}));
        assert_eq!((&answer["id"], text(&answer)), (&json!(2), format!("{{\"said\":\"{tool}\"}}").as_str()));
    }
}

#[test]
fn a_client_without_the_capability_is_not_asked() {
    let (mut talk, _) = Talk::open(&["none"], "2025-11-25", &json!({}));
    assert_eq!(talk.ask(&call(2, "ask_sampling", &json!({})))["result"]["isError"], true);
}

#[test]
fn progress_and_log_come_before_the_answer() {
    let mut talk = open(&[]);
    talk.say(&call(2, "progress", &json!({"steps": 2})));
    let steps: Vec<_> = (0..2).map(|_| talk.hear()["params"].clone()).collect();
    assert_eq!(steps[1], json!({"progressToken": "t", "progress": 2, "total": 2}));
    assert_eq!(talk.hear()["id"], 2);
    talk.say(&call(3, "log", &json!({"level": "info"})));
    assert_eq!(talk.hear()["params"]["level"], "info");
    assert_eq!(talk.hear()["id"], 3);
    talk.ask(&request(4, "logging/setLevel", &json!({"level": "error"})));
    assert_eq!(talk.ask(&call(5, "log", &json!({"level": "info"})))["id"], 5);
}

#[test]
fn a_changed_list_is_announced() {
    let mut talk = open(&[]);
    assert_eq!(talk.ask(&call(2, "touch_list", &json!({})))["method"], "notifications/tools/list_changed");
    assert_eq!(text(&talk.hear()), "added extra_1");
    assert_eq!(text(&talk.ask(&call(3, "extra_1", &json!({})))), "this is extra_1");
}

#[test]
fn late_tools_appear_with_the_news_of_them() {
    let mut talk = open(&["--late-tools"]);
    assert_eq!(talk.hear()["method"], "notifications/tools/list_changed");
    let tools = talk.ask(&request(2, "tools/list", &json!({})));
    assert_eq!(tools["result"]["tools"].as_array().unwrap().last().unwrap()["name"], "late");
}

#[test]
fn a_batch_is_answered_by_a_batch_in_2025_03_26_alone() {
    let batch = json!([request(2, "ping", &json!({})), call(3, "echo", &json!({"message": "hi"}))]);
    let (mut talk, _) = Talk::open(&["none"], "2025-03-26", &json!({}));
    assert_eq!(talk.ask(&batch).as_array().unwrap().len(), 2);
    assert_eq!(open(&[]).ask(&batch)["error"]["code"], -32600);
}

#[test]
fn a_modern_request_needs_no_handshake_and_carries_its_meta() {
    let mut talk = Talk::start(&["none", "--era", "modern"]);
    let discovered = ask_modern(&mut talk, request(1, "server/discover", &json!({})));
    assert_eq!(discovered["result"]["supportedVersions"], json!(["2026-07-28"]));
    for method in ["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list"] {
        let result = ask_modern(&mut talk, request(2, method, &json!({})))["result"].clone();
        assert_eq!(result["resultType"], "complete", "{method}");
        assert!(result["ttlMs"].is_u64() && result["cacheScope"].is_string(), "{method}: {result}");
    }
    let sum = ask_modern(&mut talk, call(3, "add", &json!({"a": 5, "b": 3})));
    assert_eq!(sum["result"]["structuredContent"], json!({"result": 8}));
    assert!(sum["result"].get("ttlMs").is_none());
    assert_eq!(talk.ask(&request(4, "tools/list", &json!({})))["error"]["code"], -32602);
    assert_eq!(ask_modern(&mut talk, request(5, "ping", &json!({})))["error"]["code"], -32601);
}

#[test]
fn an_unsupported_version_is_answered_with_the_supported_ones() {
    let mut talk = Talk::start(&["none", "--era", "modern"]);
    let mut message = modern(request(1, "tools/list", &json!({})), &json!({}));
    message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("1900-01-01");
    let error = talk.ask(&message)["error"].clone();
    assert_eq!(error["code"], -32022);
    assert_eq!(error["data"], json!({"supported": ["2026-07-28"], "requested": "1900-01-01"}));
    let legacy = crate::message::initialize("2025-11-25", &json!({}));
    assert_eq!(talk.ask(&legacy)["error"]["data"]["supported"], json!(["2026-07-28"]));
}

#[test]
fn a_dual_server_serves_both_eras_in_one_process() {
    let mut talk = open(&[]);
    let modern_answer = ask_modern(&mut talk, call(2, "echo", &json!({"message": "hi"})));
    assert_eq!(modern_answer["result"]["resultType"], "complete");
    let legacy_answer = talk.ask(&call(3, "echo", &json!({"message": "hi"})));
    assert!(legacy_answer["result"].get("resultType").is_none());
}

#[test]
fn input_is_required_and_taken_with_its_state() {
    let mut talk = Talk::start(&["none"]);
    let first = ask_modern(&mut talk, call(1, "ask_sampling", &json!({})));
    let result = &first["result"];
    assert_eq!(result["resultType"], "input_required");
    assert_eq!(result["inputRequests"]["question"]["method"], "sampling/createMessage");
    let mut retry = call(2, "ask_sampling", &json!({}));
    retry["params"]["requestState"] = result["requestState"].clone();
    retry["params"]["inputResponses"] = json!({"question": {"role": "assistant"}});
    assert_eq!(text(&ask_modern(&mut talk, retry.clone())), r#"{"role":"assistant"}"#);
    retry["params"]["requestState"] = json!("forged");
    assert_eq!(ask_modern(&mut talk, retry)["error"]["code"], -32602);
    let refused = ask_modern(&mut talk, call(3, "ask_roots", &json!({})));
    assert_eq!(refused["error"]["data"], json!({"requiredCapabilities": {"roots": {}}}));
}

#[test]
fn a_subscription_is_acknowledged_and_tagged() {
    let mut talk = Talk::start(&["none"]);
    let listen = request(7, "subscriptions/listen", &json!({"notifications": {"toolsListChanged": true}}));
    let acknowledged = ask_modern(&mut talk, listen);
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    assert_eq!(acknowledged["params"]["notifications"], json!({"toolsListChanged": true}));
    let changed = ask_modern(&mut talk, call(8, "touch_list", &json!({})));
    assert_eq!(changed["params"]["_meta"]["io.modelcontextprotocol/subscriptionId"], 7);
    assert_eq!(talk.hear()["id"], 8);
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}));
    assert_eq!(ask_modern(&mut talk, call(9, "touch_list", &json!({})))["id"], 9);
}

#[test]
fn modern_logs_come_only_where_the_request_asks() {
    let mut talk = Talk::start(&["none"]);
    assert_eq!(ask_modern(&mut talk, call(1, "log", &json!({"level": "error"})))["id"], 1);
    let mut wanted = call(2, "log", &json!({"level": "error"}));
    wanted["params"]["_meta"]["io.modelcontextprotocol/logLevel"] = json!("warning");
    assert_eq!(ask_modern(&mut talk, wanted)["method"], "notifications/message");
    assert_eq!(talk.hear()["id"], 2);
}

#[test]
fn crash_ends_with_the_code_and_the_end_of_stdin_with_none() {
    let mut talk = open(&[]);
    talk.say(&call(2, "crash", &json!({"code": 42})));
    assert_eq!(talk.end(crate::talk::PATIENCE).unwrap().code(), Some(42));
    let mut talk = open(&[]);
    talk.close_stdin();
    assert_eq!(talk.end(crate::talk::PATIENCE).unwrap().code(), Some(0));
}

#[test]
fn resources_are_listed_over_pages_and_read() {
    let mut talk = open(&["--resources", "5", "--page-size", "3"]);
    let page = talk.ask(&request(2, "resources/list", &json!({})));
    assert_eq!(page["result"]["resources"].as_array().unwrap().len(), 3);
    let rest = talk.ask(&request(3, "resources/list", &json!({"cursor": page["result"]["nextCursor"]})));
    assert_eq!(rest["result"]["resources"][1]["uri"], "numbered://5");
    let read = |talk: &mut Talk, uri: &str| talk.ask(&request(4, "resources/read", &json!({"uri": uri})));
    assert_eq!(read(&mut talk, "numbered://5")["result"]["contents"][0]["text"], "this is numbered://5");
    assert_eq!(read(&mut talk, "letter://Ann")["result"]["contents"][0]["text"], "Dear Ann");
    assert!(read(&mut talk, "picture://1")["result"]["contents"][0]["blob"].is_string());
    assert_eq!(read(&mut talk, "numbered://6")["error"]["code"], -32002);
}

#[test]
fn a_changed_resource_is_announced_to_those_who_subscribed() {
    let mut talk = open(&[]);
    let save = |id: u64| call(id, "save_note", &json!({"text": "new"}));
    assert_eq!(text(&talk.ask(&save(2))), "saved");
    let note = json!({"uri": "note://1"});
    assert_eq!(talk.ask(&request(3, "resources/subscribe", &note))["result"], json!({}));
    assert_eq!(talk.ask(&save(4))["params"], note);
    assert_eq!(text(&talk.hear()), "saved");
    assert_eq!(talk.ask(&request(5, "resources/unsubscribe", &note))["result"], json!({}));
    assert_eq!(text(&talk.ask(&save(6))), "saved");
    let unknown = request(7, "resources/subscribe", &json!({"uri": "note://2"}));
    assert_eq!(talk.ask(&unknown)["error"]["code"], -32002);
    let added = talk.ask(&call(8, "add_resource", &json!({})));
    assert_eq!(added["method"], "notifications/resources/list_changed");
    assert_eq!(text(&talk.hear()), "added extra://1");
}

#[test]
fn a_modern_subscription_names_its_resources() {
    let mut talk = Talk::start(&["none"]);
    let filter = json!({"resourceSubscriptions": ["note://1", "note://2"], "resourcesListChanged": true});
    let listen = request(7, "subscriptions/listen", &json!({"notifications": filter}));
    let acknowledged = ask_modern(&mut talk, listen)["params"]["notifications"].clone();
    assert_eq!(acknowledged, json!({"resourceSubscriptions": ["note://1"], "resourcesListChanged": true}));
    let updated = ask_modern(&mut talk, call(8, "save_note", &json!({"text": "new"})))["params"].clone();
    assert_eq!(updated, json!({"uri": "note://1", "_meta": {"io.modelcontextprotocol/subscriptionId": 7}}));
    assert_eq!(talk.hear()["id"], 8);
    let subscribe = request(9, "resources/subscribe", &json!({"uri": "note://1"}));
    assert_eq!(ask_modern(&mut talk, subscribe)["error"]["code"], -32601);
}

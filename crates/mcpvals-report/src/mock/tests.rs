//! What a conversation says to messages, from frames to answers.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::mcp::Offer;
use mcpvals_model::{Channel, Direction, Frame, SessionEnd, SessionStart, Trace};
use serde_json::{Value, json};

use super::{Conversation, Outgoing, Recording, RecordingError, Stream, Wait};
use crate::trace_file::{Header, StoredTrace, TraceOf};

/// A file of one session with these messages: those of the client begin with `>`.
fn stored(session: u64, server: &str, messages: &[(char, Value)]) -> StoredTrace {
    let frame = |(seq, (from, message)): (u64, &(char, Value))| {
        let direction = if *from == '>' { Direction::Sent } else { Direction::Received };
        Frame::new(seq, seq, direction, Channel::Wire, message.to_string().into_bytes())
    };
    let trace = Trace { frames: (1..).zip(messages).map(frame).collect(), ..Trace::default() };
    let start = json!({"session": session, "server": server, "transport": "stdio", "profile": "full", "readyMs": 1.0});
    let start: SessionStart = serde_json::from_value(start).unwrap();
    let end = SessionEnd {
        session,
        server: server.to_owned(),
        trace: Arc::new(trace),
        violations: Vec::new(),
        covered: None,
    };
    StoredTrace {
        header: Header::new("2026-01-01T00:00:00Z", "c.json", TraceOf::Session(session)),
        sessions: vec![SessionStart { offer: Arc::new(Offer::default()), ..start }],
        played: Vec::new(),
        ends: vec![end],
        cut: None,
    }
}

fn conversation(messages: &[(char, Value)]) -> Conversation {
    Conversation::new(Arc::new(Recording::new(&[stored(1, "s", messages)], None).unwrap()))
}

fn request(id: impl Into<Value>, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "method": method, "params": params})
}

fn answer(id: impl Into<Value>, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id.into(), "result": result})
}

fn call(id: impl Into<Value>, tool: &str, token: Option<u32>) -> Value {
    let meta = token.map_or_else(|| json!({}), |token| json!({"progressToken": token}));
    request(id, "tools/call", &json!({"name": tool, "arguments": {}, "_meta": meta}))
}

fn progress(token: u32) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": token, "progress": 1}})
}

fn messages(said: Vec<Outgoing>) -> Vec<Value> {
    said.into_iter().map(|outgoing| outgoing.message).collect()
}

#[test]
fn different_answers_come_in_order_and_then_the_last_again() {
    let turns =
        [(1, "one"), (2, "two")].map(|(id, text)| [('>', call(id, "t", None)), ('<', answer(id, &json!(text)))]);
    let mut talk = conversation(&turns.concat());
    let bare = |id: u32| request(id, "tools/call", &json!({"name": "t"}));
    let said: Vec<Value> = (7..10).flat_map(|id| messages(talk.receive(&bare(id)))).collect();
    assert_eq!(said, [answer(7, &json!("one")), answer(8, &json!("two")), answer(9, &json!("two"))]);
    assert_eq!((talk.answered(), talk.missed()), (3, 0));
}

#[test]
fn progress_has_the_token_of_the_client_that_asked_for_it() {
    let recorded = [('>', call(1, "t", Some(4))), ('<', progress(4)), ('<', answer(1, &json!({})))];
    let mut talk = conversation(&recorded);
    assert_eq!(messages(talk.receive(&call("x", "t", Some(9)))), [progress(9), answer("x", &json!({}))]);
    assert_eq!(messages(talk.receive(&call("y", "t", None))), [answer("y", &json!({}))]);
}

#[test]
fn question_is_asked_again_and_waited_for() {
    let asked = |id: Value| request(id, "sampling/createMessage", &json!({"maxTokens": 1}));
    let hello = |capabilities: Value| request(0, "initialize", &json!({"capabilities": capabilities}));
    let recorded = [
        ('>', hello(json!({"sampling": {}}))),
        ('<', answer(0, &json!({}))),
        ('>', call(1, "t", None)),
        ('<', asked(json!("q7"))),
        ('>', answer("q7", &json!("a"))),
        ('<', answer(1, &json!("b"))),
    ];
    let mut talk = conversation(&recorded);
    talk.receive(&hello(json!({"sampling": {}})));
    let question = talk.receive(&call(5, "t", None));
    let stream = Stream::Request(json!(5));
    assert_eq!(question, [Outgoing { message: asked(json!(1)), stream }]);
    assert_eq!(talk.new_waits(), [Wait { number: 1, at_most: Duration::from_mins(1) }]);
    assert_eq!(talk.receive(&answer(8, &json!("no such question"))), []);
    assert_eq!(messages(talk.receive(&answer(1, &json!("other")))), [answer(5, &json!("b"))]);
    // A client that does not answer, and one that cancels.
    talk.receive(&call(6, "t", None));
    assert_eq!(messages(talk.give_up(2)), [answer(6, &json!("b"))]);
    talk.receive(&call(7, "t", None));
    talk.receive(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}));
    assert_eq!(talk.give_up(3), []);
    // A client that cannot be asked.
    talk.receive(&hello(json!({})));
    assert_eq!(messages(talk.receive(&call(9, "t", None))), [answer(9, &json!("b"))]);
}

#[test]
fn what_was_answered_only_when_it_was_cancelled_waits_for_that() {
    let cancel = |id: u32| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
    let mut talk = conversation(&[('>', call(1, "t", None)), ('>', cancel(1)), ('<', answer(1, &json!("stopped")))]);
    assert_eq!(talk.receive(&call(5, "t", None)), []);
    assert_eq!(messages(talk.receive(&cancel(5))), [answer(5, &json!("stopped"))]);
}

#[test]
fn answer_that_came_after_that_of_a_later_request_comes_after_it_again() {
    let recorded = [
        ('>', call(1, "slow", None)),
        ('>', call(2, "quick", None)),
        ('<', answer(2, &json!("q"))),
        ('<', answer(1, &json!("s"))),
    ];
    let mut talk = conversation(&recorded);
    assert_eq!(talk.receive(&call(5, "slow", None)), []);
    // Twice as long as the recorded answer took, three frames of a microsecond each, and a second.
    assert_eq!(talk.new_waits(), [Wait { number: 1, at_most: Duration::from_micros(1_000_006) }]);
    assert_eq!(messages(talk.receive(&call(6, "quick", None))), [answer(6, &json!("q")), answer(5, &json!("s"))]);
    let mut alone = conversation(&recorded);
    alone.receive(&call(5, "slow", None));
    assert_eq!(messages(alone.give_up(1)), [answer(5, &json!("s"))]);
}

#[test]
fn subscription_has_the_id_of_the_request_that_opened_it() {
    let update = |id: u32| {
        let meta = json!({"io.modelcontextprotocol/subscriptionId": id});
        json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": "u", "_meta": meta}})
    };
    let listen = |id: u32| request(id, "subscriptions/listen", &json!({"notifications": {}}));
    let recorded = [('>', listen(3)), ('>', call(4, "t", None)), ('<', answer(4, &json!({}))), ('<', update(3))];
    let mut talk = conversation(&recorded);
    assert_eq!(talk.receive(&listen(30)), []);
    let said = talk.receive(&call(31, "t", None));
    let streams: Vec<_> = said.iter().map(|outgoing| outgoing.stream.clone()).collect();
    assert_eq!(streams, [Stream::Request(json!(31)), Stream::Request(json!(30))]);
    assert_eq!(messages(said), [answer(31, &json!({})), update(30)]);
}

#[test]
fn client_that_can_be_asked_the_same_is_preferred() {
    let session = |number: u64, capabilities: Value, tools: &str| {
        stored(
            number,
            "s",
            &[
                (
                    '>',
                    request(1, "initialize", &json!({"protocolVersion": "2025-11-25", "capabilities": capabilities})),
                ),
                ('<', answer(1, &json!({"protocolVersion": "2025-11-25"}))),
                ('>', request(2, "tools/list", &json!({}))),
                ('<', answer(2, &json!(tools))),
            ],
        )
    };
    let files = [session(1, json!({"sampling": {}}), "many"), session(2, json!({}), "few")];
    let recording = Arc::new(Recording::new(&files, None).unwrap());
    for (capabilities, tools) in [(json!({}), "few"), (json!({"sampling": {}}), "many"), (json!({"roots": {}}), "many")]
    {
        let mut talk = Conversation::new(Arc::clone(&recording));
        let hello = json!({"protocolVersion": "2024-11-05", "capabilities": capabilities});
        let said = messages(talk.receive(&request(1, "initialize", &hello)));
        assert_eq!(said, [answer(1, &json!({"protocolVersion": "2024-11-05"}))]);
        assert_eq!(
            messages(talk.receive(&request(2, "tools/list", &json!({"cursor": null})))),
            [answer(2, &json!(tools))]
        );
    }
}

#[test]
fn each_session_is_answered_as_one_session_was() {
    let inc = || request(1, "tools/call", &json!({"name": "inc"}));
    let session = |number: u64, times: u64| {
        let said = (1..=times).flat_map(|count| [('>', inc()), ('<', answer(1, &json!(count)))]);
        stored(number, "s", &said.collect::<Vec<_>>())
    };
    let files = [session(1, 1), session(2, 2), session(3, 1)];
    let recording = Arc::new(Recording::new(&files, None).unwrap());
    let counts = |times: usize| -> Vec<Value> {
        let mut talk = Conversation::new(Arc::clone(&recording));
        (0..times).map(|_| messages(talk.receive(&inc()))[0]["result"].clone()).collect()
    };
    assert_eq!(counts(1), [json!(1)]);
    assert_eq!(counts(2), [json!(1), json!(2)]);
    // Beyond what any session has, the next of all.
    assert_eq!(counts(4), [json!(1), json!(2), json!(2), json!(1)]);
}

#[test]
fn secret_that_was_taken_out_stands_for_anything() {
    let mut talk = conversation(&[('>', call(1, "key [redacted:KEY]", None)), ('<', answer(1, &json!("ok")))]);
    assert_eq!(messages(talk.receive(&call(2, "key abc", None))), [answer(2, &json!("ok"))]);
}

#[test]
fn what_was_not_recorded_names_the_nearest() {
    let with = |name: &str, b: u32| request(1, "tools/call", &json!({"name": name, "arguments": {"a": 1, "b": b}}));
    let mut talk = conversation(&[('>', with("add", 2)), ('>', with("sub", 3)), ('<', answer(1, &json!({})))]);
    let mut words = |asked: &Value| {
        let said = messages(talk.receive(asked));
        (said[0]["error"]["code"].as_i64().unwrap(), said[0]["error"]["message"].as_str().unwrap().to_owned())
    };
    let (code, said) = words(&with("add", 3));
    assert!(code == -32602 && said.ends_with("has `arguments.b`: 2 instead of 3"), "{said}");
    let more = request(1, "tools/call", &json!({"name": "sub", "arguments": {"b": 3, "c": [1]}}));
    let (_, said) = words(&more);
    assert!(said.ends_with("has `arguments.a`: 1 as well, no `arguments.c`"), "{said}");
    assert_eq!(
        words(&request(1, "prompts/list", &json!({}))),
        (-32601, "`prompts/list` is not in the recording; what is: `tools/call`".to_owned())
    );
    assert_eq!(messages(talk.receive(&request(1, "ping", &json!({})))), [answer(1, &json!({}))]);
    assert_eq!(talk.receive(&json!({"jsonrpc": "2.0", "method": "notifications/never"})), []);
    assert_eq!(messages(talk.receive(&json!([])))[0]["error"]["code"], -32600);
    assert_eq!(talk.missed(), 3);
}

#[test]
fn recording_is_of_one_server() {
    let of = |name: &str| stored(1, name, &[('>', call(1, "t", None))]);
    let files = [of("a"), of("b")];
    assert!(matches!(Recording::new(&files, None), Err(RecordingError::Several(names)) if names == ["a", "b"]));
    assert!(matches!(Recording::new(&files, Some("c")), Err(RecordingError::NoServer { .. })));
    assert_eq!(Recording::new(&files, Some("b")).unwrap().requests(), 1);
    assert!(matches!(Recording::new(&[], None), Err(RecordingError::Empty)));
}

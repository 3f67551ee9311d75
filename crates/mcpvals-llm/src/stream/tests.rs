//! Streams as the providers' documentation shows them, and all that may be wrong with one.

mod properties;

use mcpvals_model::Provider;
use serde_json::{Value, json};

use super::{Assembly, Broken, PARTS_MAX, STREAM_BYTES_MAX};
use crate::ToolNames;

/// What comes of a stream.
fn assembled(provider: Provider, stream: &str) -> Result<Value, Broken> {
    let mut assembly = Assembly::new(provider);
    assembly.feed(stream.as_bytes())?;
    assembly.finish()
}

/// Events with these data.
fn unnamed(events: &[Value]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect::<Vec<_>>().concat()
}

/// Events with these data, named by their `type`.
fn named(events: &[Value]) -> String {
    let name = |event: &Value| event["type"].as_str().unwrap_or_default().to_owned();
    events.iter().map(|event| format!("event: {}\ndata: {event}\n\n", name(event))).collect::<Vec<_>>().concat()
}

#[track_caller]
fn check(provider: Provider, stream: &str, whole: &Value) {
    assert_eq!(assembled(provider, stream), Ok(whole.clone()), "{stream}");
}

/// A stream in which the model says this, as each provider has it.
fn saying(provider: Provider, pieces: &[&str]) -> String {
    let all = |event: &dyn Fn(&&str) -> Value| pieces.iter().map(event).collect::<Vec<Value>>();
    match provider {
        Provider::Anthropic => {
            let delta = |piece: &&str| json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}});
            let start = json!({"type": "message_start", "message": {"role": "assistant", "content": [], "usage": {"input_tokens": 3}}});
            let block =
                json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}});
            let end =
                json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 4}});
            let stop = json!({"type": "message_stop"});
            named(&[vec![start, block], all(&delta), vec![end, stop]].concat())
        }
        Provider::Openai => {
            let delta = |piece: &&str| json!({"type": "response.output_text.delta", "delta": piece});
            let message = json!({"type": "message", "content": [{"type": "output_text", "text": pieces.concat()}]});
            let response = json!({"status": "completed", "output": [message]});
            named(&[all(&delta), vec![json!({"type": "response.completed", "response": response})]].concat())
        }
        Provider::OpenaiCompatible => {
            let delta =
                |piece: &&str| json!({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": null}]});
            let end = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
            unnamed(&[all(&delta), vec![end]].concat()) + "data: [DONE]\n\n"
        }
        Provider::Gemini => {
            let chunk = |piece: &&str| json!({"candidates": [{"content": {"parts": [{"text": piece}]}}]});
            let end = json!({"candidates": [{"finishReason": "STOP"}]});
            unnamed(&[all(&chunk), vec![end]].concat())
        }
    }
}

#[test]
fn what_was_said_in_pieces_is_read_as_what_was_said_at_once() {
    for provider in Provider::ALL {
        let whole = assembled(provider, &saying(provider, &["It ", "is", " 3."])).expect("a whole");
        let reply = crate::provider::read(provider, &whole, &ToolNames::default()).expect("it can be read");
        assert_eq!((reply.text.as_str(), reply.stop), ("It is 3.", mcpvals_model::Stop::End), "{provider}");
    }
}

#[test]
fn anthropics_blocks_become_whole() {
    let block =
        |index: usize, whole: Value| json!({"type": "content_block_start", "index": index, "content_block": whole});
    let delta = |index: usize, delta: Value| json!({"type": "content_block_delta", "index": index, "delta": delta});
    let usage = json!({"input_tokens": 25, "cache_read_input_tokens": 5, "output_tokens": 1});
    let stream = named(&[
        json!({"type": "message_start", "message": {"id": "m", "content": [], "stop_reason": null, "usage": usage}}),
        block(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
        json!({"type": "ping"}),
        delta(0, json!({"type": "thinking_delta", "thinking": "h"})),
        delta(0, json!({"type": "thinking_delta", "thinking": "m"})),
        delta(0, json!({"type": "signature_delta", "signature": "s"})),
        json!({"type": "content_block_stop", "index": 0}),
        block(1, json!({"type": "tool_use", "id": "c", "name": "add", "input": {}})),
        delta(1, json!({"type": "input_json_delta", "partial_json": ""})),
        delta(1, json!({"type": "input_json_delta", "partial_json": "{\"a\":"})),
        delta(1, json!({"type": "delta_of_tomorrow", "x": 1})),
        delta(1, json!({"type": "input_json_delta", "partial_json": " 1}"})),
        block(2, json!({"type": "tool_use", "id": "d", "name": "now", "input": {}})),
        json!({"type": "event_of_tomorrow", "x": [1]}),
        json!({"type": "message_delta", "delta": {"stop_reason": "tool_use", "stop_sequence": null},
               "usage": {"output_tokens": 89, "cache_read_input_tokens": null}}),
        json!({"type": "message_stop"}),
    ]);
    let content = json!([
        {"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "tool_use", "id": "c", "name": "add", "input": {"a": 1}},
        {"type": "tool_use", "id": "d", "name": "now", "input": {}}]);
    let usage = json!({"input_tokens": 25, "cache_read_input_tokens": 5, "output_tokens": 89});
    let whole = json!({"id": "m", "content": content, "stop_reason": "tool_use", "usage": usage});
    check(Provider::Anthropic, &stream, &whole);
    check(Provider::Anthropic, &(stream + "data: {broken\n\n"), &whole);
}

#[test]
fn an_input_that_is_no_json_is_an_error_unless_it_is_cut_off() {
    let stream = |reason: &str| {
        named(&[
            json!({"type": "message_start", "message": {"content": []}}),
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "c", "name": "add"}}),
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{\"a"}}),
            json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 1}}),
            json!({"type": "message_stop"}),
        ])
    };
    let cut = assembled(Provider::Anthropic, &stream("max_tokens")).expect("a whole");
    assert_eq!(cut["content"][0]["input"], "{\"a");
    unreadable(Provider::Anthropic, &stream("tool_use"), "the `input` of a `tool_use` is not JSON");
}

/// Calls in pieces, and what becomes of them.
#[track_caller]
fn check_calls(pieces: &[Value], calls: &Value) {
    let chunk = |piece: &Value| json!({"choices": [{"delta": {"tool_calls": [piece]}}]});
    let end = json!({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]});
    let stream = unnamed(&pieces.iter().map(chunk).chain([end]).collect::<Vec<_>>());
    let whole = assembled(Provider::OpenaiCompatible, &stream).expect("a whole");
    assert_eq!(whole["choices"][0]["message"]["tool_calls"], *calls);
}

#[test]
fn calls_are_told_apart_however_a_server_numbers_them() {
    let whole = |id: &str, arguments: &str| json!({"id": id, "function": {"name": "add", "arguments": arguments}});
    let numbered = |index: usize, mut piece: Value| {
        piece["index"] = index.into();
        piece
    };
    let more = |arguments: &str| json!({"function": {"arguments": arguments}});
    let both = json!([whole("a", "{\"a\":1}"), whole("b", "{}")]);
    let pieces = [(0, whole("a", "")), (1, whole("b", "")), (0, more("{\"a\"")), (1, more("{}")), (0, more(":1}"))];
    check_calls(&pieces.map(|(index, piece)| numbered(index, piece)), &both);
    let same = [whole("a", "{\"a\""), more(":1}"), whole("b", "{}")];
    check_calls(&same.clone().map(|piece| numbered(0, piece)), &both);
    check_calls(&same, &both);
    let nameless = |arguments: &str| json!({"function": {"name": "add", "arguments": arguments}});
    check_calls(&[nameless("{}"), nameless("{}")], &json!([nameless("{}"), nameless("{}")]));
    let object = json!({"id": "a", "function": {"name": "add", "arguments": {"a": 1}}});
    check_calls(std::slice::from_ref(&object), &json!([object]));
}

#[test]
fn counts_and_the_end_of_chat_completions_are_found() {
    let delta = |delta: Value, reason: Value| json!({"id": "x", "object": "chat.completion.chunk", "usage": null, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]});
    let chunks = [
        json!({"id": "x", "choices": [], "prompt_filter_results": []}),
        delta(json!({"role": "assistant", "content": "", "refusal": null}), Value::Null),
        delta(json!({"content": "Hi"}), Value::Null),
        json!({"id": "x", "choices": [{"index": 1, "delta": {"content": "another"}}]}),
        delta(json!({}), "stop".into()),
        json!({"id": "x", "choices": [], "usage": {"prompt_tokens": 7}}),
    ];
    let message = json!({"role": "assistant", "content": "Hi", "refusal": null});
    let whole = json!({"id": "x", "prompt_filter_results": [], "object": "chat.completion", "usage": {"prompt_tokens": 7},
        "choices": [{"index": 0, "message": message, "logprobs": null, "finish_reason": "stop"}]});
    for end in ["", "data: [DONE]\n\n", "data: [DONE]\n\ndata: {broken\n\n", ": a comment\n\n"] {
        check(Provider::OpenaiCompatible, &(unnamed(&chunks) + end), &whole);
    }
}

#[test]
fn openais_last_event_is_the_whole() {
    let item = json!({"type": "message", "content": []});
    let last = |kind: &str, response: Value| json!({"type": kind, "response": response});
    let done = json!({"type": "response.output_item.done", "item": item});
    for kind in ["response.completed", "response.incomplete", "response.failed"] {
        let whole = json!({"status": "x", "output": [item]});
        check(Provider::Openai, &named(&[done.clone(), last(kind, whole.clone())]), &whole);
        let bare = json!({"status": "x", "output": []});
        check(Provider::Openai, &named(&[done.clone(), last(kind, bare)]), &whole);
    }
}

#[test]
fn geminis_parts_become_one_but_for_signatures() {
    let chunk = |parts: Value| json!({"candidates": [{"content": {"role": "model", "parts": parts}, "index": 0}], "usageMetadata": {"promptTokenCount": 4}});
    let call = json!({"functionCall": {"name": "add", "args": {}}, "thoughtSignature": "s"});
    let stream = unnamed(&[
        chunk(json!([{"text": "h", "thought": true}])),
        chunk(json!([{"text": "m", "thought": true}, {"text": "I "}])),
        chunk(json!([{"text": "add."}, call])),
        chunk(json!([{"text": "", "thoughtSignature": "t"}])),
        json!({"candidates": [{"content": {}, "finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 4, "candidatesTokenCount": 9}}),
    ]);
    let parts =
        json!([{"text": "hm", "thought": true}, {"text": "I add."}, call, {"text": "", "thoughtSignature": "t"}]);
    let whole = json!({
        "usageMetadata": {"promptTokenCount": 4, "candidatesTokenCount": 9},
        "candidates": [{"index": 0, "finishReason": "STOP", "content": {"role": "model", "parts": parts}}]});
    check(Provider::Gemini, &stream, &whole);
    let blocked = json!({"promptFeedback": {"blockReason": "SAFETY"}});
    check(Provider::Gemini, &unnamed(std::slice::from_ref(&blocked)), &blocked);
}

#[test]
fn errors_within_a_stream_have_the_status_of_errors_without_one() {
    let failed = |provider, event: Value, status: u16, message: &str| {
        let stream = saying(provider, &["a", "b"]);
        let (first, _) = stream.split_once("\n\n").expect("two events");
        match assembled(provider, &format!("{first}\n\n{}", named(&[event]))) {
            Err(Broken::Failed { status: found, body }) => {
                assert_eq!((found, &body["error"]["message"]), (status, &json!(message)), "{provider}");
            }
            other => panic!("{provider}: {other:?}"),
        }
    };
    let error = |error: Value| json!({"type": "error", "error": error});
    failed(Provider::Anthropic, error(json!({"type": "overloaded_error", "message": "Overloaded"})), 529, "Overloaded");
    failed(Provider::Anthropic, error(json!({"type": "error_of_tomorrow", "message": "x"})), 200, "x");
    failed(Provider::Openai, json!({"type": "error", "code": "rate_limit_exceeded", "message": "slow"}), 429, "slow");
    failed(Provider::Openai, error(json!({"type": "invalid_request_error", "code": null, "message": "x"})), 400, "x");
    failed(Provider::OpenaiCompatible, json!({"error": {"type": "server_error", "message": "x"}}), 500, "x");
    failed(Provider::OpenaiCompatible, json!({"choices": [], "error": {"code": 502, "message": "x"}}), 502, "x");
    failed(Provider::Gemini, json!({"error": {"code": 503, "message": "x", "status": "UNAVAILABLE"}}), 503, "x");
}

#[track_caller]
fn unreadable(provider: Provider, stream: &str, words: &str) {
    match assembled(provider, stream) {
        Err(Broken::Unreadable(told)) => assert!(told.contains(words), "{provider}: {told}"),
        other => panic!("{provider}: {other:?}"),
    }
}

#[test]
fn streams_that_end_before_their_last_event_are_no_answers() {
    for provider in Provider::ALL {
        let stream = saying(provider, &["It is ", "3."]);
        let ends: Vec<usize> = stream.match_indices("\n\n").map(|(at, _)| at).collect();
        // Chat Completions are whole without `[DONE]`, and not with nothing else.
        let last = if provider == Provider::OpenaiCompatible { ends.len() - 2 } else { ends.len() - 1 };
        for end in std::iter::once(0).chain(ends[..last].iter().map(|at| at + 2)).chain([ends[last]]) {
            let broken = assembled(provider, &stream[..end]);
            assert!(matches!(broken, Err(Broken::Unended(_))), "{provider}: {end} {broken:?}");
        }
    }
}

#[test]
fn done_says_nothing_of_the_answer() {
    for provider in Provider::ALL {
        let stream = saying(provider, &["It is ", "3."]);
        let (first, _) = stream.split_once("\n\n").expect("two events");
        let broken = assembled(provider, &format!("{first}\n\ndata: [DONE]\n\n"));
        assert!(matches!(broken, Err(Broken::Unended(_))), "{provider}: {broken:?}");
    }
}

#[test]
fn events_that_are_none_of_the_providers_are_errors() {
    for provider in Provider::ALL {
        unreadable(provider, "data: {\"type\": \"message_st\n\n", "an event of its stream is not JSON");
        unreadable(provider, "event: error\ndata: <html>\n\n", "an event of its stream is not JSON");
    }
    let begin = |index: usize, block: Value| {
        named(&[json!({"type": "content_block_start", "index": index, "content_block": block})])
    };
    unreadable(Provider::Anthropic, &begin(1, json!({})), "block 1 of its stream begins where block 0 should");
    unreadable(Provider::Anthropic, &begin(0, json!(5)), "block 0 of its stream is no object");
    let delta = json!({"type": "content_block_delta", "index": 0, "delta": {}});
    unreadable(Provider::Anthropic, &named(&[delta]), "block 0 of its stream goes on and has not begun");
    unreadable(Provider::Anthropic, "data: {\"type\":\"message_stop\"}\n\n", "no `message_start`");
    unreadable(Provider::OpenaiCompatible, "data: 5\n\n", "is no object");
    let calls = json!({"choices": [{"delta": {"tool_calls": [5]}}]});
    unreadable(Provider::OpenaiCompatible, &unnamed(&[calls]), "a call of its stream is no object");
    unreadable(Provider::Gemini, "data: []\n\n", "is no object");
}

#[test]
fn too_many_parts_and_too_long_streams_are_not_read() {
    let call = json!({"function": {"name": "x"}});
    let calls: Vec<Value> = std::iter::repeat_n(call, PARTS_MAX + 1).collect();
    unreadable(
        Provider::OpenaiCompatible,
        &unnamed(&[json!({"choices": [{"delta": {"tool_calls": calls}}]})]),
        "parts",
    );
    let items: Vec<Value> = vec![json!({"type": "response.output_item.done", "item": {}}); PARTS_MAX + 1];
    unreadable(Provider::Openai, &named(&items), "parts");
    let mut assembly = Assembly::new(Provider::Anthropic);
    let pings = format!(":{}\n\n", "x".repeat(16 << 20));
    let mut fed = (0..=STREAM_BYTES_MAX / pings.len()).map(|_| assembly.feed(pings.as_bytes()));
    assert_eq!(fed.find_map(Result::err), Some(Broken::Unreadable("its stream is longer than 128 MiB".to_owned())));
}

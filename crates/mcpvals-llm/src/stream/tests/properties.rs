//! However a stream is cut, the same comes of it; and no event makes us fall.

use mcpvals_model::Provider;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{named, unnamed};
use crate::stream::{Assembly, Broken};

/// What a model says: a text, and arguments of calls.
#[derive(Debug, Clone)]
struct Said {
    text: String,
    calls: Vec<Value>,
}

fn said() -> impl Strategy<Value = Said> {
    let args = prop::collection::btree_map("[a-zé\"]{1,4}", "\\PC{0,12}", 0..4);
    let args =
        args.prop_map(|args| Value::Object(args.into_iter().map(|(name, value)| (name, value.into())).collect()));
    ("\\PC{1,40}", prop::collection::vec(args, 0..4)).prop_map(|(text, calls)| Said { text, calls })
}

/// A text in pieces of so many characters.
fn pieces(text: &str, chars: usize) -> Vec<String> {
    text.chars().collect::<Vec<_>>().chunks(chars).map(|piece| piece.iter().collect()).collect()
}

/// The stream of it, and the body that it would have been at once.
fn both(provider: Provider, said: &Said, chars: usize) -> (String, Value) {
    match provider {
        Provider::Anthropic => anthropic(said, chars),
        Provider::Openai => openai(said, chars),
        Provider::OpenaiCompatible => chat(said, chars),
        Provider::Gemini => gemini(said, chars),
    }
}

fn anthropic(said: &Said, chars: usize) -> (String, Value) {
    let mut events =
        vec![json!({"type": "message_start", "message": {"role": "assistant", "content": [], "usage": {}}})];
    let mut block = |index: usize, empty: Value, deltas: Vec<Value>| {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": empty}));
        events.extend(
            deltas.into_iter().map(|delta| json!({"type": "content_block_delta", "index": index, "delta": delta})),
        );
    };
    let text = |piece: String| json!({"type": "text_delta", "text": piece});
    block(0, json!({"type": "text", "text": ""}), pieces(&said.text, chars).into_iter().map(text).collect());
    let call = |index: usize, input: &Value| json!({"type": "tool_use", "id": index, "input": input});
    let json = |piece: String| json!({"type": "input_json_delta", "partial_json": piece});
    for (index, input) in said.calls.iter().enumerate() {
        let deltas = pieces(&input.to_string(), chars).into_iter().map(json).collect();
        block(index + 1, call(index, &json!({})), deltas);
    }
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": "x"}, "usage": {"output_tokens": 1}}));
    events.push(json!({"type": "message_stop"}));
    let calls = said.calls.iter().enumerate().map(|(index, input)| call(index, input));
    let content: Value = std::iter::once(json!({"type": "text", "text": said.text})).chain(calls).collect();
    (
        named(&events),
        json!({"role": "assistant", "content": content, "usage": {"output_tokens": 1}, "stop_reason": "x"}),
    )
}

fn openai(said: &Said, chars: usize) -> (String, Value) {
    let call = |args: &Value| json!({"type": "function_call", "arguments": args.to_string()});
    let text = json!({"type": "message", "content": [{"type": "output_text", "text": said.text}]});
    let output: Vec<Value> = std::iter::once(text).chain(said.calls.iter().map(call)).collect();
    let delta = |piece: String| json!({"type": "response.output_text.delta", "delta": piece});
    let mut events: Vec<Value> = pieces(&said.text, chars).into_iter().map(delta).collect();
    events.extend(output.iter().map(|item| json!({"type": "response.output_item.done", "item": item})));
    let whole = json!({"status": "completed", "output": output});
    events.push(json!({"type": "response.completed", "response": whole}));
    (named(&events), whole)
}

fn chat(said: &Said, chars: usize) -> (String, Value) {
    let chunk = |delta: Value| json!({"id": "x", "choices": [{"index": 0, "delta": delta, "finish_reason": null}]});
    let mut chunks = vec![chunk(json!({"role": "assistant", "content": ""}))];
    chunks.extend(pieces(&said.text, chars).into_iter().map(|piece| chunk(json!({"content": piece}))));
    let call = |index: usize, arguments: &str| json!({"id": format!("c{index}"), "function": {"name": "add", "arguments": arguments}});
    for (index, args) in said.calls.iter().enumerate() {
        let mut first = call(index, "");
        first["index"] = index.into();
        let more = |piece: String| json!({"index": index, "function": {"arguments": piece}});
        let all = std::iter::once(first).chain(pieces(&args.to_string(), chars).into_iter().map(more));
        chunks.extend(all.map(|call| chunk(json!({"tool_calls": [call]}))));
    }
    chunks.push(json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "x"}]}));
    let mut message = json!({"role": "assistant", "content": said.text});
    if !said.calls.is_empty() {
        let calls = said.calls.iter().enumerate();
        message["tool_calls"] = calls.map(|(index, args)| call(index, &args.to_string())).collect();
    }
    let choice = json!({"index": 0, "message": message, "logprobs": null, "finish_reason": "x"});
    let whole = json!({"id": "x", "object": "chat.completion", "choices": [choice]});
    (unnamed(&chunks) + "data: [DONE]\n\n", whole)
}

fn gemini(said: &Said, chars: usize) -> (String, Value) {
    let chunk = |part: Value| json!({"candidates": [{"content": {"parts": [part]}}]});
    let call = |args: &Value| json!({"functionCall": {"name": "add", "args": args}});
    let mut chunks: Vec<Value> =
        pieces(&said.text, chars).into_iter().map(|piece| chunk(json!({"text": piece}))).collect();
    chunks.extend(said.calls.iter().map(|args| chunk(call(args))));
    chunks.push(json!({"candidates": [{"finishReason": "STOP"}]}));
    let parts: Vec<Value> = std::iter::once(json!({"text": said.text})).chain(said.calls.iter().map(call)).collect();
    let candidate = json!({"finishReason": "STOP", "content": {"role": "model", "parts": parts}});
    (unnamed(&chunks).replace('\n', "\r\n"), json!({"candidates": [candidate]}))
}

/// Fed chunk by chunk, as long as more is wanted.
fn cut(provider: Provider, bytes: &[u8], cuts: &[prop::sample::Index]) -> Result<Value, Broken> {
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
    places.extend([0, bytes.len()]);
    places.sort_unstable();
    let mut assembly = Assembly::new(provider);
    for chunk in places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]) {
        if assembly.feed(chunk)? {
            break;
        }
    }
    assembly.finish()
}

/// Anything, mostly of names that mean something.
fn anything() -> impl Strategy<Value = Value> {
    let words = "type|index|message|delta|content|content_block|choices|tool_calls|function|arguments|candidates|parts|text|response|output|item|usage|finish_reason|finishReason|stop_reason|partial_json|citation|name|id|message_start|content_block_start|content_block_delta|message_delta|message_stop|text_delta|input_json_delta|citations_delta|response.completed|response.output_item.done|promptFeedback|x";
    let word = prop::sample::select(words.split('|').collect::<Vec<_>>()).prop_map(str::to_owned);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..3u8).prop_map(Value::from),
        word.clone().prop_map(Value::from)
    ];
    leaf.prop_recursive(5, 40, 5, move |inner| {
        let members = prop::collection::vec((word.clone(), inner.clone()), 0..5);
        prop_oneof![
            prop::collection::vec(inner, 0..3).prop_map(Value::from),
            members.prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #[test]
    fn cuts_make_no_difference(
        said in said(), chars in 1..9usize, cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        for provider in Provider::ALL {
            let (stream, whole) = both(provider, &said, chars);
            prop_assert_eq!(cut(provider, stream.as_bytes(), &cuts), Ok(whole));
        }
    }

    #[test]
    fn any_events_are_taken(events in prop::collection::vec(anything(), 0..6)) {
        for provider in Provider::ALL {
            let whole = cut(provider, unnamed(&events).as_bytes(), &[]);
            if let Ok(whole) = whole {
                let _any = crate::provider::read(provider, &whole, &crate::ToolNames::default());
            }
        }
    }
}

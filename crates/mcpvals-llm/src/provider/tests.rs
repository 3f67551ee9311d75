//! Each provider's requests and answers, as its documentation has them.

use mcpvals_model::{ModelSpec, Provider, Secret, Stop, ToolUse, Usage};
use serde_json::{Value, json};

use super::{read, request};
use crate::{Conversation, Part, ToolNames, ToolResult, ToolSpec, Turn};

fn model(provider: Provider) -> ModelSpec {
    ModelSpec {
        name: "m".to_owned(),
        provider,
        model: "m-1".to_owned(),
        base_url: Some("http://127.0.0.1:9/".to_owned()),
        api_key: Some(Secret::new("the-key")),
        lacks_key: false,
        temperature: Some(0.0),
        max_tokens: 100,
        price: None,
        seed: Some(7),
        stream: false,
    }
}

fn names() -> ToolNames {
    ToolNames::new(["math.add"].into_iter())
}

/// What each provider answers where the model calls `math.add`.
fn calling(provider: Provider) -> Value {
    match provider {
        Provider::Anthropic => json!({
            "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}, {"type": "text", "text": "I add."},
                        {"type": "tool_use", "id": "c1", "name": "math_add", "input": {"a": 1}}],
            "stop_reason": "tool_use",
            "usage": {"input_tokens": 3, "cache_read_input_tokens": 5, "cache_creation_input_tokens": 2, "output_tokens": 4},
        }),
        Provider::Openai => json!({
            "status": "completed",
            "output": [{"type": "reasoning", "id": "r", "encrypted_content": "x", "summary": []},
                       {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "I add."}]},
                       {"type": "function_call", "call_id": "c1", "name": "math_add", "arguments": "{\"a\":1}"}],
            "usage": {"input_tokens": 10, "input_tokens_details": {"cached_tokens": 5}, "output_tokens": 4},
        }),
        Provider::OpenaiCompatible => json!({
            "choices": [{"finish_reason": "tool_calls", "message": {"role": "assistant", "content": "I add.", "annotations": [],
                "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "math_add", "arguments": "{\"a\":1}"}}]}}],
            "usage": {"prompt_tokens": 10, "prompt_tokens_details": {"cached_tokens": 5}, "completion_tokens": 4},
        }),
        Provider::Gemini => json!({
            "candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [
                {"text": "hm", "thought": true}, {"text": "I add."},
                {"functionCall": {"id": "c1", "name": "math_add", "args": {"a": 1}}, "thoughtSignature": "s"}]}}],
            "usageMetadata": {"promptTokenCount": 10, "cachedContentTokenCount": 5, "candidatesTokenCount": 3,
                              "thoughtsTokenCount": 1},
        }),
    }
}

fn conversation(provider: Provider, is_error: bool) -> Conversation {
    let called = read(provider, &calling(provider), &names()).expect("it can be read");
    let parts =
        vec![Part::Text("3".to_owned()), Part::Image { mime_type: "image/png".to_owned(), data: "aGk=".to_owned() }];
    let result = ToolResult { id: "c1".to_owned(), tool: "math.add".to_owned(), is_error, parts };
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    Conversation {
        answer: None,
        system: "Be brief.".to_owned(),
        turns: vec![Turn::User("1 + 2?".to_owned()), Turn::Model(called), Turn::Results(vec![result])],
        tools: vec![ToolSpec { name: "math.add".to_owned(), description: "Adds.".to_owned(), schema }],
    }
}

#[test]
fn calls_are_read_alike_from_every_provider() {
    for provider in Provider::ALL {
        let reply = read(provider, &calling(provider), &names()).expect("it can be read");
        let call = ToolUse { id: "c1".to_owned(), tool: "math.add".to_owned(), args: json!({"a": 1}) };
        assert_eq!(
            (reply.text.as_str(), &reply.calls, &reply.stop),
            ("I add.", &vec![call], &Stop::Calls),
            "{provider}"
        );
        let Usage { input, cached, output, .. } = reply.usage;
        assert_eq!((input, cached, output), (10, 5, 4), "{provider}");
    }
}

#[track_caller]
fn sent(provider: Provider) -> Value {
    request(&model(provider), &conversation(provider, true), &names()).body
}

#[test]
fn anthropic_gets_its_blocks_back_and_the_error_marked() {
    let kept = json!({"type": "ephemeral"});
    let body = sent(Provider::Anthropic);
    assert_eq!(body["system"], json!([{"type": "text", "text": "Be brief.", "cache_control": kept}]));
    assert_eq!(body["messages"][1]["content"], calling(Provider::Anthropic)["content"]);
    let image = json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGk="}});
    let result = json!({"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "3"}, image],
                        "is_error": true, "cache_control": kept});
    assert_eq!(body["messages"][2], json!({"role": "user", "content": [result]}));
    assert_eq!(body["tools"][0]["name"], "math_add");
    assert_eq!((&body["max_tokens"], &body["temperature"]), (&json!(100), &json!(0.0)));
}

#[test]
fn openai_gets_its_items_back() {
    let body = sent(Provider::Openai);
    let input = body["input"].as_array().expect("a list");
    assert_eq!(input[1..4], calling(Provider::Openai)["output"].as_array().expect("a list")[..]);
    let text = |text: &str| json!({"type": "input_text", "text": text});
    let image = json!({"type": "input_image", "image_url": "data:image/png;base64,aGk="});
    let output = json!([text("The call failed."), text("3"), image]);
    assert_eq!(input[4], json!({"type": "function_call_output", "call_id": "c1", "output": output}));
    assert_eq!((&body["instructions"], &body["store"]), (&json!("Be brief."), &json!(false)));
    assert_eq!(body["tools"][0]["strict"], false);
}

#[test]
fn chat_completions_show_images_behind_the_results() {
    let body = sent(Provider::OpenaiCompatible);
    let messages = body["messages"].as_array().expect("a list");
    let roles: Vec<&str> = messages.iter().filter_map(|message| message["role"].as_str()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "tool", "user"]);
    assert_eq!(messages[2].get("annotations"), None);
    assert_eq!(messages[2]["tool_calls"][0]["function"], json!({"name": "math_add", "arguments": "{\"a\":1}"}));
    assert_eq!(messages[3], json!({"role": "tool", "tool_call_id": "c1", "content": "The call failed: 3"}));
    assert_eq!(messages[4]["content"][1]["image_url"]["url"], "data:image/png;base64,aGk=");
    assert_eq!((&body["max_tokens"], &body["seed"]), (&json!(100), &json!(7)));
}

#[test]
fn gemini_gets_its_signatures_back() {
    let body = sent(Provider::Gemini);
    assert_eq!(body["contents"][1], calling(Provider::Gemini)["candidates"][0]["content"]);
    let response = json!({"id": "c1", "name": "math_add", "response": {"error": "3"}});
    let image = json!({"inlineData": {"mimeType": "image/png", "data": "aGk="}});
    assert_eq!(body["contents"][2]["parts"], json!([{"functionResponse": response}, image]));
    assert_eq!(body["generationConfig"], json!({"maxOutputTokens": 100, "temperature": 0.0, "seed": 7}));
    assert_eq!(body["tools"][0]["functionDeclarations"][0]["name"], "math_add");
}

#[test]
fn keys_stand_in_headers_and_nowhere_else() {
    for provider in Provider::ALL {
        let request = request(&model(provider), &conversation(provider, false), &names());
        assert!(request.headers.iter().any(|(_, value)| value.reveal().contains("the-key")), "{provider}");
        assert!(!request.body.to_string().contains("the-key") && !request.url.contains("the-key"), "{provider}");
        assert!(!format!("{request:?}").contains("the-key"), "{provider}");
        assert!(request.url.starts_with("http://127.0.0.1:9/"), "{}", request.url);
    }
}

#[test]
fn what_a_format_has_no_place_for_is_told() {
    let adapted =
        |provider, is_error| request(&model(provider), &conversation(provider, is_error), &names()).adapted.join("; ");
    assert_eq!(adapted(Provider::Anthropic, true), "`seed` is not sent: anthropic takes none");
    assert!(adapted(Provider::Openai, true).contains("openai has no mark for it"));
    assert!(!adapted(Provider::Openai, false).contains("mark"));
    assert!(adapted(Provider::OpenaiCompatible, false).contains("images of results"));
    assert_eq!(adapted(Provider::Gemini, true), "");
}

#[track_caller]
fn stops(provider: Provider, body: &Value, want: Stop) {
    assert_eq!(read(provider, body, &names()).map(|reply| reply.stop), Ok(want), "{body}");
}

#[test]
fn cut_offs_and_refusals_are_told_apart_from_ends() {
    let anthropic = |reason: &str| json!({"content": [], "stop_reason": reason});
    stops(Provider::Anthropic, &anthropic("end_turn"), Stop::End);
    stops(Provider::Anthropic, &anthropic("max_tokens"), Stop::CutOff);
    stops(Provider::Anthropic, &anthropic("refusal"), Stop::Refused("refusal".to_owned()));
    stops(Provider::Anthropic, &anthropic("pause_turn"), Stop::Other("pause_turn".to_owned()));
    let incomplete =
        |reason: &str| json!({"output": [], "status": "incomplete", "incomplete_details": {"reason": reason}});
    stops(Provider::Openai, &incomplete("max_output_tokens"), Stop::CutOff);
    stops(Provider::Openai, &incomplete("content_filter"), Stop::Refused("content_filter".to_owned()));
    let refused = json!({"status": "completed", "output": [{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]});
    stops(Provider::Openai, &refused, Stop::Refused("no".to_owned()));
    let failed = json!({"output": [], "status": "failed", "error": {"message": "boom"}});
    stops(Provider::Openai, &failed, Stop::Other("boom".to_owned()));
    let chat = |reason: &str| json!({"choices": [{"finish_reason": reason, "message": {"content": "x"}}]});
    stops(Provider::OpenaiCompatible, &chat("stop"), Stop::End);
    stops(Provider::OpenaiCompatible, &chat("length"), Stop::CutOff);
    stops(Provider::OpenaiCompatible, &chat("content_filter"), Stop::Refused("content_filter".to_owned()));
    let gemini = |reason: &str| json!({"candidates": [{"finishReason": reason, "content": {"parts": []}}]});
    stops(Provider::Gemini, &gemini("STOP"), Stop::End);
    stops(Provider::Gemini, &gemini("MAX_TOKENS"), Stop::CutOff);
    stops(Provider::Gemini, &gemini("SAFETY"), Stop::Refused("SAFETY".to_owned()));
    stops(Provider::Gemini, &gemini("MALFORMED_FUNCTION_CALL"), Stop::Other("MALFORMED_FUNCTION_CALL".to_owned()));
    stops(Provider::Gemini, &json!({"promptFeedback": {"blockReason": "SAFETY"}}), Stop::Refused("SAFETY".to_owned()));
}

#[test]
fn what_is_no_answer_is_not_read_as_one() {
    for provider in Provider::ALL {
        for body in [json!({}), json!([]), json!("x"), json!(null), json!({"error": {"message": "no"}})] {
            assert!(read(provider, &body, &names()).is_err(), "{provider}: {body}");
        }
    }
}

#[test]
fn arguments_that_are_no_json_are_kept_as_they_came() {
    let with = |arguments: Value| {
        let call = json!({"function": {"name": "math_add", "arguments": arguments}});
        let body = json!({"choices": [{"message": {"tool_calls": [call]}}]});
        read(Provider::OpenaiCompatible, &body, &names()).expect("it can be read").calls.remove(0)
    };
    assert_eq!(with(json!("{broken")).args, json!("{broken"));
    assert_eq!((with(json!("")).args, with(json!(null)).args), (json!({}), json!({})));
    assert_eq!((with(json!({"a": 1})).args, with(json!("{}")).id), (json!({"a": 1}), "call_1".to_owned()));
}

#[test]
fn azure_has_its_own_address_and_header() {
    let azure = |base: &str, name: &str| ModelSpec {
        base_url: Some(base.to_owned()),
        model: name.to_owned(),
        ..model(Provider::OpenaiCompatible)
    };
    let of = |model: &ModelSpec| request(model, &conversation(Provider::OpenaiCompatible, false), &names());
    let asked = of(&azure("https://x.openai.azure.com/openai/deployments/d?api-version=2024-10-21", "d"));
    assert_eq!(asked.url, "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21");
    assert_eq!(asked.headers, [("api-key", Secret::new("the-key"))]);
    assert_eq!(asked.body["max_completion_tokens"], 100);
    let plain = of(&azure("http://127.0.0.1:9/v1", "qwen3"));
    assert_eq!((&plain.body["max_tokens"], plain.headers[0].0), (&json!(100), "authorization"));
    for name in ["o3", "gpt-5.1", "openai/o4-mini"] {
        assert_eq!(of(&azure("http://127.0.0.1:9/v1", name)).body["max_completion_tokens"], 100, "{name}");
    }
}

//! Google's Gemini API: each event is a response of its own, and lines end as in HTTP
//! (<https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent>).

use serde_json::{Value, json};

use super::{items, pieces, text};

pub(super) fn events(whole: &Value) -> Vec<Vec<u8>> {
    let candidate = &whole["candidates"][0];
    let parts: Vec<Value> = items(&candidate["content"]["parts"]).iter().flat_map(part).collect();
    let last = parts.len().saturating_sub(1);
    let event = |(index, part): (usize, Value)| chunk(whole, &part, index == last);
    parts.into_iter().enumerate().map(event).map(|chunk| unnamed(&chunk)).collect()
}

fn unnamed(data: &Value) -> Vec<u8> {
    format!("data: {data}\r\n\r\n").into_bytes()
}

/// A call comes whole.
fn part(whole: &Value) -> Vec<Value> {
    if !whole["text"].is_string() {
        return vec![whole.clone()];
    }
    let piece = |piece: String| {
        let mut part = whole.clone();
        part["text"] = piece.into();
        part
    };
    pieces(text(&whole["text"])).into_iter().map(piece).collect()
}

/// What was written is counted in the last, which also says why it ended.
fn chunk(whole: &Value, part: &Value, is_last: bool) -> Value {
    let mut chunk = whole.clone();
    let candidate = &mut chunk["candidates"][0];
    candidate["content"]["parts"] = json!([part]);
    if !is_last {
        if let Some(members) = candidate.as_object_mut() {
            members.shift_remove("finishReason");
        }
        let prompt = &whole["usageMetadata"]["promptTokenCount"];
        chunk["usageMetadata"] = json!({"promptTokenCount": prompt, "totalTokenCount": prompt});
    }
    chunk
}

pub(super) fn failure(message: &str) -> Vec<u8> {
    unnamed(&json!({"error": {"code": 503, "message": message, "status": "UNAVAILABLE"}}))
}

//! Google's Gemini API as events, each of them a whole `GenerateContentResponse`:
//! <https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent>.

use serde_json::{Map, Value, json};

use super::{Broken, append, merge, push};

/// Another method, and without `alt=sse` it answers with one long array.
pub(super) fn url(whole: &str) -> String {
    let stem = whole.strip_suffix(":generateContent").unwrap_or(whole);
    format!("{stem}:streamGenerateContent?alt=sse")
}

/// A response in the making.
#[derive(Debug, Default)]
pub(super) struct Content {
    /// `usageMetadata`, `promptFeedback` and the like: the last ones count.
    head: Map<String, Value>,
    /// The first candidate without its parts; nobody asks for more.
    candidate: Option<Value>,
    parts: Vec<Value>,
}

impl Content {
    pub(super) fn add(&mut self, chunk: Value) -> Result<(), String> {
        let Value::Object(mut chunk) = chunk else { return Err("an event of its stream is no object".to_owned()) };
        let candidates = chunk.remove("candidates");
        self.head.extend(chunk);
        let Some(Value::Array(candidates)) = candidates else { return Ok(()) };
        let first = candidates.into_iter().find(|candidate| candidate["index"].as_u64().unwrap_or_default() == 0);
        first.map_or(Ok(()), |candidate| self.choose(candidate))
    }

    fn choose(&mut self, mut candidate: Value) -> Result<(), String> {
        let mut content = candidate.as_object_mut().and_then(|members| members.remove("content")).unwrap_or_default();
        if let Some(Value::Array(parts)) = content.get_mut("parts").map(Value::take) {
            parts.into_iter().try_for_each(|part| self.part(part))?;
        }
        merge(self.candidate.get_or_insert_with(|| json!({})), candidate);
        Ok(())
    }

    /// Texts that follow each other are one; a part with a signature goes back as it came
    /// (<https://ai.google.dev/gemini-api/docs/thought-signatures>).
    fn part(&mut self, part: Value) -> Result<(), String> {
        match self.parts.last_mut().filter(|last| is_text(last) && is_text(&part) && last["thought"] == part["thought"])
        {
            Some(last) => append(&mut last["text"], part["text"].as_str().unwrap_or_default()),
            None => push(&mut self.parts, part)?,
        }
        Ok(())
    }

    /// Where the prompt is blocked, there is no candidate.
    pub(super) fn whole(self) -> Result<Value, Broken> {
        let is_finished = self.candidate.as_ref().is_some_and(|candidate| candidate["finishReason"].is_string());
        let is_blocked = self.head.get("promptFeedback").is_some_and(|feedback| feedback["blockReason"].is_string());
        if !is_finished && !is_blocked {
            return Err(Broken::Unended("`finishReason`"));
        }
        let mut whole = Value::Object(self.head);
        if let Some(mut candidate) = self.candidate {
            candidate["content"] = json!({"role": "model", "parts": self.parts});
            whole["candidates"] = json!([candidate]);
        }
        Ok(whole)
    }
}

fn is_text(part: &Value) -> bool {
    part["text"].is_string() && part.get("thoughtSignature").is_none()
}

//! OpenAI's Responses as events: <https://platform.openai.com/docs/api-reference/responses-streaming>.
//!
//! The last event holds the whole response, so that the pieces before it need not be put together.

use serde_json::Value;

use super::{Broken, push};

/// A response in the making.
#[derive(Debug, Default)]
pub(super) struct Response {
    /// What was completed so far, for those who are compatible and leave it out of the last event.
    items: Vec<Value>,
    whole: Option<Value>,
}

impl Response {
    pub(super) fn add(&mut self, mut event: Value) -> Result<(), String> {
        match event["type"].as_str().unwrap_or_default() {
            "response.output_item.done" => push(&mut self.items, event["item"].take())?,
            "response.completed" | "response.incomplete" | "response.failed" => {
                self.whole = Some(event["response"].take());
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.whole.is_some()
    }

    pub(super) fn whole(self) -> Result<Value, Broken> {
        let mut whole = self.whole.ok_or(Broken::Unended("`response.completed`"))?;
        let is_bare = whole.get("output").and_then(Value::as_array).is_none_or(Vec::is_empty);
        if is_bare && whole.is_object() {
            whole["output"] = self.items.into();
        }
        Ok(whole)
    }
}

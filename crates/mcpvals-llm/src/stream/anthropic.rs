//! Anthropic's Messages as events: <https://platform.claude.com/docs/en/build-with-claude/streaming>.

use serde_json::Value;

use super::{Broken, append, merge, push};

/// A message in the making.
#[derive(Debug, Default)]
pub(super) struct Message {
    whole: Option<Value>,
    blocks: Vec<Block>,
    is_over: bool,
}

#[derive(Debug)]
struct Block {
    whole: Value,
    /// The text of its `input`.
    input: String,
}

impl Message {
    pub(super) fn add(&mut self, mut event: Value) -> Result<(), String> {
        let piece = |event: &mut Value, name: &str| event.get_mut(name).map(Value::take).unwrap_or_default();
        match event["type"].as_str().unwrap_or_default() {
            "message_start" => self.whole = Some(piece(&mut event, "message")).filter(Value::is_object),
            "content_block_start" => self.begin(index(&event), piece(&mut event, "content_block"))?,
            "content_block_delta" => self.block(index(&event))?.add(piece(&mut event, "delta")),
            "message_delta" => self.amend(piece(&mut event, "delta"), piece(&mut event, "usage"))?,
            "message_stop" => self.is_over = true,
            // `ping`, `content_block_stop`, and what is yet to be invented.
            _ => {}
        }
        Ok(())
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    fn begin(&mut self, index: usize, whole: Value) -> Result<(), String> {
        if index != self.blocks.len() {
            return Err(format!("block {index} of its stream begins where block {} should", self.blocks.len()));
        }
        if !whole.is_object() {
            return Err(format!("block {index} of its stream is no object"));
        }
        push(&mut self.blocks, Block { whole, input: String::new() })
    }

    fn block(&mut self, index: usize) -> Result<&mut Block, String> {
        self.blocks.get_mut(index).ok_or_else(|| format!("block {index} of its stream goes on and has not begun"))
    }

    /// Counts are of all so far, and what is not there stays.
    fn amend(&mut self, delta: Value, usage: Value) -> Result<(), String> {
        let whole = self.whole.as_mut().ok_or("its stream ends a message that has not begun")?;
        merge(whole, delta);
        if whole["usage"].is_object() {
            merge(&mut whole["usage"], usage);
        } else {
            whole["usage"] = usage;
        }
        Ok(())
    }

    pub(super) fn whole(self) -> Result<Value, Broken> {
        if !self.is_over {
            return Err(Broken::Unended("`message_stop`"));
        }
        let mut whole = self.whole.ok_or_else(|| Broken::Unreadable("its stream has no `message_start`".to_owned()))?;
        let is_cut = whole["stop_reason"] == "max_tokens";
        let blocks: Result<Value, String> = self.blocks.into_iter().map(|block| block.whole(is_cut)).collect();
        whole["content"] = blocks.map_err(Broken::Unreadable)?;
        Ok(whole)
    }
}

impl Block {
    fn add(&mut self, mut delta: Value) {
        let text = |name: &str| delta[name].as_str().unwrap_or_default();
        match delta["type"].as_str().unwrap_or_default() {
            "text_delta" => append(&mut self.whole["text"], text("text")),
            "thinking_delta" => append(&mut self.whole["thinking"], text("thinking")),
            "signature_delta" => self.whole["signature"] = text("signature").into(),
            "input_json_delta" => self.input.push_str(text("partial_json")),
            "citations_delta" => self.cite(delta["citation"].take()),
            _ => {}
        }
    }

    fn cite(&mut self, citation: Value) {
        match &mut self.whole["citations"] {
            Value::Array(citations) => citations.push(citation),
            none => *none = Value::Array(vec![citation]),
        }
    }

    /// An input that is no JSON is the model's mistake, but for one that ends where the longest answer does.
    fn whole(mut self, is_cut: bool) -> Result<Value, String> {
        if self.input.is_empty() {
            return Ok(self.whole);
        }
        self.whole["input"] = match serde_json::from_str(&self.input) {
            Ok(input) => input,
            Err(_) if is_cut => self.input.into(),
            Err(error) => return Err(format!("the `input` of a `{}` is not JSON: {error}", self.kind())),
        };
        Ok(self.whole)
    }

    fn kind(&self) -> &str {
        self.whole["type"].as_str().unwrap_or("block")
    }
}

/// That of a block; one that nobody has where it is missing.
fn index(event: &Value) -> usize {
    event["index"].as_u64().and_then(|index| usize::try_from(index).ok()).unwrap_or(usize::MAX)
}

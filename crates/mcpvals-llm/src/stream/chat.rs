//! Chat Completions as events: <https://platform.openai.com/docs/api-reference/chat-streaming>, and what servers that are
//! compatible make of it.

use serde_json::{Map, Value, json};

use super::{Broken, append, push};

/// Counts come only to those who ask for them.
pub(super) fn ask(body: &mut Value) {
    body["stream"] = true.into();
    body["stream_options"] = json!({"include_usage": true});
}

/// A completion in the making.
#[derive(Debug, Default)]
pub(super) struct Completion {
    /// `id`, `model`, `usage` and the like.
    head: Map<String, Value>,
    /// The first choice's; nobody asks for more.
    message: Option<Map<String, Value>>,
    calls: Vec<Call>,
    finish_reason: Value,
}

#[derive(Debug)]
struct Call {
    index: Option<u64>,
    /// `id`, `type` and the like.
    head: Map<String, Value>,
    function: Map<String, Value>,
}

impl Completion {
    pub(super) fn add(&mut self, chunk: Value) -> Result<(), String> {
        let Value::Object(mut chunk) = chunk else { return Err("an event of its stream is no object".to_owned()) };
        let choices = chunk.remove("choices");
        self.head.extend(chunk.into_iter().filter(|(_, value)| !value.is_null()));
        let Some(Value::Array(choices)) = choices else { return Ok(()) };
        let first = choices.into_iter().find(|choice| choice["index"].as_u64().unwrap_or_default() == 0);
        first.map_or(Ok(()), |choice| self.choose(choice))
    }

    fn choose(&mut self, mut choice: Value) -> Result<(), String> {
        if let Some(reason) = choice.get_mut("finish_reason").filter(|reason| !reason.is_null()) {
            self.finish_reason = reason.take();
        }
        let message = self.message.get_or_insert_default();
        let Some(Value::Object(delta)) = choice.get_mut("delta").map(Value::take) else { return Ok(()) };
        for (name, piece) in delta {
            match piece {
                Value::Array(pieces) if name == "tool_calls" => call(&mut self.calls, pieces)?,
                piece => grow(message, &name, piece),
            }
        }
        Ok(())
    }

    /// That the choice is finished is what counts: `[DONE]` is left out by some, and said by others after a failure.
    pub(super) fn whole(self) -> Result<Value, Broken> {
        if self.finish_reason.is_null() {
            return Err(Broken::Unended("`finish_reason`"));
        }
        let mut whole = Value::Object(self.head);
        whole["object"] = "chat.completion".into();
        let calls: Vec<Value> = self.calls.into_iter().map(Call::whole).collect();
        let choice = |mut message: Map<String, Value>| {
            message.entry("role").or_insert("assistant".into());
            if !calls.is_empty() {
                message.insert("tool_calls".to_owned(), calls.into());
            }
            json!({"index": 0, "message": message, "logprobs": null, "finish_reason": self.finish_reason})
        };
        whole["choices"] = self.message.map(choice).into_iter().collect();
        Ok(whole)
    }
}

/// Members that are said at once, also where they are said again.
const AT_ONCE: [&str; 2] = ["role", "name"];

/// Adds a piece of a member.
fn grow(members: &mut Map<String, Value>, name: &str, piece: Value) {
    let whole = members.entry(name).or_insert(Value::Null);
    match piece {
        Value::Null => {}
        Value::String(piece) if piece.is_empty() || !AT_ONCE.contains(&name) => append(whole, &piece),
        piece => *whole = piece,
    }
}

fn call(calls: &mut Vec<Call>, pieces: Vec<Value>) -> Result<(), String> {
    for piece in pieces {
        let piece = Call::read(piece).ok_or("a call of its stream is no object")?;
        match calls.iter_mut().rev().find(|call| call.index == piece.index).filter(|call| call.goes_on(&piece)) {
            Some(call) => call.add(piece),
            None => push(calls, piece)?,
        }
    }
    Ok(())
}

impl Call {
    /// A call, or a piece of one.
    fn read(piece: Value) -> Option<Self> {
        let Value::Object(mut head) = piece else { return None };
        let index = head.shift_remove("index").and_then(|index| index.as_u64());
        let Some(Value::Object(function)) = head.shift_remove("function") else {
            return Some(Self { index, head, function: Map::new() });
        };
        Some(Self { index, head, function })
    }

    /// Some number no calls, or all alike: an id that is another's, or a name where there is no number, begins one.
    fn goes_on(&self, piece: &Self) -> bool {
        let of = |call: &Self| call.head.get("id").filter(|id| **id != Value::Null && **id != "").cloned();
        let is_named = piece.function.get("name").is_some_and(|name| name.is_string() && *name != "");
        of(piece).map_or(self.index.is_some() || !is_named, |id| of(self) == Some(id))
    }

    fn add(&mut self, piece: Self) {
        for (name, piece) in piece.function {
            grow(&mut self.function, &name, piece);
        }
    }

    fn whole(mut self) -> Value {
        self.head.insert("function".to_owned(), self.function.into());
        self.head.into()
    }
}

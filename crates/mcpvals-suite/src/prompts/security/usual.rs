//! What a prompt usually says: its messages for harmless texts, over the whole test, with the texts taken
//! out. Who chooses among sentences by chance may choose the same twice before, and another now.

use std::collections::BTreeSet;

use mcpvals_model::{Call, Trace};
use serde_json::{Map, Value};

use super::asks::{Ask, What};
use super::bare::bare;
use super::control::text_of;
use super::injected::result;
use crate::prompts::asked;
use crate::reply::Reply;

/// Places of messages, and what stood there.
#[derive(Default)]
pub(super) struct Usual {
    messages: BTreeSet<(usize, String)>,
}

impl Usual {
    pub(super) fn of(asks: &[Ask], trace: &Trace) -> Self {
        let mut usual = Self::default();
        let mut speakers: BTreeSet<(usize, String)> = BTreeSet::new();
        for (is_decoy, (ask, call)) in harmless_first(asks.iter().zip(asked::gets(trace)).collect()) {
            let came = Reply::to(call, trace).and_then(|reply| result(&reply));
            let (Some(came), Some(sent)) = (came, asked::sent(call, trace)) else { continue };
            for (index, message) in came.iter().enumerate() {
                let speaker = (index, message["role"].to_string());
                if !is_decoy || speakers.contains(&speaker) {
                    usual.messages.insert((index, taken_out(message, &ask.names, &sent).to_string()));
                    speakers.insert(speaker);
                }
            }
        }
        usual
    }

    /// Did this message come for another text, too?
    pub(super) fn has(&self, index: usize, message: &Value, names: &[String], sent: &Map<String, Value>) -> bool {
        self.messages.contains(&(index, taken_out(message, names, sent).to_string()))
    }
}

/// The harmless texts, then the decoys with their signs in other places, each with whether it is one of those. One that
/// has its signs where they were may do what an injection does.
fn harmless_first<'a>(asks: Vec<(&'a Ask, &'a Call)>) -> impl Iterator<Item = (bool, (&'a Ask, &'a Call))> {
    let is_harmless = |what: &What| matches!(what, What::Harmless { .. });
    let (harmless, others): (Vec<_>, Vec<_>) = asks.into_iter().partition(|(ask, _)| is_harmless(&ask.what));
    let scattered = others.into_iter().filter(|(ask, _)| matches!(ask.what, What::Scattered));
    harmless.into_iter().map(|one| (false, one)).chain(scattered.map(|one| (true, one)))
}

/// The message without the texts that were sent, however they are escaped.
fn taken_out(message: &Value, names: &[String], sent: &Map<String, Value>) -> Value {
    // No bare text has this sign.
    let mark = |name: &String| format!("\u{0}{name}\u{0}");
    let pairs: Vec<(String, String)> = names.iter().map(|name| (bare(text_of(sent, name)), mark(name))).collect();
    let pairs: Vec<(&str, String)> = pairs.iter().map(|(text, mark)| (text.as_str(), mark.clone())).collect();
    with_others(message, &pairs)
}

/// The value with some texts instead of others, bare.
fn with_others(value: &Value, pairs: &[(&str, String)]) -> Value {
    match value {
        Value::String(text) => {
            let replaced = pairs.iter().filter(|(from, _)| !from.is_empty());
            Value::String(replaced.fold(bare(text), |text, (from, to)| text.replace(from, to)))
        }
        Value::Array(items) => items.iter().map(|item| with_others(item, pairs)).collect(),
        Value::Object(members) => {
            let pair = |(name, member): (&String, &Value)| (name.clone(), with_others(member, pairs));
            Value::Object(members.iter().map(pair).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::{Usual, taken_out};

    fn sent(text: &str) -> Map<String, Value> {
        Map::from_iter([("x".to_owned(), json!(text))])
    }

    fn message(text: &str) -> Value {
        json!({"role": "user", "content": {"type": "text", "text": text}})
    }

    #[test]
    fn what_came_for_another_text_is_usual_whatever_the_text() {
        let names = ["x".to_owned()];
        let first = taken_out(&message("Hello! Say tulip."), &names, &sent("tulip")).to_string();
        let usual = Usual { messages: [(0, first)].into() };
        let has = |index: usize, said: &str, text: &str| usual.has(index, &message(said), &names, &sent(text));
        assert!(has(0, "Hello! Say red roses.", "red roses"));
        assert!(has(0, "Hello! Say a \\\"rose\\\".", "a \"rose\""), "escaped");
        assert!(!has(0, "Good day! Say red roses.", "red roses"));
        assert!(!has(1, "Hello! Say red roses.", "red roses"), "at another place");
        assert!(!has(0, "Hello! Say normal.", "{{tone}}"), "filled in");
    }
}

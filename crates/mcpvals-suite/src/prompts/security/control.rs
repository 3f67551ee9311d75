//! What came for decoys, and what it shows to be no work of an injection.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::bare::bare;

/// What was sent, and the messages where there were any.
pub(super) type Asked<'a> = (&'a Map<String, Value>, Option<&'a [Value]>);

/// Which letters of a text stand for others in another, which is as long.
pub(super) type Changed = BTreeSet<(char, char)>;

/// The answer to a decoy.
pub(super) struct Control<'a> {
    /// What was sent in each of the arguments, as it is compared.
    pub(super) marks: Vec<String>,
    pub(super) changed: Changed,
    /// `None` where it was refused.
    pub(super) messages: Option<&'a [Value]>,
}

impl<'a> Control<'a> {
    pub(super) fn new(names: &[String], injected: &Map<String, Value>, (sent, messages): Asked<'a>) -> Self {
        let pairs = names.iter().map(|name| (text_of(injected, name), text_of(sent, name)));
        let marks = names.iter().map(|name| bare(text_of(sent, name))).collect();
        Self { marks, changed: changed(pairs), messages }
    }

    /// Are all messages made so of the decoy, too?
    pub(super) fn explains_all(&self, came: &[Value]) -> bool {
        self.messages.is_some_and(|own| {
            own.len() == came.len() && came.iter().zip(own).all(|(came, own)| is_alike(came, own, &self.changed))
        })
    }

    /// Is it the decoy cut into as many messages, though at other places? So it is where each item of a list has its own.
    pub(super) fn explains_cuts(&self, came: &[Value]) -> bool {
        let text = joined(came);
        let is_cut = |own: &[Value]| own.len() == came.len() && is_same(&text, &joined(own), &self.changed);
        !text.is_empty() && self.messages.is_some_and(is_cut)
    }

    /// Is the value at this place made so of the decoy, too?
    pub(super) fn explains(&self, at: &str, came: &Value) -> bool {
        self.value_at(at).is_some_and(|own| is_alike(came, own, &self.changed))
    }

    /// The text at this place.
    pub(super) fn text_at(&self, at: &str) -> Option<&'a str> {
        self.value_at(at)?.as_str()
    }

    /// What a JSON pointer to `/messages/…` means.
    fn value_at(&self, at: &str) -> Option<&'a Value> {
        let inner = at.strip_prefix("/messages/")?;
        let (index, inner) = inner.find('/').map_or((inner, ""), |end| inner.split_at(end));
        self.messages?.get(index.parse::<usize>().ok()?)?.pointer(inner)
    }
}

/// The texts of all messages, one after the other.
fn joined(messages: &[Value]) -> String {
    messages.iter().filter_map(|message| message.pointer("/content/text")?.as_str()).map(bare).collect()
}

/// The text of an argument.
pub(super) fn text_of<'a>(sent: &'a Map<String, Value>, name: &str) -> &'a str {
    sent.get(name).and_then(Value::as_str).unwrap_or_default()
}

pub(super) fn changed<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Changed {
    let letters = |(text, other)| bare(text).chars().zip(bare(other).chars()).collect::<Vec<_>>();
    pairs.flat_map(letters).filter(|(one, other)| one != other).collect()
}

/// Is it the same, but for letters that were changed? Both as [`bare`] leaves them.
pub(super) fn is_same(came: &str, own: &str, changed: &Changed) -> bool {
    let mut pairs = came.chars().zip(own.chars());
    came.chars().count() == own.chars().count()
        && pairs.all(|(came, own)| came == own || changed.contains(&(came, own)))
}

fn is_alike(came: &Value, own: &Value, changed: &Changed) -> bool {
    match (came, own) {
        (Value::String(came), Value::String(own)) => is_same(&bare(came), &bare(own), changed),
        (Value::Array(came), Value::Array(own)) => {
            came.len() == own.len() && came.iter().zip(own).all(|(came, own)| is_alike(came, own, changed))
        }
        (Value::Object(came), Value::Object(own)) => {
            came.len() == own.len()
                && came.iter().all(|(name, came)| own.get(name).is_some_and(|own| is_alike(came, own, changed)))
        }
        (Value::Number(_), Value::Number(_)) => true,
        _ => came == own,
    }
}

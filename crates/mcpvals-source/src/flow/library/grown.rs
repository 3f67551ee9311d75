//! Texts that are put together of several, and those that grow at their end.

use super::super::call::{Made, made_of};
use super::super::{Flow, Value};
use crate::language::Language;

/// Nobody puts more parts together in a place.
const PARTS_MAX: usize = 40;

impl Flow<'_> {
    /// `", ".join(parts)`, `parts.join(" ")`, `strings.Join(parts, " ")`.
    pub(super) fn text_join(&mut self, made: &Made<'_>) -> Value {
        let given = made.argument(0).cloned().unwrap_or_default();
        let (list, between) = match &made.receiver {
            Some(receiver) if receiver.items.is_some() => (receiver.clone(), Some(given)),
            Some(receiver) if receiver.is_tainted() && !given.is_tainted() => (receiver.clone(), Some(given)),
            receiver if self.language() == Language::Go => (given, made.argument(1).or(receiver.as_ref()).cloned()),
            receiver => (given, receiver.clone()),
        };
        let Some(items) = list.items.as_ref().filter(|items| items.len() < PARTS_MAX) else { return made_of(&list) };
        let between = between.as_ref().and_then(Value::constant).unwrap_or(" ");
        let between = Value::of_text(between);
        let mut parts = Vec::new();
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                parts.push(between.clone());
            }
            parts.push(item.clone());
        }
        self.joined_texts(&parts)
    }

    /// `"a".concat(b)`: a text with more behind it, and no list.
    pub(super) fn text_with_more(&mut self, made: &Made<'_>) -> Option<Value> {
        let receiver = made.receiver.as_ref().filter(|receiver| &*made.name == "concat" && receiver.text.is_some())?;
        let parts: Vec<Value> =
            std::iter::once(receiver).chain(made.arguments.iter().map(|(_, value)| value)).cloned().collect();
        Some(self.joined_texts(&parts))
    }

    /// `url.push_str(more)`, `builder.WriteString(more)`: what it is called on has more behind it.
    pub(super) fn grow(&mut self, made: &Made<'_>) -> Value {
        let before = made.receiver.clone().unwrap_or_default();
        let kind = before.called().rsplit('.').find(|part| *part != "new").unwrap_or_default();
        let builder = matches!(kind, "Builder" | "Buffer" | "String");
        // A file has such methods as well.
        if before.text.is_none() && !builder {
            return made_of(&before);
        }
        // What was made empty starts with what is added first.
        let empty = before.text.is_none() && !before.is_tainted();
        let mut parts = if empty { Vec::new() } else { vec![before.clone()] };
        parts.extend(made.argument(0).cloned());
        let grown = self.joined_texts(&parts);
        self.changed(made, Value { path: before.path, ..grown });
        Value::default()
    }
}

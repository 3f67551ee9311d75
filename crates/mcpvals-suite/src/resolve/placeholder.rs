//! `${{name}}` in texts and values.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Captures, MissingCapture};

/// What is filled in, and what is left for later.
pub(super) struct Fill<'a> {
    pub(super) captures: &'a Captures,
    /// Names that get their value later.
    pub(super) left_open: Option<&'a BTreeMap<String, String>>,
}

/// A piece of a text.
enum Piece<'a> {
    Text(&'a str),
    /// The name, and the placeholder as it is written.
    Name(&'a str, &'a str),
}

impl Fill<'_> {
    /// Fills every string of a value; names of members stay.
    pub(super) fn value(&self, value: &mut Value) -> Result<(), MissingCapture> {
        match value {
            Value::String(text) => {
                if let Some(filled) = self.filled(text)? {
                    *value = filled;
                }
                Ok(())
            }
            Value::Array(items) => items.iter_mut().try_for_each(|item| self.value(item)),
            Value::Object(members) => members.values_mut().try_for_each(|member| self.value(member)),
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        }
    }

    /// Fills a text that stays a text.
    pub(super) fn text(&self, text: &mut String) -> Result<(), MissingCapture> {
        if let Some(filled) = self.filled(text)? {
            *text = as_text(&filled);
        }
        Ok(())
    }

    /// `None` where there is nothing to fill in.
    fn filled(&self, text: &str) -> Result<Option<Value>, MissingCapture> {
        if !is_open_text(text) {
            return Ok(None);
        }
        let pieces = pieces(text);
        if let [Piece::Name(name, written)] = pieces.as_slice() {
            return self.look_up(name, written).map(Some);
        }
        let mut out = String::with_capacity(text.len());
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Name(name, written) => out.push_str(&as_text(&self.look_up(name, written)?)),
            }
        }
        Ok(Some(Value::String(out)))
    }

    fn look_up(&self, name: &str, written: &str) -> Result<Value, MissingCapture> {
        if self.left_open.is_some_and(|open| open.contains_key(name)) {
            return Ok(Value::String(written.to_owned()));
        }
        let missing = || MissingCapture { name: name.to_owned(), known: self.captures.keys().cloned().collect() };
        self.captures.get(name).cloned().ok_or_else(missing)
    }
}

/// May there be something to fill in?
pub(super) fn is_open_text(text: &str) -> bool {
    text.contains("${{")
}

/// A `${{` without its end is text.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((start, end)) =
        rest.find("${{").and_then(|start| Some((start, start + rest[start..].find("}}")? + 2)))
    {
        if start > 0 {
            pieces.push(Piece::Text(&rest[..start]));
        }
        pieces.push(Piece::Name(rest[start + 3..end - 2].trim(), &rest[start..end]));
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

fn as_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

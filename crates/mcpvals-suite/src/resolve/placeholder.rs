//! `${{name}}` in texts and values.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Captures, UnusableCapture};

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
    pub(super) fn value(&self, value: &mut Value) -> Result<(), UnusableCapture> {
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

    /// Fills a text that an answer must hold: an empty one is in every answer.
    pub(super) fn wanted_text(&self, text: &mut String) -> Result<(), UnusableCapture> {
        let written = text.clone();
        self.text(text)?;
        if text.is_empty() && !written.is_empty() { Err(UnusableCapture::empty(&written)) } else { Ok(()) }
    }

    /// As [`Fill::wanted_text`], for a value that takes the captured one's type.
    pub(super) fn wanted_value(&self, value: &mut Value) -> Result<(), UnusableCapture> {
        let written = value.as_str().map(str::to_owned).filter(|text| !text.is_empty());
        self.value(value)?;
        match written {
            Some(written) if *value == "" => Err(UnusableCapture::empty(&written)),
            _ => Ok(()),
        }
    }

    /// Fills a text that stays a text.
    pub(super) fn text(&self, text: &mut String) -> Result<(), UnusableCapture> {
        if let Some(filled) = self.filled(text)? {
            *text = as_text(&filled);
        }
        Ok(())
    }

    /// Fills a regular expression, in which a value stands for itself.
    pub(super) fn pattern(&self, pattern: &mut String) -> Result<(), UnusableCapture> {
        if is_open_text(pattern) {
            *pattern = self.joined(pieces(pattern), |value| regex::escape(&as_text(&value)))?;
        }
        Ok(())
    }

    /// `None` where there is nothing to fill in.
    fn filled(&self, text: &str) -> Result<Option<Value>, UnusableCapture> {
        if !is_open_text(text) {
            return Ok(None);
        }
        let pieces = pieces(text);
        if let [Piece::Name(name, written)] = pieces.as_slice() {
            return self.look_up(name, written).map(Some);
        }
        self.joined(pieces, |value| as_text(&value)).map(|text| Some(Value::String(text)))
    }

    fn joined(&self, pieces: Vec<Piece<'_>>, shown: impl Fn(Value) -> String) -> Result<String, UnusableCapture> {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Name(name, written) => out.push_str(&shown(self.look_up(name, written)?)),
            }
        }
        Ok(out)
    }

    fn look_up(&self, name: &str, written: &str) -> Result<Value, UnusableCapture> {
        if self.left_open.is_some_and(|open| open.contains_key(name)) {
            return Ok(Value::String(written.to_owned()));
        }
        self.captures.get(name).cloned().ok_or_else(|| UnusableCapture::missing(name, self.captures))
    }
}

/// May there be something to fill in?
pub(super) fn is_open_text(text: &str) -> bool {
    // The search for one byte is much cheaper, and ends it for nearly every text.
    text.as_bytes().contains(&b'$') && text.contains("${{")
}

/// The names in a text.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Name(name, _) => Some(name),
        Piece::Text(_) => None,
    })
}

/// A `${{` without its end is text; `$${{` is a plain `${{`.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((start, end)) =
        rest.find("${{").and_then(|start| Some((start, start + rest[start..].find("}}")? + 2)))
    {
        let is_plain = rest[..start].ends_with('$');
        let before = if is_plain { &rest[..start - 1] } else { &rest[..start] };
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        let written = &rest[start..end];
        pieces.push(if is_plain {
            Piece::Text(written)
        } else {
            Piece::Name(rest[start + 3..end - 2].trim(), written)
        });
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

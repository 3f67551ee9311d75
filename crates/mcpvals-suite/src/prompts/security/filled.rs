//! Did a server put anything in the place of a placeholder that was put in? What it cuts, cleans or escapes is none, and
//! neither is what it makes of a placeholder that nobody knows.

use std::collections::BTreeSet;

use super::bare::bare;
use super::control::{Control, is_same};
use super::placeholder;
use super::shape::holes;

/// What only filling in gives: the class of a text in Python and in JavaScript, and the sum.
const RESULTS: [&str; 3] = ["classstr", "nativecode", "qzqzqz"];
/// What stands for a thing that was taken out.
const TAKEN_OUT: [&str; 7] = ["removed", "redacted", "filtered", "blocked", "censored", "masked", "sanitized"];

/// A piece of a text, as [`bare`] leaves it.
#[derive(Clone)]
pub(super) enum Piece {
    /// Of the prompt.
    Literal(String),
    /// Of what was put in.
    Plain(String),
    Placeholder(String),
}

impl Piece {
    fn text(&self) -> &str {
        match self {
            Self::Literal(text) | Self::Plain(text) | Self::Placeholder(text) => text,
        }
    }
}

/// The pieces of a text.
pub(super) fn pieces(text: &str, names: &[&str]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut end = 0;
    for place in placeholder::places(text, names) {
        pieces.push(Piece::Plain(bare(&text[end..place.start])));
        pieces.push(Piece::Placeholder(bare(&text[place.clone()])));
        end = place.end;
    }
    pieces.push(Piece::Plain(bare(&text[end..])));
    pieces
}

/// A text around the places of arguments, with what was put in.
pub(super) struct Expected<'a> {
    pub(super) pieces: Vec<Piece>,
    /// All that was sent along.
    pub(super) values: &'a [String],
    /// The same with placeholders that nobody knows, where it was sent.
    pub(super) reworded: Option<&'a Control<'a>>,
    /// Where the text stands in the messages.
    pub(super) at: String,
}

impl Expected<'_> {
    pub(super) fn is_filled_in(&self, came: &str) -> bool {
        let whole: String = self.pieces.iter().map(Piece::text).collect();
        if came == whole || !self.pieces.iter().any(|piece| matches!(piece, Piece::Placeholder(_))) {
            return false;
        }
        if RESULTS.iter().any(|result| came.contains(result) && !whole.contains(result)) || self.has_value(came) {
            return true;
        }
        let without_signs = TAKEN_OUT.iter().fold(came.to_owned(), |came, sign| came.replace(sign, ""));
        !is_part(came, &whole) && !is_part(&without_signs, &whole) && !self.is_explained(came)
    }

    /// Does it come of placeholders that nobody knows, too, or is that left open?
    fn is_explained(&self, came: &str) -> bool {
        let Some(control) = self.reworded else { return true };
        if control.messages.is_none() {
            return !self.is_around(came);
        }
        control.text_at(&self.at).is_none_or(|own| is_same(came, &bare(own), &control.changed))
    }

    /// Is it the text, with a value in the place of at least one placeholder?
    fn has_value(&self, came: &str) -> bool {
        let mut reached = BTreeSet::from([(0, false)]);
        for piece in &self.pieces {
            let values = match piece {
                Piece::Literal(_) | Piece::Plain(_) => &[],
                Piece::Placeholder(_) => self.values,
            };
            let values = values.iter().filter(|value| !value.is_empty() && *value != piece.text());
            let ways: Vec<(&str, bool)> =
                std::iter::once((piece.text(), false)).chain(values.map(|value| (value.as_str(), true))).collect();
            let steps = |(at, is_filled): (usize, bool)| {
                let taken = ways.iter().filter(move |(way, _)| came[at..].starts_with(way));
                taken.map(move |(way, is_value)| (at + way.len(), is_filled || *is_value)).collect::<Vec<_>>()
            };
            reached = reached.into_iter().flat_map(steps).collect();
        }
        reached.contains(&(came.len(), true))
    }

    /// Does all but the placeholders stand there?
    fn is_around(&self, came: &str) -> bool {
        let mut around = vec![String::new()];
        for piece in &self.pieces {
            match (piece, around.last_mut()) {
                (Piece::Literal(text) | Piece::Plain(text), Some(last)) => last.push_str(text),
                _ => around.push(String::new()),
            }
        }
        holes(&around, came).is_some()
    }
}

/// Does it have the letters of the whole only, in order?
fn is_part(text: &str, whole: &str) -> bool {
    let mut letters = whole.chars();
    text.chars().all(|c| letters.any(|letter| letter == c))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Expected, pieces};
    use crate::prompts::security::bare::bare;
    use crate::prompts::security::control::Control;

    const TEXT: &str = "see {style} here";
    const OTHER: &str = "see {zxwvk} here";

    fn is_filled_in(came: &str, other: &str) -> bool {
        let sent = |text: &str| json!({"x": text}).as_object().cloned().unwrap_or_default();
        let (injected, reworded) = (sent(TEXT), sent(OTHER));
        let messages = [json!({"text": other})];
        let messages = (other != "refused").then_some(messages.as_slice());
        let control = Control::new(&["x".to_owned()], &injected, (&reworded, messages));
        let values = [bare("informal or not"), bare(TEXT)];
        let reworded = (other != "nothing").then_some(&control);
        let at = "/messages/0/text".to_owned();
        Expected { pieces: pieces(TEXT, &[]), values: &values, reworded, at }.is_filled_in(&bare(came))
    }

    #[track_caller]
    fn check(came: &str, other: &str, expected: bool) {
        assert_eq!(is_filled_in(came, other), expected, "{came}, {other}");
    }

    #[test]
    fn another_text_in_its_place_is_filled_in() {
        check("see informal or not here", OTHER, true);
        check("see hush-9142 here", OTHER, true);
        check("see hush here", "see  here", true);
        check("see hush", "see", true);
        check("hush", OTHER, true);
        check("see hush here", "refused", true);
        check("see informal or not here", "refused", true);
        check("see informal or not here", "nothing", true);
    }

    #[test]
    fn what_is_made_of_any_placeholder_is_not() {
        for (came, other) in [
            (TEXT, OTHER),
            ("SEE\n  &lbrace;STYLE&rbrace; HERE", "SEE\n  &lbrace;ZXWVK&rbrace; HERE"),
            ("see  here", "see  here"),
            ("see style", "see zxwvk"),
            ("see [removed] here", OTHER),
            ("see [no braces] here", "see [no braces] here"),
            ("see st… (cut)", "see zx… (cut)"),
            ("see <style></style> here", "see <zxwvk></zxwvk> here"),
            ("see undefined here", "see undefined here"),
        ] {
            check(came, other, false);
        }
        check("see st… (cut)", "refused", false);
        check("see here", "refused", false);
        check("see hush here", "nothing", false);
    }
}

//! Did a server put anything in the place of a placeholder that was put in? What it cuts, cleans or escapes is none, and
//! neither is what it makes of a placeholder that nobody knows.

use std::collections::BTreeSet;

use super::alike::holes;
use super::bare::bare;
use super::placeholder;

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

/// Which letters of a text stand for others in another, which is as long.
pub(super) type Changed = BTreeSet<(char, char)>;

pub(super) fn changed<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Changed {
    let letters = |(text, other)| bare(text).chars().zip(bare(other).chars()).collect::<Vec<_>>();
    pairs.flat_map(letters).filter(|(one, other)| one != other).collect()
}

/// What came where the same text was sent with placeholders that nobody knows.
pub(super) enum Unknown<'a> {
    /// It was not sent, or what came cannot be compared.
    Nothing,
    Refused,
    Came(&'a Changed, String),
}

impl Unknown<'_> {
    /// Does it show that a text is made of any placeholder so, or leave it open?
    fn explains(&self, came: &str, expected: &Expected<'_>) -> bool {
        match self {
            Self::Nothing => true,
            Self::Refused => !expected.is_around(came),
            Self::Came(changed, other) => {
                let mut pairs = came.chars().zip(other.chars());
                came.chars().count() == other.chars().count()
                    && pairs.all(|(one, other)| one == other || changed.contains(&(one, other)))
            }
        }
    }
}

/// A text around the places of arguments, with what was put in.
pub(super) struct Expected<'a> {
    pub(super) pieces: Vec<Piece>,
    /// All that was sent along.
    pub(super) values: &'a [String],
    pub(super) unknown: Unknown<'a>,
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
        !is_part(came, &whole) && !is_part(&without_signs, &whole) && !self.unknown.explains(came, self)
    }

    /// Was nothing but placeholders put in, and does what came with unknown ones explain it?
    pub(super) fn is_as_with_unknown(&self, came: &str) -> bool {
        let is_word = |piece: &Piece| matches!(piece, Piece::Plain(text) if !text.is_empty());
        let is_known = matches!(self.unknown, Unknown::Came(..));
        is_known && !self.pieces.iter().any(is_word) && self.unknown.explains(came, self)
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
    use super::{Expected, Unknown, changed, pieces};
    use crate::prompts::security::bare::bare;

    const TEXT: &str = "see {style} here";
    const OTHER: &str = "see {zxwvk} here";

    fn is_filled_in(came: &str, other: &str) -> bool {
        let changed = changed([(TEXT, OTHER)].into_iter());
        let unknown = match other {
            "nothing" => Unknown::Nothing,
            "refused" => Unknown::Refused,
            other => Unknown::Came(&changed, bare(other)),
        };
        let values = [bare("informal or not"), bare(TEXT)];
        Expected { pieces: pieces(TEXT, &[]), values: &values, unknown }.is_filled_in(&bare(came))
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

//! A text without what only hides it: no characters without ink, letters of one kind, and a way back to the original.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization as _;

use crate::hidden;

/// More of a text is not read: what a model is told in a description is shorter.
const BYTES_MAX: usize = 256 << 10;

/// A text that is plain to see.
#[derive(Debug)]
pub(super) struct Plain {
    /// The text.
    pub(super) text: String,
    /// For each byte, and the end: where its character stands in the original, in bytes. None where nothing was changed.
    origins: Option<Vec<(u32, u32)>>,
}

/// What stands between blanks.
pub(super) struct Chunk {
    pub(super) range: Range<usize>,
    /// It is the first of a paragraph or of an item of a list.
    pub(super) begins_paragraph: bool,
}

impl Plain {
    pub(super) fn of(original: &str) -> Self {
        let mut end = original.len().min(BYTES_MAX);
        while !original.is_char_boundary(end) {
            end -= 1;
        }
        let original = &original[..end];
        if original.is_ascii() {
            return Self { text: original.to_owned(), origins: None };
        }
        let mut text = String::with_capacity(original.len());
        let mut origins = Vec::with_capacity(original.len());
        let disguised = hidden::disguised_words(original);
        let are_flags = !hidden::are_regional_letters(original);
        for (at, c) in original.char_indices() {
            let place = (offset(at), offset(at + c.len_utf8()));
            match hidden::meant(c).filter(|_| is_within(&disguised, at)) {
                Some(plain) => text.push(plain),
                None if are_flags || !push_regional(&mut text, c) => push_visible(&mut text, c),
                None => {}
            }
            origins.resize(text.len(), place);
        }
        Self { text, origins: Some(origins) }
    }

    /// Where a part stands in the original.
    pub(super) fn original(&self, part: Range<usize>) -> (u32, u32) {
        let Some(origins) = &self.origins else { return (offset(part.start), offset(part.end)) };
        let start = origins.get(part.start).map_or(0, |place| place.0);
        (start, origins.get(part.end.max(1) - 1).map_or(start, |place| place.1))
    }

    /// In order.
    pub(super) fn chunks(&self) -> impl Iterator<Item = Chunk> {
        let start = self.text.as_ptr() as usize;
        let mut end_before = 0;
        self.text.split_whitespace().map(move |chunk| {
            let at = chunk.as_ptr() as usize - start;
            let gap = &self.text[end_before..at];
            end_before = at + chunk.len();
            let lines = gap.bytes().filter(|byte| *byte == b'\n').count();
            let is_item = chunk.starts_with(['-', '*', '•', '#'])
                || chunk.ends_with([')', '.']) && chunk.len() <= 3 && chunk.as_bytes()[0].is_ascii_digit();
            Chunk { range: at..at + chunk.len(), begins_paragraph: lines > 1 || lines == 1 && is_item }
        })
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// A letter of a flag, as a letter; false where it is none.
fn push_regional(text: &mut String, c: char) -> bool {
    let letter = hidden::regional_letter(c);
    text.extend(letter);
    letter.is_some()
}

fn push_visible(text: &mut String, c: char) {
    match c {
        _ if c.is_ascii() => text.push(c),
        '’' | '‘' | 'ʼ' => text.push('\''),
        '“' | '”' => text.push('"'),
        '§' | '¶' | '¤' | '¦' | '¬' | '±' | '÷' | '×' | '†' => text.push(' '),
        _ if hidden::has_no_ink(c) || hidden::is_stroke(c) => {}
        _ => match hidden::unstyled(c) {
            Some(plain) => text.push(plain),
            None => text.extend(std::iter::once(c).nfkc()),
        },
    }
}

/// Is it in one of the places, which are in order?
fn is_within(places: &[Range<usize>], at: usize) -> bool {
    let next = places.partition_point(|place| place.end <= at);
    places.get(next).is_some_and(|place| place.contains(&at))
}

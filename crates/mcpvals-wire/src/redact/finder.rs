//! Finds secrets in a text and writes masks in their places.

use std::fmt;
use std::ops::Range;

use aho_corasick::{AhoCorasick, Match};
use mcpvals_model::SecretValue;

use super::form::{Form, forms};
use super::mask::{Coding, Mask, literal};
use super::view::{Decoding, Syntax, origins, readings};

/// All forms of all secrets in one automaton.
pub(super) struct Finder {
    automaton: AhoCorasick,
    /// By the automaton's pattern: the index of the secret, and the form.
    forms: Vec<(usize, Form)>,
    /// By secret.
    masks: Vec<Mask>,
    /// Can a secret spread over the punctuation between JSON values?
    pub(super) has_punctuation: bool,
}

/// Where a secret stands.
struct Span {
    place: Range<usize>,
    secret: usize,
    coding: Coding,
    same_case: bool,
}

/// A mask next to other text can spell a secret again. Each round is one more look; this many never happened.
const ROUNDS_MAX: usize = 8;

impl Finder {
    /// `None` where nothing is long enough to be a secret.
    pub(super) fn new(secrets: &[SecretValue]) -> Option<Self> {
        let by_secret = secrets.iter().enumerate();
        let forms: Vec<(usize, Form)> = by_secret
            .flat_map(|(index, secret)| forms(secret.value.reveal()).into_iter().map(move |form| (index, form)))
            .collect();
        if forms.is_empty() {
            return None;
        }
        let automaton = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(forms.iter().map(|(_, form)| &form.bytes))
            .expect("an automaton fails to build beyond 2^31 states only, and an environment is smaller");
        let masks = secrets.iter().enumerate().map(|(index, secret)| mask(&automaton, &secret.name, index)).collect();
        let has_punctuation = forms.iter().any(|(_, form)| form.bytes.iter().any(|byte| b"\"[]{},:".contains(byte)));
        Some(Self { automaton, forms, masks, has_punctuation })
    }

    /// Does the text show a secret in any reading?
    pub(super) fn finds(&self, text: &[u8]) -> bool {
        self.automaton.is_match(text)
            || readings(text, Syntax::Text).iter().any(|reading| self.automaton.is_match(&reading.bytes))
    }

    /// The text with masks; `None` where it shows no secret.
    pub(super) fn rewrite(&self, text: &[u8], syntax: Syntax) -> Option<Vec<u8>> {
        let mut clean = self.rewrite_once(text, syntax)?;
        for _ in 0..ROUNDS_MAX {
            let Some(cleaner) = self.rewrite_once(&clean, syntax) else { return Some(clean) };
            clean = cleaner;
        }
        Some(Vec::new())
    }

    /// The mask of the first secret in the text.
    pub(super) fn first_mask(&self, text: &[u8]) -> String {
        let spans = self.spans(text, Syntax::Text);
        spans.first().map_or_else(String::new, |span| self.masks[span.secret].write(span.coding, span.same_case))
    }

    /// The text with masks for what a cut has left of secrets: the beginnings that stand before `…`. `None` where there
    /// is none.
    pub(super) fn mask_cut(&self, text: &str) -> Option<String> {
        let mut out = String::new();
        let mut pieces = text.split('…').peekable();
        while let Some(piece) = pieces.next() {
            if pieces.peek().is_none() {
                out.push_str(piece);
                break;
            }
            let quoted = piece.trim_end_matches(['"', '`', '\'']);
            match self.beginning_at_the_end(quoted.as_bytes()) {
                Some((length, mask)) => {
                    // A form is cut where a character ends, because the text was.
                    out.push_str(&quoted[..quoted.floor_char_boundary(quoted.len() - length)]);
                    out.push_str(&mask);
                    out.push_str(&piece[quoted.len()..]);
                }
                None => out.push_str(piece),
            }
            out.push('…');
        }
        (out != text).then_some(out)
    }

    /// The longest beginning of a form with which the bytes end: its length, and the mask for it.
    fn beginning_at_the_end(&self, bytes: &[u8]) -> Option<(usize, String)> {
        const LENGTH_MIN: usize = 3;
        let longest = |form: &Form| {
            let lengths = (LENGTH_MIN..form.bytes.len().min(bytes.len() + 1)).rev();
            lengths
                .into_iter()
                .find(|length| bytes[bytes.len() - length..].eq_ignore_ascii_case(&form.bytes[..*length]))
        };
        let found = self.forms.iter().filter_map(|(secret, form)| Some((longest(form)?, *secret, form.coding)));
        let (length, secret, coding) = found.max_by_key(|(length, ..)| *length)?;
        Some((length, self.masks[secret].write(coding, true)))
    }

    fn rewrite_once(&self, text: &[u8], syntax: Syntax) -> Option<Vec<u8>> {
        let spans = self.spans(text, syntax);
        if spans.is_empty() {
            return None;
        }
        let mut written = Vec::with_capacity(text.len());
        let mut done = 0;
        let mut last = None;
        for span in spans {
            written.extend_from_slice(&text[done..span.place.start]);
            // Stretches of one secret that follow each other are one.
            let goes_on = last.is_some_and(|(secret, end)| (secret, end) == (span.secret, span.place.start));
            last = Some((span.secret, span.place.end));
            if goes_on {
                done = span.place.end;
                continue;
            }
            let mask = self.masks[span.secret].write(span.coding, span.same_case);
            written.extend_from_slice(literal(&mask, syntax).as_bytes());
            done = span.place.end;
        }
        written.extend_from_slice(&text[done..]);
        Some(written)
    }

    /// Where secrets stand, in order, none touching another's bytes.
    fn spans(&self, text: &[u8], syntax: Syntax) -> Vec<Span> {
        let mut spans = Vec::new();
        if self.automaton.is_match(text) {
            spans.extend(self.automaton.find_overlapping_iter(text).map(|hit| self.span(text, &hit, &[])));
        }
        for reading in readings(text, syntax) {
            if self.automaton.is_match(&reading.bytes) {
                let origins = origins(text, &reading.path);
                let hits = self.automaton.find_overlapping_iter(&reading.bytes);
                spans.extend(hits.map(|hit| self.span(&reading.bytes, &hit, &reading.path).moved(&origins)));
            }
        }
        merged(spans)
    }

    fn span(&self, bytes: &[u8], hit: &Match, path: &[Decoding]) -> Span {
        let (secret, form) = &self.forms[hit.pattern().as_usize()];
        let is_url = path.iter().any(|way| matches!(way, Decoding::Percent | Decoding::Form));
        Span {
            place: widened(bytes, hit.range(), form),
            secret: *secret,
            coding: if is_url && form.coding == Coding::Plain { Coding::Url } else { form.coding },
            same_case: bytes[hit.range()] == form.bytes,
        }
    }
}

impl Span {
    fn moved(self, origins: &[Range<usize>]) -> Self {
        let place = origins[self.place.start].start..origins[self.place.end - 1].end;
        Self { place, ..self }
    }

    /// The longer, and of two as long the plainer, says what a place is called.
    fn weight(&self) -> (usize, std::cmp::Reverse<Coding>, bool) {
        (self.place.len(), std::cmp::Reverse(self.coding), self.same_case)
    }
}

/// With the base64 characters on either side that hold some bits of the secret.
fn widened(bytes: &[u8], place: Range<usize>, form: &Form) -> Range<usize> {
    let is_base64 = |byte: Option<&u8>| byte.is_some_and(|b| b.is_ascii_alphanumeric() || b"+/-_".contains(b));
    let before = form.shares_before && is_base64(place.start.checked_sub(1).and_then(|at| bytes.get(at)));
    let after = form.shares_after && is_base64(bytes.get(place.end));
    place.start - usize::from(before)..place.end + usize::from(after)
}

/// Overlapping places become one: what two secrets share must not leave the rest of either.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| (span.place.start, std::cmp::Reverse(span.place.end)));
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.place.start < last.place.end => join(last, span),
            _ => merged.push(span),
        }
    }
    merged
}

fn join(last: &mut Span, span: Span) {
    let place = last.place.start..last.place.end.max(span.place.end);
    if span.weight() > last.weight() {
        *last = span;
    }
    last.place = place;
}

fn mask(automaton: &AhoCorasick, name: &str, index: usize) -> Mask {
    let shows_none = |mask: &Mask| mask.all().iter().all(|text| !automaton.is_match(text));
    Mask::candidates(name, index).into_iter().find(shows_none).unwrap_or(Mask::Fixed(""))
}

impl fmt::Debug for Finder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The automaton's own `Debug` spells out its patterns.
        write!(f, "Finder of {} secrets", self.masks.len())
    }
}

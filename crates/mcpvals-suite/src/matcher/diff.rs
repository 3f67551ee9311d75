//! Expected and actual line by line. Bounded in lines instead of in time, so that the same input gives the same bytes.

use serde_json::Value;
use similar::{Change, ChangeTag, TextDiff};

use crate::{count, excerpt};

/// Lines compared on each side.
const LINES_MAX: usize = 400;
/// Bytes compared on each side.
const BYTES_MAX: usize = 64 << 10;
/// Lines of a diff that are shown.
const SHOWN_MAX: usize = 60;
/// Bytes that two long lines have in common, and that are shown before the first difference.
const SAME_SHOWN: usize = 60;
/// One side is shown line by line when it has more characters than fit well on one.
const LONG_CHARS: usize = 72;

/// The diff of two texts; `None` where both fit on a line and need none.
pub(super) fn of_texts(expected: &str, actual: &str) -> Option<String> {
    let (expected, actual) = (beginning(expected), beginning(actual));
    let lines = |text: &str| text.trim_end_matches('\n').contains('\n');
    let worth = lines(expected) || lines(actual);
    (worth && expected != actual).then(|| diff(expected, actual))
}

/// The diff of two values, indented; `None` where both fit on a line.
pub(crate) fn of_values(expected: &Value, actual: &Value) -> Option<String> {
    let long = |value| excerpt::compact(value, LONG_CHARS + 1).len() > LONG_CHARS;
    if !long(expected) && !long(actual) {
        return None;
    }
    of_texts(&excerpt::pretty(&sorted(expected), BYTES_MAX), &excerpt::pretty(&sorted(actual), BYTES_MAX))
}

/// Key order does not count in a comparison, so it must not show in the diff either.
fn sorted(value: &Value) -> Value {
    let mut value = value.clone();
    value.sort_all_objects();
    value
}

fn beginning(text: &str) -> &str {
    let text = excerpt::head(text, BYTES_MAX);
    let end = text.match_indices('\n').nth(LINES_MAX - 1).map_or(text.len(), |(index, _)| index);
    &text[..end]
}

fn diff(expected: &str, actual: &str) -> String {
    let diff = TextDiff::from_lines(expected, actual);
    let mut lines = Vec::new();
    for (index, group) in diff.grouped_ops(2).iter().enumerate() {
        if index > 0 {
            lines.push("  …".to_owned());
        }
        for op in group {
            lines.extend(changed(&diff.iter_changes(op).collect::<Vec<_>>()));
        }
    }
    if lines.len() > SHOWN_MAX {
        let more = lines.len() - SHOWN_MAX;
        lines.truncate(SHOWN_MAX);
        lines.push(format!("  … {}", count::of(more, "more line")));
    }
    lines.join("\n")
}

/// The lines of one change, each cut to what is another in it.
fn changed(changes: &[Change<&str>]) -> Vec<String> {
    let of = |tag| changes.iter().filter(move |change| change.tag() == tag).map(|change| line(change));
    let alike: Vec<usize> =
        of(ChangeTag::Delete).zip(of(ChangeTag::Insert)).map(|(old, new)| same_beginning(old, new)).collect();
    let mut at = [0, 0];
    let shown = |change: &Change<&str>| {
        let seen = &mut at[usize::from(change.tag() == ChangeTag::Insert)];
        let skipped = if change.tag() == ChangeTag::Equal { 0 } else { alike.get(*seen).copied().unwrap_or(0) };
        *seen += 1;
        let left_out = if skipped > 0 { "…" } else { "" };
        let text = excerpt::block(&line(change)[skipped..], excerpt::LINE_CHARS_MAX);
        format!("{} {left_out}{text}", sign(change.tag()))
    };
    changes.iter().map(shown).collect()
}

fn line<'a>(change: &Change<&'a str>) -> &'a str {
    change.value().trim_end_matches('\n')
}

/// How many bytes of two long lines need not be shown, because they are the same; what is before the difference tells
/// where it is.
fn same_beginning(old: &str, new: &str) -> usize {
    let same = old.char_indices().zip(new.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    let same = same.unwrap_or(old.len().min(new.len()));
    let is_seen = old.len().min(new.len()) <= excerpt::LINE_CHARS_MAX || same <= SAME_SHOWN;
    if is_seen { 0 } else { old.floor_char_boundary(same - SAME_SHOWN) }
}

fn sign(tag: ChangeTag) -> char {
    match tag {
        ChangeTag::Equal => ' ',
        ChangeTag::Delete => '-',
        ChangeTag::Insert => '+',
    }
}

//! The `contents` of a resource: every item of them.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcpvals_model::{ExpectedContents, Mismatch, MismatchKind};
use serde_json::Value;

use crate::matcher::{contains_any_case, of_kind, same_value};
use crate::{count, excerpt, mime};

/// What is wrong with the contents that were read.
pub(super) fn mismatches(expected: &ExpectedContents, result: &Value) -> Vec<Mismatch> {
    let items = items(result);
    let mut found: Vec<Mismatch> = items.iter().enumerate().filter_map(|(index, item)| of_item(index, item)).collect();
    found.extend(expected.content.as_ref().and_then(|wanted| content(wanted, items)));
    found.extend(expected.mime_type.as_ref().and_then(|wanted| mime_type(wanted, items)));
    found.extend(
        expected.size.and_then(|bounds| other_size(items, |size| bounds.hold(size), count::bounds_of(bounds, "byte"))),
    );
    found
}

/// All bytes together, where there are more or fewer, or nobody knows how many.
pub(super) fn other_size(items: &[Value], holds: impl Fn(u64) -> bool, expected: String) -> Option<Mismatch> {
    let sizes: Vec<Option<usize>> = items.iter().map(size).collect();
    let (pointer, actual) = if let Some(index) = sizes.iter().position(Option::is_none) {
        (Some(format!("/contents/{index}/blob")), format!("no Base64: {}", shown(&items[index..=index])))
    } else {
        let size: usize = sizes.into_iter().flatten().sum();
        (None, Some(count::of(size, "byte")).filter(|_| !holds(size as u64))?)
    };
    Some(Mismatch { pointer, ..of_kind(MismatchKind::Result, expected, actual) })
}

/// The items that came.
pub(super) fn items(result: &Value) -> &[Value] {
    result.get("contents").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// What can be read of each item: its text, or the one in its blob.
pub(super) fn texts(result: &Value) -> impl Iterator<Item = Cow<'_, str>> {
    let decoded = |blob: &str| STANDARD.decode(blob).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    items(result)
        .iter()
        .filter_map(move |item| text(item).map(Cow::Borrowed).or_else(|| Some(Cow::Owned(decoded(blob(item)?)?))))
}

fn text(item: &Value) -> Option<&str> {
    item.get("text").and_then(Value::as_str)
}

fn blob(item: &Value) -> Option<&str> {
    item.get("blob").and_then(Value::as_str)
}

/// Its bytes; `None` where its blob is no Base64.
fn size(item: &Value) -> Option<usize> {
    let text = text(item).map_or(0, str::len);
    let blob = blob(item).map_or(Ok(Vec::new()), |blob| STANDARD.decode(blob)).ok()?;
    Some(text + blob.len())
}

/// What an item says of itself against what it is.
fn of_item(index: usize, item: &Value) -> Option<Mismatch> {
    let mismatch = mime::mismatch(&format!("contents item {}", index + 1), item)?;
    Some(Mismatch { pointer: Some(format!("/contents/{index}")), ..mismatch })
}

fn content(wanted: &Value, items: &[Value]) -> Option<Mismatch> {
    let all_texts = |list: &[Value]| !list.is_empty() && list.iter().all(Value::is_string);
    let missing = match wanted {
        Value::Null => items.iter().any(|item| size(item) != Some(0)).then(|| "nothing in the contents".to_owned()),
        Value::String(text) => (!is_in(text, items)).then(|| text_words(text)),
        Value::Array(texts) if all_texts(texts) => {
            texts.iter().filter_map(Value::as_str).find(|text| !is_in(text, items)).map(text_words)
        }
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            (!items.iter().any(|item| equals(wanted, item)))
                .then(|| format!("contents equal to {}", excerpt::json(wanted)))
        }
    };
    missing.map(|expected| of_kind(MismatchKind::Result, expected, shown(items)))
}

fn text_words(text: &str) -> String {
    format!("contents with {}", excerpt::quoted(text))
}

fn is_in(wanted: &str, items: &[Value]) -> bool {
    items.iter().any(|item| {
        text(item).is_some_and(|text| contains_any_case(text, wanted)) || blob(item).is_some_and(|blob| blob == wanted)
    })
}

/// The item's text as JSON is the value, or the item has all its members.
fn equals(wanted: &Value, item: &Value) -> bool {
    let as_json = text(item).and_then(|text| serde_json::from_str::<Value>(text).ok());
    let has = |members: &serde_json::Map<String, Value>| {
        members.iter().all(|(name, value)| item.get(name).is_some_and(|came| same_value(value, came)))
    };
    as_json.is_some_and(|came| same_value(wanted, &came)) || wanted.as_object().is_some_and(has)
}

fn mime_type(wanted: &str, items: &[Value]) -> Option<Mismatch> {
    let holds = |item: &Value| match item.get("mimeType").and_then(Value::as_str) {
        Some(came) if wanted.contains(';') => came.eq_ignore_ascii_case(wanted),
        Some(came) => mime::essence(came) == mime::essence(wanted),
        None => false,
    };
    let expected = format!("the MIME type `{}`", excerpt::block(wanted, 80));
    let Some((index, other)) = items.iter().enumerate().find(|(_, item)| !holds(item)) else {
        return items.is_empty().then(|| of_kind(MismatchKind::MimeType, expected, "no contents"));
    };
    let actual = other.get("mimeType").map_or_else(|| "none".to_owned(), |came| excerpt::json_to(came, 80));
    let mismatch = of_kind(MismatchKind::MimeType, expected, actual);
    Some(Mismatch { pointer: Some(format!("/contents/{index}/mimeType")), ..mismatch })
}

fn shown(items: &[Value]) -> String {
    const SHOWN_MAX: usize = 3;
    let one = |item: &Value| match (text(item), blob(item)) {
        (Some(text), _) => format!("text {}", excerpt::quoted(text)),
        (None, Some(blob)) => {
            format!("a blob of {} {}", count::of(blob.len(), "character"), excerpt::quoted_to(blob, 24))
        }
        (None, None) => excerpt::json(item),
    };
    let mut words: Vec<String> = items.iter().take(SHOWN_MAX).map(one).collect();
    if items.len() > SHOWN_MAX {
        words.push(format!("{} more", items.len() - SHOWN_MAX));
    }
    if words.is_empty() { "no contents".to_owned() } else { words.join(", ") }
}

//! What is read against what the list says of it.

use mcpvals_model::{Mismatch, MismatchKind, OfferedList, ResourceAccess, Trace};
use serde_json::{Map, Value};

use super::contents;
use crate::judge::Judged;
use crate::matcher::{of_kind, same_value};
use crate::{count, excerpt, listing, mime};

/// What is wrong with the resource's entry in the list: it is not there, or its annotations are others.
pub(super) fn mismatches(access: &ResourceAccess, trace: &Trace) -> Judged {
    let list = OfferedList::Resources;
    let listed = match listing::entries(list, trace)? {
        Ok(entries) => entries,
        Err(mismatch) => return Ok(vec![mismatch]),
    };
    let keys: Vec<&str> = listed.iter().filter_map(|entry| entry.get(list.key())?.as_str()).collect();
    let Some(entry) = entry(access, &listed) else {
        return Ok(listing::absent(&access.uri, list, &keys).into_iter().collect());
    };
    Ok(access.annotations.iter().flat_map(|wanted| annotations(wanted, entry)).collect())
}

/// What in the contents contradicts the list.
pub(super) fn contradictions(access: &ResourceAccess, result: &Value, trace: &Trace) -> Vec<Mismatch> {
    let listed = listing::entries(OfferedList::Resources, trace).ok().and_then(Result::ok).unwrap_or_default();
    let Some(entry) = entry(access, &listed).filter(|_| access.as_listed) else { return Vec::new() };
    let items = contents::items(result);
    let mut found: Vec<Mismatch> = foreign(&access.uri, items).or_else(|| nothing(entry, items)).into_iter().collect();
    found.extend(other_type(entry, items));
    found.extend(other_size(entry, items));
    found
}

fn entry<'a>(access: &ResourceAccess, listed: &[&'a Value]) -> Option<&'a Value> {
    listed.iter().copied().find(|entry| entry.get("uri").and_then(Value::as_str) == Some(&access.uri))
}

fn annotations<'a>(wanted: &'a Map<String, Value>, entry: &'a Value) -> impl Iterator<Item = Mismatch> + 'a {
    wanted.iter().filter_map(move |(name, value)| {
        let came = entry.get("annotations").and_then(|annotations| annotations.get(name));
        let holds = came.is_some_and(|came| same_value(value, came));
        let expected =
            || format!("the annotation `{}` to be {}", excerpt::block(name, 60), excerpt::json_to(value, 80));
        let actual = || came.map_or_else(|| "none".to_owned(), |came| excerpt::json_to(came, 80));
        (!holds).then(|| of_kind(MismatchKind::Listing, expected(), actual()))
    })
}

/// An item's URI is the one that was asked for, or one below it.
pub(super) fn foreign(uri: &str, items: &[Value]) -> Option<Mismatch> {
    let is_own = |item: &Value| item.get("uri").and_then(Value::as_str).is_some_and(|came| came.starts_with(uri));
    let (index, item) = items.iter().enumerate().find(|(_, item)| !is_own(item))?;
    let actual = item.get("uri").map_or_else(|| "none".to_owned(), |came| excerpt::json_to(came, 120));
    let mismatch = of_kind(MismatchKind::Uri, format!("contents of {}", excerpt::quoted_to(uri, 120)), actual);
    Some(Mismatch { pointer: Some(format!("/contents/{index}/uri")), ..mismatch })
}

/// No contents at all, of which the list says a type or a size.
fn nothing(entry: &Value, items: &[Value]) -> Option<Mismatch> {
    let says =
        mime::declared(entry).is_some() || entry.get("size").and_then(Value::as_u64).is_some_and(|size| size > 0);
    let mismatch =
        || of_kind(MismatchKind::Uri, "contents, of which the list says the type or the size", "an empty list");
    (says && items.is_empty()).then(|| Mismatch { pointer: Some("/contents".to_owned()), ..mismatch() })
}

/// The first item with another type, or with none.
fn other_type(entry: &Value, items: &[Value]) -> Option<Mismatch> {
    let declared = mime::declared(entry)?;
    let types = items.iter().map(mime::declared).enumerate();
    let (index, came) = types.into_iter().find(|(_, came)| came.as_ref() != Some(&declared))?;
    let actual = came.map_or_else(|| "none".to_owned(), |came| format!("`{came}`"));
    let mismatch = of_kind(MismatchKind::MimeType, format!("`{declared}`, as the list says"), actual);
    Some(Mismatch { pointer: Some(format!("/contents/{index}/mimeType")), ..mismatch })
}

fn other_size(entry: &Value, items: &[Value]) -> Option<Mismatch> {
    let declared = entry.get("size").and_then(Value::as_u64)?;
    let bytes = count::agreeing("byte", declared == 1);
    let expected = format!("{declared} {bytes}, as the list says");
    contents::other_size(items, |size| size == declared, expected)
}

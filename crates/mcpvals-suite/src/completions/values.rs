//! The `values` of a completion.

use std::collections::BTreeSet;

use mcpvals_model::{ExpectedValues, Mismatch, MismatchKind};
use serde_json::Value;

use crate::count::bounds_of;
use crate::excerpt;
use crate::matcher::of_kind;

/// What is wrong with the values that came. Their number and types are a matter of the protocol, and told elsewhere.
pub(super) fn mismatches(expected: &ExpectedValues, result: &Value) -> Vec<Mismatch> {
    let completion = result.get("completion").unwrap_or(&Value::Null);
    let listed = completion.get("values").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let values: Vec<&str> = listed.iter().filter_map(Value::as_str).collect();
    let absent = expected.present.iter().filter(|wanted| !values.contains(&wanted.as_str()));
    let absent = absent.map(|wanted| listing(format!("{} among the values", excerpt::quoted_to(wanted, 120)), &values));
    let present = expected.absent.iter().filter(|wanted| values.contains(&wanted.as_str()));
    let present =
        present.map(|wanted| listing(format!("{} not among the values", excerpt::quoted_to(wanted, 120)), &values));
    let mut found: Vec<Mismatch> = absent.chain(present).collect();
    found.extend(expected.count.filter(|bounds| !bounds.hold(values.len() as u64)).map(|bounds| {
        let actual = format!("{}: {}", values.len(), shown(&values));
        of_kind(MismatchKind::Listing, bounds_of(bounds, "value"), actual)
    }));
    found.extend(expected.prefix.as_ref().and_then(|prefix| unlike(prefix, &values)));
    found.extend(twice(&values).map(|value| {
        let expected = format!("the value {} once", excerpt::quoted_to(value, 120));
        listing(expected, &values)
    }));
    found.extend(total(completion, values.len()));
    found.extend(expected.has_more.and_then(|wanted| has_more(wanted, completion)));
    found
}

fn listing(expected: String, values: &[&str]) -> Mismatch {
    let mismatch = of_kind(MismatchKind::Listing, expected, shown(values));
    Mismatch { pointer: Some("/completion/values".to_owned()), ..mismatch }
}

/// Values that have nothing of what was typed.
fn unlike(prefix: &str, values: &[&str]) -> Option<Mismatch> {
    let others: Vec<&str> = values.iter().copied().filter(|value| !is_like(prefix, value)).collect();
    let expected = || format!("values like {}", excerpt::quoted_to(prefix, 120));
    (!others.is_empty()).then(|| listing(expected(), &others))
}

/// A value that contains what was typed, or its letters in their order; case is ignored.
fn is_like(prefix: &str, value: &str) -> bool {
    let (prefix, value) = (prefix.to_lowercase(), value.to_lowercase());
    let (mut typed, mut left) = (prefix.chars().filter(|c| c.is_alphanumeric()).peekable(), value.chars());
    value.contains(&prefix) || typed.peek().is_some() && typed.all(|letter| left.any(|came| came == letter))
}

/// The first value that comes again.
fn twice<'a>(values: &[&'a str]) -> Option<&'a str> {
    let mut seen = BTreeSet::new();
    values.iter().copied().find(|value| !seen.insert(*value))
}

/// `total` counts those that are not sent, too.
fn total(completion: &Value, count: usize) -> Option<Mismatch> {
    let total = completion.get("total").filter(|total| !total.is_null())?;
    let count = count as u64;
    let (least, most, expected) = match completion.get("hasMore").and_then(Value::as_bool) {
        Some(true) => (count + 1, u64::MAX, format!("a `total` above {count}")),
        Some(false) => (count, count, format!("a `total` of {count}, as there are no more")),
        None => (count, u64::MAX, format!("a `total` of at least {count}")),
    };
    let holds = total.as_u64().is_some_and(|total| (least..=most).contains(&total));
    let mismatch = || of_kind(MismatchKind::Listing, expected, excerpt::json_to(total, 60));
    (!holds).then(|| Mismatch { pointer: Some("/completion/total".to_owned()), ..mismatch() })
}

fn has_more(wanted: bool, completion: &Value) -> Option<Mismatch> {
    let came = completion.get("hasMore");
    let holds = came.and_then(Value::as_bool).unwrap_or(false) == wanted;
    let actual = || came.map_or_else(|| "none".to_owned(), |came| excerpt::json_to(came, 60));
    let mismatch = || of_kind(MismatchKind::Listing, format!("`hasMore` to be {wanted}"), actual());
    (!holds).then(|| Mismatch { pointer: Some("/completion/hasMore".to_owned()), ..mismatch() })
}

fn shown(values: &[&str]) -> String {
    const SHOWN_MAX: usize = 8;
    let mut words: Vec<String> = values.iter().take(SHOWN_MAX).map(|value| excerpt::quoted_to(value, 80)).collect();
    if values.len() > SHOWN_MAX {
        words.push(format!("… {} more", values.len() - SHOWN_MAX));
    }
    if words.is_empty() { "no values".to_owned() } else { words.join(", ") }
}

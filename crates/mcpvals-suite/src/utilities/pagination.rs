//! Pages (MCP 2025-11-25, server/utilities/pagination): they come to an end, no entry comes twice, a cursor gives the
//! same page again, and one that was never given is refused.

use std::time::Duration;

use mcpvals_model::{
    Call, CallRole, Mismatch, MismatchKind, OddCursors, OfferedList, PaginationTest, Trace, Violation,
};
use mcpvals_wire::{Params, Session};
use serde_json::{Value, json};

use super::{cursors, elsewhere, said};
use crate::count::bounds_of;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::steps::{Steps, next_cursor};
use crate::{excerpt, listing};

/// The second page, read once more.
const AGAIN: CallRole = CallRole::Verify(0);
/// A page that there cannot be.
const UNKNOWN: CallRole = CallRole::Verify(1);
/// A cursor that no server gives.
const NO_CURSOR: &str = "mcpvals-no-such-cursor";

/// The capability behind a list.
pub(super) fn capability(list: OfferedList) -> &'static str {
    match list {
        OfferedList::Tools => "tools",
        OfferedList::Resources | OfferedList::ResourceTemplates => "resources",
        OfferedList::Prompts => "prompts",
    }
}

/// Beside the steps: the deadline of a page, and the other connection.
pub(super) async fn perform(test: &PaginationTest, (timeout, other): (Duration, Option<&Session>), steps: &mut Steps) {
    let method = test.list.method();
    let pages = steps.pages(method).await;
    let second = pages.first().and_then(next_cursor);
    if let Some(cursor) = second.as_ref().filter(|_| test.stable) {
        steps.as_role(AGAIN, method, Params::from(&json!({"cursor": cursor}))).await;
    }
    if let Some((cursor, other)) = second.as_ref().zip(other) {
        elsewhere::ask(method, cursor, (timeout, other), steps).await;
    }
    if test.refuses_unknown_cursor {
        steps.as_role(UNKNOWN, method, Params::from(&json!({"cursor": NO_CURSOR}))).await;
    }
    if let Some(cursor) = second.as_ref().filter(|_| test.odd_cursors.contains(&OddCursors::Tampered)) {
        cursors::tamper(cursor, method, steps).await;
    }
    if test.odd_cursors.contains(&OddCursors::WrongTypes) {
        cursors::of_wrong_types(method, steps).await;
    }
}

pub(super) fn mismatches(test: &PaginationTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let entries = match listing::entries(test.list, trace)? {
        Ok(entries) => entries,
        Err(mismatch) => return Ok(vec![mismatch]),
    };
    let pages: Vec<&Call> = trace.calls.iter().filter(|call| matches!(call.role, CallRole::Step(_))).collect();
    let last = pages.last().and_then(|call| call.answer);
    let counts = [(test.pages, "page", pages.len()), (test.entries, "entry", entries.len())];
    let miscounted = counts.into_iter().filter_map(|(bounds, noun, count)| {
        let bounds = bounds.filter(|bounds| !bounds.hold(count as u64))?;
        let expected = format!("{} in `{}`", bounds_of(bounds, noun), test.list.method());
        Some(Mismatch { frame: last, ..of_kind(MismatchKind::Listing, expected, count.to_string()) })
    });
    let mut found: Vec<Mismatch> = listing::ill(violations).chain(cursors::ill(violations)).chain(miscounted).collect();
    found.extend(test.max_latency.and_then(|limit| listing::slow(limit, "page", pages.iter().copied(), trace)));
    found.extend(said::refused(AGAIN, trace)?);
    found.extend(unstable(test.list, pages.get(1).copied(), trace)?);
    found.extend(elsewhere::mismatch(test.list, pages.get(1).copied(), trace)?);
    found.extend(said::accepted(UNKNOWN, "a cursor that was never given", trace)?);
    found.extend(cursors::wrong_types_accepted(trace)?);
    found.extend(cursors::ill_taken(test.list, &entries, trace)?);
    let is_well = found.is_empty() && !violations.iter().any(|violation| violation.spoils_answer);
    if is_well && test.odd_cursors.contains(&OddCursors::Tampered) {
        cursors::tried(test.list, trace)?;
    }
    if is_well && test.other_connection {
        elsewhere::tried(test.list, trace)?;
    }
    Ok(found)
}

/// The second page is another when it is read again.
fn unstable(list: OfferedList, second: Option<&Call>, trace: &Trace) -> Judged {
    let Some((second, again)) = second.zip(trace.call(AGAIN)) else { return Ok(Vec::new()) };
    let (first, later) = (keys(list, second, trace)?, keys(list, again, trace)?);
    let shown = |keys: Option<Vec<String>>| excerpt::json_to(&json!(keys), 160);
    let (expected, actual) = if first != later && later.is_some() {
        (format!("the same page for the same cursor: {}", shown(first)), shown(later))
    } else if let Some((one, other)) = changed(list, second, again, trace) {
        (
            format!("the same entries for the same cursor: {}", excerpt::json_to(&one, 160)),
            excerpt::json_to(&other, 160),
        )
    } else {
        return Ok(Vec::new());
    };
    Ok(vec![Mismatch { frame: again.answer, ..of_kind(MismatchKind::Listing, expected, actual) }])
}

/// The first entry that is another when it is read again. What the server's data decide may change at any time.
fn changed(list: OfferedList, second: &Call, again: &Call, trace: &Trace) -> Option<(Value, Value)> {
    let entries = |call: &Call| {
        let Reply::Result(page) = Reply::to(call, trace)? else { return None };
        Some(page.get(list.member())?.as_array()?.iter().map(lasting).collect::<Vec<_>>())
    };
    entries(second)?.into_iter().zip(entries(again)?).find(|(one, other)| one != other)
}

/// An entry without what says of the data when it changed, and how much it is.
fn lasting(entry: &Value) -> Value {
    let mut entry = entry.clone();
    if let Some(members) = entry.as_object_mut() {
        members.retain(|name, _| !matches!(name.as_str(), "size" | "annotations" | "_meta"));
    }
    entry
}

/// What the entries of a page are called; `None` where it is no page.
pub(super) fn keys(list: OfferedList, call: &Call, trace: &Trace) -> Result<Option<Vec<String>>, mcpvals_model::Fault> {
    let Some(Reply::Result(page)) = judge::reply(call, trace)? else { return Ok(None) };
    Ok(Some(keys_of(list, page)))
}

pub(super) fn keys_of(list: OfferedList, page: &Value) -> Vec<String> {
    let entries = page.get(list.member()).and_then(Value::as_array).into_iter().flatten();
    entries.filter_map(|entry| entry.get(list.key())?.as_str().map(str::to_owned)).collect()
}

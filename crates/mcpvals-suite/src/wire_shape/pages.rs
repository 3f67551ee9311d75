//! The pages of lists that a case reads itself. What the session reads for itself is in its offer; see
//! [`super::offer`].

use std::collections::{BTreeMap, BTreeSet};

use mcpvals_model::json::member;
use mcpvals_model::{Call, CallRole, Frame, OfferedList};
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::offer;

/// Entries of a list that are looked at.
const ENTRIES_MAX: usize = 100_000;

/// What was seen of each list.
#[derive(Default)]
pub(super) struct Pages<'a> {
    lists: BTreeMap<&'static str, Seen<'a>>,
}

#[derive(Default)]
struct Seen<'a> {
    entries: usize,
    names: BTreeSet<String>,
    cursors: BTreeSet<&'a str>,
    /// Did a page lead back to one before it? Of such a list, the same page is read twice.
    turned: bool,
}

impl<'a> Pages<'a> {
    /// Takes a frame; where it is a page, what is wrong with its entries, and which of them a page has had before.
    pub(super) fn take(&mut self, frame: &'a Frame, context: &Context<'a>) -> Vec<Breach> {
        let Some((list, call)) = page(frame, context) else { return Vec::new() };
        let cursor = cursor(call, context);
        if cursor.is_none() {
            self.lists.remove(list.method());
        }
        let seen = self.lists.entry(list.method()).or_default();
        let Some(result) = frame.message().and_then(|message| member(message, "result")) else { return Vec::new() };
        seen.turn(cursor, member(result, "nextCursor").and_then(Value::as_str));
        let entries = member(result, list.member()).and_then(Value::as_array);
        let room = ENTRIES_MAX.saturating_sub(seen.entries);
        entries.into_iter().flatten().take(room).flat_map(|entry| seen.take(list, entry, context)).collect()
    }
}

impl<'a> Seen<'a> {
    fn turn(&mut self, cursor: Option<&'a str>, next: Option<&str>) {
        self.cursors.extend(cursor);
        self.turned |= next.is_some_and(|next| self.cursors.contains(next));
    }

    fn take(&mut self, list: OfferedList, entry: &Value, context: &Context<'_>) -> Vec<Breach> {
        let index = self.entries;
        self.entries += 1;
        let mut breaches: Vec<Breach> = offer::malformed(list, index, entry, context.revision).collect();
        let name = member(entry, list.key()).and_then(Value::as_str);
        let again = name.filter(|name| !self.names.insert((*name).to_owned()) && !self.turned);
        breaches.extend(again.map(|name| offer::duplicate(list, name)));
        breaches
    }
}

/// The list of which a frame is a page, and the request that asked for it. A page that is read once more says nothing
/// new.
fn page<'a>(frame: &Frame, context: &Context<'a>) -> Option<(OfferedList, &'a Call)> {
    let call = context.call_answered_by(frame.seq).filter(|call| !matches!(call.role, CallRole::Verify(_)))?;
    let list = OfferedList::ALL.into_iter().find(|list| list.method() == call.method)?;
    context.of_case.then_some((list, call))
}

fn cursor<'a>(call: &Call, context: &Context<'a>) -> Option<&'a str> {
    context.message(call.request?)?.pointer("/params/cursor").and_then(Value::as_str)
}

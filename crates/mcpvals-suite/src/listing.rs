//! What a list holds, over all its pages.

use std::time::Duration;

use mcpvals_model::{
    Bounds, Call, CallRole, Discovery, Mismatch, MismatchKind, OfferedList, Trace, Violation, ViolationKind,
};
use serde_json::Value;

use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::steps::{PAGES_MAX, next_cursor};
use crate::{count, excerpt};

/// Names of entries that a message shows.
const SHOWN_MAX: usize = 8;
const METHOD_NOT_FOUND: i64 = -32601;

/// What is wrong with a list.
pub(crate) fn mismatches(discovery: &Discovery, trace: &Trace, violations: &[Violation]) -> Judged {
    let entries = match entries(discovery.list, trace)? {
        Ok(entries) => entries,
        Err(mismatch) => return Ok(vec![mismatch]),
    };
    let last = pages(discovery.list, trace).last().and_then(|call| call.answer);
    let keys: Vec<&str> = entries.iter().filter_map(|entry| entry.get(discovery.list.key())?.as_str()).collect();
    let mut mismatches: Vec<Mismatch> =
        discovery.present.iter().filter_map(|wanted| absent(wanted, discovery.list, &keys)).collect();
    mismatches.extend(discovery.count.and_then(|bounds| miscounted(bounds, discovery.list, &keys, entries.len())));
    for mismatch in &mut mismatches {
        mismatch.frame = last;
    }
    mismatches.splice(0..0, ill(violations).chain(judge::ill(discovery.list.method(), trace, violations)));
    mismatches.extend(discovery.max_latency.and_then(|limit| slow(limit, "page", pages(discovery.list, trace), trace)));
    Ok(mismatches)
}

/// Entries that are not as the protocol has them fail the test that is about the list.
pub(crate) fn ill(violations: &[Violation]) -> impl Iterator<Item = Mismatch> {
    let of_entries = [ViolationKind::MalformedEntry, ViolationKind::DuplicateName];
    let told = violations.iter().filter(move |violation| of_entries.contains(&violation.kind));
    told.take(judge::TOLD_MAX).map(judge::listed_ill)
}

/// The entries of all pages, or why they are not known.
pub(crate) fn entries(list: OfferedList, trace: &Trace) -> Result<Result<Vec<&Value>, Mismatch>, mcpvals_model::Fault> {
    let mut entries = Vec::new();
    let mut cursor = None;
    let mut count = 0;
    for call in pages(list, trace) {
        count += 1;
        match judge::reply(call, trace)? {
            None => return Ok(Err(judge::no_answer(call, trace)?)),
            Some(reply @ Reply::Error(_)) if !is_unknown_method(list, &reply) => {
                let mismatch = of_kind(MismatchKind::UnexpectedError, "a list", reply.shown());
                return Ok(Err(Mismatch { frame: call.answer, ..mismatch }));
            }
            Some(Reply::Error(_)) => cursor = None,
            Some(Reply::Result(page)) => {
                entries.extend(page.get(list.member()).and_then(Value::as_array).into_iter().flatten());
                cursor = next_cursor(page);
            }
        }
    }
    if count == 0 {
        return Err(mcpvals_model::Fault::Internal { reason: "the list was not read".to_owned() });
    }
    Ok(cursor.map_or(Ok(entries), |cursor| Err(endless(&cursor, count))))
}

fn pages(list: OfferedList, trace: &Trace) -> impl Iterator<Item = &Call> {
    let is_page = move |call: &&Call| call.method == list.method() && matches!(call.role, CallRole::Step(_));
    trace.calls.iter().filter(is_page)
}

/// There is no capability of their own for templates: who has none need not know the method.
fn is_unknown_method(list: OfferedList, reply: &Reply<'_>) -> bool {
    let unknown = matches!(reply, Reply::Error(error) if error.code == Some(METHOD_NOT_FOUND));
    list == OfferedList::ResourceTemplates && unknown
}

/// A list that has another page after the last that was read.
pub(crate) fn endless(cursor: &str, pages: usize) -> Mismatch {
    let actual = if pages >= PAGES_MAX {
        format!("{pages} pages, and another cursor")
    } else {
        format!("the cursor {} came twice", excerpt::quoted_to(cursor, 60))
    };
    of_kind(MismatchKind::Listing, "a list whose pages come to an end", actual)
}

pub(crate) fn absent(wanted: &str, list: OfferedList, keys: &[&str]) -> Option<Mismatch> {
    if keys.contains(&wanted) {
        return None;
    }
    let expected = format!("{} in `{}`", excerpt::quoted_to(wanted, 120), list.method());
    Some(of_kind(MismatchKind::Listing, expected, shown(keys)))
}

fn miscounted(bounds: Bounds, list: OfferedList, keys: &[&str], count: usize) -> Option<Mismatch> {
    let holds = bounds.hold(count as u64);
    let expected = || format!("{} in `{}`", count::bounds_words(bounds), list.method());
    (!holds).then(|| of_kind(MismatchKind::Listing, expected(), format!("{count}: {}", shown(keys))))
}

fn shown(keys: &[&str]) -> String {
    let mut names: Vec<String> = keys.iter().take(SHOWN_MAX).map(|key| excerpt::quoted_to(key, 80)).collect();
    if keys.len() > SHOWN_MAX {
        names.push(format!("… {} more", keys.len() - SHOWN_MAX));
    }
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// The slowest of some calls, where it took longer than it may. `each` is what they are in words.
pub(crate) fn slow<'a>(
    limit: Duration,
    each: &str,
    calls: impl Iterator<Item = &'a Call>,
    trace: &Trace,
) -> Option<Mismatch> {
    let timed = calls.filter_map(|call| Some((call, Duration::from_micros(trace.latency_us(call)?))));
    let (call, took) = timed.max_by_key(|(_, took)| *took).filter(|(_, took)| *took > limit)?;
    let expected = format!("each {each} within {}", judge::millis(limit));
    Some(Mismatch { frame: call.answer, ..of_kind(MismatchKind::Latency, expected, judge::millis(took)) })
}

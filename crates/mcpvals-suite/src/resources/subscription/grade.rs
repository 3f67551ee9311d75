//! What the trace shows of a subscription.

use std::time::Duration;

use mcpvals_model::{
    Call, CallRole, Channel, Direction, Fault, Frame, Mismatch, MismatchKind, ResourceSubscription, Trace, Violation,
    ViolationKind,
};
use serde_json::{Value, json};

use super::stream::{self, ended_at, hung_up_at, is_stateless};
use super::{READ_AFTER, READ_BEFORE, TOUCHED, TRIGGER, UNSUBSCRIBE, UNTOUCHED, UPDATED};
use super::{is_news, is_of, is_part, subscribing, updated};
use crate::count::{self, bounds_of};
use crate::excerpt;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::reply::{Reply, received};

/// Everything that is wrong with the subscription.
pub(in super::super) fn mismatches(test: &ResourceSubscription, trace: &Trace, violations: &[Violation]) -> Judged {
    count::not_kept(trace, "updates cannot be counted")?;
    let mut found = Vec::new();
    for role in [CallRole::Tested, TRIGGER, UNSUBSCRIBE] {
        found.extend(refused(role, trace)?);
    }
    untouched(trace)?;
    if found.is_empty() {
        found.extend(stream::mismatches(test, (subscribed_at(test, trace), unsubscribed_at(trace)), trace, violations));
        found.extend(announced(test, trace));
        found.extend(foreign(test, trace));
        found.extend(reread(test, trace)?);
        found.extend(noise(test, trace));
        let asked = [ViolationKind::ForbiddenRequest, ViolationKind::UndeclaredRequest, ViolationKind::RequestShape];
        found.extend(violations.iter().filter(|it| asked.contains(&it.kind)).map(judge::breach));
    }
    Ok(found)
}

/// A request of the test's that did not succeed. A stream stays open and has no answer.
fn refused(role: CallRole, trace: &Trace) -> Judged {
    let stays_open = |call: &&Call| call.method == "subscriptions/listen" && call.answer.is_none();
    let Some(call) = trace.call(role).filter(|call| !stays_open(call)) else { return Ok(Vec::new()) };
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    if !reply.is_error() {
        return Ok(Vec::new());
    }
    let expected = format!("`{}` to succeed", call.method);
    let mismatch = of_kind(MismatchKind::UnexpectedError, expected, reply.shown());
    Ok(vec![Mismatch { frame: call.answer, ..mismatch }])
}

/// Where the change could not be made, nothing is found out.
fn untouched(trace: &Trace) -> Result<(), Fault> {
    let mut words = remarks(trace).map(|frame| frame.text());
    let failed = words.find(|words| words.starts_with(UNTOUCHED));
    failed.map_or(Ok(()), |reason| Err(Fault::Expectation { reason: reason.into_owned() }))
}

/// How many came in time while the subscription stood, and how soon.
fn announced(test: &ResourceSubscription, trace: &Trace) -> Vec<Mismatch> {
    let (from, to) = (subscribed_at(test, trace), unsubscribed_at(trace));
    let subscribed = received(trace).filter(|(frame, _)| frame.seq > from && frame.seq < to);
    let all = subscribed.filter(|(_, message)| is_news(test, message)).map(|(frame, _)| frame);
    let end_us = changed_us(trace).map_or(u64::MAX, |us| us.saturating_add(micros(test.within)));
    let (news, late): (Vec<&Frame>, Vec<&Frame>) = all.partition(|frame| frame.at_us <= end_us);
    let count = news.len() as u64;
    let what = if test.uri.is_some() { "updates" } else { "changes of the list" };
    let mut found = Vec::new();
    if !test.updates.hold(count) {
        let counted = if test.uri.is_some() {
            bounds_of(test.updates, "update")
        } else {
            format!("{} of the list", bounds_of(test.updates, "change"))
        };
        let expected = format!("{counted} within {}", judge::millis(test.within));
        let frame = news.last().map(|frame| frame.seq);
        let came = if count == 0 { "none".to_owned() } else { count.to_string() };
        let late = if late.is_empty() { String::new() } else { format!(", and {} too late", late.len()) };
        let ended = if ended_at(trace) == Some(to) { ", until the server ended the stream" } else { "" };
        let actual = format!("{came}{late}{ended}");
        found.push(Mismatch { frame, ..of_kind(MismatchKind::Subscription, expected, actual) });
    }
    let first = news.first().zip(triggered_us(trace)).filter(|_| test.max_latency.is_some());
    if let (Some((first, triggered_us)), Some(limit)) = (first, test.max_latency) {
        let took = Duration::from_micros(first.at_us.saturating_sub(triggered_us));
        let expected = format!("the first of the {what} within {}", judge::millis(limit));
        let mismatch = || of_kind(MismatchKind::Latency, expected, judge::millis(took));
        found.extend((took > limit).then(|| Mismatch { frame: Some(first.seq), ..mismatch() }));
    }
    found
}

/// Updates of what nobody subscribed to.
fn foreign(test: &ResourceSubscription, trace: &Trace) -> Option<Mismatch> {
    let uri = test.uri.as_ref()?;
    let is_foreign = |message: &Value| updated(message).is_some_and(|updated| !is_part(updated, uri));
    let (frame, message) = received(trace).find(|(_, message)| is_of(message, UPDATED) && is_foreign(message))?;
    let expected = format!("updates of {} only", excerpt::quoted_to(uri, 120));
    let actual = format!("one of {}", excerpt::quoted_to(updated(message).unwrap_or_default(), 120));
    Some(Mismatch { frame: Some(frame.seq), ..of_kind(MismatchKind::Subscription, expected, actual) })
}

/// What is read afterwards is other than before, or the same.
fn reread(test: &ResourceSubscription, trace: &Trace) -> Judged {
    let Some(changes) = test.changes else { return Ok(Vec::new()) };
    let (before, after) = match (contents(test, READ_BEFORE, trace)?, contents(test, READ_AFTER, trace)?) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(mismatch), _) | (_, Err(mismatch)) => return Ok(vec![mismatch]),
    };
    // The order of a list says nothing.
    let is_reordered = test.uri.is_none() && before != after && sorted(&before) == sorted(&after);
    let (expected, actual) = match (changes, before == after) {
        (true, true) => ("something else than before the change", "the same"),
        (true, false) if is_reordered => ("something else than before the change", "the same in another order"),
        (false, false) if !is_reordered => ("the same as before", "something else"),
        (true | false, _) => return Ok(Vec::new()),
    };
    let frame = trace.call(READ_AFTER).and_then(|call| call.answer);
    let actual = format!("{actual}: {}", excerpt::json(&json!(after)));
    Ok(vec![Mismatch { frame, ..of_kind(MismatchKind::Subscription, expected, actual) }])
}

/// As texts.
fn sorted(entries: &[&Value]) -> Vec<String> {
    let mut texts: Vec<String> = entries.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

/// What was read, over all pages where it is the list.
fn contents<'a>(
    test: &ResourceSubscription,
    role: CallRole,
    trace: &'a Trace,
) -> Result<Result<Vec<&'a Value>, Mismatch>, Fault> {
    let mut all = Vec::new();
    let mut calls = trace.calls.iter().filter(|call| call.role == role).peekable();
    if calls.peek().is_none() {
        return Err(Fault::Internal { reason: "nothing was read".to_owned() });
    }
    for call in calls {
        match judge::reply(call, trace)? {
            None => return Ok(Err(judge::no_answer(call, trace)?)),
            Some(Reply::Result(result)) => {
                let items = result.get(if test.uri.is_some() { "contents" } else { test.list.member() });
                all.extend(items.and_then(Value::as_array).into_iter().flatten());
            }
            Some(reply @ Reply::Error(_)) => {
                let mismatch = of_kind(MismatchKind::UnexpectedError, "it to be readable", reply.shown());
                return Ok(Err(Mismatch { frame: call.answer, ..mismatch }));
            }
        }
    }
    Ok(Ok(all))
}

/// After the subscription has ended, nothing more comes.
fn noise(test: &ResourceSubscription, trace: &Trace) -> Option<Mismatch> {
    let from = unsubscribed_at(trace);
    let (frame, _) = received(trace).find(|(frame, message)| frame.seq > from && is_news(test, message))?;
    let ended = ended_at(trace) == Some(from);
    let expected = if ended {
        "silence after the server ended the stream"
    } else {
        "silence after the subscription was taken back"
    };
    let mismatch = of_kind(MismatchKind::Subscription, expected, "another update");
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

/// The frame after which updates count. The answer to a stream's request is its end.
fn subscribed_at(test: &ResourceSubscription, trace: &Trace) -> u64 {
    let stateless = is_stateless(trace);
    let call = trace.call(CallRole::Tested).filter(|_| subscribing(test, stateless).is_some());
    call.and_then(|call| call.answer.filter(|_| !stateless).or(call.request)).unwrap_or(0)
}

/// The frame after which none must come.
fn unsubscribed_at(trace: &Trace) -> u64 {
    let answered = trace.call(UNSUBSCRIBE).and_then(|call| call.answer);
    let ends = [answered, hung_up_at(trace), ended_at(trace)];
    ends.into_iter().flatten().min().unwrap_or(u64::MAX)
}

/// When the change was made: its request was written, the file was touched, or the subscription stood.
fn triggered_us(trace: &Trace) -> Option<u64> {
    let touched = || remarks(trace).find(|frame| frame.text().starts_with(TOUCHED)).map(|frame| frame.at_us);
    let written = |role| trace.frame(trace.call(role)?.request?).map(|frame| frame.at_us);
    written(TRIGGER).or_else(touched).or_else(|| written(CallRole::Tested))
}

/// From when on updates are waited for: the trigger was answered, the file was touched, or the subscription stood.
fn changed_us(trace: &Trace) -> Option<u64> {
    let answered = |role| trace.frame(trace.call(role)?.answer?).map(|frame| frame.at_us);
    answered(TRIGGER).or_else(|| triggered_us(trace))
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

/// What was done beside the wire.
fn remarks(trace: &Trace) -> impl Iterator<Item = &Frame> {
    trace.frames.iter().filter(|frame| frame.channel == Channel::Process && frame.direction == Direction::Sent)
}

//! Progress of a call (basic/utilities/progress): it grows, stays below its total, and ends with the answer.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::mcp::{Revision, ServerFacts};
use mcpvals_model::{Bounds, CallRole, Frame, Mismatch, MismatchKind, ProgressTest, Trace, Violation};
use serde_json::{Value, json};

use super::said;
use crate::count::bounds_of;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::steps::Steps;

const METHOD: &str = "notifications/progress";
/// How long to look for progress that must not come.
const QUIET: Duration = Duration::from_millis(200);

/// Every call of a tool gives a token, its own id unless the test has another.
pub(super) async fn perform(test: &ProgressTest, steps: &mut Steps) {
    let meta = test.token.as_ref().map_or(Value::Null, |token| json!({"_meta": {"progressToken": token}}));
    super::call(&test.trigger, CallRole::Tested, meta, steps).await;
    steps.wait_for(usize::MAX, QUIET, |_| false).await;
}

pub(super) fn mismatches(test: &ProgressTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else { return Ok(Vec::new()) };
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    let mut found = judge::answer(&test.expect, &reply, call, trace, Vec::new)?;
    let told = said::notifications(METHOD, trace);
    let last = told.last().map(|(frame, _)| frame.seq);
    found.extend(said::miscounted(test.notifications, notifications(test.notifications), told.len(), last));
    let texts: Vec<String> =
        told.iter().filter_map(|(_, message)| of(message, "message")?.as_str().map(str::to_owned)).collect();
    found.extend(said::absent(&test.contains, "progress", &texts));
    let messages: Vec<&Value> = told.iter().map(|(_, message)| *message).collect();
    found.extend(totals(test, &messages));
    found.extend(unstable(test, &messages));
    found.extend(wordless(&told, trace));
    found.extend(test.max_per_second.and_then(|most| too_fast(most, &told)));
    let answer = call.answer.unwrap_or(u64::MAX);
    found.extend(told.iter().find(|(frame, _)| frame.seq > answer).map(|(frame, _)| {
        let mismatch = of_kind(MismatchKind::Notifications, "no progress after the answer", "progress after it");
        Mismatch { frame: Some(frame.seq), ..mismatch }
    }));
    found.extend(said::ill_told("progress", violations));
    Ok(found)
}

fn totals(test: &ProgressTest, told: &[&Value]) -> Vec<Mismatch> {
    let number = |message: &Value, name: &str| of(message, name).and_then(Value::as_f64);
    let mut found = Vec::new();
    let of_kind = |expected: String, actual: String| of_kind(MismatchKind::Notifications, expected, actual);
    for message in told {
        let (progress, total) = (number(message, "progress"), number(message, "total"));
        if let Some(wanted) = test.total.filter(|wanted| total != Some(*wanted)) {
            let actual = total.map_or_else(|| "none".to_owned(), |total| total.to_string());
            found.push(of_kind(format!("a total of {wanted}"), actual));
        }
        if let (Some(progress), Some(total)) = (progress, total)
            && progress > total
        {
            found.push(of_kind(format!("progress of at most {total}, its total"), progress.to_string()));
        }
        if !found.is_empty() {
            return found;
        }
    }
    let last = told.last().map(|message| (number(message, "progress"), number(message, "total")));
    let is_whole = matches!(last, Some((Some(progress), Some(total))) if progress >= total);
    if test.completes && !is_whole {
        let actual = last.map_or_else(|| "none".to_owned(), |(progress, total)| words(progress, total));
        found.push(of_kind("progress that reaches its total".to_owned(), actual));
    }
    found
}

/// A total that is another than in the first notification.
fn unstable(test: &ProgressTest, told: &[&Value]) -> Option<Mismatch> {
    let first = of(told.first().filter(|_| test.stable_total)?, "total");
    let other = told.iter().map(|message| of(message, "total")).find(|total| *total != first)?;
    let shown =
        |total: Option<&Value>| total.map_or_else(|| "no total".to_owned(), |total| format!("a total of {total}"));
    let expected = format!("{} in all notifications", shown(first));
    Some(of_kind(MismatchKind::Notifications, expected, shown(other)))
}

fn notifications(bounds: Bounds) -> String {
    format!("{} of progress", bounds_of(bounds, "notification"))
}

/// More in one second than there may be (basic/utilities/progress#implementation-notes).
fn too_fast(most: u64, told: &[(&Frame, &Value)]) -> Option<Mismatch> {
    const SECOND_US: u64 = 1_000_000;
    let within = |from: u64| told.iter().filter(move |(frame, _)| (from..from + SECOND_US).contains(&frame.at_us));
    let busiest = told.iter().map(|(frame, _)| (within(frame.at_us).count() as u64, frame.seq)).max()?;
    let expected = format!("{} in one second", notifications(Bounds { min: None, max: Some(most) }));
    let mismatch = || of_kind(MismatchKind::Notifications, expected, busiest.0.to_string());
    (busiest.0 > most).then(|| Mismatch { frame: Some(busiest.1), ..mismatch() })
}

/// A `message` that says nothing. Before 2025-03-26 there was none.
fn wordless(told: &[(&Frame, &Value)], trace: &Trace) -> Option<Mismatch> {
    let has_messages = |facts: &&Arc<ServerFacts>| facts.protocol_version >= Revision::V2025_03_26;
    trace.server.as_ref().filter(has_messages)?;
    let is_blank =
        |message: &Value| of(message, "message").and_then(Value::as_str).is_some_and(|text| text.trim().is_empty());
    let (frame, message) = told.iter().find(|(_, message)| is_blank(message))?;
    let actual = of(message, "message").map(Value::to_string).unwrap_or_default();
    let mismatch = of_kind(MismatchKind::Notifications, "a `message` of progress that says something", actual);
    Some(Mismatch { frame: Some(frame.seq), ..mismatch })
}

fn words(progress: Option<f64>, total: Option<f64>) -> String {
    let number = |number: Option<f64>| number.map_or_else(|| "nothing".to_owned(), |number| number.to_string());
    format!("{} of {} in the end", number(progress), number(total))
}

fn of<'m>(message: &'m Value, name: &str) -> Option<&'m Value> {
    message.get("params")?.get(name)
}

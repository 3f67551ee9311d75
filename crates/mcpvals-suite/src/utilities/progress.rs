//! Progress of a call (basic/utilities/progress): it grows, stays below its total, and ends with the answer.

use std::time::Duration;

use mcpvals_model::{CallRole, Mismatch, MismatchKind, ProgressTest, Trace, Violation};
use serde_json::Value;

use super::said;
use crate::judge::{self, Judged};
use crate::matcher::of_kind;
use crate::steps::Steps;

const METHOD: &str = "notifications/progress";
/// How long to look for progress that must not come.
const QUIET: Duration = Duration::from_millis(200);

/// Every call of a tool gives a token, its own id.
pub(super) async fn perform(test: &ProgressTest, steps: &mut Steps) {
    super::call(&test.trigger, CallRole::Tested, Value::Null, steps).await;
    steps.wait_for(usize::MAX, QUIET, |_| false).await;
}

pub(super) fn mismatches(test: &ProgressTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let Some(call) = trace.call(CallRole::Tested) else { return Ok(Vec::new()) };
    let Some(reply) = judge::reply(call, trace)? else { return Ok(vec![judge::no_answer(call, trace)?]) };
    let mut found = judge::answer(&test.expect, &reply, call, trace, Vec::new)?;
    let told = said::notifications(METHOD, trace);
    let last = told.last().map(|(frame, _)| frame.seq);
    found.extend(said::miscounted(test.notifications, "notifications of progress", told.len(), last));
    let texts: Vec<String> =
        told.iter().filter_map(|(_, message)| of(message, "message")?.as_str().map(str::to_owned)).collect();
    found.extend(said::absent(&test.contains, "progress", &texts));
    found.extend(totals(test, &told.iter().map(|(_, message)| *message).collect::<Vec<_>>()));
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

fn words(progress: Option<f64>, total: Option<f64>) -> String {
    let number = |number: Option<f64>| number.map_or_else(|| "nothing".to_owned(), |number| number.to_string());
    format!("{} of {} in the end", number(progress), number(total))
}

fn of<'m>(message: &'m Value, name: &str) -> Option<&'m Value> {
    message.get("params")?.get(name)
}

//! A cursor on another connection (MCP 2026-07-28, basic#statelessness). What comes there stands in the trace as a remark.

use std::time::Duration;

use mcpvals_model::mcp::Answer;
use mcpvals_model::{Call, CallRole, Channel, Direction, Fault, Frame, Mismatch, MismatchKind, OfferedList, Trace};
use mcpvals_wire::{Params, Session};
use serde_json::{Value, json};

use super::pagination;
use crate::excerpt;
use crate::matcher::of_kind;
use crate::steps::Steps;

/// How the remark begins, before the answer as JSON.
const REMARK: &str = "on another connection, the cursor gave ";

/// Asks for the page of a cursor that was given here.
pub(super) async fn ask(method: &str, cursor: &str, (timeout, other): (Duration, &Session), steps: &Steps) {
    let mut recording = other.begin();
    let params = json!({"cursor": cursor});
    let end = recording.call(CallRole::Tested, method, Params::from(&params), timeout).await;
    let answer = match recording.last_answer() {
        Some(Answer::Result(page)) => json!({"result": page}),
        Some(Answer::Error { code, message, .. }) => json!({"error": {"code": code, "message": message}}),
        None => json!({"none": end.to_string()}),
    };
    drop(recording.finish());
    steps.remark(&format!("{REMARK}{answer}"));
}

/// Another page than here, or none.
pub(super) fn mismatch(list: OfferedList, here: Option<&Call>, trace: &Trace) -> Result<Option<Mismatch>, Fault> {
    let Some((here, (frame, answer))) = here.zip(remark(trace)) else { return Ok(None) };
    let Some(keys) = pagination::keys(list, here, trace)? else { return Ok(None) };
    let page = answer.get("result").map(|page| pagination::keys_of(list, page));
    if page.as_ref() == Some(&keys) {
        return Ok(None);
    }
    let expected = "the same page for the same cursor on another connection";
    let mismatch = of_kind(MismatchKind::Listing, expected, excerpt::json(&answer));
    Ok(Some(Mismatch { frame: Some(frame), ..mismatch }))
}

/// Was a cursor tried there?
pub(super) fn tried(list: OfferedList, trace: &Trace) -> Result<(), Fault> {
    let reason =
        || format!("`{}` has one page, so that there is no cursor to try on another connection", list.method());
    remark(trace).map(|_| ()).ok_or_else(|| Fault::Expectation { reason: reason() })
}

fn remark(trace: &Trace) -> Option<(u64, Value)> {
    let is_own = |frame: &&Frame| frame.channel == Channel::Process && frame.direction == Direction::Sent;
    trace.frames.iter().filter(is_own).find_map(|frame| {
        let text = frame.text();
        Some((frame.seq, serde_json::from_str(text.strip_prefix(REMARK)?).ok()?))
    })
}

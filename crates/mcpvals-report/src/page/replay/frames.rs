//! One frame: a line to unfold.

use askama::Template;
use mcpvals_model::{Channel, Direction, Frame, Trace};

use super::session::channel;
use super::{Room, call, curl, test_case};
use crate::page::{Ids, Markup, block, text};
use crate::timeline::entry;
use crate::timeline::ids::Ids as Requests;
use crate::{visible, wording};

/// In what a frame came.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) trace: &'a Trace,
    pub(super) requests: &'a Requests,
    /// The name of its case; empty for the session's own.
    pub(super) case: &'a str,
    pub(super) transport: &'a str,
    pub(super) server: &'a str,
    pub(super) config: &'a str,
    /// What the name of a frame begins with: empty in a replay.
    pub(super) prefix: &'a str,
}

#[derive(Template)]
#[template(path = "replay/frame.html")]
struct FrameHtml<'a> {
    id: String,
    seq: u64,
    at_us: u64,
    time: String,
    is_sent: bool,
    channel: &'static str,
    method: &'a str,
    case: &'a str,
    what: Markup,
    took: String,
    size: String,
    begins: Markup,
    anomalies: Vec<String>,
    head: Vec<(String, Markup)>,
    body: Markup,
    is_json: bool,
    /// Label and text.
    snippets: Vec<(&'static str, String)>,
}

/// Characters of a frame's first line.
const BEGIN_CHARS_MAX: usize = 160;
/// Characters of a header's value.
const HEADER_CHARS_MAX: usize = 2_000;

/// The line; `None` where the page has no room for it.
pub(super) fn html(frame: &Frame, context: &Context<'_>, room: &mut Room, ids: &mut Ids) -> Option<Markup> {
    if !room.take_frame() {
        return None;
    }
    let (what, took) = entry::what(frame, context.requests);
    let (body, is_json) = body(frame, room);
    Some(Markup::of(&FrameHtml {
        id: ids.unique(&format!("{}frame-{}", context.prefix, frame.seq)),
        seq: frame.seq,
        at_us: frame.at_us,
        time: entry::time(frame.at_us),
        is_sent: frame.direction == Direction::Sent,
        channel: channel(frame.channel).0,
        method: call::method(frame).unwrap_or_default(),
        case: context.case,
        what: text(&(of_server(frame, context) + &what)),
        took: took.map(wording::micros).unwrap_or_default(),
        size: wording::bytes(frame.bytes.len()),
        begins: text(&visible::excerpt(&entry::excerpt(frame), BEGIN_CHARS_MAX, "…")),
        anomalies: frame.anomalies.iter().map(entry::words).collect(),
        head: head(frame),
        body,
        is_json,
        snippets: snippets(frame, context, room),
    }))
}

/// The name of another server than the first.
fn of_server(frame: &Frame, context: &Context<'_>) -> String {
    let other = usize::from(frame.server).checked_sub(1).and_then(|at| context.trace.others.get(at));
    other.map(|other| format!("{}: ", other.name)).unwrap_or_default()
}

/// The whole of it, as far as there is room.
fn body(frame: &Frame, room: &mut Room) -> (Markup, bool) {
    let pretty = frame.message().filter(|message| message.is_object() || message.is_array());
    let pretty = pretty.and_then(|message| serde_json::to_string_pretty(message).ok());
    let is_json = pretty.is_some();
    let whole = pretty.unwrap_or_else(|| frame.text().trim_end().to_owned());
    let taken = room.take_bytes(whole.len());
    let cut = whole.floor_char_boundary(taken);
    let shown = if is_json { visible::json(&whole[..cut]) } else { whole[..cut].into() };
    let left = whole.len() - cut;
    let mut html = block(&shown);
    if left > 0 {
        html.push(&Markup::new(format!("\n… {} more", wording::bytes(left))));
    }
    (html, is_json && left == 0)
}

/// Request line or status, and headers.
fn head(frame: &Frame) -> Vec<(String, Markup)> {
    let Some(http) = frame.http.as_deref() else { return Vec::new() };
    let first = match (&http.request, http.status) {
        (Some(request), _) => Some(("request".to_owned(), text(request))),
        (None, Some(status)) => Some(("status".to_owned(), text(&status.to_string()))),
        (None, None) => None,
    };
    let headers = http
        .headers
        .iter()
        .map(|(name, value)| (visible::excerpt(name, 100, "…"), text(&visible::excerpt(value, HEADER_CHARS_MAX, "…"))));
    first.into_iter().chain(headers).collect()
}

/// What can be taken elsewhere.
fn snippets(frame: &Frame, context: &Context<'_>, room: &mut Room) -> Vec<(&'static str, String)> {
    const SNIPPET_BYTES_MAX: usize = 64 << 10;
    let is_http = frame.channel == Channel::Http && frame.direction == Direction::Sent;
    let message = call::sent(frame);
    if (message.is_none() && !is_http) || frame.bytes.len() > SNIPPET_BYTES_MAX || !room.take_snippet() {
        return Vec::new();
    }
    let over_http = curl::curl(frame, message, context).map(|command| ("curl", command));
    let over_stdio = || (context.transport == "stdio").then(|| message.map(|it| ("stdio", curl::line(it, context))));
    let test = message.and_then(|message| test_case::yaml(message, frame, context));
    let all = [over_http.or_else(|| over_stdio().flatten()), test.map(|yaml| ("test case", yaml))];
    all.into_iter().flatten().collect()
}

//! The lines of a timeline: one for each frame, more where there is more to say.

use mcpvals_model::{Anomaly, Channel, Direction, Frame, HttpHead, Observation, Trace};
use serde_json::Value;

use super::ids::{self, Ids};
use crate::console::{Page, Role};
use crate::table::Table;
use crate::{Level, visible, wording};

/// Bytes of a frame that are looked at for its first words: no screen shows more.
const EXCERPT_CHARS_MAX: usize = 400;

/// So much of a method or an address is shown.
const WHAT_CHARS_MAX: usize = 50;

/// One line for each frame, in columns; what was odd below it.
pub(super) fn add_all(page: &mut Page<'_>, trace: &Trace, ids: &Ids) {
    let mut table = Table::new();
    let heads = ["seconds", "", "frame", "what", "took", "size", "begins with"];
    table.row(heads.map(str::to_owned));
    for frame in &trace.frames {
        table.row(cells(frame, (trace, ids), page.style.unicode));
    }
    let columns = if page.style.level == Level::Verbose { usize::MAX } else { page.style.columns() };
    let mut lines = table.lines(columns, page.style.ellipsis()).into_iter();
    if let Some(heads) = lines.next().filter(|_| !trace.frames.is_empty()) {
        page.line(&page.style.paint(Role::Dim, &heads));
    }
    for (frame, line) in trace.frames.iter().zip(lines) {
        let dim = frame.channel != Channel::Wire && frame.anomalies.is_empty();
        page.line(&if dim { page.style.paint(Role::Dim, &line) } else { line });
        add_more(page, frame);
    }
}

/// Time, arrow, number, what, took, size, how it begins.
fn cells(frame: &Frame, (trace, ids): (&Trace, &Ids), unicode: bool) -> [String; 7] {
    let arrow = match (frame.direction, unicode) {
        (Direction::Sent, true) => "→",
        (Direction::Sent, false) => "->",
        (Direction::Received, true) => "←",
        (Direction::Received, false) => "<-",
    };
    let (what, took) = what(frame, ids);
    let other = usize::from(frame.server).checked_sub(1).and_then(|at| trace.others.get(at));
    let what = other.map_or(what.clone(), |other| format!("{}: {what}", visible::line(&other.name)));
    [
        time(frame.at_us),
        arrow.to_owned(),
        format!("#{}", frame.seq),
        what,
        took.map(wording::micros).unwrap_or_default(),
        wording::bytes(frame.bytes.len()),
        excerpt(frame),
    ]
}

/// Seconds since the session began, to the tenth of a millisecond.
pub(crate) fn time(us: u64) -> String {
    format!("{}.{:04}", us / 1_000_000, us % 1_000_000 / 100)
}

/// The method, or what it answers and after how many microseconds.
pub(crate) fn what(frame: &Frame, ids: &Ids) -> (String, Option<u64>) {
    match frame.channel {
        Channel::Process if frame.direction == Direction::Received => ("stderr".to_owned(), None),
        Channel::Process => {
            (observed(frame).map_or_else(|| "remark".to_owned(), |it| it.rule.as_str().to_owned()), None)
        }
        Channel::Llm => ("model".to_owned(), None),
        Channel::Http | Channel::Authorization => {
            let head = frame.http.as_deref().map_or_else(|| "http body".to_owned(), head);
            (visible::excerpt(&head, WHAT_CHARS_MAX, "…"), None)
        }
        Channel::Wire => wire(frame, ids),
    }
}

/// What was seen of a rule of signing in.
fn observed(frame: &Frame) -> Option<Observation> {
    Observation::of_remark(&frame.text()).filter(|_| frame.direction == Direction::Sent)
}

fn wire(frame: &Frame, ids: &Ids) -> (String, Option<u64>) {
    let Some(message) = frame.message() else { return ("no message".to_owned(), None) };
    if let Some(method) = ids::method(message) {
        return (visible::excerpt(&ids::what(method, message), WHAT_CHARS_MAX, "…"), None);
    }
    let kind = if message.get("error").is_some() { "error" } else { "result" };
    match ids.answered(frame, message) {
        None => (kind.to_owned(), None),
        Some(request) => {
            let what = visible::excerpt(&request.what, WHAT_CHARS_MAX, "…");
            let took = frame.at_us.saturating_sub(request.at_us);
            (format!("{kind} of #{} {what}", request.seq), Some(took))
        }
    }
}

/// `POST /mcp`, `HTTP 200 text/event-stream`.
pub(crate) fn head(head: &HttpHead) -> String {
    let kind = head.headers.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.as_str());
    let status = head.status.map(|status| format!("HTTP {status}"));
    let parts = [head.request.clone(), status, kind.map(str::to_owned)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// The part of a message that differs from others of its kind.
pub(crate) fn excerpt(frame: &Frame) -> String {
    let message = if frame.channel == Channel::Wire { frame.message() } else { None };
    let part = message.and_then(|message| {
        ["params", "result", "error"].iter().find_map(|member| message.get(*member)).filter(|part| !is_empty(part))
    });
    match (part, message) {
        (Some(part), _) => visible::excerpt(&part.to_string(), EXCERPT_CHARS_MAX, "…"),
        (None, Some(_)) => String::new(),
        (None, None) if frame.channel == Channel::Process && observed(frame).is_some() => {
            let seen = observed(frame).map(|it| it.seen.to_string()).unwrap_or_default();
            visible::excerpt(&seen, EXCERPT_CHARS_MAX, "…")
        }
        (None, None) => visible::excerpt(frame.text().trim_end(), EXCERPT_CHARS_MAX, "…"),
    }
}

fn is_empty(part: &Value) -> bool {
    part.as_object().is_some_and(serde_json::Map::is_empty)
}

/// What was odd; the HTTP head; the whole message where everything is asked for.
fn add_more(page: &mut Page<'_>, frame: &Frame) {
    for anomaly in &frame.anomalies {
        page.warning("odd", &words(anomaly));
    }
    if let Some(http) = frame.http.as_deref().filter(|_| frame.channel == Channel::Wire) {
        page.field("http", &head(http));
    }
    if page.style.level != Level::Verbose {
        return;
    }
    for (name, value) in frame.http.iter().flat_map(|http| &http.headers) {
        page.field("header", &format!("{name}: {value}"));
    }
    let pretty = frame.message().filter(|_| frame.channel == Channel::Wire);
    if let Some(pretty) = pretty.and_then(|message| serde_json::to_string_pretty(message).ok()) {
        page.field("", &pretty);
    }
}

pub(crate) fn words(anomaly: &Anomaly) -> String {
    match anomaly {
        Anomaly::NotJson { problem } => format!("not JSON: {problem}"),
        Anomaly::NotUtf8 => "bytes that are not UTF-8".to_owned(),
        Anomaly::ByteOrderMark => "a byte order mark before the message".to_owned(),
        Anomaly::SplitOverLines { lines } => format!("one message over {lines} lines"),
        Anomaly::SharedLine { with } => format!("not alone on its line: {with}"),
        Anomaly::NewlineMissing => "a whole message, but no newline at its end".to_owned(),
        Anomaly::CutOff => "the stream ended in the middle of the message".to_owned(),
        Anomaly::TooLarge { bytes } => format!("larger than the limit: {bytes} bytes were read, not all are kept"),
        Anomaly::TooDeep => "nested deeper than the limit".to_owned(),
        Anomaly::Batch => "a batch, which this revision does not have".to_owned(),
        Anomaly::NotAMessage => "JSON, but no message of the protocol".to_owned(),
        Anomaly::IdAsText => "the id came back as text instead of a number".to_owned(),
        Anomaly::IdMissing => "an answer without an id".to_owned(),
        Anomaly::UnknownId => "an answer to an id that was never sent".to_owned(),
        Anomaly::DuplicateAnswer => "a second answer to the same id".to_owned(),
        Anomaly::LateAnswer => "it came after its deadline".to_owned(),
        Anomaly::ReusedRequestId => "a request with an id that was used before".to_owned(),
        Anomaly::UndeclaredRequest => "a request for something that was not declared".to_owned(),
        Anomaly::ForbiddenRequest => "a request that this revision does not let a server send".to_owned(),
        Anomaly::UndeclaredNotification => "a notification that was not declared".to_owned(),
        Anomaly::Http { problem } => format!("HTTP: {problem}"),
    }
}

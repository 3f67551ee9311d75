//! Messages of the server's log (server/utilities/logging). Before 2026-07-28 a level is set for the session, from then on
//! each request asks for its own.

use mcpvals_model::{CallRole, Channel, Direction, Fault, LoggingTest, Mismatch, MismatchKind, Trace, Violation};
use mcpvals_wire::Params;
use serde_json::{Value, json};

use super::said;
use crate::count::bounds_of;
use crate::excerpt;
use crate::judge::Judged;
use crate::matcher::of_kind;
use crate::steps::Steps;

const METHOD: &str = "notifications/message";
/// The names of RFC 5424, the least important first.
const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
/// The call that makes the server log.
const TRIGGER: CallRole = CallRole::Tested;
/// A level that there is not.
const UNKNOWN: CallRole = CallRole::Verify(0);
const NO_LEVEL: &str = "loud";
/// Where a request of 2026-07-28 says its level (basic#_meta).
const LEVEL_KEY: &str = "io.modelcontextprotocol/logLevel";

pub(super) async fn perform(test: &LoggingTest, stateless: bool, steps: &mut Steps) {
    match (&test.trigger, stateless) {
        (_, false) => steps.each("logging/setLevel", test.levels.iter().map(|level| json!({"level": level}))).await,
        // Every server of that revision has this method, whatever else it offers.
        (None, true) => steps.each("server/discover", test.levels.iter().map(|level| at(level))).await,
        (Some(_), true) => {}
    }
    if let Some(call) = &test.trigger {
        let level = test.levels.last().filter(|_| stateless);
        super::call(call, TRIGGER, level.map_or(Value::Null, |level| at(level)), steps).await;
        let wanted = test.messages.min.filter(|_| test.messages.max.is_none());
        let wanted = wanted.and_then(|wanted| usize::try_from(wanted).ok()).unwrap_or(usize::MAX);
        steps.wait_for(wanted, test.within, |message| message.get("method").is_some_and(|came| came == METHOD)).await;
    }
    if test.refuses_unknown_level {
        unknown(test, stateless, steps).await;
    }
}

async fn unknown(test: &LoggingTest, stateless: bool, steps: &mut Steps) {
    match &test.trigger {
        Some(call) if stateless => super::call(call, UNKNOWN, at(NO_LEVEL), steps).await,
        None if stateless => drop(steps.as_role(UNKNOWN, "server/discover", Params::from(&at(NO_LEVEL))).await),
        _ => drop(steps.as_role(UNKNOWN, "logging/setLevel", Params::from(&json!({"level": NO_LEVEL}))).await),
    }
}

/// What a request of 2026-07-28 has to say to be told of at this level.
fn at(level: &str) -> Value {
    json!({"_meta": {LEVEL_KEY: level}})
}

pub(super) fn mismatches(test: &LoggingTest, trace: &Trace, violations: &[Violation]) -> Judged {
    let mut found = Vec::new();
    for call in trace.calls.iter().filter(|call| matches!(call.role, CallRole::Step(_))) {
        found.extend(said::unanswered(call, trace)?);
    }
    if let Some(call) = trace.call(TRIGGER) {
        found.extend(said::failed(call, trace)?);
    }
    found.extend(said::accepted(UNKNOWN, &format!("the level \"{NO_LEVEL}\""), trace)?);
    if test.trigger.is_some() {
        found.extend(of_messages(test, trace));
    }
    for pattern in &test.forbidden {
        found.extend(told(pattern, trace)?);
    }
    found.extend(said::ill_told(METHOD, violations));
    Ok(found)
}

/// What came from the trigger on.
fn of_messages(test: &LoggingTest, trace: &Trace) -> Vec<Mismatch> {
    let from = trace.call(TRIGGER).and_then(|call| call.request).unwrap_or(0);
    let messages: Vec<_> =
        said::notifications(METHOD, trace).into_iter().filter(|(frame, _)| frame.seq > from).collect();
    let last = messages.last().map(|(frame, _)| frame.seq);
    let expected = bounds_of(test.messages, "log message");
    let mut found: Vec<Mismatch> =
        said::miscounted(test.messages, expected, messages.len(), last).into_iter().collect();
    let texts: Vec<String> = messages.iter().map(|(_, message)| text(message)).collect();
    found.extend(said::absent(&test.contains, "a log message", &texts));
    for (frame, message) in &messages {
        let of_message = below(test, message).or_else(|| foreign(test, message));
        found.extend(of_message.map(|mismatch| Mismatch { frame: Some(frame.seq), ..mismatch }));
        if found.len() > 1 {
            break;
        }
    }
    found
}

/// What must not be told, in a log message or on stderr (server/utilities/logging#security).
fn told(pattern: &str, trace: &Trace) -> Result<Option<Mismatch>, Fault> {
    let reason = |error| format!("{} is no regular expression: {error}", excerpt::quoted(pattern));
    let regex = regex::Regex::new(pattern).map_err(|error| Fault::Expectation { reason: reason(error) })?;
    let lines = trace.frames.iter().filter(|it| it.channel == Channel::Process && it.direction == Direction::Received);
    let lines = lines.map(|line| (line.seq, "a line of stderr", line.text().into_owned()));
    let messages = said::notifications(METHOD, trace).into_iter();
    let messages = messages.flat_map(|(frame, message)| {
        [(frame.seq, "a log message", text(message)), (frame.seq, "the logger of a log message", logger(message))]
    });
    // Of the start, and without the end of its line, it stands in no frame.
    let last = trace.frames.last().map_or(0, |frame| frame.seq);
    let tail = trace.stderr_tail.lines().map(|line| (last, "a line of stderr", line.to_owned()));
    let found = messages
        .chain(lines)
        .chain(tail)
        .find_map(|(frame, place, text)| Some((frame, place, excerpt::quoted_to(regex.find(&text)?.as_str(), 80))));
    Ok(found.map(|(frame, place, text)| {
        let expected = format!("nothing like `{}` in log messages and on stderr", excerpt::block(pattern, 120));
        let mismatch = of_kind(MismatchKind::Disclosure, expected, format!("{text} in {place}"));
        Mismatch { frame: Some(frame), ..mismatch }
    }))
}

fn logger(message: &Value) -> String {
    message.pointer("/params/logger").and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn text(message: &Value) -> String {
    match message.pointer("/params/data") {
        Some(Value::String(text)) => text.clone(),
        Some(data) => data.to_string(),
        None => String::new(),
    }
}

/// Less important than what was asked for.
fn below(test: &LoggingTest, message: &Value) -> Option<Mismatch> {
    let rank = |level: &str| LEVELS.iter().position(|known| *known == level);
    let asked = test.levels.last()?;
    let came = message.pointer("/params/level").and_then(Value::as_str)?;
    let is_below = rank(came)? < rank(asked)?;
    let expected = || format!("no log message below \"{asked}\"");
    is_below
        .then(|| of_kind(MismatchKind::Notifications, expected(), format!("one of level {}", excerpt::quoted(came))))
}

fn foreign(test: &LoggingTest, message: &Value) -> Option<Mismatch> {
    let wanted = test.logger.as_ref()?;
    let came = message.pointer("/params/logger");
    let holds = came.is_some_and(|came| came == wanted);
    let expected = || format!("each log message of the logger {}", excerpt::quoted(wanted));
    let actual =
        || came.map_or_else(|| "one of none".to_owned(), |came| format!("one of {}", excerpt::json_to(came, 60)));
    (!holds).then(|| of_kind(MismatchKind::Notifications, expected(), actual()))
}

//! Why no session came about, told so that a reader knows what to do.

use std::fmt::{self, Write as _};

use mcpvals_model::{Anomaly, Direction, Frame, ProcessEnd, ServerSpec, Target, Trace};

use super::disagreement::Disagreement;
use crate::guard::CANNOT_EXECUTE;
use crate::{ConnectError, ConnectErrorKind};

/// How much of a noisy line is quoted.
const QUOTE_CHARS: usize = 80;

/// The whole story of a failed negotiation.
pub(super) fn tell(spec: &ServerSpec, disagreement: Disagreement, trace: Trace) -> ConnectError {
    if let Some(problem) = not_executed(&trace) {
        return ConnectError::new(ConnectErrorKind::Spawn, format!("cannot start {}: {problem}", who(spec)), trace);
    }
    let Disagreement { kind, problem } = disagreement;
    let mut story = format!("{} {problem}", who(spec));
    match trace.process_end.as_ref().filter(|_| kind == ConnectErrorKind::Died) {
        Some(ProcessEnd::Exited(code)) => add(&mut story, format_args!("; its process ended with exit code {code}")),
        Some(ProcessEnd::Signalled(signal)) => {
            add(&mut story, format_args!("; its process was ended by {}", name(*signal)));
        }
        Some(ProcessEnd::Killed | ProcessEnd::Terminated) | None => {}
    }
    if kind == ConnectErrorKind::TimedOut {
        add(&mut story, format_args!(" (`startupTimeout` is {} ms)", spec.startup_timeout.as_millis()));
    }
    story.push_str(&noise(&trace));
    ConnectError::new(kind, story, trace)
}

fn add(story: &mut String, words: fmt::Arguments<'_>) {
    story.write_fmt(words).expect("writing to a string cannot fail");
}

/// A failure before anything could be said.
pub(super) fn not_started(spec: &ServerSpec, kind: ConnectErrorKind, problem: &str, trace: Trace) -> ConnectError {
    let verb = if kind == ConnectErrorKind::Spawn { "start" } else { "reach" };
    ConnectError::new(kind, format!("cannot {verb} {}: {problem}", who(spec)), trace)
}

/// The guard exits so where the system refused to execute the program, and says why on stderr.
fn not_executed(trace: &Trace) -> Option<String> {
    let cannot = trace.process_end == Some(ProcessEnd::Exited(i32::from(CANNOT_EXECUTE)));
    let said = trace.stderr_tail.lines().find(|line| line.starts_with("cannot execute `"))?;
    cannot.then(|| said.to_owned())
}

fn who(spec: &ServerSpec) -> String {
    let place = match &spec.target {
        Target::Stdio { command, args, .. } => {
            std::iter::once(command).chain(args).cloned().collect::<Vec<_>>().join(" ")
        }
        Target::Http { url, .. } | Target::Sse { url, .. } => url.as_str().to_owned(),
    };
    match spec.name.as_str() {
        // The name of the only one says nothing.
        "server" => format!("the server ({})", quote(&place)),
        name => format!("server `{name}` ({})", quote(&place)),
    }
}

/// What it said instead of messages.
fn noise(trace: &Trace) -> String {
    let received = trace.frames.iter().filter(|frame| frame.direction == Direction::Received);
    let noise: Vec<(&Frame, String)> = received.filter_map(|frame| Some((frame, fault(frame)?))).collect();
    let Some((first, fault)) = noise.first() else { return String::new() };
    let text = first.text();
    let which = if noise.len() == 1 { "there came" } else { "there came, first," };
    let quoted = if text.trim().is_empty() { String::new() } else { format!(": {}", quote(text.trim())) };
    format!("; {which} {fault}{quoted}")
}

/// Why a frame is no message.
fn fault(frame: &Frame) -> Option<String> {
    frame.anomalies.iter().find_map(|anomaly| match anomaly {
        Anomaly::NotJson { .. } if frame.http.is_some() => Some("a body that is no JSON".to_owned()),
        Anomaly::NotJson { .. } if frame.bytes.starts_with(b"Content-Length:") => {
            Some("a header of the Language Server Protocol, where each line is to be a message".to_owned())
        }
        Anomaly::NotJson { .. } => Some("a line that is no JSON".to_owned()),
        Anomaly::NotAMessage => Some("JSON that is no message".to_owned()),
        Anomaly::NotUtf8 => Some("bytes that are not UTF-8".to_owned()),
        Anomaly::TooDeep => Some("JSON that is nested too deeply".to_owned()),
        Anomaly::TooLarge { bytes } => Some(format!("a message that had no end after {bytes} bytes")),
        Anomaly::NewlineMissing => Some("a message that is not ended by a newline".to_owned()),
        Anomaly::CutOff => Some("half a message".to_owned()),
        Anomaly::UnknownId => Some("an answer to an id that was never sent".to_owned()),
        Anomaly::ForbiddenRequest => Some("a request that no server may send".to_owned()),
        Anomaly::Http { problem } => Some(format!("over HTTP: {problem}")),
        _ => None,
    })
}

/// On one line, since the story is one.
fn quote(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = text.chars().take(QUOTE_CHARS).collect();
    let dots = if cut.len() < text.len() { "…" } else { "" };
    format!("`{cut}{dots}`")
}

fn name(signal: i32) -> String {
    let known = match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => return format!("signal {signal}"),
    };
    known.to_owned()
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn quotes_are_one_short_line() {
        assert_eq!(quote("<html>\n  <head>"), "`<html> <head>`");
        assert_eq!(quote(&"x".repeat(90)), format!("`{}…`", "x".repeat(80)));
    }
}

//! A call without a usable answer: what happened instead, in words.

use mcpvals_model::{
    Anomaly, Call, CallEnd, Channel, Direction, Fault, Frame, Mismatch, MismatchKind, ProcessEnd, Trace,
};

use super::Judged;
use crate::excerpt;
use crate::matcher::of_kind;

/// The verdict's mismatches, with what broke the protocol before or behind it, whichever is the cause.
pub(crate) fn judged(call: &Call, trace: &Trace, protocol: Vec<Mismatch>) -> Judged {
    let own = mismatch(call, trace)?;
    Ok(match &call.end {
        // What came is the whole story.
        CallEnd::Misanswered | CallEnd::Answered if !protocol.is_empty() => protocol,
        CallEnd::TimedOut { .. } => protocol.into_iter().chain([own]).collect(),
        CallEnd::Closed | CallEnd::NotSent { .. } => {
            // What HTTP did is in its own words already.
            let told = http_problem(call, trace).map(|problem| format!("HTTP: {problem}"));
            let more = protocol.into_iter().filter(|mismatch| Some(&mismatch.actual) != told.as_ref());
            [own].into_iter().chain(more).collect()
        }
        CallEnd::Answered | CallEnd::Misanswered | CallEnd::Refused { .. } | CallEnd::Cancelled => vec![own],
    })
}

/// What happened instead of an answer.
pub(crate) fn mismatch(call: &Call, trace: &Trace) -> Result<Mismatch, Fault> {
    let no_answer = |expected: String, actual: String| of_kind(MismatchKind::NoAnswer, expected, actual);
    let answer = || "an answer".to_owned();
    Ok(match &call.end {
        CallEnd::TimedOut { after_ms } => {
            no_answer(format!("an answer within {after_ms} ms"), format!("none came{}", meanwhile(call, trace)))
        }
        CallEnd::Closed => no_answer(answer(), closed(call, trace)),
        CallEnd::Refused { status } => no_answer(answer(), refused(*status, call, trace)),
        CallEnd::NotSent { problem } => {
            let problem = excerpt::block(problem, 300);
            no_answer(answer(), format!("the request could not be sent: {problem}{}", death(call, trace)))
        }
        CallEnd::Answered | CallEnd::Misanswered => {
            // A message tells more than the body of a "202 Accepted" that came after it.
            let message = heard(call, trace).rfind(|frame| frame.channel == Channel::Wire);
            let last = message.or_else(|| heard(call, trace).next_back());
            let actual =
                last.map_or_else(|| "something else came".to_owned(), |frame| format!("{} came", shown(frame)));
            let frame = last.map(|frame| frame.seq);
            Mismatch { frame, ..of_kind(MismatchKind::Protocol, answer(), actual) }
        }
        CallEnd::Cancelled => return Err(Fault::Cancelled),
    })
}

/// The frames that came after the request.
fn heard<'a>(call: &Call, trace: &'a Trace) -> impl DoubleEndedIterator<Item = &'a Frame> {
    let since = call.request.unwrap_or_default();
    trace.frames.iter().filter(move |frame| frame.direction == Direction::Received && frame.seq > since)
}

fn meanwhile(call: &Call, trace: &Trace) -> String {
    let count =
        heard(call, trace).filter(|frame| frame.channel == Channel::Wire).count() as u64 + trace.frames_not_kept;
    match count {
        0 => String::new(),
        1 => ", only one other message".to_owned(),
        count => format!(", only {count} other messages"),
    }
}

fn closed(call: &Call, trace: &Trace) -> String {
    let end = trace.process_end.as_ref().and_then(own_end);
    let end = end.or_else(|| http_problem(call, trace)).unwrap_or_else(|| without_words(trace).to_owned());
    format!("{end}{}", last_words(trace))
}

/// How the server's process ended of itself, if it did.
fn own_end(end: &ProcessEnd) -> Option<String> {
    match end {
        ProcessEnd::Exited(code) => Some(format!("the server's process exited with code {code}")),
        ProcessEnd::Signalled(signal) => Some(format!("the server's process was ended by {}", signal_words(*signal))),
        ProcessEnd::Killed | ProcessEnd::Terminated => None,
    }
}

/// For a session's own trace: how the server's process ended, where that was neither in peace nor by us, and its last
/// lines on stderr.
pub fn abnormal_end(trace: &Trace) -> Option<String> {
    let end = trace.process_end.as_ref().filter(|end| **end != ProcessEnd::Exited(0))?;
    Some(format!("{}{}", own_end(end)?, last_words(trace)))
}

/// On stdio, a process that still runs has only closed its end of the pipe.
fn without_words(trace: &Trace) -> &'static str {
    let is_http = trace.frames.iter().any(|frame| frame.http.is_some() || frame.channel == Channel::Http);
    let runs = !is_http && trace.process_end.is_none();
    if runs { "the server closed its stdout, and its process went on" } else { "the connection was closed" }
}

/// For a request that could not be sent since nobody was there to read it.
fn death(call: &Call, trace: &Trace) -> String {
    match trace.process_end {
        Some(ProcessEnd::Exited(_) | ProcessEnd::Signalled(_)) => format!("; {}", closed(call, trace)),
        Some(ProcessEnd::Killed | ProcessEnd::Terminated) | None => String::new(),
    }
}

/// An HTTP answer without a message: its status, what is wrong with it, and what it carried.
fn refused(status: u16, call: &Call, trace: &Trace) -> String {
    let body = body(call, trace);
    match http_problem(call, trace) {
        Some(problem) if problem.contains(&status.to_string()) => format!("HTTP: {problem}{body}"),
        Some(problem) => format!("HTTP status {status}: {problem}{body}"),
        None => format!("HTTP status {status}{body}"),
    }
}

/// What the session found wrong with the HTTP answer.
fn http_problem(call: &Call, trace: &Trace) -> Option<String> {
    let problem = heard(call, trace).rev().flat_map(|frame| &frame.anomalies).find_map(|anomaly| match anomaly {
        Anomaly::Http { problem } => Some(problem),
        _ => None,
    });
    problem.map(|problem| excerpt::block(problem, 300))
}

fn signal_words(signal: i32) -> String {
    let name = match signal {
        2 => "SIGINT",
        4 => "SIGILL",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        other => return format!("signal {other}"),
    };
    format!("signal {signal} ({name})")
}

/// The last lines of stderr.
fn last_words(trace: &Trace) -> String {
    const LINES: usize = 3;
    let lines: Vec<&str> = trace.stderr_tail.lines().rev().filter(|line| !line.trim().is_empty()).take(LINES).collect();
    let tail: Vec<&str> = lines.into_iter().rev().collect();
    if tail.is_empty() {
        String::new()
    } else {
        format!("; its stderr ended with {}", excerpt::quoted(&tail.join("\n")))
    }
}

/// What the HTTP answer carried.
fn body(call: &Call, trace: &Trace) -> String {
    let body = heard(call, trace).rfind(|frame| !frame.bytes.is_empty());
    body.map(|frame| format!(", with the body {}", shown(frame))).unwrap_or_default()
}

fn shown(frame: &Frame) -> String {
    excerpt::quoted_to(&String::from_utf8_lossy(&frame.bytes[..frame.bytes.len().min(1000)]), 200)
}

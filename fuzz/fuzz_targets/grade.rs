//! Grading: whatever was recorded, there is a verdict, the same one again, and it can be shown.
//!
//! An input that begins with `{"type"` is a trace file. Any other has on its first line the members of a tool case, on
//! its second what the server offers, and on each further line a frame that the server sent: the first is the answer to
//! the tested call, the next ones answer the calls that verify it.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::{Corpus, fuzz_target};
use mcpvals_fuzz::assert_harmless;
use mcpvals_model::mcp::{Offer, Revision, ServerFacts};
use mcpvals_model::{Call, CallEnd, CallRole, Case, Channel, Direction, Frame, Trace};
use mcpvals_report::trace_file::{self, StoredTrace, Writer};
use mcpvals_report::{Level, Style, timeline};
use mcpvals_suite::{answer_excerpt, grade, snapshot_values, violations};
use serde_json::{Value, json};

fuzz_target!(|data: &[u8]| -> Corpus {
    if data.starts_with(b"{\"type\"") {
        check_file(data);
        return Corpus::Keep;
    }
    match conversation(data) {
        Some((case, trace)) => check(&case, &trace),
        None => return Corpus::Reject,
    }
    Corpus::Keep
});

fn check_file(data: &[u8]) {
    let stored = match trace_file::read(data) {
        Ok(stored) => stored,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for played in &stored.played {
        check(&played.case, &played.trace);
    }
    for end in &stored.ends {
        check_violations(&end.trace, None);
    }
    let style = Style { unicode: true, color: false, width: Some(80), level: Level::Verbose };
    assert_harmless(&timeline::render(&stored, &style));
    let written = write(&stored);
    let again = trace_file::read(written.as_bytes()).unwrap_or_else(|error| panic!("{error} in {written}"));
    assert_eq!(written, write(&again), "a trace file changes when it is written again");
    for (played, again) in stored.played.iter().zip(&again.played) {
        let graded = grade(&played.case, &played.trace);
        assert_eq!(graded, grade(&again.case, &again.trace), "a trace that was stored is graded in another way");
    }
}

fn write(stored: &StoredTrace) -> String {
    let (mut writer, mut text) = Writer::begin(stored.header.clone());
    for session in &stored.sessions {
        text += &writer.session_lines(session);
    }
    for played in &stored.played {
        text += &writer.case_lines(played);
    }
    for end in &stored.ends {
        text += &writer.end_lines(end);
    }
    text + &writer.done_line()
}

fn check(case: &Case, trace: &Trace) {
    let graded = grade(case, trace);
    assert_eq!(grade(case, trace), graded, "two verdicts");
    for mismatch in graded.verdict.mismatches() {
        assert_harmless(&format!("{}{}", mismatch.expected, mismatch.actual));
    }
    assert_harmless(&answer_excerpt(trace).unwrap_or_default());
    assert_eq!(snapshot_values(case, trace), snapshot_values(case, trace));
    check_violations(trace, Some(case));
}

fn check_violations(trace: &Trace, case: Option<&Case>) {
    for violation in violations(trace, "server", case.map(|case| &case.id)) {
        assert_harmless(&violation.message);
    }
}

fn conversation(data: &[u8]) -> Option<(Case, Trace)> {
    let mut lines = data.split(|byte| *byte == b'\n');
    let case = case(serde_json::from_slice(lines.next()?).ok()?)?;
    let offer: Offer = serde_json::from_slice(lines.next()?).ok()?;
    let facts = ServerFacts {
        protocol_version: Revision::V2025_11_25,
        supported_versions: Vec::new(),
        asked_version: None,
        name: "fuzz".to_owned(),
        version: "1".to_owned(),
        capabilities: json!({"tools": {}}),
        instructions: None,
    };
    let mut trace = Trace { server: Some(Arc::new(facts)), offer: Arc::new(offer), ..Trace::default() };
    let roles = std::iter::once(CallRole::Tested).chain((0..8).map(CallRole::Verify));
    for (role, answer) in roles.zip(lines) {
        exchange(&mut trace, role, answer);
    }
    Some((case, trace))
}

fn case(mut members: Value) -> Option<Case> {
    let call = json!({"tool": "t", "args": {}});
    members.as_object_mut()?.entry("call").or_insert(call);
    let place = json!({"file": "f", "line": 1, "column": 1});
    let kind = json!({"tool": members});
    let case = json!({"id": "s/t", "title": "t", "timeout": 5000, "repeat": 1, "kind": kind, "place": place});
    serde_json::from_value(case).ok()
}

/// We ask, and the server answers with these bytes.
fn exchange(trace: &mut Trace, role: CallRole, answer: &[u8]) {
    let id = trace.calls.len() + 1;
    let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "t", "arguments": {}}});
    let (sent, received) = (2 * id as u64, 2 * id as u64 + 1);
    trace.frames.push(Frame::new(sent, sent, Direction::Sent, Channel::Wire, request.to_string().into_bytes()));
    trace.frames.push(Frame::new(received, received, Direction::Received, Channel::Wire, answer));
    let (request, answer) = (Some(sent), Some(received));
    trace.calls.push(Call { role, method: "tools/call".to_owned(), request, answer, end: CallEnd::Answered });
}

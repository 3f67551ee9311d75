//! Trace files: written, read back, refused with reasons; and timelines of them.

use std::sync::Arc;

use mcpvals_model::{CaseId, Played, SessionEnd, SessionStart, SuiteName, Trace, Verdict, VerdictWord};
use mcpvals_report::trace_file::{Header, Limits, StoredTrace, TraceOf, Writer, read, read_within};
use mcpvals_report::{Level, Style, timeline};
use proptest::prelude::*;

use crate::sample;

fn header(of: TraceOf) -> Header {
    Header::new("2026-08-01T12:00:00Z", "mcp-eval.config.yaml", of)
}

fn suite_file(played: &[Played]) -> String {
    let (mut writer, mut text) = Writer::begin(header(TraceOf::Suite(SuiteName::new("Calculator"))));
    text += &writer.session_lines(&sample::session_start(1));
    for played in played {
        text += &writer.case_lines(played);
    }
    text + &writer.done_line()
}

fn session_file() -> String {
    let (mut writer, mut text) = Writer::begin(header(TraceOf::Session(1)));
    text += &writer.session_lines(&sample::session_start(1));
    text += &writer.end_lines(&sample::session_end());
    text
}

fn two_attempts() -> [Played; 2] {
    [sample::played("add", 1, Verdict::failed(sample::a_mismatch())), sample::played("add", 2, Verdict::Passed)]
}

#[track_caller]
fn check_same(a: &Trace, b: &Trace) {
    let frames = |trace: &Trace| {
        let frames = trace.frames.iter();
        let parts = frames
            .map(|f| (f.seq, f.at_us, f.direction, f.channel, f.bytes.clone(), f.anomalies.clone(), f.http.clone()));
        parts.collect::<Vec<_>>()
    };
    assert_eq!(frames(a), frames(b));
    assert_eq!(a.calls, b.calls);
    assert_eq!((&a.server, &a.offer), (&b.server, &b.offer));
    assert_eq!(a.full_client_tools, b.full_client_tools);
    assert_eq!((&a.stderr_tail, &a.process_end), (&b.stderr_tail, &b.process_end));
    assert_eq!((a.frames_not_kept, a.messages_not_kept), (b.frames_not_kept, b.messages_not_kept));
}

#[track_caller]
fn check_same_attempt(a: &Played, b: &Played) {
    assert_eq!((&a.case, a.session, a.repetition, a.attempt), (&b.case, b.session, b.repetition, b.attempt));
    assert_eq!(a.verdict, b.verdict);
    check_same(&a.trace, &b.trace);
}

#[test]
fn a_suite_file_has_a_line_for_each_thing() {
    insta::assert_snapshot!(suite_file(&two_attempts()));
}

#[test]
fn a_session_file_has_its_own_frames() {
    insta::assert_snapshot!(session_file());
}

#[test]
fn a_suite_file_reads_back_as_it_was() {
    let played = two_attempts();
    let stored = read(suite_file(&played).as_bytes()).unwrap();
    assert_eq!(stored.header, header(TraceOf::Suite(SuiteName::new("Calculator"))));
    assert_eq!(stored.sessions, [sample::session_start(1)]);
    assert_eq!(stored.server(1), "server");
    assert_eq!(stored.played.len(), 2);
    stored.played.iter().zip(&played).for_each(|(read, told)| check_same_attempt(read, told));
}

#[test]
fn a_session_file_reads_back_as_it_was() {
    let stored = read(session_file().as_bytes()).unwrap();
    let end = sample::session_end();
    assert_eq!(stored.ends.len(), 1);
    assert_eq!((stored.ends[0].session, &stored.ends[0].server), (1, &end.server));
    assert_eq!(stored.ends[0].violations, end.violations);
    check_same(&stored.ends[0].trace, &end.trace);
}

#[test]
fn what_attempts_share_is_written_once() {
    let text = suite_file(&two_attempts());
    assert_eq!(text.matches("\"type\":\"offer\"").count(), 1);
    assert_eq!(text.matches("\"type\":\"server\"").count(), 1);
}

#[test]
fn every_line_of_an_attempt_names_its_case() {
    let text = suite_file(&two_attempts());
    let belongs = |line: &&str| {
        ["case", "frame", "call", "end"].iter().any(|kind| line.contains(&format!("\"type\":\"{kind}\"")))
    };
    assert!(text.lines().filter(belongs).all(|line| line.contains("\"case\":\"Calculator/add\"")));
}

#[test]
fn attempts_may_be_interleaved() {
    let text = suite_file(&two_attempts());
    let (done, lines): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.contains("\"type\":\"done\""));
    let (shared, own): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| !line.contains("\"attempt\":"));
    let (first, second): (Vec<_>, Vec<_>) = own.into_iter().partition(|line| line.contains("\"attempt\":1"));
    let mixed = first.iter().zip(&second).flat_map(|(a, b)| [*a, *b]);
    let text = shared.into_iter().chain(mixed).chain(done).collect::<Vec<_>>().join("\n");
    assert_eq!(read(text.as_bytes()).unwrap().played.len(), 2);
}

/// The error of a file in which one line was changed.
#[track_caller]
fn check_error(change: impl Fn(Vec<String>) -> Vec<String>, expected: &str) {
    let lines = suite_file(&two_attempts()).lines().map(str::to_owned).collect();
    let error = read(change(lines).join("\n").as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

fn without(index: usize) -> impl Fn(Vec<String>) -> Vec<String> {
    move |mut lines| {
        lines.remove(index);
        lines
    }
}

fn replaced(index: usize, from: &'static str, to: &'static str) -> impl Fn(Vec<String>) -> Vec<String> {
    move |mut lines| {
        assert!(lines[index].contains(from), "{}", lines[index]);
        lines[index] = lines[index].replace(from, to);
        lines
    }
}

#[test]
fn a_file_of_another_kind_is_refused() {
    check_error(
        |_| vec!["{\"resourceLogs\": []}".to_owned()],
        "this is no trace file: its first line is not a header with `\"format\": \"mcpvals-trace\"`",
    );
    check_error(
        |_| Vec::new(),
        "this is no trace file: its first line is not a header with `\"format\": \"mcpvals-trace\"`",
    );
}

#[test]
fn a_newer_version_is_refused() {
    check_error(
        replaced(0, "\"version\":1", "\"version\":2,\"of\":7"),
        "the trace file has version 2, and this mcpvals reads up to version 1",
    );
}

#[test]
fn a_broken_line_is_named() {
    check_error(replaced(6, "\"seq\":6,", ""), "line 7: missing field `seq`");
    check_error(
        replaced(4, "\"type\":\"case\"", "\"type\":\"cake\""),
        "line 5: unknown variant `cake`, expected one of `header`, `server`, `offer`, `session`, `case`, `own`, `frame`, `call`, `end`, `ownEnd`, `done` (column 14)",
    );
    check_error(
        |mut lines| {
            lines[5].truncate(100);
            lines
        },
        "line 6: EOF while parsing a string (column 100)",
    );
}

#[test]
fn a_missing_frame_is_noticed() {
    check_error(without(6), "line 15: 7 frame lines came before it, and it says that there were 8");
}

#[test]
fn a_missing_beginning_is_noticed() {
    check_error(without(4), "line 5: `Calculator/add` (repetition 1, attempt 1) has not begun");
    check_error(without(1), "line 2: there is no offer 1 above");
}

#[test]
fn a_file_that_was_not_written_to_its_end_keeps_what_it_has() {
    let text = suite_file(&two_attempts());
    let lines: Vec<&str> = text.lines().collect();
    let stored = stored(&(lines[..lines.len() - 2].join("\n") + "\n"));
    let why = "the file ends in the middle of `Calculator/add` (repetition 1, attempt 2), which begins at line 17";
    assert_eq!(stored.cut.as_deref(), Some(why));
    let verdicts: Vec<VerdictWord> = stored.played.iter().map(|played| played.verdict.word()).collect();
    assert_eq!(verdicts[1], VerdictWord::Errored);
    assert!(!stored.played[1].trace.frames.is_empty());
}

#[test]
fn a_file_that_ends_between_two_attempts_is_not_whole() {
    let text = suite_file(&two_attempts());
    let lines: Vec<&str> = text.lines().collect();
    let stored = stored(&(lines[..lines.len() - 1].join("\n") + "\n"));
    assert_eq!(stored.cut.as_deref(), Some("the file lacks its last line"));
}

#[test]
fn a_line_that_was_not_written_to_its_end_is_told() {
    let text = suite_file(&two_attempts());
    for cut in [text.len() - 2, text.len() / 2] {
        assert!(stored(&text[..cut]).cut.is_some());
    }
    assert_eq!(stored(&text).cut, None);
}

#[test]
fn limits_hold() {
    let text = suite_file(&two_attempts());
    let line = read_within(text.as_bytes(), Limits { line_bytes_max: 500, ..Limits::default() }).unwrap_err();
    assert_eq!(line.to_string(), "line 2 is longer than 500 bytes");
    let file = read_within(text.as_bytes(), Limits { file_bytes_max: 5000, ..Limits::default() }).unwrap_err();
    assert_eq!(file.to_string(), "line 16: the file is longer than 5000 bytes");
}

fn stored(text: &str) -> StoredTrace {
    read(text.as_bytes()).unwrap()
}

#[test]
fn a_timeline_shows_what_came_when() {
    let style = Style { width: Some(140), ..Style::default() };
    insta::assert_snapshot!(timeline::render(&stored(&suite_file(&two_attempts())), &style));
}

#[test]
fn a_verbose_timeline_shows_whole_messages() {
    let style = Style { level: Level::Verbose, unicode: false, ..Style::default() };
    insta::assert_snapshot!(timeline::render(&stored(&suite_file(&two_attempts()[1..])), &style));
}

#[test]
fn a_session_has_a_timeline_of_its_own() {
    let style = Style { width: Some(100), ..Style::default() };
    insta::assert_snapshot!(timeline::render(&stored(&session_file()), &style));
}

fn any_trace() -> impl Strategy<Value = Trace> {
    let frame = (any::<Vec<u8>>(), 0..5_u64, any::<bool>(), 0..4_usize, 0..20_usize);
    (proptest::collection::vec(frame, 0..8), any::<String>(), any::<u32>()).prop_map(
        |(parts, stderr_tail, not_kept)| {
            let known = sample::trace();
            let frames = (1..).zip(parts).map(|(seq, (bytes, at, text, like, _))| {
                let mut frame = known.frames[like].clone();
                frame.bytes = if text { String::from_utf8_lossy(&bytes).as_bytes().into() } else { bytes.into() };
                frame.seq = seq * 3;
                frame.at_us = u64::MAX / 5 * at;
                frame
            });
            Trace { frames: frames.collect(), stderr_tail, frames_not_kept: not_kept.into(), ..known }
        },
    )
}

proptest! {
    #[test]
    fn any_attempt_reads_back_as_it_was(trace in any_trace(), title in any::<String>(), number in any::<f64>(), millis in 0..10_000_000_u64) {
        let mut played = sample::played("add", 1, Verdict::failed(sample::a_mismatch()));
        let case = Arc::make_mut(&mut played.case);
        case.id = CaseId::new(&SuiteName::new("s"), &title);
        case.title = title;
        case.timeout = std::time::Duration::from_millis(millis);
        if let mcpvals_model::CaseKind::Tool(tool) = &mut case.kind {
            tool.call.args.insert("n".to_owned(), number.into());
        }
        played.trace = Arc::new(trace);
        let stored = read(suite_file(std::slice::from_ref(&played)).as_bytes()).unwrap();
        check_same_attempt(&stored.played[0], &played);
        let shown = timeline::render(&stored, &Style::default());
        prop_assert!(shown.chars().all(|c| c == '\n' || !c.is_control()));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>(), at in 0..30_usize) {
        let mut lines = suite_file(&two_attempts()).lines().map(str::to_owned).collect::<Vec<_>>();
        let at = at.min(lines.len() - 1);
        lines[at] = text;
        let _ = read(lines.join("\n").as_bytes());
    }
}

#[test]
fn a_session_that_never_began_has_a_file_too() {
    let start = SessionStart { facts: None, problem: Some("refused".to_owned()), ..sample::session_start(2) };
    let (mut writer, mut text) = Writer::begin(header(TraceOf::Session(2)));
    text += &writer.session_lines(&start);
    let trace = Arc::new(Trace::default());
    let (server, violations) = ("server".to_owned(), Vec::new());
    text += &writer.end_lines(&SessionEnd { session: 2, server, trace, violations, covered: None });
    let stored = stored(&text);
    assert_eq!(stored.sessions, [start]);
    assert!(stored.ends[0].trace.server.is_none());
}

#[test]
fn frames_are_in_order_also_where_the_file_breaks_off() {
    let twice = |mut lines: Vec<String>| {
        let at = lines.iter().position(|line| line.contains("\"type\":\"frame\"")).unwrap();
        lines.truncate(at + 1);
        lines.push(lines[at].clone());
        lines
    };
    let words =
        "line 7: the frames of `Calculator/add` (repetition 1, attempt 1) are not in the order of their numbers";
    check_error(twice, words);
}

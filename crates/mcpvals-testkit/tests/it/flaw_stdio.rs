//! Flaws of stdout as a stream of lines.

use std::time::Duration;

use mcpvals_testkit::{Family, Flaw};
use serde_json::json;

use crate::message::{call, initialize, initialized, request};
use crate::talk::{PATIENCE, Talk};

/// stdout of a whole conversation with `flaw`.
fn transcript(flaw: Flaw) -> String {
    let mut talk = Talk::start(&[flaw.name()]);
    talk.say(&initialize("2025-11-25", &json!({})));
    talk.say(&initialized());
    talk.say(&request(2, "tools/list", &json!({})));
    talk.say(&call(3, "echo", &json!({"message": "hi"})));
    talk.close_stdin();
    String::from_utf8_lossy(&talk.hear_all(PATIENCE)).into_owned()
}

#[test]
fn the_good_server_says_one_message_a_line() {
    let said = transcript(Flaw::None);
    assert_eq!(said.lines().filter(|line| line.starts_with(r#"{"jsonrpc":"2.0","id":"#)).count(), 3);
    assert_eq!(said.lines().count(), 3);
}

#[test]
fn banners_come_first() {
    assert!(transcript(Flaw::BannerLine).starts_with("Demo server 1.0 is running on stdio\n{"));
    assert!(transcript(Flaw::BannerWithoutNewline).starts_with("Demo server 1.0 ready> {\"jsonrpc\""));
    let mut talk = Talk::start(&["endless-banner"]);
    let said = talk.hear_line(Duration::from_millis(300));
    assert_eq!(said, None, "no line end comes");
}

#[test]
fn harmless_framing_leaves_the_messages_as_they_are() {
    let good = transcript(Flaw::None);
    assert_eq!(transcript(Flaw::CarriageReturns).replace('\r', ""), good);
    let blank = transcript(Flaw::BlankLines);
    assert!(blank.contains("\n\n"));
    assert_eq!(blank.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n") + "\n", good);
}

#[test]
fn language_server_framing_has_lengths_and_no_lines() {
    let said = transcript(Flaw::ContentLengthFraming);
    assert!(said.starts_with("Content-Length: "), "{said}");
    assert!(!said.ends_with('\n'));
}

#[test]
fn an_answer_may_lack_its_newline_only() {
    let said = transcript(Flaw::NewlineMissing);
    assert_eq!(said, transcript(Flaw::None).trim_end());
}

#[test]
fn half_an_answer_is_followed_by_the_end() {
    let mut talk = Talk::start(&["half-answer-then-exit"]);
    talk.ask(&initialize("2025-11-25", &json!({})));
    talk.say(&call(3, "echo", &json!({"message": "hi"})));
    let said = String::from_utf8(talk.hear_all(PATIENCE)).unwrap();
    assert!(said.starts_with(r#"{"jsonrpc""#) && !said.ends_with('\n'), "{said}");
    assert_eq!(talk.end(PATIENCE).unwrap().code(), Some(6));
}

#[test]
fn a_frame_of_100_mb_has_no_end() {
    let (mut talk, _) = Talk::open(&["endless-frame"], "2025-11-25", &json!({}));
    talk.say(&call(3, "echo", &json!({"message": "hi"})));
    let (mut heard, mut lines) = (0, 0);
    while heard < 100 << 20 {
        let piece = talk.hear_all(Duration::from_millis(500));
        assert!(!piece.is_empty(), "only {heard} bytes came");
        heard += piece.len();
        lines += piece.split(|byte| *byte == b'\n').count() - 1;
    }
    assert_eq!((lines, talk.end(Duration::from_millis(50))), (0, None));
}

#[test]
fn stdout_is_closed_and_the_process_lives() {
    let (mut talk, _) = Talk::open(&["stdout-closed"], "2025-11-25", &json!({}));
    talk.say(&call(3, "echo", &json!({"message": "hi"})));
    assert!(talk.stdout_has_ended(PATIENCE));
    assert_eq!(talk.end(Duration::from_millis(200)), None);
}

#[test]
fn every_flaw_of_lines_is_shown() {
    let here = [
        Flaw::BannerLine,
        Flaw::BannerWithoutNewline,
        Flaw::CarriageReturns,
        Flaw::BlankLines,
        Flaw::ContentLengthFraming,
        Flaw::NewlineMissing,
        Flaw::EndlessFrame,
        Flaw::StdoutClosed,
        Flaw::HalfAnswerThenExit,
        Flaw::EndlessBanner,
        // In the table of `flaw_message.rs`:
        Flaw::LogLineOnStdout,
        Flaw::PrettyPrinted,
        Flaw::TwoMessagesOnALine,
    ];
    let all: Vec<_> = Flaw::ALL.iter().filter(|flaw| flaw.family() == Family::Stdio).collect();
    assert!(all.iter().all(|flaw| here.contains(flaw)), "{all:?}");
}

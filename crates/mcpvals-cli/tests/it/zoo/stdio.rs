//! What stands on stdout beside the messages, and how their lines end.

use mcpvals_testkit::Flaw;

use super::fixture::{Fixture, config};
use super::row::{Row, Via, fails, passes, unreachable};
use super::run::play;
use crate::mcpvals::Folder;

pub(super) fn rows() -> Vec<Row> {
    let whole = passes(Flaw::None);
    vec![
        whole.clone(),
        passes(Flaw::BannerLine).seen(&["noise-on-stdout"]),
        // Who reads lines loses the first message with the banner.
        unreachable(Flaw::BannerWithoutNewline, &["Demo server 1.0 ready>", "on the line"])
            .seen(&["noise-on-stdout", "shared-line"]),
        passes(Flaw::LogLineOnStdout).seen(&["noise-on-stdout"]),
        passes(Flaw::LogLineOnStdout).on("handshake").seen(&["noise-on-stdout"]),
        passes(Flaw::CarriageReturns),
        passes(Flaw::BlankLines),
        unreachable(Flaw::ContentLengthFraming, &["Language Server Protocol", "Content-Length: "])
            .slow()
            .seen(&["missing-newline", "noise-on-stdout"]),
        fails(Flaw::NewlineMissing, "echo", "protocol", &["a whole message is not ended by a newline"])
            .seen(&["missing-newline"]),
        unreachable(Flaw::NewlineMissing, &["a message that is not ended by a newline"])
            .on("handshake")
            .slow()
            .seen(&["missing-newline"]),
        fails(Flaw::PrettyPrinted, "echo", "protocol", &["spread over"]).seen(&["split-message"]),
        unreachable(Flaw::PrettyPrinted, &["spread over"]).on("handshake").seen(&["split-message"]),
        fails(Flaw::TwoMessagesOnALine, "echo", "protocol", &["another message after it"]).seen(&["shared-line"]),
        fails(Flaw::EndlessFrame, "echo", "protocol", &["more than 16", "was not read"]).seen(&["oversized-message"]),
        unreachable(Flaw::EndlessFrame, &["no end after 16"]).on("handshake").slow().seen(&["oversized-message"]),
        unreachable(Flaw::EndlessFrame, &["no end after 16"]).on("tools/list").slow().seen(&["oversized-message"]),
        fails(Flaw::StdoutClosed, "echo", "noAnswer", &["closed its stdout"]),
        unreachable(Flaw::StdoutClosed, &["before it answered `initialize`"]).on("handshake"),
        fails(Flaw::HalfAnswerThenExit, "echo", "noAnswer", &["exited with code 6"]).seen(&["cut-off-message"]),
        unreachable(Flaw::HalfAnswerThenExit, &["exit code 6", "half a message"])
            .on("handshake")
            .seen(&["cut-off-message"]),
        unreachable(Flaw::EndlessBanner, &["no end after 16", "starting 0 starting 1"])
            .slow()
            .seen(&["ignores-shutdown", "oversized-message"]),
    ]
}

#[test]
fn over_stdio() {
    play(&rows(), Via::Stdio);
}

#[test]
fn a_good_server_passes_over_http_too() {
    play(&rows(), Via::Http);
    play(&rows(), Via::Sse);
}

#[test]
fn a_strict_run_fails_for_noise_and_not_for_line_ends() {
    for (flaw, code) in [(Flaw::BannerLine, 1), (Flaw::CarriageReturns, 0), (Flaw::BlankLines, 0)] {
        let fixture = Fixture::start(flaw, Via::Stdio, &[], "strict");
        let ran = Folder::with_config(&config(&fixture.server)).run(&["eval", "--strict-protocol"]);
        assert_eq!(ran.code, code, "{flaw}: {ran:?}");
    }
}

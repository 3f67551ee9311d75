//! The life of the process, and its children.

use mcpvals_testkit::Flaw;

use super::row::{Row, Via, breaks, ends, fails, passes, unreachable};
use super::run::play;

const STDIO: &[Via] = &[Via::Stdio];
const HTTP: &[Via] = &[Via::Http];
const SSE: &[Via] = &[Via::Sse];

pub(super) fn rows() -> Vec<Row> {
    [of_deaths(), of_noise(), of_ends()].concat()
}

/// A process of ours is started again for the next case; a server elsewhere is not ours to start.
fn of_deaths() -> Vec<Row> {
    let http = &["http-transport"];
    vec![
        unreachable(Flaw::ExitsAtStart, &["exit code 3"]).via(STDIO),
        unreachable(Flaw::ExitsAfterInitialize, &["exit code 4"]).via(STDIO),
        // Elsewhere, what the server says last comes before its end is seen.
        breaks(Flaw::ExitsAfterInitialize).via(HTTP),
        breaks(Flaw::ExitsAfterInitialize).via(SSE),
        fails(Flaw::ExitsDuringCall, "echo", "noAnswer", &["exited with code 5", "fatal: lost the database"])
            .via(STDIO),
        ends(Flaw::ExitsDuringCall, "echo", "noAnswer", &["closed"]).via(HTTP).seen(http),
        ends(Flaw::ExitsDuringCall, "echo", "noAnswer", &["closed"]).via(SSE).seen(http),
        fails(Flaw::KilledDuringCall, "echo", "noAnswer", &["SIGKILL"]).via(STDIO),
        ends(Flaw::KilledDuringCall, "echo", "noAnswer", &["closed"]).via(HTTP).seen(http),
        ends(Flaw::KilledDuringCall, "echo", "noAnswer", &["closed"]).via(SSE).seen(http),
    ]
}

fn of_noise() -> Vec<Row> {
    vec![passes(Flaw::StderrFlood), passes(Flaw::StderrGarbage)]
}

fn of_ends() -> Vec<Row> {
    vec![
        // SIGTERM is a usual way to end a server, too.
        passes(Flaw::IgnoresEof),
        passes(Flaw::IgnoresShutdown).via(STDIO).seen(&["ignores-shutdown"]),
        passes(Flaw::LeavesChild).via(STDIO),
        passes(Flaw::LeavesDetachedChild).via(STDIO),
        passes(Flaw::ChildHoldsStdout).via(STDIO),
        passes(Flaw::ExitsWithCodeAtEnd),
        // Since 2026-07-28, log messages are only for who asked for them.
        passes(Flaw::SpeaksAfterEnd).seen(&["undeclared-notification"]),
        passes(Flaw::SpeaksAfterEnd).with(&["--era", "legacy"]),
    ]
}

#[test]
fn over_stdio() {
    play(&rows(), Via::Stdio);
}

#[test]
fn over_http() {
    play(&rows(), Via::Http);
}

#[test]
fn over_sse() {
    play(&rows(), Via::Sse);
}

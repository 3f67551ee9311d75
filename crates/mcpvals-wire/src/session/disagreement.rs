//! Why no session came about, as far as the negotiation knows.

use std::time::Duration;

use mcpvals_model::CallEnd;

use super::listing::end_words;
use super::usable::Spoil;
use crate::ConnectErrorKind;
use crate::transport::Link;

/// Why there is no session, in words that go on from "the server `name`".
#[derive(Debug)]
pub(crate) struct Disagreement {
    pub(crate) kind: ConnectErrorKind,
    pub(crate) problem: String,
}

impl Disagreement {
    /// The answer to a handshake cannot be used.
    pub(super) fn handshake(problem: String) -> Self {
        Self { kind: ConnectErrorKind::Handshake, problem }
    }

    /// The answer to a handshake is there, and the usual clients cannot use it.
    pub(super) fn spoilt(method: &str, spoil: &Spoil) -> Self {
        Self::handshake(format!("answers `{method}` in a way that a client cannot use: {}", spoil.words))
    }

    /// No revision in common.
    pub(super) fn revision(problem: String) -> Self {
        Self { kind: ConnectErrorKind::Revision, problem }
    }

    /// Nothing that could be spoken to.
    pub(super) fn unreachable(problem: String) -> Self {
        Self { kind: ConnectErrorKind::Unreachable, problem }
    }

    /// An address that is none of Streamable HTTP.
    fn no_endpoint(problem: String) -> Self {
        Self { kind: ConnectErrorKind::NoEndpoint, problem }
    }

    /// It was there, and then it was not.
    pub(super) fn died(method: &str) -> Self {
        let problem = format!("was gone before it answered `{method}`");
        Self { kind: ConnectErrorKind::Died, problem }
    }

    /// Credentials are missing or wrong. Whoever signs in is told of that elsewhere.
    pub(super) fn unauthorized(status: u16, signs_in: bool) -> Self {
        let hint = if signs_in { "" } else { ": it wants credentials (`auth` in the config, or --auth, signs in)" };
        Self::unreachable(format!("answers with HTTP status {status}{hint}"))
    }

    /// A notification of the handshake hangs: the server reads nothing, or does not answer the POST that carries it.
    pub(super) fn not_taken(method: &str, after_ms: u128, link: &Link) -> Self {
        let problem = match link {
            Link::Stdio(_) => format!("did not read `{method}` within {after_ms} ms"),
            Link::Http(_) => format!("did not answer the POST of `{method}` within {after_ms} ms (status 202 is due)"),
            Link::Sse(_) => format!("did not answer the POST of `{method}` within {after_ms} ms"),
        };
        Self { kind: ConnectErrorKind::TimedOut, problem }
    }

    /// Where time ran out: `server/discover` had taken this much of it, and had no answer either.
    pub(super) fn after_a_silence(self, probed: Duration) -> Self {
        if self.kind != ConnectErrorKind::TimedOut {
            return self;
        }
        let before = probed.as_millis();
        Self { problem: format!("{}, nor `server/discover` within {before} ms before that", self.problem), ..self }
    }

    /// A request of the handshake ended without an answer that could be read.
    pub(super) fn no_answer(method: &str, end: &CallEnd, signs_in: bool) -> Self {
        match end {
            CallEnd::TimedOut { after_ms } => {
                let problem = format!("did not answer `{method}` within {after_ms} ms");
                Self { kind: ConnectErrorKind::TimedOut, problem }
            }
            CallEnd::Closed => Self::died(method),
            CallEnd::Refused { status: status @ (401 | 403) } => Self::unauthorized(*status, signs_in),
            CallEnd::Refused { status: status @ (404 | 405) } => Self::no_endpoint(format!(
                "answers `{method}` with HTTP status {status}: there is no MCP endpoint (one of 2024-11-05 needs the \
                     transport `sse`)"
            )),
            CallEnd::Refused { status: status @ 400 } => {
                Self::no_endpoint(format!("answers `{method}` with HTTP status {status} and no message"))
            }
            CallEnd::Refused { status } => {
                Self::unreachable(format!("answers `{method}` with HTTP status {status} and no message"))
            }
            CallEnd::NotSent { problem } => Self::unreachable(format!("could not be asked: {problem}")),
            CallEnd::Answered | CallEnd::Misanswered | CallEnd::Cancelled => {
                Self::handshake(format!("did not answer `{method}`: {}", end_words(end)))
            }
        }
    }
}

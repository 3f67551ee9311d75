//! The lines of a trace file.

use std::borrow::Cow;
use std::fmt;

use mcpvals_model::mcp::{Offer, ServerFacts};
use mcpvals_model::{
    Call, Case, CaseId, Frame, ProcessEnd, SessionStart, SuiteName, TRACE_VERSION, Verdict, Violation,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What every header says of the format.
pub(super) const FORMAT: &str = "mcpvals-trace";

/// One line of a trace file, with the definition of a case as a `D`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
#[schemars(rename = "Line")]
pub(crate) enum Line<'a, D = Cow<'a, Case>> {
    /// The first line.
    Header(Cow<'a, Header>),
    /// What a server said of itself. Later lines name it by its number.
    Server(ServerLine<'a>),
    /// What a server offered. Later lines name it by its number.
    Offer(OfferLine<'a>),
    /// A session with a server.
    Session(SessionLine<'a>),
    /// An attempt at a case begins; its frames, calls and end follow. Of a case that was not played, only the end.
    Case(CaseLine<'a, D>),
    /// A session's own trace begins; its frames, calls and end follow.
    Own(OwnLine<'a>),
    /// A frame.
    Frame(FrameLine<'a>),
    /// A request that was made, and how it ended.
    Call(CallLine<'a>),
    /// The end of an attempt, with its verdict.
    End(EndLine<'a>),
    /// The end of a session's own trace.
    OwnEnd(OwnEndLine<'a>),
    /// The last line of a suite's file: without it, the file was not written to its end.
    Done(DoneLine),
}

/// The last line of a suite's file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct DoneLine {
    /// How many attempts the file has; a case that was not played is one.
    pub(super) attempts: u64,
}

/// The first line of a trace file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    /// Always `mcpvals-trace`.
    pub(super) format: String,
    /// The version of the format.
    pub(super) version: u32,
    /// The version of mcpvals that wrote the file.
    pub mcpvals: String,
    /// When the run began: RFC 3339, UTC.
    pub started_at: String,
    /// The config file as the user named it.
    pub config: String,
    /// What the file is about.
    pub of: TraceOf,
}

/// What a trace file is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TraceOf {
    /// The cases of a suite.
    Suite(SuiteName),
    /// What belongs to no case of the session with this number.
    Session(u64),
}

/// To which attempt a line belongs; without a case, to the session's own trace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Owner {
    /// The case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) case: Option<CaseId>,
    /// Which repetition, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) repetition: Option<u32>,
    /// Which attempt, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) attempt: Option<u32>,
    /// The session; 0 where there was none.
    pub(super) session: u64,
}

/// What a server said of itself, with a number.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ServerLine<'a> {
    /// By which later lines name it.
    pub(super) number: u64,
    /// What the server said.
    pub(super) facts: Cow<'a, ServerFacts>,
}

/// What a server offered, with a number.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct OfferLine<'a> {
    /// By which later lines name it.
    pub(super) number: u64,
    /// The lists.
    pub(super) offer: Cow<'a, Offer>,
}

/// A session with a server, and what it offered at first.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SessionLine<'a> {
    /// Number of what it offered at first.
    pub(super) offer: u64,
    /// The session.
    #[serde(flatten)]
    pub(super) start: Cow<'a, SessionStart>,
}

/// The beginning of an attempt at a case.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CaseLine")]
pub(crate) struct CaseLine<'a, D = Cow<'a, Case>> {
    /// Of which attempt.
    #[serde(flatten)]
    pub(super) owner: Cow<'a, Owner>,
    /// Number of what the server said of itself; absent where the handshake failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<u64>,
    /// Number of what the server offered when the attempt began.
    pub(super) offer: u64,
    /// The names of the tools that it offers to a client that can be asked everything, where that was looked up.
    #[serde(default, rename = "fullClientTools", skip_serializing_if = "Option::is_none")]
    pub(super) full_client_tools: Option<Cow<'a, [String]>>,
    /// The further servers of a workflow, in the order of the frames' numbers for them, from 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) others: Vec<OtherLine<'a>>,
    /// The case as it was played, with what it expects; redacted.
    pub(super) definition: D,
}

/// A further server of a workflow.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct OtherLine<'a> {
    /// Its name in the config.
    pub(super) name: Cow<'a, str>,
    /// Number of what it said of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<u64>,
    /// Number of what it offered.
    pub(super) offer: u64,
}

/// The beginning of a session's own trace.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct OwnLine<'a> {
    /// Of which session.
    #[serde(flatten)]
    pub(super) owner: Cow<'a, Owner>,
    /// Number of what the server said of itself; absent where the handshake failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) server: Option<u64>,
    /// Number of what the server offered.
    pub(super) offer: u64,
    /// The server's name in the config.
    pub(super) name: Cow<'a, str>,
}

/// A frame of a trace.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct FrameLine<'a> {
    /// Of which attempt.
    #[serde(flatten)]
    pub(super) owner: Cow<'a, Owner>,
    /// The frame.
    pub(super) frame: Cow<'a, Frame>,
}

/// A call of a trace.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct CallLine<'a> {
    /// Of which attempt.
    #[serde(flatten)]
    pub(super) owner: Cow<'a, Owner>,
    /// The call.
    pub(super) call: Cow<'a, Call>,
}

/// What stands at the end of a trace.
#[expect(clippy::struct_field_names, reason = "the fields of a line have the names of the model's")]
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tail<'a> {
    /// How many frame lines there were: fewer in the file means that some are missing.
    pub(super) frames: u64,
    /// How many call lines there were.
    pub(super) calls: u64,
    /// The last lines of the server's stderr.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub(super) stderr_tail: Cow<'a, str>,
    /// How the server's process ended, where it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) process_end: Option<Cow<'a, ProcessEnd>>,
    /// Frames that came after the limit was reached and were counted only.
    #[serde(default)]
    pub(super) frames_not_kept: u64,
    /// How many of them are messages of the server's.
    #[serde(default)]
    pub(super) messages_not_kept: u64,
}

/// The end of an attempt at a case.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct EndLine<'a> {
    /// Of which attempt.
    #[serde(flatten)]
    pub(super) owner: Cow<'a, Owner>,
    /// What else was recorded.
    #[serde(flatten)]
    pub(super) tail: Tail<'a>,
    /// How the attempt was graded.
    #[serde(flatten)]
    pub(super) verdict: Cow<'a, Verdict>,
}

/// The end of a session's own trace.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct OwnEndLine<'a> {
    /// Of which session.
    #[serde(flatten)]
    pub(super) owner: Cow<'a, Owner>,
    /// What else was recorded.
    #[serde(flatten)]
    pub(super) tail: Tail<'a>,
    /// What broke the protocol in it.
    #[serde(default, skip_serializing_if = "<[Violation]>::is_empty")]
    pub(super) violations: Cow<'a, [Violation]>,
}

impl Header {
    /// The header of a file that this mcpvals writes.
    pub fn new(started_at: &str, config: &str, of: TraceOf) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: TRACE_VERSION,
            mcpvals: env!("CARGO_PKG_VERSION").to_owned(),
            started_at: started_at.to_owned(),
            config: config.to_owned(),
            of,
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.case {
            None => write!(f, "the own trace of session {}", self.session),
            Some(case) => {
                let (repetition, attempt) = (self.repetition.unwrap_or(1), self.attempt.unwrap_or(1));
                write!(f, "`{case}` (repetition {repetition}, attempt {attempt})")
            }
        }
    }
}

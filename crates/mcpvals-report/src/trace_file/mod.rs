//! Trace files: what was recorded, as JSON Lines that can be searched, replayed and graded again.
//!
//! One file for each suite, and one for each session's own trace (handshake, listing, what came between the cases,
//! and the end). The format is documented in `docs/reference/trace.md`, its lines in `schemas/trace.schema.json`.
//! Traces are redacted before they come here; this module knows nothing of secrets, files or directories.

mod error;
mod line;
mod read;
mod seen;
mod write;

use mcpvals_model::{Played, SessionEnd, SessionStart};

pub use error::TraceFileError;
pub(crate) use line::Line;
pub use line::{Header, TraceOf};
pub use read::{Limits, is_trace, read, read_within};
pub use write::Writer;

/// What a trace file holds.
#[derive(Debug, Clone)]
pub struct StoredTrace {
    /// Its first line.
    pub header: Header,
    /// The sessions in which its cases were played, or the one that it is about.
    pub sessions: Vec<SessionStart>,
    /// The attempts in the order in which they were written: case, trace and verdict. Empty in a session's own file.
    pub played: Vec<Played>,
    /// The session's own trace, in a session's own file.
    pub ends: Vec<SessionEnd>,
    /// Why the file is not whole, in words: the run was killed, or the disk was full. What it was in the middle of is
    /// among the rest, with the frames that there are and without a verdict of its own.
    pub cut: Option<String>,
}

impl StoredTrace {
    /// The name of the server that a session was held with; empty where the file does not say.
    pub fn server(&self, session: u64) -> &str {
        let named = self.sessions.iter().find(|start| start.session == session);
        named.map_or("", |start| start.server.as_str())
    }
}

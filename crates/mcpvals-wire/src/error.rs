//! Why no session came about.

use mcpvals_model::Trace;

/// No session came about. Displays as the whole story; stderr's tail is in the trace.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct ConnectError {
    /// Which part of it failed.
    pub kind: ConnectErrorKind,
    /// What was tried, where, and what came instead.
    pub message: String,
    trace: Box<Trace>,
}

/// Parts of connecting; they tell a wrong command from a wrong server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectErrorKind {
    /// The command cannot be run: not found, not executable, no such directory.
    Spawn,
    /// The address cannot be reached, or what answers there is no MCP server.
    Unreachable,
    /// The address answers as one without an endpoint of Streamable HTTP does (400, 404 or 405 and no message): it may have one
    /// of HTTP+SSE. Spec 2025-11-25, "Transports", "Backwards Compatibility".
    NoEndpoint,
    /// The process ended before the handshake was complete.
    Died,
    /// No complete handshake within the deadline.
    TimedOut,
    /// The answer to the handshake cannot be used.
    Handshake,
    /// The server speaks no revision that we speak, or not the one that was asked for.
    Revision,
}

impl ConnectError {
    pub(crate) fn new(kind: ConnectErrorKind, message: impl Into<String>, trace: Trace) -> Self {
        Self { kind, message: message.into(), trace: Box::new(trace) }
    }

    /// With what came of trying the same address in another way.
    pub(crate) fn and_over_sse(self, other: &Self) -> Self {
        Self { message: format!("{}; tried over `sse`, too: {other}", self.message), ..self }
    }

    /// Everything that was recorded until then. Not redacted.
    pub fn trace(self) -> Trace {
        *self.trace
    }

    /// The last lines of the server's stderr; empty where it said nothing or has none.
    pub fn stderr_tail(&self) -> &str {
        &self.trace.stderr_tail
    }
}

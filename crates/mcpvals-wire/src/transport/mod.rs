//! Ways to carry bytes to and from a server. A transport knows nothing of methods, sessions or verdicts: it writes what
//! it is given, says when the last byte was written, and hands every message that comes to the [`crate::router`].

pub(crate) mod http;
pub(crate) mod sse;
mod stdin;
pub(crate) mod stdio;

use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_model::mcp::Revision;

use self::http::HttpLink;
use self::sse::SseLink;
use self::stdio::StdioLink;

/// A connection to the server under test.
pub(crate) enum Link {
    /// A child process.
    Stdio(StdioLink),
    /// Streamable HTTP.
    Http(HttpLink),
    /// HTTP with SSE as in 2024-11-05.
    Sse(SseLink),
}

/// One message to be sent. Its frame is already in the trace.
#[derive(Debug)]
pub(crate) struct Outgoing {
    /// The number of its frame: for [`crate::router::Router::written`].
    pub(crate) seq: u64,
    /// The message, without framing.
    pub(crate) bytes: Arc<[u8]>,
    /// What the transport must know of it.
    pub(crate) kind: OutgoingKind,
    /// The revision for the `MCP-Protocol-Version` header; `None` before one is agreed on (`initialize` itself).
    pub(crate) revision: Option<Revision>,
    /// When the caller stops waiting for its answer.
    pub(crate) deadline: Instant,
}

/// What a transport must know of a message.
#[derive(Debug)]
pub(crate) enum OutgoingKind {
    /// A request of ours.
    Request {
        /// Its JSON-RPC id.
        id: u64,
        /// `Mcp-Method`.
        method: String,
        /// `Mcp-Name`: `params.name` or `params.uri`, where the method has one.
        name: Option<String>,
        /// `Mcp-Param-*`, from the tool's `x-mcp-header` (2026-07-28).
        headers: Vec<(String, String)>,
    },
    /// A notification of ours.
    Notification {
        /// `Mcp-Method`.
        method: String,
    },
    /// Our response to a request of the server.
    Response,
}

impl Outgoing {
    /// Its id, where it is a request: whatever becomes of it must be told to whoever waits for the answer.
    pub(crate) fn request_id(&self) -> Option<u64> {
        match self.kind {
            OutgoingKind::Request { id, .. } => Some(id),
            OutgoingKind::Notification { .. } | OutgoingKind::Response => None,
        }
    }
}

/// Why a message could not be sent, in words.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{0}")]
pub(crate) struct SendError(pub(crate) String);

impl Link {
    /// Takes a message for sending. Returns as soon as it is on its way; for a request that an HTTP transport carries,
    /// this is before the response comes, which goes through the router (as does a failure that shows later).
    pub(crate) async fn send(&self, outgoing: Outgoing) -> Result<(), SendError> {
        match self {
            Self::Stdio(link) => link.send(outgoing).await,
            Self::Http(link) => link.send(outgoing).await,
            Self::Sse(link) => link.send(outgoing).await,
        }
    }

    /// The handshake is over: time to open what waits for it (the GET stream of Streamable HTTP).
    pub(crate) fn ready(&self, revision: Revision) {
        match self {
            Self::Http(link) => link.ready(revision),
            Self::Stdio(_) | Self::Sse(_) => {}
        }
    }

    /// Nobody waits for the answer to this request any more: what carries it may be closed.
    pub(crate) fn abandon(&self, request: u64) {
        match self {
            Self::Http(link) => link.abandon(request),
            Self::Stdio(_) | Self::Sse(_) => {}
        }
    }

    /// Ends the connection in the transport's own way and reads what still comes; with `hurry`, an idle process is not
    /// waited for. The router is told everything,
    /// [`crate::router::Router::closed`] at the end.
    pub(crate) async fn close(&self, patience: Duration, hurry: bool) {
        match self {
            Self::Stdio(link) => link.close(patience, hurry).await,
            Self::Http(link) => link.close(patience).await,
            Self::Sse(link) => link.close(patience).await,
        }
    }
}

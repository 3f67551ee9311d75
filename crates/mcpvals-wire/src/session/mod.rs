//! One conversation with a server under one protocol revision.

use std::sync::Arc;

use mcpvals_model::mcp::{Offer, ServerFacts, Tool};
use mcpvals_model::{ServerSpec, Trace};

use crate::{ConnectError, ConnectErrorKind, ConnectOptions, Recording};

/// A cheap handle on a session. It has shaken hands, because [`connect`] is the only way to get one.
#[derive(Clone)]
pub struct Session {
    facts: Arc<ServerFacts>,
}

/// Starts or reaches the server, agrees on a revision, and lists its tools.
///
/// # Errors
/// [`ConnectError`] where no session came about; it has the trace so far.
///
/// # Cancellation
/// Dropping the future ends the server's process and all its children.
pub async fn connect(_spec: &ServerSpec, _options: &ConnectOptions) -> Result<Session, ConnectError> {
    Err(ConnectError::new(ConnectErrorKind::Unreachable, "the wire is not there yet", Trace::default()))
}

impl Session {
    /// What the server said of itself.
    pub fn facts(&self) -> &Arc<ServerFacts> {
        &self.facts
    }

    /// What the server offers, as last listed.
    pub fn offer(&self) -> Arc<Offer> {
        Arc::default()
    }

    /// The tool with this name, read again where the server said that its list changed. Where the server declares
    /// `listChanged` and has no such tool, waits a bounded while for it.
    pub async fn find_tool(&self, _name: &str) -> Option<Arc<Tool>> {
        None
    }

    /// All lists, read again until no change is announced for a quiet while; bounded.
    pub async fn settle(&self) -> Arc<Offer> {
        Arc::default()
    }

    /// From now on, the frames of the calls made through this recording go to it.
    pub fn begin(&self) -> Recording {
        Recording::new(self.clone())
    }

    /// Is the connection open?
    pub fn is_alive(&self) -> bool {
        false
    }

    /// Ends the session in the transport's way, and gives its own trace: handshake, listing, what belongs to no
    /// recording, and the end. Other handles are dead afterwards.
    pub async fn close(self) -> Trace {
        Trace::default()
    }
}

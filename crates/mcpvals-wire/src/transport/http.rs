//! Streamable HTTP (2025-03-26 and later).

use std::time::Duration;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{HttpUrl, Secret};

use super::{Outgoing, SendError};
use crate::Limits;
use crate::router::Router;

/// A Streamable HTTP connection.
pub(crate) struct HttpLink {
    _router: Router,
}

impl HttpLink {
    /// Nothing is sent yet: the first message opens the first connection.
    pub(crate) fn new(_url: &HttpUrl, _headers: &[(String, Secret)], router: Router, _limits: Limits) -> Self {
        Self { _router: router }
    }

    pub(crate) async fn send(&self, _outgoing: Outgoing) -> Result<(), SendError> {
        Err(SendError("the HTTP transport is not there yet".to_owned()))
    }

    pub(crate) fn ready(&self, _revision: Revision) {}

    pub(crate) fn abandon(&self, _request: u64) {}

    pub(crate) async fn close(&self, _patience: Duration) {}
}

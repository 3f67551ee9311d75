//! HTTP with SSE as in 2024-11-05: an event stream with an `endpoint` event, and POSTs to that endpoint.

use std::time::Duration;

use mcpvals_model::{HttpUrl, Reconnect, Secret};

use super::{Outgoing, SendError};
use crate::Limits;
use crate::router::Router;

/// An HTTP+SSE connection whose endpoint is known.
pub(crate) struct SseLink {
    _router: Router,
}

impl SseLink {
    /// Opens the event stream and waits for its `endpoint` event. The caller keeps the deadline.
    pub(crate) async fn open(
        _url: &HttpUrl,
        _headers: &[(String, Secret)],
        _reconnect: Reconnect,
        _router: Router,
        _limits: Limits,
    ) -> Result<Self, SendError> {
        Err(SendError("the SSE transport is not there yet".to_owned()))
    }

    pub(crate) async fn send(&self, _outgoing: Outgoing) -> Result<(), SendError> {
        Err(SendError("the SSE transport is not there yet".to_owned()))
    }

    pub(crate) async fn close(&self, _patience: Duration) {}
}

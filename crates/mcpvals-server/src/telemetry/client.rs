//! How OpenTelemetry's exporters send: with the HTTP client that everything else of ours has.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use mcpvals_wire::Message;
use opentelemetry_http::{HttpClient, HttpError};
use tokio::runtime::Handle;

const PATIENCE: Duration = Duration::from_secs(5);

/// Sends on our runtime: exporters have threads of their own, which know none.
#[derive(Clone)]
pub(super) struct Client {
    runtime: Handle,
    authorities: Option<PathBuf>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Client")
    }
}

impl Client {
    pub(super) fn new(authorities: Option<PathBuf>) -> Self {
        Self { runtime: Handle::current(), authorities }
    }
}

#[async_trait]
impl HttpClient for Client {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let authorities = self.authorities.clone();
        let sent = self.runtime.spawn(async move {
            let url = request.uri().to_string();
            // Protobuf, and whatever the operator gave in OTEL_EXPORTER_OTLP_HEADERS.
            let headers: Vec<(String, String)> = request
                .headers()
                .iter()
                .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
                .collect();
            let headers: Vec<(&str, String)> =
                headers.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
            let message = Message {
                url: &url,
                headers: &headers,
                body: request.body(),
                authorities: authorities.as_deref(),
                public_only: false,
            };
            match tokio::time::timeout(PATIENCE, mcpvals_wire::post(&message)).await {
                Ok(posted) => posted,
                Err(_) => Err(format!("no answer within {} s", PATIENCE.as_secs())),
            }
        });
        sent.await.map_err(|error| error.to_string()).and_then(|posted| posted)?;
        Ok(Response::new(Bytes::new()))
    }
}

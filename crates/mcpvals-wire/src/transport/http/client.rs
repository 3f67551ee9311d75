//! The HTTP client of one origin: connections are kept and used again, one per exchange at a time.
//!
//! Follows no redirect by itself (see [`super::redirect`]), asks no proxy, keeps no cookie, tries nothing twice: what a
//! server does is to be seen.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bytes::Bytes;
use http::{HeaderMap, Request, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use mcpvals_model::HttpHead;
use tokio_rustls::TlsConnector;

use super::address::Origin;
use super::connection::Connection;
use super::error::HttpError;
use super::header;
use super::socket::Socket;
use super::tls;

/// More idle connections are not kept.
const IDLE_MAX: usize = 256;

/// Connections that wait for an exchange. Boxed, because they go from hand to hand.
type Idle = Mutex<Vec<Box<Connection>>>;

/// A client. Share it in an `Arc`.
pub(crate) struct HttpClient {
    origin: Origin,
    tls: Option<TlsConnector>,
    idle: Arc<Idle>,
}

/// The head of an answer, and its body to come.
///
/// Dropped before the body's end, it closes its connection.
pub(crate) struct Reply {
    /// The status.
    pub(crate) status: StatusCode,
    /// The headers.
    pub(crate) headers: HeaderMap,
    /// When the head had been read.
    pub(crate) at: Instant,
    body: Incoming,
    /// `None` after the end of the body.
    connection: Option<Box<Connection>>,
    idle: Arc<Idle>,
}

impl HttpClient {
    /// A client without connections. Over `https`, believes the certificate authorities of this file, too.
    pub(crate) fn new(origin: Origin, authorities: Option<&Path>) -> Result<Self, String> {
        let tls = origin.tls.then(|| tls::connector(authorities)).transpose()?;
        Ok(Self { origin, tls, idle: Arc::default() })
    }

    /// Sends a request, tells when its last byte was written, and gives the answer's head.
    ///
    /// # Cancellation
    /// Dropping the future closes the connection.
    pub(crate) async fn send(
        &self,
        request: Request<Full<Bytes>>,
        written: impl FnOnce(Instant),
    ) -> Result<Reply, HttpError> {
        let mut connection = match self.idle_connection().await {
            Some(connection) => connection,
            // Apart, because a future with room for all this would be moved about for every exchange.
            None => Box::pin(self.connect()).await?,
        };
        let (head, body) = connection.send(request, written).await?.into_parts();
        Ok(Reply {
            status: head.status,
            headers: head.headers,
            at: Instant::now(),
            body,
            connection: Some(connection),
            idle: Arc::clone(&self.idle),
        })
    }

    async fn connect(&self) -> Result<Box<Connection>, HttpError> {
        let socket = Socket::connect(&self.origin, self.tls.as_ref()).await?;
        Ok(Box::new(Connection::open(socket).await?))
    }

    async fn idle_connection(&self) -> Option<Box<Connection>> {
        loop {
            // Last in, first out: the others may end in peace.
            let mut connection = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
            if connection.is_fit().await {
                return Some(connection);
            }
        }
    }
}

impl Reply {
    /// The next piece of the body, with the time when it was read; `None` at its end.
    ///
    /// # Errors
    /// [`HttpError::Broken`] where the body breaks off.
    pub(crate) async fn chunk(&mut self) -> Result<Option<(Bytes, Instant)>, HttpError> {
        let Some(connection) = &mut self.connection else { return Ok(None) };
        let chunk = connection.chunk(&mut self.body).await;
        if !matches!(chunk, Ok(Some(_))) {
            self.give_back(matches!(chunk, Ok(None))).await;
        }
        chunk
    }

    /// Status and headers for the trace.
    pub(crate) fn head(&self) -> HttpHead {
        HttpHead { request: None, status: Some(self.status.as_u16()), headers: header::recorded(&self.headers) }
    }

    /// The content type without its parameters, in lower case; empty where there is none.
    pub(crate) fn media_type(&self) -> String {
        let value = self.headers.get(http::header::CONTENT_TYPE).map(http::HeaderValue::as_bytes).unwrap_or_default();
        let text = String::from_utf8_lossy(value);
        text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }

    async fn give_back(&mut self, whole: bool) {
        let Some(mut connection) = self.connection.take() else { return };
        if whole && connection.is_fit().await {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            if idle.len() < IDLE_MAX {
                idle.push(connection);
            }
        }
    }
}

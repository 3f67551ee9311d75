//! The MCP endpoint of a Streamable HTTP server: what every exchange with it has in common.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Uri};
use http_body_util::Full;
use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, Channel, Direction, HttpHead, HttpUrl, Secret};

use super::address::Address;
use super::client::{HttpClient, Reply};
use super::error::HttpError;
use super::header;
use crate::Limits;
use crate::router::{Note, Router};
use crate::transport::{Outgoing, OutgoingKind};

/// Shared by the exchanges of a link.
pub(super) struct Endpoint {
    pub(super) client: HttpClient,
    pub(super) router: Router,
    pub(super) limits: Limits,
    target: Uri,
    headers: HeaderMap,
    session: Mutex<SessionHeaders>,
}

/// What the handshake brought.
#[derive(Default, Clone)]
struct SessionHeaders {
    id: Option<HeaderValue>,
    revision: Option<Revision>,
}

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

impl Endpoint {
    pub(super) fn new(
        url: &HttpUrl,
        headers: &[(String, Secret)],
        router: Router,
        limits: Limits,
    ) -> Result<Self, String> {
        let Address { origin, target } = Address::parse(url.as_str())?;
        let host = origin.host_header().ok_or_else(|| format!("`{}` is no host", origin.host))?;
        let headers = header::base(host, headers)?;
        let target = target.parse().map_err(|e| format!("`{target}` cannot be asked for: {e}"))?;
        Ok(Self { client: HttpClient::new(origin), router, limits, target, headers, session: Mutex::default() })
    }

    /// The request that carries a message.
    pub(super) fn post(&self, outgoing: &Outgoing) -> Request<Full<Bytes>> {
        let session = self.session();
        let mut headers = self.headers.clone();
        default(&mut headers, ACCEPT, "application/json, text/event-stream");
        default(&mut headers, CONTENT_TYPE, "application/json");
        headers.insert(CONTENT_LENGTH, HeaderValue::from(outgoing.bytes.len()));
        self.add_session(&mut headers, &session, outgoing.revision);
        if outgoing.revision.is_some_and(Revision::is_stateless) {
            add_routing(&mut headers, &outgoing.kind);
        }
        let body = Full::new(Bytes::from_owner(std::sync::Arc::clone(&outgoing.bytes)));
        self.request(Method::POST, headers, body)
    }

    /// The request for a stream of the server's messages, from after this event on.
    pub(super) fn get(&self, last_event_id: Option<&str>) -> Request<Full<Bytes>> {
        let session = self.session();
        let mut headers = self.headers.clone();
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        self.add_session(&mut headers, &session, session.revision);
        if let Some(Ok(id)) = last_event_id.map(HeaderValue::try_from) {
            headers.insert(LAST_EVENT_ID, id);
        }
        self.request(Method::GET, headers, Full::default())
    }

    /// Sends a request that carries no message, and puts its head into the trace.
    pub(super) async fn send(&self, request: Request<Full<Bytes>>) -> Result<Reply, HttpError> {
        let head = request_head(&request);
        let written = |at| {
            let note = Note::new(Direction::Sent, Channel::Http, [], at);
            self.router.note(Note { http: Some(head), ..note });
        };
        self.client.send(request, written).await
    }

    /// Remembers what the answer to `initialize` says about the session.
    pub(super) fn remember(&self, outgoing: &Outgoing, reply: &Reply) {
        let is_handshake = matches!(&outgoing.kind, OutgoingKind::Request { method, .. } if method == "initialize");
        if is_handshake && let Some(id) = reply.headers.get(SESSION_ID) {
            self.lock_session().id = Some(id.clone());
        }
    }

    pub(super) fn agree_on(&self, revision: Revision) {
        self.lock_session().revision = Some(revision);
    }

    /// Is there a session that the server may forget?
    pub(super) fn has_session(&self) -> bool {
        self.lock_session().id.is_some()
    }

    /// Tells the server that the session is over.
    pub(super) async fn end_session(&self) {
        let session = self.session();
        if session.id.is_none() {
            return;
        }
        let mut headers = self.headers.clone();
        self.add_session(&mut headers, &session, session.revision);
        // A server may refuse (405) or have forgotten it already (404): all the same to us, and in the trace.
        if let Ok(reply) = self.send(self.request(Method::DELETE, headers, Full::default())).await {
            self.note(&reply, None, &[], Vec::new());
        }
    }

    /// Puts an answer that is no message, or only its head, into the trace.
    pub(super) fn note(&self, reply: &Reply, carried_by: Option<u64>, bytes: &[u8], anomalies: Vec<Anomaly>) {
        let note = Note::new(Direction::Received, Channel::Http, bytes, reply.at);
        self.router.note(Note { http: Some(reply.head()), carried_by, anomalies, ..note });
    }

    /// Puts something into the trace that came without a head, such as the end of a connection.
    pub(super) fn note_problem(&self, carried_by: Option<u64>, problem: String) {
        let note = Note::new(Direction::Received, Channel::Http, [], Instant::now());
        self.router.note(Note { carried_by, anomalies: vec![Anomaly::Http { problem }], ..note });
    }

    fn add_session(&self, headers: &mut HeaderMap, session: &SessionHeaders, revision: Option<Revision>) {
        if let Some(revision) = revision.filter(|revision| *revision >= Revision::V2025_06_18) {
            headers.insert(PROTOCOL_VERSION, HeaderValue::from_static(revision.as_str()));
        }
        if let Some(id) = session.id.clone().filter(|_| !revision.is_some_and(Revision::is_stateless)) {
            headers.insert(SESSION_ID, id);
        }
    }

    fn request(&self, method: Method, headers: HeaderMap, body: Full<Bytes>) -> Request<Full<Bytes>> {
        let mut request = Request::new(body);
        *request.method_mut() = method;
        *request.uri_mut() = self.target.clone();
        *request.headers_mut() = headers;
        request
    }

    fn session(&self) -> SessionHeaders {
        self.lock_session().clone()
    }

    fn lock_session(&self) -> std::sync::MutexGuard<'_, SessionHeaders> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Method, target and headers for the trace.
pub(super) fn request_head(request: &Request<Full<Bytes>>) -> Box<HttpHead> {
    let line = format!("{} {}", request.method(), request.uri());
    Box::new(HttpHead { request: Some(line), status: None, headers: header::recorded(request.headers()) })
}

/// What the user has not set.
fn default(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.entry(name).or_insert(HeaderValue::from_static(value));
}

/// What 2026-07-28 repeats of the body, so that one can route without reading it.
fn add_routing(headers: &mut HeaderMap, kind: &OutgoingKind) {
    match kind {
        OutgoingKind::Request { method, name, headers: params, .. } => {
            headers.insert(METHOD, header::carried(method));
            if let Some(name) = name {
                headers.insert(NAME, header::carried(name));
            }
            for (name, value) in params {
                // A name that is no token is a fault of the tool's schema: such a tool cannot be called this way.
                if let Ok(name) = HeaderName::try_from(name) {
                    headers.insert(name, header::carried(value));
                }
            }
        }
        OutgoingKind::Notification { method } => {
            headers.insert(METHOD, header::carried(method));
        }
        OutgoingKind::Response => {}
    }
}

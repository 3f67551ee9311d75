//! The MCP endpoint of a Streamable HTTP server: what every exchange with it has in common.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request};
use http_body_util::Full;
use mcpvals_model::HttpUrl;
use mcpvals_model::mcp::Revision;

use super::address::Address;
use super::client::Reply;
use super::error::HttpError;
use super::header;
use super::recorded::{Means, RecordedClient};
use super::redirect::{self, Followed};
use crate::Limits;
use crate::router::Router;
use crate::transport::{Outgoing, OutgoingKind};

/// Shared by the exchanges of a link.
pub(super) struct Endpoint {
    pub(super) http: RecordedClient,
    pub(super) limits: Limits,
    address: Mutex<Arc<Address>>,
    session: Mutex<SessionHeaders>,
    listens: AtomicBool,
}

/// What the handshake brought.
#[derive(Default, Clone)]
struct SessionHeaders {
    id: Option<HeaderValue>,
    revision: Option<Revision>,
}

const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
const NAME: HeaderName = HeaderName::from_static("mcp-name");
pub(crate) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

impl Endpoint {
    pub(super) fn new(url: &HttpUrl, means: Means<'_>, router: Router, limits: Limits) -> Result<Self, String> {
        let address = Address::parse(url.as_str())?;
        let http = RecordedClient::new(address.origin.clone(), means, router)?;
        let address = Mutex::new(Arc::new(address));
        Ok(Self { http, limits, address, session: Mutex::default(), listens: AtomicBool::new(false) })
    }

    /// Where messages go.
    pub(super) fn address(&self) -> Arc<Address> {
        Arc::clone(&self.lock_address())
    }

    /// From now on, messages go there, if they still go to where they were redirected from.
    pub(super) fn move_on(&self, from: &Address, to: Address) {
        let mut address = self.lock_address();
        if **address == *from {
            *address = Arc::new(to);
        }
    }

    fn lock_address(&self) -> std::sync::MutexGuard<'_, Arc<Address>> {
        self.address.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The request that carries a message there.
    pub(super) fn post(&self, address: &Address, outgoing: &Outgoing) -> Request<Full<Bytes>> {
        let session = self.session();
        let mut headers = HeaderMap::with_capacity(8);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json, text/event-stream"));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        add_session(&mut headers, &session, outgoing.revision);
        if outgoing.revision.is_some_and(Revision::is_stateless) {
            add_routing(&mut headers, &outgoing.kind);
        }
        let body = Bytes::from_owner(Arc::clone(&outgoing.bytes));
        self.http.request(Method::POST, address, headers, body)
    }

    /// Asks for a stream of the server's messages, from after this event on. Where it was redirected to is forgotten: a
    /// GET may be sent to a page for people, and messages have no business there.
    pub(super) async fn get(
        &self,
        last_event_id: Option<&str>,
        carried_by: Option<u64>,
    ) -> Result<Followed, HttpError> {
        let session = self.session();
        let mut headers = HeaderMap::with_capacity(8);
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        add_session(&mut headers, &session, session.revision);
        if let Some(Ok(id)) = last_event_id.map(HeaderValue::try_from) {
            headers.insert(LAST_EVENT_ID, id);
        }
        let request = |address: &Address| self.http.request(Method::GET, address, headers.clone(), Bytes::new());
        let address = self.address();
        let asked = self.http.ask(&address, carried_by, request).await?;
        redirect::follow(&self.http, &address, asked.reply, carried_by, request).await
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

    /// Is the GET stream open, or about to be?
    pub(super) fn listens(&self) -> bool {
        self.listens.load(Ordering::Relaxed)
    }

    pub(super) fn set_listens(&self, listens: bool) {
        self.listens.store(listens, Ordering::Relaxed);
    }

    /// Is there a session that the server may forget?
    pub(super) fn has_session(&self) -> bool {
        self.lock_session().id.is_some()
    }

    /// Tells the server that the session is over, at once: the caller has waited for the rate.
    pub(super) async fn end_session(&self) {
        let session = self.session();
        if session.id.is_none() {
            return;
        }
        let mut headers = HeaderMap::new();
        add_session(&mut headers, &session, session.revision);
        // A server may refuse (405) or have forgotten it already (404): all the same to us, and in the trace.
        let request = |address: &Address| self.http.request(Method::DELETE, address, headers.clone(), Bytes::new());
        let address = self.address();
        let Ok(reply) = self.http.send_at_once(request(&address), None).await else { return };
        if let Ok(Followed { reply, .. }) = redirect::follow(&self.http, &address, reply, None, request).await {
            self.http.note(&reply, None, &[], Vec::new());
        }
    }

    fn session(&self) -> SessionHeaders {
        self.lock_session().clone()
    }

    fn lock_session(&self) -> std::sync::MutexGuard<'_, SessionHeaders> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn add_session(headers: &mut HeaderMap, session: &SessionHeaders, revision: Option<Revision>) {
    if let Some(revision) = revision {
        header::add_revision(headers, revision);
    }
    if let Some(id) = session.id.clone().filter(|_| !revision.is_some_and(Revision::is_stateless)) {
        headers.insert(SESSION_ID, id);
    }
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

//! What is known of an HTTP+SSE connection: its stream, and the endpoint that the stream named.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use http::header::ACCEPT;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use mcpvals_model::{Anomaly, CallEnd, HttpUrl, StreamEvent};
use tokio::sync::watch;

use crate::Limits;
use crate::router::Router;
use crate::transport::http::address::Address;
use crate::transport::http::body;
use crate::transport::http::events::{self, Events, EventsEnd};
use crate::transport::http::recorded::{Means, RecordedClient, SignedIn};
use crate::transport::http::redirect::{self, Followed};

/// What the stream's task and the senders share.
pub(super) struct Channel {
    pub(super) http: RecordedClient,
    pub(super) limits: Limits,
    stream: Address,
    /// Where to POST; `None` while the stream is being opened again.
    pub(super) endpoint: watch::Sender<Option<Address>>,
    sent: Mutex<Sent>,
}

/// What was sent, as far as a broken stream makes it matter again.
#[derive(Default)]
pub(super) struct Sent {
    pub(super) initialize: Option<(u64, Arc<[u8]>)>,
    pub(super) initialized: Option<Arc<[u8]>>,
    /// Requests whose answers may still have to come.
    pub(super) requests: Vec<u64>,
}

/// The two messages that begin a session.
pub(super) struct Handshake {
    pub(super) id: u64,
    pub(super) initialize: Arc<[u8]>,
    pub(super) initialized: Arc<[u8]>,
}

impl Channel {
    pub(super) fn new(url: &HttpUrl, means: Means<'_>, router: Router, limits: Limits) -> Result<Self, String> {
        let stream = Address::parse(url.as_str())?;
        let http = RecordedClient::new(stream.origin.clone(), means, router)?;
        let endpoint = watch::Sender::new(None);
        Ok(Self { http, limits, stream, endpoint, sent: Mutex::default() })
    }

    /// Opens the stream and reads until its endpoint is known; nobody sends there before [`Channel::send_to`]. The
    /// caller keeps the deadline.
    pub(super) async fn open(&self, last_event_id: Option<&str>) -> Result<(Events, Address), String> {
        let Followed { reply, moved, .. } = self.get(last_event_id).await?;
        let base = moved.as_ref().unwrap_or(&self.stream);
        let mut stream = Events::new(reply, self.limits.frame_bytes_max);
        loop {
            match stream.next().await {
                Ok((event, _)) if event.name == "endpoint" => {
                    let endpoint = resolve(&event, base)?;
                    return Ok((stream, endpoint));
                }
                Ok((event, at)) => drop(events::deliver(&self.http.router, event, at, None)),
                Err(end) => {
                    let words = end.words();
                    self.http.router.note(end.note(None));
                    return Err(format!("GET {} gave no `endpoint` event: {words}", self.stream.target()));
                }
            }
        }
    }

    /// From now on, messages go there.
    pub(super) fn send_to(&self, endpoint: Address) {
        self.endpoint.send_replace(Some(endpoint));
    }

    async fn get(&self, last_event_id: Option<&str>) -> Result<Followed, String> {
        let mut headers = HeaderMap::with_capacity(8);
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        if let Some(Ok(id)) = last_event_id.map(HeaderValue::try_from) {
            headers.insert(HeaderName::from_static("last-event-id"), id);
        }
        let request = |address: &Address| self.http.request(Method::GET, address, headers.clone(), Bytes::new());
        let asked = self.http.ask(&self.stream, None, request).await;
        let SignedIn { reply: first, problem } = asked.map_err(|e| e.to_string())?;
        let followed = redirect::follow(&self.http, &self.stream, first, None, request).await;
        let Followed { mut reply, moved, refusal } = followed.map_err(|e| e.to_string())?;
        let media = reply.media_type();
        if reply.status.is_success() && media == "text/event-stream" {
            self.http.note(&reply, None, &[], Vec::new());
            return Ok(Followed { reply, moved, refusal });
        }
        let body = body::glimpse(&mut reply).await;
        let due = "where an event stream is due";
        let words = match (problem.or(refusal), reply.status.is_success(), media.as_str()) {
            (Some(refusal), ..) => format!("with {refusal}"),
            (None, false, _) => format!("with status {}, {due}", reply.status),
            (None, true, "") => format!("without a content type, {due}"),
            (None, true, media) => format!("with content type `{media}`, {due}"),
        };
        let problem = format!("GET {} was answered {words}", moved.as_ref().unwrap_or(&self.stream).target());
        self.http.note(&reply, None, &body.bytes, vec![Anomaly::Http { problem: problem.clone() }]);
        Err(problem)
    }

    /// The stream is over: nothing can be sent until it is open again, and what was asked gets no answer.
    pub(super) fn broke(&self, end: EventsEnd) {
        self.endpoint.send_replace(None);
        self.http.router.note(end.note(None));
        for request in std::mem::take(&mut self.sent().requests) {
            self.http.router.fail(request, CallEnd::Closed);
        }
    }

    /// The handshake, where it was completed.
    pub(super) fn handshake(&self) -> Option<Handshake> {
        let sent = self.sent();
        let (id, initialize) = sent.initialize.clone()?;
        Some(Handshake { id, initialize, initialized: sent.initialized.clone()? })
    }

    pub(super) fn sent(&self) -> MutexGuard<'_, Sent> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The endpoint must be where the stream is: a server that could send our messages and headers elsewhere could send our
/// secrets there.
fn resolve(event: &StreamEvent, stream: &Address) -> Result<Address, String> {
    let reference = String::from_utf8_lossy(&event.data).trim().to_owned();
    let address = stream.join(&reference).map_err(|e| format!("the `endpoint` event: {e}"))?;
    if address.origin == stream.origin {
        return Ok(address);
    }
    Err(format!("the `endpoint` event names `{reference}`, which is not at {}", stream.origin))
}

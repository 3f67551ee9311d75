//! The two halves of HTTP+SSE: the stream that is read, and the endpoint that is written to.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use mcpvals_model::{Anomaly, CallEnd, HttpUrl, Secret};
use tokio::sync::watch;

use crate::Limits;
use crate::router::Router;
use crate::transport::event_stream::StreamEvent;
use crate::transport::http::address::Address;
use crate::transport::http::body;
use crate::transport::http::client::Reply;
use crate::transport::http::events::{self, Events, EventsEnd};
use crate::transport::http::header;
use crate::transport::http::recorded::RecordedClient;
use crate::transport::{Outgoing, OutgoingKind, SendError};

/// What the stream's task and the senders share.
pub(super) struct Channel {
    pub(super) http: RecordedClient,
    pub(super) limits: Limits,
    stream: Address,
    stream_target: Uri,
    /// Where to POST; `None` while the stream is being opened again.
    endpoint: watch::Sender<Option<Uri>>,
    sent: Mutex<Sent>,
}

/// What was sent, as far as a broken stream makes it matter again.
#[derive(Default)]
struct Sent {
    initialize: Option<(u64, Arc<[u8]>)>,
    initialized: Option<Arc<[u8]>>,
    /// Requests whose answers may still have to come.
    requests: Vec<u64>,
}

/// The two messages that begin a session.
pub(super) struct Handshake {
    pub(super) id: u64,
    pub(super) initialize: Arc<[u8]>,
    pub(super) initialized: Arc<[u8]>,
}

impl Channel {
    pub(super) fn new(
        url: &HttpUrl,
        headers: &[(String, Secret)],
        authorities: Option<&Path>,
        router: Router,
        limits: Limits,
    ) -> Result<Self, String> {
        let stream = Address::parse(url.as_str())?;
        let stream_target = stream.target()?;
        let http = RecordedClient::new(stream.origin.clone(), headers, authorities, router)?;
        let endpoint = watch::Sender::new(None);
        Ok(Self { http, limits, stream, stream_target, endpoint, sent: Mutex::default() })
    }

    /// Opens the stream and reads until its endpoint is known; nobody sends there before [`Channel::send_to`]. The
    /// caller keeps the deadline.
    pub(super) async fn open(&self, last_event_id: Option<&str>) -> Result<(Events, Uri), String> {
        let reply = self.get(last_event_id).await?;
        let mut stream = Events::new(reply, self.limits.frame_bytes_max);
        loop {
            match stream.next().await {
                Ok((event, _)) if event.name == "endpoint" => {
                    let endpoint = self.resolve(&event)?;
                    return Ok((stream, endpoint));
                }
                Ok((event, at)) => drop(events::deliver(&self.http.router, event, at, None)),
                Err(end) => {
                    let words = end.words();
                    self.http.router.note(end.note(None));
                    return Err(format!("GET {} gave no `endpoint` event: {words}", self.stream_target));
                }
            }
        }
    }

    /// From now on, messages go there.
    pub(super) fn send_to(&self, endpoint: Uri) {
        self.endpoint.send_replace(Some(endpoint));
    }

    async fn get(&self, last_event_id: Option<&str>) -> Result<Reply, String> {
        let mut headers = HeaderMap::with_capacity(8);
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        if let Some(Ok(id)) = last_event_id.map(HeaderValue::try_from) {
            headers.insert(HeaderName::from_static("last-event-id"), id);
        }
        let request = self.http.request(Method::GET, &self.stream_target, headers, Bytes::new());
        let mut reply = self.http.send(request, None).await.map_err(|e| e.to_string())?;
        let media = reply.media_type();
        if reply.status.is_success() && media == "text/event-stream" {
            self.http.note(&reply, None, &[], Vec::new());
            return Ok(reply);
        }
        let body = body::glimpse(&mut reply).await;
        let words = match (reply.status.is_success(), media.as_str()) {
            (false, _) => format!("GET {} was answered with status {}", self.stream_target, reply.status),
            (true, "") => format!("GET {} was answered without a content type", self.stream_target),
            (true, media) => format!("GET {} was answered with content type `{media}`", self.stream_target),
        };
        let problem = format!("{words}, where an event stream is due");
        self.http.note(&reply, None, &body.bytes, vec![Anomaly::Http { problem: problem.clone() }]);
        Err(problem)
    }

    /// The endpoint must be where the stream is: a server that could send our messages and headers elsewhere could
    /// send our secrets there.
    fn resolve(&self, event: &StreamEvent) -> Result<Uri, String> {
        let reference = String::from_utf8_lossy(&event.data).trim().to_owned();
        let address = self.stream.join(&reference).map_err(|e| format!("the `endpoint` event: {e}"))?;
        if address.origin != self.stream.origin {
            return Err(format!("the `endpoint` event names `{reference}`, which is not at {}", self.stream.origin));
        }
        address.target()
    }

    /// POSTs a message to the endpoint, once that is known.
    pub(super) async fn post(&self, outgoing: &Outgoing) -> Result<(), SendError> {
        let Some(endpoint) = self.endpoint_by(outgoing.deadline).await else {
            let problem = "the event stream is closed".to_owned();
            self.fail(outgoing, CallEnd::NotSent { problem: problem.clone() });
            return Err(SendError(problem));
        };
        self.remember(outgoing);
        let mut headers = post_headers();
        if let Some(revision) = outgoing.revision {
            header::add_revision(&mut headers, revision);
        }
        let body = Bytes::from_owner(Arc::clone(&outgoing.bytes));
        let request = self.http.request(Method::POST, &endpoint, headers, body);
        match self.http.send_message(request, outgoing).await {
            Ok(reply) => {
                self.posted(outgoing, reply).await;
                Ok(())
            }
            Err(error) if error.is_before_sending() => {
                self.fail(outgoing, CallEnd::NotSent { problem: error.to_string() });
                Err(SendError(error.to_string()))
            }
            Err(error) => {
                self.http.note_problem(outgoing.request_id(), error.to_string());
                self.fail(outgoing, CallEnd::Closed);
                Err(SendError(error.to_string()))
            }
        }
    }

    /// Any 2xx will do (202 by convention); the answer comes on the stream.
    async fn posted(&self, outgoing: &Outgoing, mut reply: Reply) {
        let status = reply.status;
        let body = body::glimpse(&mut reply).await;
        let anomalies = if status.is_success() {
            Vec::new()
        } else {
            vec![Anomaly::Http { problem: format!("status {status} for a POST to the endpoint") }]
        };
        self.http.note(&reply, outgoing.request_id(), &body.bytes, anomalies);
        if !status.is_success() {
            self.fail(outgoing, CallEnd::Refused { status: status.as_u16() });
        }
    }

    /// POSTs bytes that are no message of a caller's.
    pub(super) async fn post_again(&self, endpoint: &Uri, bytes: &Arc<[u8]>) -> Result<(), String> {
        let body = Bytes::from_owner(Arc::clone(bytes));
        let request = self.http.request(Method::POST, endpoint, post_headers(), body);
        let mut reply = self.http.send(request, None).await.map_err(|e| e.to_string())?;
        let body = body::glimpse(&mut reply).await;
        self.http.note(&reply, None, &body.bytes, Vec::new());
        let refused = || format!("the handshake was refused with status {}", reply.status);
        reply.status.is_success().then_some(()).ok_or_else(refused)
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

    async fn endpoint_by(&self, deadline: Instant) -> Option<Uri> {
        let mut endpoint = self.endpoint.subscribe();
        let known = endpoint.wait_for(Option::is_some);
        let wait = deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        tokio::time::timeout(wait, known).await.ok()?.ok()?.clone()
    }

    fn remember(&self, outgoing: &Outgoing) {
        let mut sent = self.sent();
        match &outgoing.kind {
            OutgoingKind::Request { id, method, .. } => {
                let router = &self.http.router;
                sent.requests.retain(|request| router.is_waiting(*request));
                sent.requests.push(*id);
                if method == "initialize" {
                    sent.initialize = Some((*id, Arc::clone(&outgoing.bytes)));
                }
            }
            OutgoingKind::Notification { method } if method == "notifications/initialized" => {
                sent.initialized = Some(Arc::clone(&outgoing.bytes));
            }
            OutgoingKind::Notification { .. } | OutgoingKind::Response => {}
        }
    }

    fn fail(&self, outgoing: &Outgoing, end: CallEnd) {
        if let Some(id) = outgoing.request_id() {
            self.http.router.fail(id, end);
        }
    }

    fn sent(&self) -> MutexGuard<'_, Sent> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn post_headers() -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(8);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers
}

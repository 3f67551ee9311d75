//! An HTTP client whose exchanges are all in the trace.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use http::header::CONTENT_LENGTH;
use http::{HeaderMap, HeaderValue, Method, Request};
use http_body_util::Full;
use mcpvals_model::{Anomaly, Channel, Direction, HttpHead, Secret};

use super::address::{Address, Origin};
use super::client::{HttpClient, Reply};
use super::error::HttpError;
use super::header;
use crate::RateGate;
use crate::oauth::{Authorizer, Fetch, Refusal, SignInError};
use crate::rate;
use crate::router::{Note, Router};
use crate::transport::Outgoing;

/// What requests are made with.
#[derive(Clone, Copy, Default)]
pub(crate) struct Means<'a> {
    /// The user's headers.
    pub(crate) headers: &'a [(String, Secret)],
    /// A file of certificate authorities that are believed, too.
    pub(crate) authorities: Option<&'a Path>,
    /// The rate of requests that carry no message; for messages, the session keeps it.
    pub(crate) rate: Option<&'a Arc<RateGate>>,
    /// Who gets tokens for it.
    pub(crate) authorizer: Option<&'a Arc<Authorizer>>,
}

/// The client, the headers of every request, and where they are recorded.
pub(crate) struct RecordedClient {
    client: HttpClient,
    headers: HeaderMap,
    rate: Option<Arc<RateGate>>,
    sign_in: Option<SignIn>,
    pub(crate) router: Router,
}

/// Who gets tokens, and what that needs.
struct SignIn {
    authorizer: Arc<Authorizer>,
    fetch: Fetch,
}

impl RecordedClient {
    /// `Err` says which of the user's headers cannot be sent, or which file of certificates not read.
    pub(crate) fn new(origin: Origin, means: Means<'_>, router: Router) -> Result<Self, String> {
        let host = origin.host_header().ok_or_else(|| format!("`{}` is no host", origin.host))?;
        let headers = header::base(host, means.headers)?;
        let client = HttpClient::new(origin, means.authorities)?;
        let fetch = || Fetch { router: router.clone(), authorities: means.authorities.map(Path::to_owned) };
        let sign_in = means.authorizer.map(|it| SignIn { authorizer: Arc::clone(it), fetch: fetch() });
        Ok(Self { client, headers, rate: means.rate.cloned(), sign_in, router })
    }

    /// A request with these headers; those that the user has set win.
    pub(crate) fn request(
        &self,
        method: Method,
        address: &Address,
        headers: HeaderMap,
        body: Bytes,
    ) -> Request<Full<Bytes>> {
        let mut all = headers;
        if method == Method::POST {
            all.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
        }
        if let Some(SignIn { authorizer, .. }) = &self.sign_in {
            all.extend(authorizer.headers(&method, &address.to_string()));
        }
        all.extend(self.headers.clone());
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = method;
        *request.uri_mut() = address.target();
        *request.headers_mut() = all;
        request
    }

    /// Sends a request that carries a message: its head goes to the message's frame.
    pub(crate) async fn send_message(
        &self,
        request: Request<Full<Bytes>>,
        outgoing: &Outgoing,
    ) -> Result<Reply, HttpError> {
        let head = Box::new(request_head(&request));
        self.client.send(request, |at| self.router.written(outgoing.seq, at, Some(head))).await
    }

    /// Counts the tokens with which requests are made; see [`RecordedClient::refusal`].
    pub(crate) fn generation(&self) -> u64 {
        self.sign_in.as_ref().map_or(0, |it| it.authorizer.generation())
    }

    /// Does the answer want another token than the one of that generation?
    pub(crate) fn refusal(&self, address: &Address, reply: &Reply, generation: u64) -> Option<Refusal> {
        let authorizer = &self.sign_in.as_ref()?.authorizer;
        authorizer.refusal(reply.status.as_u16(), &reply.headers, &address.to_string(), generation)
    }

    /// Gets that token.
    ///
    /// # Errors
    /// Where there is none to be had.
    pub(crate) async fn sign_in(&self, refusal: &Refusal) -> Result<(), SignInError> {
        let Some(SignIn { authorizer, fetch }) = &self.sign_in else { return Ok(()) };
        authorizer.answer(refusal, fetch).await
    }

    /// Waits until the rate allows a request.
    pub(crate) async fn pace(&self) {
        rate::pass(self.rate.as_deref()).await;
    }

    /// Sends a request that carries none, when the rate allows it: its head is a frame of its own. What it brings
    /// belongs to that request of ours, or to the session.
    pub(crate) async fn send(
        &self,
        request: Request<Full<Bytes>>,
        carried_by: Option<u64>,
    ) -> Result<Reply, HttpError> {
        self.pace().await;
        self.send_at_once(request, carried_by).await
    }

    /// As [`RecordedClient::send`], where the wait for the rate is over.
    pub(crate) async fn send_at_once(
        &self,
        request: Request<Full<Bytes>>,
        carried_by: Option<u64>,
    ) -> Result<Reply, HttpError> {
        let head = Box::new(request_head(&request));
        let written = |at| {
            let note = Note::new(Direction::Sent, Channel::Http, [], at);
            self.router.note(Note { http: Some(head), carried_by, own: carried_by.is_none(), ..note });
        };
        self.client.send(request, written).await
    }

    /// Records an answer that is no message, or only its head.
    pub(crate) fn note(&self, reply: &Reply, carried_by: Option<u64>, bytes: &[u8], anomalies: Vec<Anomaly>) {
        let note = Note::new(Direction::Received, Channel::Http, bytes, reply.at);
        let http = Some(Box::new(reply.head()));
        self.router.note(Note { http, carried_by, own: carried_by.is_none(), anomalies, ..note });
    }

    /// Records what happened without a head, such as the end of a connection.
    pub(crate) fn note_problem(&self, carried_by: Option<u64>, problem: String) {
        let note = Note::new(Direction::Received, Channel::Http, [], Instant::now());
        let anomalies = vec![Anomaly::Http { problem }];
        self.router.note(Note { carried_by, own: carried_by.is_none(), anomalies, ..note });
    }
}

/// Method, target and headers for the trace.
fn request_head(request: &Request<Full<Bytes>>) -> HttpHead {
    let line = format!("{} {}", request.method(), request.uri());
    HttpHead { request: Some(line), status: None, headers: header::recorded(request.headers()) }
}

//! An HTTP client whose exchanges are all in the trace.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use futures_util::FutureExt as _;
use http::header::CONTENT_LENGTH;
use http::{HeaderMap, HeaderValue, Method, Request};
use http_body_util::Full;
use mcpvals_model::{Anomaly, Channel, Direction, HttpHead, Secret};

use super::address::{Address, Origin};
use super::body;
use super::client::{HttpClient, Reply};
use super::error::HttpError;
use super::header;
use crate::RateGate;
use crate::oauth::{Authorizer, Fetch, Refusal, fetch};
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

/// What came in the end.
pub(crate) struct SignedIn {
    pub(crate) reply: Reply,
    /// Why the answer is a refusal still, where there was no token to be had.
    pub(crate) problem: Option<String>,
}

/// So often another token is got for one request.
const SIGN_INS_MAX: usize = 4;

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
        let authorities = means.authorities.map(Path::to_owned);
        let sign_in = means.authorizer.map(|it| SignIn {
            authorizer: Arc::clone(it),
            fetch: Fetch {
                router: router.clone(),
                authorities,
                patience: fetch::PATIENCE,
                own: true,
                redactor: it.redactor().clone(),
                allows_http: it.allows_http(),
            },
        });
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

    /// Sends a message with the request that carries it there: its head goes to the message's frame. As
    /// [`RecordedClient::ask`], with a token where one is wanted.
    pub(crate) async fn tell(
        &self,
        address: &Address,
        outgoing: &Outgoing,
        request: impl Fn(&Address) -> Request<Full<Bytes>> + Send + Sync,
    ) -> Result<SignedIn, HttpError> {
        let (generation, first) = (self.generation(), request(address));
        let head = Box::new(request_head(&first));
        let reply = self.client.send(first, |at| self.router.written(outgoing.seq, at, Some(head))).await?;
        self.signed_in(address, (reply, generation), outgoing.request_id(), request).await
    }

    /// Sends a request that carries no message. Where the answer wants a token, gets one, and makes the request again.
    pub(crate) async fn ask(
        &self,
        address: &Address,
        carried_by: Option<u64>,
        request: impl Fn(&Address) -> Request<Full<Bytes>> + Send + Sync,
    ) -> Result<SignedIn, HttpError> {
        let generation = self.generation();
        let reply = self.send(request(address), carried_by).await?;
        self.signed_in(address, (reply, generation), carried_by, request).await
    }

    /// Counts the tokens with which requests are made.
    fn generation(&self) -> u64 {
        self.sign_in.as_ref().map_or(0, |it| it.authorizer.generation())
    }

    /// Gets tokens for as long as the answer wants another one than it was made with (`generation`), and makes the request
    /// again; as often as that can help: a token that has expired, one that is too weak, one whose proof wants a nonce.
    ///
    /// # Errors
    /// Where no answer comes.
    async fn signed_in(
        &self,
        address: &Address,
        (reply, generation): (Reply, u64),
        carried_by: Option<u64>,
        request: impl Fn(&Address) -> Request<Full<Bytes>> + Send + Sync,
    ) -> Result<SignedIn, HttpError> {
        match self.refusal(address, &reply, generation) {
            None => Ok(SignedIn { reply, problem: None }),
            // Apart, because every exchange would be as large as this, and its type as deep.
            Some(refusal) => self.sign_in(address, (reply, refusal), carried_by, request).boxed().await,
        }
    }

    async fn sign_in(
        &self,
        address: &Address,
        (mut reply, mut refusal): (Reply, Refusal),
        carried_by: Option<u64>,
        request: impl Fn(&Address) -> Request<Full<Bytes>> + Send + Sync,
    ) -> Result<SignedIn, HttpError> {
        let Some(SignIn { authorizer, fetch }) = &self.sign_in else { return Ok(SignedIn { reply, problem: None }) };
        for _ in 0..SIGN_INS_MAX {
            if let Err(error) = authorizer.answer(&refusal, fetch).await {
                let problem = Some(format!("status {}, and signing in failed: {error}", reply.status));
                return Ok(SignedIn { reply, problem });
            }
            let body = body::glimpse(&mut reply).await;
            self.note(&reply, carried_by, &body.bytes, Vec::new());
            drop(reply);
            let generation = self.generation();
            reply = self.send(request(address), carried_by).await?;
            match self.refusal(address, &reply, generation) {
                Some(again) => refusal = again,
                None => return Ok(SignedIn { reply, problem: None }),
            }
        }
        let problem =
            format!("status {}, also with {SIGN_INS_MAX} other tokens or nonces, one after the other", reply.status);
        Ok(SignedIn { reply, problem: Some(problem) })
    }

    /// Does the answer want another token than the one of that generation?
    fn refusal(&self, address: &Address, reply: &Reply, generation: u64) -> Option<Refusal> {
        let authorizer = &self.sign_in.as_ref()?.authorizer;
        authorizer.refusal(reply.status.as_u16(), &reply.headers, &address.to_string(), generation)
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

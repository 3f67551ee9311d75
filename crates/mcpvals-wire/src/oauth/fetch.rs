//! Exchanges with an authorization server, and for metadata. All of them are in the session's trace.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use http::{HeaderMap, HeaderValue, Method, Request};
use http_body_util::Full;
use mcpvals_model::{Channel, Direction, HttpHead, SecretValue};
use serde_json::Value;

use super::error::{Result, SignInError};
use super::sensitive;
use crate::Redactor;
use crate::router::{Note, Router};
use crate::transport::http::address::Address;
use crate::transport::http::body;
use crate::transport::http::client::HttpClient;
use crate::transport::http::header;

/// More of a body is not read.
const BODY_BYTES_MAX: usize = 1 << 20;
/// One exchange may take so long, where nobody says otherwise.
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);
/// So many redirects in a row are followed for metadata.
const HOPS_MAX: usize = 3;

/// Who makes the exchanges, and where they are recorded.
#[derive(Clone)]
pub(crate) struct Fetch {
    pub(crate) router: Router,
    /// As `SSL_CERT_FILE`.
    pub(crate) authorities: Option<PathBuf>,
    /// One exchange may take so long.
    pub(crate) patience: Duration,
    /// Do they belong to the session, whatever is being recorded meanwhile?
    pub(crate) own: bool,
    /// What is secret in any answer becomes known to it.
    pub(crate) redactor: Redactor,
    /// May users be sent to other machines without encryption?
    pub(crate) allows_http: bool,
}

/// An answer.
pub(super) struct Fetched {
    /// What was asked.
    pub(super) address: Address,
    pub(super) status: u16,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
    /// The number of its frame.
    pub(super) frame: u64,
    /// From the request's last byte to the answer's first.
    pub(super) took: Duration,
}

impl Fetched {
    /// The body as JSON; `None` where it is none.
    pub(super) fn json(&self) -> Option<Value> {
        let bare = self.body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.body);
        serde_json::from_slice(bare).ok()
    }

    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Where a redirect leads to.
    pub(super) fn location(&self) -> Option<String> {
        let value = self.headers.get(LOCATION).filter(|_| (300..400).contains(&self.status))?;
        Some(String::from_utf8_lossy(value.as_bytes()).trim().to_owned())
    }
}

impl Fetch {
    /// A document of metadata: the JSON object that is there, or `None` where there is none (any 4xx).
    ///
    /// # Errors
    /// Where nobody answers, the server fails, or what is there is no JSON object.
    pub(super) async fn document(&self, url: &str, what: &str) -> Result<Option<Value>> {
        let mut url = url.to_owned();
        for _ in 0..=HOPS_MAX {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
            let fetched = self.send(Method::GET, &url, headers, Bytes::new()).await?;
            if let Some(location) = fetched.location() {
                url = next(&fetched.address, &location).map_err(|problem| SignInError::new(what, problem))?;
                continue;
            }
            return match fetched.status {
                400..500 => Ok(None),
                _ if !fetched.is_success() => {
                    Err(SignInError::new(what, format!("GET {url} gave status {}", fetched.status)))
                }
                _ => fetched
                    .json()
                    .filter(Value::is_object)
                    .map(Some)
                    .ok_or_else(|| SignInError::new(what, format!("what GET {url} gave is no JSON object"))),
            };
        }
        Err(SignInError::new(what, format!("more than {HOPS_MAX} redirects, the last to {url}")))
    }

    /// Posts a form.
    pub(super) async fn form(
        &self,
        url: &str,
        parameters: &[(String, String)],
        mut headers: HeaderMap,
    ) -> Result<Fetched> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        headers.entry(ACCEPT).or_insert(HeaderValue::from_static("application/json"));
        self.send(Method::POST, url, headers, Bytes::from(body)).await
    }

    /// Posts a JSON value.
    pub(super) async fn json(&self, url: &str, value: &Value) -> Result<Fetched> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        self.send(Method::POST, url, headers, Bytes::from(value.to_string())).await
    }

    /// One exchange; follows no redirect.
    ///
    /// # Errors
    /// Where no answer came in time.
    pub(super) async fn send(&self, method: Method, url: &str, headers: HeaderMap, body: Bytes) -> Result<Fetched> {
        let what = format!("{method} {}", without_query(url));
        let exchange = self.exchange(method, url, headers, body);
        let done = tokio::time::timeout(self.patience, exchange).await;
        done.unwrap_or_else(|_| Err(format!("no answer within {} ms", self.patience.as_millis())))
            .map_err(|problem| SignInError::new(what, problem))
    }

    async fn exchange(
        &self,
        method: Method,
        url: &str,
        headers: HeaderMap,
        body: Bytes,
    ) -> std::result::Result<Fetched, String> {
        let address = Address::parse(url)?;
        let client = HttpClient::new(address.origin.clone(), self.authorities.as_deref())?;
        let request = request(&method, &address, headers, body.clone())?;
        let line = format!("{method} {url}");
        let head = HttpHead { request: Some(line), status: None, headers: header::recorded(request.headers()) };
        let mut written = Instant::now();
        let sent = |at| {
            written = at;
            self.note(Direction::Sent, head, &body, at);
        };
        let mut reply = client.send(request, sent).await.map_err(|error| error.to_string())?;
        // An event stream may stay open: what comes at once is read.
        let is_stream =
            reply.headers.get(CONTENT_TYPE).is_some_and(|it| it.as_bytes().starts_with(b"text/event-stream"));
        let read =
            if is_stream { body::glimpse(&mut reply).await } else { body::read(&mut reply, BODY_BYTES_MAX).await };
        for (name, value) in sensitive::of(&reply.headers, &read.bytes) {
            self.redactor.learn(SecretValue::new(name, value));
        }
        let frame = self.note(Direction::Received, reply.head(), &read.bytes, reply.at);
        let took = reply.at.saturating_duration_since(written);
        let (status, headers) = (reply.status.as_u16(), reply.headers.clone());
        Ok(Fetched { address, status, headers, body: read.bytes, frame, took })
    }

    /// The number of the frame.
    fn note(&self, direction: Direction, head: HttpHead, body: &[u8], at: Instant) -> u64 {
        let note = Note::new(direction, Channel::Authorization, body, at);
        self.router.note(Note { http: Some(Box::new(head)), own: self.own, ..note })
    }
}

fn request(
    method: &Method,
    address: &Address,
    headers: HeaderMap,
    body: Bytes,
) -> std::result::Result<Request<Full<Bytes>>, String> {
    let host = address.origin.host_header().ok_or_else(|| format!("`{}` is no host", address.origin.host))?;
    let mut all = header::base(host, &[])?;
    all.extend(headers);
    if method == Method::POST {
        all.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    }
    let mut request = Request::new(Full::new(body));
    *request.method_mut() = method.clone();
    *request.uri_mut() = address.target();
    *request.headers_mut() = all;
    Ok(request)
}

/// Metadata may move, but not to where they could be read or changed on their way.
fn next(from: &Address, location: &str) -> std::result::Result<String, String> {
    let to = from.join(location)?;
    let is_safe = to.origin == from.origin || to.origin.tls;
    is_safe.then(|| to.to_string()).ok_or_else(|| format!("a redirect to `{location}`, which is not encrypted"))
}

/// An address as it may stand in a message: what is behind `?` may be a secret.
pub(super) fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

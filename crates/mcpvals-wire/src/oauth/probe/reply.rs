//! What came back.

use std::time::Duration;

use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue};
use mcpvals_model::EventStream;
use serde_json::Value;

use crate::oauth::challenge::{challenges, of_tokens};
use crate::oauth::fetch::Fetched;

/// An answer over HTTP.
#[derive(Debug, Clone)]
pub struct Reply {
    /// Its status.
    pub status: u16,
    pub(super) headers: HeaderMap,
    /// Its body, up to 1 MB.
    pub body: Vec<u8>,
    /// The number of its frame.
    pub frame: u64,
    /// From the request's last byte to the answer's first.
    pub took: Duration,
}

/// A challenge for a token (RFC 6750, 3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenChallenge {
    /// `Bearer` or `DPoP`, as it was written.
    pub scheme: String,
    /// Names in lower case, and values.
    pub parameters: Vec<(String, String)>,
}

impl Reply {
    pub(super) fn of(fetched: Fetched) -> Self {
        let Fetched { address: _, status, headers, body, frame, took } = fetched;
        Self { status, headers, body, frame, took }
    }

    /// The body as JSON, `null` where it is none; of an event stream, the data of its first event.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).ok().or_else(|| first_event(&self.body)).unwrap_or_default()
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// A header as text; the first where there are several.
    pub fn header(&self, name: &str) -> Option<String> {
        self.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
    }

    /// Is the status one of success?
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The challenge for a token, where there is one.
    pub fn challenge(&self) -> Option<TokenChallenge> {
        TokenChallenge::of(&self.headers)
    }
}

impl TokenChallenge {
    pub(super) fn of(headers: &HeaderMap) -> Option<Self> {
        let all = challenges(headers);
        let found = of_tokens(&all)?;
        Some(Self { scheme: found.scheme.clone(), parameters: found.parameters.clone() })
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn first_event(body: &[u8]) -> Option<Value> {
    let mut stream = EventStream::new(body.len().max(1));
    stream.feed(body);
    while let Ok(Some(event)) = stream.event() {
        if let Ok(value) = serde_json::from_slice(&event.data) {
            return Some(value);
        }
    }
    None
}

/// These headers, without those that no request can have.
pub(super) fn header_map(pairs: &[(String, String)]) -> HeaderMap {
    let readable = |(name, value): &(String, String)| {
        Some((HeaderName::try_from(name.as_str()).ok()?, HeaderValue::try_from(value.as_str()).ok()?))
    };
    pairs.iter().filter_map(readable).collect()
}

/// What a message of the protocol, or any other JSON, is posted with.
pub(super) fn json_headers(headers: &mut HeaderMap) {
    headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
    headers.entry(ACCEPT).or_insert(HeaderValue::from_static("application/json, text/event-stream"));
}

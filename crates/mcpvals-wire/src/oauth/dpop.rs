//! Tokens that are bound to a key of ours (RFC 9449).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use jiff::Timestamp;
use ring::digest::{SHA256, digest};
use serde_json::json;

use super::discovery::split;
use super::fetch::without_query;
use super::jws::SigningKey;
use super::random;

/// The header of a proof.
pub(super) const PROOF: HeaderName = HeaderName::from_static("dpop");
/// The header in which a server gives the nonce of the next proof.
const NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// A key, and the nonces that servers want to see.
pub(super) struct Proofs {
    key: SigningKey,
    nonces: Mutex<HashMap<String, String>>,
}

impl Proofs {
    pub(super) fn new() -> Self {
        Self { key: SigningKey::generate(), nonces: Mutex::default() }
    }

    /// By another key, which knows the same nonces.
    pub(super) fn of_another_key(&self) -> Self {
        Self { nonces: Mutex::new(self.lock().clone()), ..Self::new() }
    }

    /// A proof for one request, with the token that it goes with.
    pub(super) fn header(&self, method: &Method, url: &str, token: Option<&str>) -> HeaderValue {
        self.header_of(Timestamp::now(), method, url, token)
    }

    /// The same, made at another time.
    pub(super) fn header_of(&self, at: Timestamp, method: &Method, url: &str, token: Option<&str>) -> HeaderValue {
        let jwk = self.key.public_jwk().unwrap_or_default();
        let mut claims = json!({
            "jti": random::text(), "htm": method.as_str(), "htu": without_query(url), "iat": at.as_second(),
        });
        if let Some(token) = token {
            claims["ath"] = json!(URL_SAFE_NO_PAD.encode(digest(&SHA256, token.as_bytes())));
        }
        if let Some(nonce) = self.lock().get(split(url).0) {
            claims["nonce"] = json!(nonce);
        }
        let proof = self.key.sign(&json!({"typ": "dpop+jwt", "jwk": jwk}), &claims);
        HeaderValue::try_from(proof).expect("a compact JWT has no character that a header cannot have")
    }

    /// Remembers the nonce of an answer. Is it a new one?
    pub(super) fn learn(&self, url: &str, headers: &HeaderMap) -> bool {
        let nonce = headers.get(NONCE).and_then(|nonce| nonce.to_str().ok());
        nonce.is_some_and(|nonce| {
            self.lock().insert(split(url).0.to_owned(), nonce.to_owned()).as_deref() != Some(nonce)
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, String>> {
        self.nonces.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Proofs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a key of ours")
    }
}

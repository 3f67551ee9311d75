//! Tokens that are bound to a key of ours (RFC 9449), and proofs that prove nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue, Method};
use jiff::{SignedDuration, Timestamp};

use super::{Probe, Reply};
use crate::oauth::dpop::{PROOF, Proofs};

/// The key, and whether tokens are bound to it.
#[derive(Default)]
pub(super) struct Binding {
    proofs: OnceLock<Arc<Proofs>>,
    is_bound: AtomicBool,
}

type Headers = Vec<(String, String)>;

impl Probe {
    /// From now on, tokens are asked for with a proof of a key.
    pub fn bind(&self) {
        self.binding.proofs.get_or_init(|| Arc::new(Proofs::new()));
    }

    /// Are they?
    pub fn binds(&self) -> bool {
        self.binding.proofs.get().is_some()
    }

    /// From now on, tokens are shown with a proof: a token response has said that they are bound.
    pub fn take_bound(&self) {
        self.binding.is_bound.store(self.binds(), Ordering::Relaxed);
    }

    /// Is a token shown with a proof?
    pub fn is_bound(&self) -> bool {
        self.binding.is_bound.load(Ordering::Relaxed)
    }

    /// What a POST to this address carries a token with.
    pub fn credentials(&self, url: &str, token: &str) -> Headers {
        match self.showing() {
            Some(proofs) => shown("DPoP", token, Some(&proofs.header(&Method::POST, url, Some(token)))),
            None => shown("Bearer", token, None),
        }
    }

    /// Does the reply say with what nonce the request is to be made again (RFC 9449, 8 and 9)? The nonce is remembered.
    pub fn wants_nonce(&self, url: &str, reply: &Reply) -> bool {
        let Some(proofs) = self.binding.proofs.get() else { return false };
        let is_new = proofs.learn(url, &reply.headers);
        let in_challenge = reply.challenge().is_some_and(|it| it.get("error") == Some("use_dpop_nonce"));
        is_new && (in_challenge || reply.json()["error"] == "use_dpop_nonce")
    }

    /// What a POST to this address must not carry a bound token with, each with what is wrong; nothing where tokens are not
    /// bound.
    pub fn bad_credentials(&self, url: &str, token: &str) -> Vec<(&'static str, Headers)> {
        let Some(proofs) = self.showing() else { return Vec::new() };
        let now = Timestamp::now();
        let yesterday = now - SignedDuration::from_hours(24);
        let proof = |method: &Method, url: &str, token: &str| proofs.header(method, url, Some(token));
        let bad = [
            ("without a proof", None),
            ("with a proof of another key", Some(proofs.of_another_key().header(&Method::POST, url, Some(token)))),
            ("with a proof for GET", Some(proof(&Method::GET, url, token))),
            ("with a proof for another address", Some(proof(&Method::POST, "https://another.example/mcp", token))),
            ("with a proof for another token", Some(proof(&Method::POST, url, "another-token"))),
            ("with a proof of yesterday", Some(proofs.header_of(yesterday, &Method::POST, url, Some(token)))),
        ];
        bad.into_iter().map(|(what, proof)| (what, shown("DPoP", token, proof.as_ref()))).collect()
    }

    /// Adds a proof for the token endpoint.
    pub(super) fn prove(&self, url: &str, headers: &mut HeaderMap) {
        if let Some(proofs) = self.binding.proofs.get() {
            headers.insert(PROOF, proofs.header(&Method::POST, url, None));
        }
    }

    /// The key with which tokens are shown.
    pub(super) fn showing(&self) -> Option<Arc<Proofs>> {
        self.binding.proofs.get().filter(|_| self.is_bound()).cloned()
    }
}

fn shown(scheme: &str, token: &str, proof: Option<&HeaderValue>) -> Headers {
    let proof = proof.and_then(|proof| proof.to_str().ok()).map(|proof| (PROOF.to_string(), proof.to_owned()));
    std::iter::once((AUTHORIZATION.to_string(), format!("{scheme} {token}"))).chain(proof).collect()
}

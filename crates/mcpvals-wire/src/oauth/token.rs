//! The token endpoint (RFC 6749, 3.2 and 5).

use http::{HeaderMap, Method};
use mcpvals_model::{ClientIdentity, Secret};
use serde_json::{Map, Value};

use super::client::Client;
use super::dpop::{PROOF, Proofs};
use super::error::{Result, SignInError, told};
use super::fetch::{Fetch, Fetched};
use super::metadata::ServerMetadata;
use super::scope::Scopes;
use crate::Redactor;

/// What a token endpoint gave.
#[derive(Debug, Clone)]
pub(super) struct Tokens {
    pub(super) access: Secret,
    /// Is it bound to our key?
    pub(super) is_bound: bool,
    pub(super) refresh: Option<Secret>,
    /// What was granted, where that is said.
    pub(super) scopes: Option<Scopes>,
}

/// What a request of the token endpoint needs beside its parameters.
pub(super) struct Desk<'a> {
    pub(super) fetch: &'a Fetch,
    pub(super) url: &'a str,
    pub(super) server: &'a ServerMetadata,
    pub(super) client: &'a Client,
    pub(super) identity: &'a ClientIdentity,
    pub(super) proofs: Option<&'a Proofs>,
    /// Learns what is secret.
    pub(super) redactor: &'a Redactor,
}

const WHAT: &str = "the token endpoint";

impl Desk<'_> {
    /// Asks for tokens.
    ///
    /// # Errors
    /// Where they are refused.
    pub(super) async fn tokens(&self, parameters: Vec<(String, String)>) -> Result<Tokens> {
        let fetched = self.ask(parameters).await?;
        read(&fetched, self.url)
    }

    /// Asks; where the server wants a nonce of its own in our proof, once more with it (RFC 9449, 8).
    pub(super) async fn ask(&self, parameters: Vec<(String, String)>) -> Result<Fetched> {
        let first = self.ask_once(parameters.clone()).await?;
        let Some(proofs) = self.proofs else { return Ok(first) };
        let is_new = proofs.learn(self.url, &first.headers);
        let wants_nonce = error_code(&first.json().unwrap_or_default()).as_deref() == Some("use_dpop_nonce");
        if !(wants_nonce && is_new) {
            return Ok(first);
        }
        let second = self.ask_once(parameters).await?;
        proofs.learn(self.url, &second.headers);
        Ok(second)
    }

    async fn ask_once(&self, mut parameters: Vec<(String, String)>) -> Result<Fetched> {
        let mut headers = HeaderMap::new();
        self.client.prove((self.identity, &Map::new()), self.server, &mut parameters, &mut headers, self.redactor)?;
        if let Some(proofs) = self.proofs {
            headers.insert(PROOF, proofs.header(&Method::POST, self.url, None));
        }
        self.fetch.form(self.url, &parameters, headers).await
    }
}

pub(super) fn read(fetched: &Fetched, url: &str) -> Result<Tokens> {
    let answer = fetched.json().unwrap_or_default();
    let text = |name: &str| answer.get(name).and_then(Value::as_str);
    let Some(access) = text("access_token").filter(|token| fetched.is_success() && !token.is_empty()) else {
        let problem =
            format!("POST {url} gave status {}{}, and no `access_token`", fetched.status, error_words(&answer));
        return Err(SignInError::new(WHAT, problem).with_code(error_code(&answer)));
    };
    if !access.bytes().all(|byte| byte.is_ascii_graphic()) {
        let problem = format!("POST {url} gave a token with characters that no header can have");
        return Err(SignInError::new(WHAT, problem));
    }
    let kind = text("token_type").unwrap_or_default();
    if kind.is_empty() {
        return Err(SignInError::new(WHAT, format!("POST {url} gave a token without `token_type` (RFC 6749, 5.1)")));
    }
    if !["bearer", "dpop"].iter().any(|known| kind.eq_ignore_ascii_case(known)) {
        let kind: String = kind.chars().take(40).collect();
        return Err(SignInError::new(
            WHAT,
            format!("POST {url} gave a token of the type `{kind}`, which is not known here"),
        ));
    }
    Ok(Tokens {
        access: Secret::new(access),
        is_bound: kind.eq_ignore_ascii_case("dpop"),
        refresh: text("refresh_token").map(Secret::new),
        scopes: text("scope").map(Scopes::read),
    })
}

/// The code of an error of OAuth.
pub(super) fn error_code(answer: &Value) -> Option<String> {
    answer.get("error").and_then(Value::as_str).map(str::to_owned)
}

/// What an error of a token endpoint says, behind a colon.
pub(super) fn error_words(answer: &Value) -> String {
    told(|name| answer.get(name).and_then(Value::as_str))
}

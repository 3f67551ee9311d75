//! Signing in: our client of OAuth 2.1 (MCP, basic/authorization).
//!
//! An [`Authorizer`] is shared by all sessions with one server. It adds a token to every request, and when the server
//! refuses one, [`Authorizer::answer`] gets another: by discovery, registration and a grant, by refreshing, or with more
//! scopes. Every exchange is in the trace of the session that wanted it; what is secret in it is made known to the
//! [`Redactor`] before it is used.

mod challenge;
mod client;
mod consent;
mod discovery;
mod dpop;
mod error;
pub(crate) mod fetch;
mod grant;
mod hold;
mod jws;
mod kept;
mod metadata;
mod pkce;
pub mod probe;
pub(crate) mod random;
mod register;
mod scope;
mod sensitive;
mod sign_in;
mod sign_ins;
mod store;
mod token;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use mcpvals_model::{Auth, Consent, Grant, HttpUrl, Secret, SecretValue};
use tokio::time::timeout;

pub use consent::{Page, Visitor, WalkEnd, Walked};
pub use error::SignInError;
pub(crate) use fetch::Fetch;
pub use sign_ins::SignIns;

use crate::Redactor;
use challenge::{Challenge, challenges, of_tokens};
use client::Client;
use dpop::Proofs;
use error::Result;
use hold::Hold;
use metadata::ServerMetadata;
use scope::Scopes;

/// Our client's way into one server. Share it in an `Arc`.
#[derive(Debug)]
pub struct Authorizer {
    auth: Auth,
    /// The server's address as it was given.
    server: String,
    visitor: Option<Arc<dyn Visitor>>,
    redactor: Redactor,
    hold: Hold,
    access: Mutex<Access>,
    state: tokio::sync::Mutex<State>,
}

/// What requests are made with.
#[derive(Debug, Default)]
struct Access {
    token: Option<Secret>,
    /// The key that the token is bound to.
    proofs: Option<Arc<Proofs>>,
    /// Counts the tokens.
    generation: u64,
    source: Source,
    /// Has the server taken it?
    is_proven: bool,
}

/// How the token came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Source {
    /// It was there.
    #[default]
    Given,
    /// For a refresh token.
    Refreshed,
    /// By a grant.
    Granted,
}

/// What was found and given so far.
#[derive(Debug, Default)]
struct State {
    /// By issuer: what one authorization server knows is nothing to another.
    clients: HashMap<String, Client>,
    signed: Option<Signed>,
    /// So often the server wanted more scopes than a token had.
    step_ups: usize,
    /// Once it has failed after this status, it is not tried again: people would be asked for nothing.
    failed: Option<(u16, SignInError)>,
}

/// Where the token comes from.
#[derive(Debug)]
struct Signed {
    server: ServerMetadata,
    client: Client,
    /// What it was asked for, and what was granted.
    scopes: Scopes,
    resource: Option<String>,
    refresh: Option<Secret>,
}

/// A request of ours that the server did not take for want of a token, or of a better one.
#[derive(Debug)]
pub(crate) struct Refusal {
    challenges: Vec<Challenge>,
    status: u16,
    /// With which token it was made.
    generation: u64,
    /// Has the server said what nonce the next proof must have?
    has_nonce: bool,
}

/// As `timeout_at`, with a deadline that stands still while somebody signs in; `None` when it is over.
pub(crate) async fn within<F: Future>(
    authorizer: Option<&Authorizer>,
    deadline: Instant,
    future: F,
) -> Option<F::Output> {
    match authorizer {
        None => tokio::time::timeout_at(deadline.into(), future).await.ok(),
        // Apart, because every wait would be as large as this.
        Some(authorizer) => Box::pin(authorizer.within(deadline, future)).await,
    }
}

impl Authorizer {
    /// For this server. Tokens are made known to the redactor; the visitor is asked where people must be.
    pub fn new(auth: Auth, server: &HttpUrl, visitor: Option<Arc<dyn Visitor>>, redactor: Redactor) -> Self {
        let token = match &auth.grant {
            Grant::Bearer { token } => Some(token.clone()),
            _ => None,
        };
        let access = Access { token, ..Access::default() };
        let server = server.as_str().split('#').next().unwrap_or_default().to_owned();
        let (hold, state) = (Hold::new(), tokio::sync::Mutex::default());
        let new = Self { auth, server, visitor, redactor, hold, access: Mutex::new(access), state };
        new.recalled()
    }

    /// With a token that is there already, and is bound to this key.
    fn bound_to(mut self, proofs: Option<Arc<Proofs>>) -> Self {
        if proofs.is_some() {
            self.access.get_mut().unwrap_or_else(PoisonError::into_inner).proofs = proofs;
        }
        self
    }

    /// What a request is made with; `url` is where it goes.
    pub(crate) fn headers(&self, method: &Method, url: &str) -> Vec<(HeaderName, HeaderValue)> {
        let access = self.access();
        let Some(token) = &access.token else { return Vec::new() };
        let scheme = if access.proofs.is_some() { "DPoP" } else { "Bearer" };
        // A token that no header can hold is one that the server cannot have meant.
        let value = HeaderValue::try_from(format!("{scheme} {}", token.reveal())).ok();
        let proof =
            access.proofs.as_ref().map(|proofs| (dpop::PROOF, proofs.header(method, url, Some(token.reveal()))));
        value.map(|value| (AUTHORIZATION, value)).into_iter().chain(proof).collect()
    }

    /// Counts the tokens: a request remembers with which one it was made.
    pub(crate) fn generation(&self) -> u64 {
        self.access().generation
    }

    /// Is this an answer after which a request may be made again?
    pub(crate) fn refusal(&self, status: u16, headers: &HeaderMap, url: &str, generation: u64) -> Option<Refusal> {
        let has_nonce = self.access().proofs.as_ref().is_some_and(|proofs| proofs.learn(url, headers));
        let challenges = challenges(headers);
        let error = |name: &str| of_tokens(&challenges).is_some_and(|it| it.get("error") == Some(name));
        let is_refusal = status == 401 || status == 403 && error("insufficient_scope");
        if !is_refusal {
            let mut access = self.access();
            access.is_proven |= access.generation == generation;
        }
        is_refusal.then_some(Refusal { challenges, status, generation, has_nonce })
    }

    /// Gets a token that fits the refusal. Nothing is done where another request has got one meanwhile.
    ///
    /// # Errors
    /// Where there is none to be had. It is not tried again after that.
    pub(crate) async fn answer(&self, refusal: &Refusal, fetch: &Fetch) -> Result<()> {
        let mut state = self.state.lock().await;
        if self.generation() != refusal.generation {
            return Ok(());
        }
        if let Some((_, failed)) = state.failed.as_ref().filter(|(status, _)| *status == refusal.status) {
            return Err(failed.clone());
        }
        let wants_nonce = of_tokens(&refusal.challenges).and_then(|it| it.get("error")) == Some("use_dpop_nonce");
        if wants_nonce && refusal.has_nonce {
            return Ok(());
        }
        let (source, is_proven) = self.history();
        if refusal.status == 401 && source == Source::Granted && !is_proven {
            let problem = format!("the server refuses it with status 401{}", sign_in::said(refusal));
            return Err(SignInError::new("the token that it was just given", problem));
        }
        if source == Source::Refreshed && !is_proven {
            // It gives tokens that do not help: back to the start.
            state.signed.iter_mut().for_each(|signed| signed.refresh = None);
        }
        if refusal.status == 403 {
            state.step_ups += 1;
        }
        if state.step_ups > self.step_ups_max() {
            let problem = format!("the server has asked for others {} times", self.step_ups_max());
            return Err(SignInError::new("the scopes", problem));
        }
        let _spending = self.hold.begin();
        let signing = self.sign_in(&mut state, refusal, fetch);
        let late = || SignInError::new("signing in", format!("not done within {} s", self.auth.timeout.as_secs()));
        // Apart, because every exchange would be as large as this.
        let done = timeout(self.auth.timeout, Box::pin(signing)).await.unwrap_or_else(|_| Err(late()));
        state.failed = done.as_ref().err().map(|error| (refusal.status, error.clone()));
        done
    }

    /// So often more scopes are asked for; people are not to be bothered without end.
    fn step_ups_max(&self) -> usize {
        if self.auth.grant.consent().is_some_and(Consent::has_people) { 3 } else { 10 }
    }

    /// What tokens and secrets become known to.
    pub(crate) fn redactor(&self) -> &Redactor {
        &self.redactor
    }

    /// May secrets go to other machines without encryption?
    pub(crate) fn allows_http(&self) -> bool {
        self.auth.allow_http
    }

    /// How long deadlines have stood still so far.
    pub(crate) fn held(&self) -> Duration {
        self.hold.so_far()
    }

    /// As [`within`].
    async fn within<F: Future>(&self, deadline: Instant, future: F) -> Option<F::Output> {
        let before = self.held();
        let mut future = std::pin::pin!(future);
        loop {
            let ends = deadline + self.held().saturating_sub(before);
            if let Ok(value) = tokio::time::timeout_at(ends.into(), &mut future).await {
                return Some(value);
            }
            if deadline + self.held().saturating_sub(before) <= Instant::now() {
                return None;
            }
            tokio::select! {
                value = &mut future => return Some(value),
                () = self.hold.over() => {}
            }
        }
    }

    /// From now on, requests are made with this token.
    fn take(&self, token: Secret, proofs: Option<Arc<Proofs>>, source: Source) {
        let mut access = self.access();
        let generation = access.generation + 1;
        *access = Access { token: Some(token), proofs, generation, source, is_proven: false };
    }

    /// How the token came, and whether the server has taken it.
    fn history(&self) -> (Source, bool) {
        let access = self.access();
        (access.source, access.is_proven)
    }

    fn learn(&self, name: &'static str, value: &str) {
        self.redactor.learn(SecretValue::new(name, value));
    }

    fn access(&self) -> std::sync::MutexGuard<'_, Access> {
        self.access.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

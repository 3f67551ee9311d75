//! The instrument of tests of OAuth: asks what it is told to ask, right or wrong, and records what comes.
//!
//! Our own client ([`super::Authorizer`]) does what a client must and stops where a client must stop. A [`Probe`] does what
//! a test says: it leaves out what must be there, sends what must be refused, and follows nobody on its own. It judges
//! nothing.

mod applicant;
mod binding;
mod jwt;
mod key;
mod opening;
mod public;
mod reply;
mod upstream;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::FutureExt as _;
use http::{HeaderMap, Method};
use mcpvals_model::{Auth, Consent, FormStep, SecretValue, Trace};
use serde_json::Value;

pub use applicant::Applicant;
pub use jwt::{Forger, Jwt};
pub use key::{at_hash, signature_problem};
pub use opening::{Opening, Outcome};
pub use reply::{Reply, TokenChallenge};
pub use upstream::Upstream;

use super::consent::{Receiver, Response, Visitor, Walked, confirmed};
use super::error::{Result, SignInError};
use super::fetch::{Fetch, without_query};
use super::{discovery, pkce, random};
use crate::router::{LogKey, Note, Router};
use crate::{ConnectOptions, Redactor};

/// Makes exchanges with an authorization server and a resource server, and records them in one trace.
pub struct Probe {
    fetch: Fetch,
    log: LogKey,
    redactor: Redactor,
    visitor: Option<Arc<dyn Visitor>>,
    /// Places that did not answer once; they are not waited for again.
    silent: Mutex<HashSet<String>>,
    binding: binding::Binding,
}

/// Where authorization responses come to.
pub struct Callback(Receiver);

impl Callback {
    /// The redirect URI.
    pub fn uri(&self) -> &str {
        self.0.uri()
    }
}

impl Probe {
    /// One exchange may take as long as `patience`.
    pub fn new(options: &ConnectOptions, patience: Duration) -> Self {
        let (router, _) = Router::new(options.limits);
        let authorities = options.environment.get("SSL_CERT_FILE").map(PathBuf::from);
        let log = router.open();
        let redactor = options.sign_ins.redactor().clone();
        Self {
            fetch: Fetch { router, authorities, patience, own: false, redactor: redactor.clone(), allows_http: false },
            log,
            redactor,
            visitor: options.sign_ins.visitor(),
            silent: Mutex::default(),
            binding: binding::Binding::default(),
        }
    }

    /// Everything that was recorded.
    pub fn finish(self) -> Trace {
        self.fetch.router.finish(self.log)
    }

    /// Writes into the trace what was seen, in words.
    pub fn remark(&self, words: &str) {
        self.fetch.router.remark(self.log, words);
    }

    /// From now on, this is taken out of every output.
    pub fn learn(&self, name: &'static str, value: &str) {
        self.redactor.learn(SecretValue::new(name, value));
    }

    /// Asks for what is there. Follows no redirect.
    ///
    /// # Errors
    /// Where no answer comes.
    pub async fn get(&self, url: &str, headers: &[(String, String)]) -> Result<Reply> {
        self.send(Method::GET, url, reply::header_map(headers), Bytes::new()).await
    }

    /// Posts a form.
    ///
    /// # Errors
    /// Where no answer comes.
    pub async fn form(&self, url: &str, parameters: &[(String, String)]) -> Result<Reply> {
        self.post(url, parameters, HeaderMap::new()).await
    }

    async fn post(&self, url: &str, parameters: &[(String, String)], headers: HeaderMap) -> Result<Reply> {
        let asked = self.fetch.form(url, parameters, headers).boxed();
        self.unless_silent(url, asked).await.map(Reply::of)
    }

    /// Posts a JSON value, with more headers.
    ///
    /// # Errors
    /// Where no answer comes.
    pub async fn json(&self, url: &str, value: &Value, headers: &[(String, String)]) -> Result<Reply> {
        let mut headers = reply::header_map(headers);
        reply::json_headers(&mut headers);
        self.send(Method::POST, url, headers, Bytes::from(value.to_string())).await
    }

    /// Asks that what is there be ended.
    ///
    /// # Errors
    /// Where no answer comes.
    pub async fn delete(&self, url: &str, headers: &[(String, String)]) -> Result<Reply> {
        self.send(Method::DELETE, url, reply::header_map(headers), Bytes::new()).await
    }

    async fn send(&self, method: Method, url: &str, headers: HeaderMap, body: Bytes) -> Result<Reply> {
        let asked = self.fetch.send(method, url, headers, body).boxed();
        self.unless_silent(url, asked).await.map(Reply::of)
    }

    /// Whoever did not answer once within the deadline is not waited for again: a test makes dozens of requests.
    async fn unless_silent<T>(&self, url: &str, asked: impl Future<Output = Result<T>>) -> Result<T> {
        let place = without_query(url).to_owned();
        if self.silent().contains(&place) {
            return Err(SignInError::new(place, "it has not answered before, and is not asked again"));
        }
        let began = Instant::now();
        let came = asked.await;
        if came.is_err() && began.elapsed() >= self.fetch.patience {
            self.silent().insert(place);
        }
        came
    }

    fn silent(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the place that authorization responses come to.
    ///
    /// # Errors
    /// Where people must come back to an address at which we cannot listen.
    pub async fn callback(&self, consent: &Consent, redirect_uri: Option<&str>) -> Result<Callback> {
        Receiver::open(consent, redirect_uri).await.map(Callback)
    }

    /// Sends the user, or a stand-in, to the authorization endpoint. The way ends at the callback or at any of `stops`,
    /// none of which is asked for.
    pub async fn authorize(&self, url: &str, callback: &Callback, stops: &[&str], consent: &Consent) -> Walked {
        // Apart, because the type of every test would be as deep as this; so elsewhere in here.
        callback.0.watched(url, stops, consent, self.visitor.as_deref(), &self.fetch).boxed().await
    }

    /// The same, but nobody fills in a form but with these steps.
    pub async fn walk(&self, url: &str, ends: &[&str], steps: &[FormStep]) -> Walked {
        super::consent::observe(&self.fetch, url, ends, steps).boxed().await
    }

    /// Lets a user confirm a device's code.
    ///
    /// # Errors
    /// Where the pages are not as the consent has it.
    pub async fn confirm(&self, place: (&str, &str), complete: Option<&str>, consent: &Consent) -> Result<()> {
        confirmed(place, complete, consent, self.visitor.as_deref(), &self.fetch).boxed().await
    }

    /// The client of these settings at an authorization server with these metadata: the one that is given, or one that is
    /// registered now.
    ///
    /// # Errors
    /// Where there is none to be had.
    pub async fn applicant(
        &self,
        auth: &Auth,
        metadata: &Value,
        redirect_uri: Option<&str>,
        scope: Option<&str>,
    ) -> Result<Applicant> {
        Applicant::new(self, auth, metadata, redirect_uri, scope).boxed().await
    }

    /// Asks an endpoint as this client: proves who it is as the authorization server has it. Where that wants a nonce in the
    /// proof of our key, asks once more.
    ///
    /// # Errors
    /// Where no answer comes, or what proves it is missing.
    pub async fn ask(&self, url: &str, parameters: &[(String, String)], applicant: &Applicant) -> Result<Reply> {
        let reply = self.ask_once(url, parameters, applicant).await?;
        if !self.wants_nonce(url, &reply) {
            return Ok(reply);
        }
        self.ask_once(url, parameters, applicant).await
    }

    async fn ask_once(&self, url: &str, parameters: &[(String, String)], applicant: &Applicant) -> Result<Reply> {
        let (mut parameters, mut headers) = (parameters.to_vec(), HeaderMap::new());
        applicant.prove(&mut parameters, &mut headers, &self.redactor)?;
        self.prove(url, &mut headers);
        self.post(url, &parameters, headers).await
    }

    /// Bounds a wait; `None` where it is over.
    pub async fn within<T>(&self, longest: Duration, future: impl Future<Output = T>) -> Option<T> {
        tokio::time::timeout(longest, future).await.ok()
    }

    /// Waits, and does nothing else.
    pub async fn wait(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }

    /// Copies what another recording has into this one; the number of the last frame.
    fn absorb(&self, trace: &Trace, began: Instant) -> Option<u64> {
        let copied = trace.frames.iter().map(|frame| {
            let at = began + Duration::from_micros(frame.at_us);
            let note = Note::new(frame.direction, frame.channel, Arc::clone(&frame.bytes), at);
            let anomalies = frame.anomalies.clone();
            self.fetch.router.note(Note { http: frame.http.clone(), anomalies, own: false, ..note })
        });
        copied.last()
    }
}

/// Where a server's metadata as a resource are looked for (RFC 9728, 3), in order.
pub fn places_of_resource(server: &str) -> Vec<String> {
    discovery::places_of_resource(server)
}

/// Where an issuer's metadata are looked for (RFC 8414, 3; OpenID Connect Discovery 1.0, 4), in order.
pub fn places_of_issuer(issuer: &str) -> Vec<String> {
    discovery::places_of_server(issuer)
}

/// Is that resource this server, or a part of its origin that it is in?
pub fn is_resource_of(resource: &str, server: &str) -> bool {
    discovery::is_of(resource, server)
}

/// Is the issuer that is said the one that was named, but for the slash of an empty path?
pub fn is_issuer(said: &str, named: &str) -> bool {
    discovery::is_issuer(said, named)
}

/// Scheme, host and port of an address, as it spells them.
pub fn origin(url: &str) -> &str {
    discovery::split(url).0
}

/// Is the address encrypted, or on this machine (OAuth 2.1, 1.5)?
pub fn is_safe(url: &str) -> bool {
    discovery::is_safe(url)
}

/// A text that nobody can guess: 43 characters.
pub fn unguessable() -> String {
    random::text()
}

/// The S256 challenge of a verifier (RFC 7636, 4.2).
pub fn s256(verifier: &str) -> String {
    pkce::Pkce::of(verifier.to_owned()).challenge
}

/// The parameters in the query of an address.
pub fn query_of(url: &str) -> Vec<(String, String)> {
    Response::of(url).0
}

/// An address with more parameters in its query.
pub fn with_query(url: &str, parameters: &[(String, String)]) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
    let joint = if url.contains('?') { '&' } else { '?' };
    format!("{url}{joint}{query}")
}

//! Asks a provider over HTTP, and waits where it has no time.

use std::time::{Duration, Instant};

use mcpvals_model::{ModelFault, ModelReply, ModelSpec, Provider};
use reqwest::RequestBuilder;
use reqwest::header::CONTENT_TYPE;
use serde_json::Value;
use tokio::time::{sleep, timeout_at};

use crate::reach::{self, Reach};
use crate::retry::{Attempt, Patience};
use crate::{Conversation, Ledger, ToolNames, WireRequest, body, provider, stream};

/// A connection to all providers.
#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    patience: Duration,
    reach: Reach,
}

/// What came of a request.
#[derive(Debug)]
pub struct Exchange {
    /// The body of the answer; `None` where none came that is JSON.
    pub response: Option<Value>,
    /// What the model said, or why it did not.
    pub reply: Result<ModelReply, ModelFault>,
    /// How long the answer took, waits before it not counted.
    pub took: Duration,
    /// How long we waited for the provider to have time.
    pub waited: Duration,
}

impl Exchange {
    /// What was recorded instead of asking, or why nothing was.
    pub fn replayed(provider: Provider, answer: Result<Value, ModelFault>, names: &ToolNames) -> Self {
        let (response, reply) = match answer {
            Ok(body) => understood(provider, body, names),
            Err(fault) => (None, Err(fault)),
        };
        Self { response, reply, took: Duration::ZERO, waited: Duration::ZERO }
    }
}

fn understood(provider: Provider, body: Value, names: &ToolNames) -> (Option<Value>, Result<ModelReply, ModelFault>) {
    let reply = provider::read(provider, &body, names);
    (Some(body), reply.map_err(|unreadable| ModelFault::Unreadable { message: unreadable.0 }))
}

impl Client {
    /// With the time that is waited for all of a turn's retries together, and which addresses may be connected to.
    ///
    /// # Errors
    /// Words, where no certificates can be had.
    pub fn new(patience: Duration, reach: Reach) -> Result<Self, String> {
        // Another part of the program may have done so before: theirs is as good.
        let _installed = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
        // A redirect would take the key to another place.
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let http = http.dns_resolver(reach::names(reach)).build();
        http.map(|http| Self { http, patience, reach }).map_err(|error| error.to_string())
    }

    /// What is sent for the next turn of a conversation.
    pub fn request(&self, model: &ModelSpec, conversation: &Conversation, names: &ToolNames) -> WireRequest {
        provider::request(model, conversation, names)
    }

    /// Asks for it, as often as it may succeed later. Each attempt is on the ledger's account; what the answer took is for the
    /// caller to book.
    ///
    /// # Cancellation
    /// Dropping the future closes the connection; the provider may have charged for the answer.
    pub async fn ask(
        &self,
        provider: Provider,
        request: &WireRequest,
        names: &ToolNames,
        (deadline, ledger): (Instant, &Ledger),
    ) -> Exchange {
        let mut patience = Patience::new(self.patience);
        let mut took = Duration::ZERO;
        let attempt = loop {
            if let Err(spent) = ledger.take() {
                break Attempt::refused_by(spent);
            }
            let began = Instant::now();
            let attempt = self.attempt(provider, request, deadline).await;
            took = began.elapsed();
            match patience.wait(&attempt, deadline).map(|wait| ledger.lasts(wait).map(|()| wait)) {
                Some(Ok(wait)) => sleep(wait).await,
                Some(Err(spent)) => break Attempt::refused_by(spent),
                None => break attempt,
            }
        };
        let waited = patience.waited();
        let (response, reply) = match attempt {
            Attempt::Answered(body) => understood(provider, body, names),
            Attempt::Failed(failed) => (failed.body.clone(), Err(patience.fault(failed))),
        };
        Exchange { response, reply, took, waited }
    }

    async fn attempt(&self, provider: Provider, request: &WireRequest, deadline: Instant) -> Attempt {
        let began = Instant::now();
        if let Err(why) = reach::check(&request.url, self.reach) {
            return Attempt::unreachable(without_query(&request.url, &why), true);
        }
        match timeout_at(deadline.into(), self.exchange(provider, request)).await {
            Ok(Ok(attempt)) => attempt,
            Ok(Err(error)) => Attempt::unreachable(words(&error, &request.url), error.is_connect()),
            Err(_) => Attempt::timed_out(deadline.saturating_duration_since(began)),
        }
    }

    async fn exchange(&self, provider: Provider, request: &WireRequest) -> Result<Attempt, reqwest::Error> {
        let response = self.post(provider, request).send().await?;
        if request.stream { body::in_pieces(provider, response).await } else { body::at_once(response).await }
    }

    fn post(&self, provider: Provider, request: &WireRequest) -> RequestBuilder {
        let (url, body) = if request.stream {
            stream::request(provider, request)
        } else {
            (request.url.clone(), request.body.clone())
        };
        let mut post = self.http.post(url).header(CONTENT_TYPE, "application/json");
        for (name, value) in &request.headers {
            post = post.header(*name, value.reveal());
        }
        post.body(body.to_string())
    }
}

/// Where, and its innermost causes: the outermost says only that something failed.
fn words(error: &reqwest::Error, url: &str) -> String {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    let all: Vec<String> = causes.map(ToString::to_string).collect();
    let why = if all.is_empty() { error.to_string() } else { all.join(": ") };
    without_query(url, &why)
}

/// What stands behind a question mark may be a key.
fn without_query(url: &str, why: &str) -> String {
    format!("{}: {why}", url.split('?').next().unwrap_or(url))
}

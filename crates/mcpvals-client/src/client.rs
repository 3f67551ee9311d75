//! The client, and what it is made with.

use std::sync::Arc;
use std::time::Duration;

use crate::error::Error;
use crate::evaluations::Evaluations;
use crate::http::Http;
use crate::keys::Keys;
use crate::reports::Reports;
use crate::retry::Retry;
use crate::tools::Tools;
use crate::webhooks::Webhooks;

/// A client. Cheap to clone: all clones share their connections.
#[derive(Debug, Clone)]
pub struct Client {
    pub(crate) http: Arc<Http>,
}

/// What a client is made with.
#[derive(Debug, Clone)]
pub struct ClientBuilder {
    base: String,
    key: Option<String>,
    timeout: Duration,
    retry: Retry,
}

impl Client {
    /// A client of the service at this address, `http://localhost:3457` where it was not told otherwise.
    pub fn builder(base: impl Into<String>) -> ClientBuilder {
        let retry = Retry { times: 3, delay: Duration::from_secs(1), patience: Duration::from_mins(1) };
        ClientBuilder { base: base.into(), key: None, timeout: Duration::from_secs(30), retry }
    }

    /// Evaluations.
    pub fn evaluations(&self) -> Evaluations<'_> {
        Evaluations { client: self }
    }

    /// Reports of evaluations.
    pub fn reports(&self) -> Reports<'_> {
        Reports { http: &self.http }
    }

    /// Tools of servers.
    pub fn tools(&self) -> Tools<'_> {
        Tools { http: &self.http }
    }

    /// Who is told of events.
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks { http: &self.http }
    }

    /// Who may use the service.
    pub fn keys(&self) -> Keys<'_> {
        Keys { http: &self.http }
    }
}

impl ClientBuilder {
    /// An API key (`mcpvals keys create`) or a JWT; none for a service that asks nobody.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// How long one request may take; 30 s where nothing is said.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How often a request is sent again (3), and after how long at first (1 s).
    #[must_use]
    pub fn retries(mut self, times: u32, delay: Duration) -> Self {
        (self.retry.times, self.retry.delay) = (times, delay);
        self
    }

    /// Where the service says to wait longer than this (a minute), the error is given at once.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.retry.patience = patience;
        self
    }

    /// The client.
    ///
    /// # Errors
    /// [`Error::Setting`]: an address that is none, a key that no header can hold.
    pub fn build(self) -> Result<Client, Error> {
        let http = Http::new(&self.base, self.key.as_deref(), self.timeout, self.retry)?;
        Ok(Client { http: Arc::new(http) })
    }
}

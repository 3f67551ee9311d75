//! Evaluations: started, looked at, listed, cancelled, waited for.

use std::time::Duration;

use futures_util::{Stream, StreamExt as _};
use tokio::time::Instant;

use crate::client::Client;
use crate::error::Error;
use crate::events::{Event, EventFilter};
use crate::http::Request;
use crate::types::{
    Accepted, Cancelled, DocumentList, EvaluationList, EvaluationRequest, EvaluationStatus, EvaluationView,
};

/// How often an evaluation is looked at whose events cannot be heard.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// See [`Client::evaluations`].
#[derive(Debug, Clone, Copy)]
pub struct Evaluations<'a> {
    pub(crate) client: &'a Client,
}

/// Which evaluations of the list, and in which order.
#[derive(Debug, Clone, Default)]
pub struct EvaluationFilter {
    /// In this state.
    pub status: Option<EvaluationStatus>,
    /// With all of these tags.
    pub tags: Vec<String>,
    /// Of the server at this path.
    pub server_path: Option<String>,
    /// Created then or later: `2026-11-01`, or with a time.
    pub date_from: Option<String>,
    /// Created then or earlier.
    pub date_to: Option<String>,
    /// `createdAt` (where nothing is said), `updatedAt` or `score`.
    pub sort_by: Option<String>,
    /// `desc` (where nothing is said) or `asc`.
    pub sort_order: Option<String>,
    /// How many, 200 at most.
    pub limit: Option<u32>,
    /// After how many of them the page begins.
    pub offset: Option<u32>,
}

impl Evaluations<'_> {
    /// Starts an evaluation; it is queued.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn create(&self, request: &EvaluationRequest) -> Result<Accepted, Error> {
        self.client.http.data(Request::post(["evaluations"], request)?).await
    }

    /// How it stands, and what it found.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn get(&self, id: &str) -> Result<EvaluationView, Error> {
        self.client.http.data(Request::get(["evaluations", id])).await
    }

    /// A page of the list.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn list(&self, filter: &EvaluationFilter) -> Result<EvaluationList, Error> {
        self.client.http.data(Request::get(["evaluations"]).query(filter.query())).await
    }

    /// Ends it, whether it waits or runs.
    ///
    /// # Errors
    /// [`Error`]; 409 where it has ended.
    pub async fn cancel(&self, id: &str) -> Result<Cancelled, Error> {
        self.client.http.data(Request::delete(["evaluations", id])).await
    }

    /// What is kept of it: its whole report, its traces.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn documents(&self, id: &str) -> Result<DocumentList, Error> {
        self.client.http.data(Request::get(["evaluations", id, "documents"])).await
    }

    /// One of them, as it is.
    ///
    /// # Errors
    /// [`Error`]
    pub async fn document(&self, id: &str, name: &str) -> Result<Vec<u8>, Error> {
        let request = Request::get(["evaluations", id, "documents", name]);
        self.client.http.bytes(&request).await.map(|(_, body)| body)
    }

    /// Its events from the first on, until its end.
    pub fn events(&self, id: &str) -> impl Stream<Item = Result<Event, Error>> + use<> {
        let filter = EventFilter { evaluation: Some(id.to_owned()), after: Some(0), ..EventFilter::default() };
        self.client.events(filter)
    }

    /// Waits for its end, whatever that is: look at `status`. Its events say when it comes.
    ///
    /// # Errors
    /// [`Error::WaitTimeout`] where it has not come in time; the evaluation goes on.
    ///
    /// # Cancellation
    /// Dropping the future ends the wait, and not the evaluation.
    pub async fn wait(&self, id: &str, within: Duration) -> Result<EvaluationView, Error> {
        let deadline = Instant::now() + within;
        loop {
            let found = self.get(id).await?;
            if has_ended(&found.status) {
                return Ok(found);
            }
            if Instant::now() >= deadline {
                return Err(Error::WaitTimeout { id: id.to_owned(), within, status: found.status.to_string() });
            }
            let _ = tokio::time::timeout_at(deadline, self.heard_the_end(id)).await;
        }
    }

    async fn heard_the_end(&self, id: &str) {
        let mut events = std::pin::pin!(self.events(id));
        while let Some(event) = events.next().await {
            match event {
                Ok(event) if event.is_end() => return,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        tokio::time::sleep(LOOK_AGAIN).await;
    }
}

fn has_ended(status: &EvaluationStatus) -> bool {
    use EvaluationStatus::{Cancelled, Completed, Failed};
    matches!(status, Completed | Failed | Cancelled)
}

impl EvaluationFilter {
    fn query(&self) -> Vec<(&'static str, String)> {
        let tags = (!self.tags.is_empty()).then(|| self.tags.join(","));
        let all = [
            ("status", self.status.as_ref().map(ToString::to_string)),
            ("tags", tags),
            ("serverPath", self.server_path.clone()),
            ("dateFrom", self.date_from.clone()),
            ("dateTo", self.date_to.clone()),
            ("sortBy", self.sort_by.clone()),
            ("sortOrder", self.sort_order.clone()),
            ("limit", self.limit.map(|limit| limit.to_string())),
            ("offset", self.offset.map(|offset| offset.to_string())),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

//! What happens, as it happens: Server-Sent Events, taken up again where they were cut.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;

use futures_util::{Stream, StreamExt as _, stream};
use mcpvals_model::EventStream;
use serde::Deserialize;
use serde_json::Value;

use crate::client::Client;
use crate::error::Error;
use crate::http::{Http, Request};

/// The longest event that is read, in bytes.
const EVENT_BYTES_MAX: usize = 16 << 20;

/// An event.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// `evaluation:progress`, `hook:completed`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// To come again with, as [`EventFilter::after`]; `system:status` has none.
    pub event_id: Option<String>,
    /// What is told, as `schemas/asyncapi.json` has it.
    pub data: Value,
}

impl Event {
    /// Is it the end of an evaluation?
    pub fn is_end(&self) -> bool {
        matches!(self.kind.as_str(), "evaluation:completed" | "evaluation:failed" | "evaluation:cancelled")
    }
}

/// Which events.
#[derive(Debug, Clone, Default)]
pub struct EventFilter {
    /// Of this evaluation; the stream ends with its end.
    pub evaluation: Option<String>,
    /// Of these kinds: `progress`, `evaluation:progress`, `hook:*`; all where there are none.
    pub kinds: Vec<String>,
    /// What came after the event with this id; 0 is everything that is kept. Only what is to come where nothing is said.
    pub after: Option<u64>,
}

impl Client {
    /// Events, as they happen. A stream that was cut is opened again, and goes on after the last event that came.
    ///
    /// An error ends the stream: what the service refuses, or a connection that does not come about again.
    pub fn events(&self, filter: EventFilter) -> impl Stream<Item = Result<Event, Error>> + use<> {
        let listener = Listener { http: Arc::clone(&self.http), filter, open: None, failures: 0, is_over: false };
        stream::unfold(listener, |mut listener| async move {
            let event = listener.next().await?;
            Some((event, listener))
        })
    }
}

type Body = Pin<Box<dyn Stream<Item = reqwest::Result<Vec<u8>>> + Send>>;

struct Listener {
    http: Arc<Http>,
    filter: EventFilter,
    open: Option<Open>,
    /// In a row.
    failures: u32,
    is_over: bool,
}

struct Open {
    body: Body,
    stream: EventStream,
    read: VecDeque<Event>,
}

impl Listener {
    async fn next(&mut self) -> Option<Result<Event, Error>> {
        while !self.is_over {
            match self.step().await {
                Ok(Some(event)) => return Some(Ok(self.noted(event))),
                Ok(None) => {}
                Err(error) => {
                    self.open = None;
                    let Some(wait) = self.http.retry.after(&error, self.failures, true) else {
                        self.is_over = true;
                        return Some(Err(error));
                    };
                    self.failures += 1;
                    tokio::time::sleep(wait).await;
                }
            }
        }
        None
    }

    /// The next event, where it has come; otherwise a bit more is read.
    async fn step(&mut self) -> Result<Option<Event>, Error> {
        let Some(open) = &mut self.open else {
            let response = self.http.open(&self.request()).await?;
            let body = response.bytes_stream().map(|chunk| chunk.map(|chunk| chunk.to_vec())).boxed();
            self.open = Some(Open { body, stream: EventStream::new(EVENT_BYTES_MAX), read: VecDeque::new() });
            return Ok(None);
        };
        if let Some(event) = open.read.pop_front() {
            return Ok(Some(event));
        }
        if let Some(Ok(chunk)) = open.body.next().await {
            open.read.extend(read(&mut open.stream, &chunk)?);
            return Ok(None);
        }
        // Cut, or at its end: what is missing comes with the next.
        self.open = None;
        tokio::time::sleep(self.http.retry.backoff(self.failures)).await;
        self.failures = (self.failures + 1).min(6);
        Ok(None)
    }

    fn noted(&mut self, event: Event) -> Event {
        self.failures = 0;
        if let Some(id) = event.event_id.as_ref().and_then(|id| id.parse().ok()) {
            self.filter.after = Some(id);
        }
        self.is_over = event.is_end() && self.filter.evaluation.is_some();
        event
    }

    fn request(&self) -> Request<'_> {
        let request = match &self.filter.evaluation {
            Some(id) => Request::get(["evaluations", id, "events"]),
            None => Request::get(["events"]),
        };
        let kinds = (!self.filter.kinds.is_empty()).then(|| ("events", self.filter.kinds.join(",")));
        let after = self.filter.after.map(|after| ("lastEventId", after.to_string()));
        request.query(kinds.into_iter().chain(after).collect())
    }
}

fn read(stream: &mut EventStream, chunk: &[u8]) -> Result<Vec<Event>, Error> {
    let invalid = |reason: String| Error::InvalidResponse { request: "events".to_owned(), status: 200, reason };
    stream.feed(chunk);
    let mut events = Vec::new();
    while let Some(event) = stream.event().map_err(|error| invalid(error.to_string()))? {
        // A comment keeps the connection open, and is no event.
        if !event.data.is_empty() {
            events.push(serde_json::from_slice(&event.data).map_err(|error| invalid(error.to_string()))?);
        }
    }
    Ok(events)
}

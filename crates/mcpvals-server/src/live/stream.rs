//! The same events as Server-Sent Events (HTML standard, 9.2), for those who only listen.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use mcpvals_store::StoredEvent;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::hub::News;
use super::message;
use super::socket::LOOK;
use crate::auth::{self, Caller};
use crate::error::ApiError;
use crate::event::{SYSTEM_STATUS, is_asked};
use crate::gate::Ask;
use crate::reply::Reply;
use crate::service::Service;

/// A comment is sent so often, so that nobody takes a quiet stream for a dead one.
const BEAT: Duration = Duration::from_secs(15);
const READ: i64 = 500;

/// The events of one evaluation; ends with its last.
pub(crate) async fn of_one(ask: Ask) -> Result<Reply, ApiError> {
    let id = ask.id().to_owned();
    let found = ask.service.store.evaluation(&id).await?;
    let found = found.ok_or_else(|| ApiError::not_found("evaluation", &id))?;
    answer(&ask, Some(id), found.status.is_final()).await
}

/// The events of all evaluations; does not end.
pub(crate) async fn of_all(ask: Ask) -> Result<Reply, ApiError> {
    answer(&ask, None, false).await
}

/// What a browser says when it comes again.
fn last_event(ask: &Ask) -> Result<Option<i64>, ApiError> {
    let said = ask.last_event.as_deref().filter(|said| !said.is_empty());
    said.map(|said| message::event_id("Last-Event-ID", said.into())).transpose()
}

async fn answer(ask: &Ask, evaluation: Option<String>, has_ended: bool) -> Result<Reply, ApiError> {
    let names = ask.query.text("events").into_iter().flat_map(|names| names.split(','));
    let events: Vec<String> = names.map(str::to_owned).collect();
    // Of one evaluation all is told from its begin on; of all, what happens from now on.
    let asked = ask.query.number("lastEventId").or(last_event(ask)?);
    let after = asked.or(evaluation.as_ref().map(|_| 0));
    let news = ask.service.hub.listen();
    let after = match after {
        Some(after) => Some(ask.service.store.known(after).await?),
        None => None,
    };
    let source = Source {
        service: Arc::clone(&ask.service),
        caller: ask.caller.clone(),
        looked: Instant::now(),
        said: Instant::now(),
        news,
        evaluation,
        events,
        after,
        backlog: Vec::new(),
        is_caught_up: after.is_none(),
        has_ended,
        is_over: false,
    };
    let body = Body::from_stream(stream::unfold(source, |mut source| async move {
        source.next().await.map(|text| (Ok::<_, Infallible>(Bytes::from(text)), source))
    }));
    let mut response = Response::new(body);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(Reply::Whole(response))
}

struct Source {
    service: Arc<Service>,
    caller: Caller,
    /// When it was asked last whether they would still be let in.
    looked: Instant,
    /// When anything was said last.
    said: Instant,
    news: broadcast::Receiver<News>,
    evaluation: Option<String>,
    events: Vec<String>,
    after: Option<i64>,
    /// Read from the store, the next one last.
    backlog: Vec<StoredEvent>,
    is_caught_up: bool,
    /// Nothing more will come than what is stored.
    has_ended: bool,
    is_over: bool,
}

impl Source {
    /// The next piece of text; nothing at the end.
    async fn next(&mut self) -> Option<String> {
        let text = self.text().await;
        self.said = Instant::now();
        text
    }

    async fn text(&mut self) -> Option<String> {
        while !self.is_over && !self.service.stop.is_cancelled() {
            if self.looked.elapsed() >= LOOK {
                self.looked = Instant::now();
                if !auth::is_still_known(&self.service, &self.caller).await {
                    return None;
                }
            }
            if let Some(event) = self.backlog.pop() {
                if let Some(text) = self.told(&event) {
                    return Some(text);
                }
            } else if !self.is_caught_up {
                self.read().await?;
            } else if self.has_ended {
                return None;
            } else {
                let heard = tokio::select! {
                    () = self.service.stop.cancelled() => return None,
                    heard = tokio::time::timeout(LOOK, self.news.recv()) => heard,
                };
                match heard {
                    Err(_) if self.said.elapsed() >= BEAT => return Some(": still here\n\n".to_owned()),
                    Ok(Ok(News::Event(event))) => {
                        if let Some(text) = self.told(&event) {
                            return Some(text);
                        }
                    }
                    Ok(Ok(News::System(text))) if self.wants_system() => {
                        return Some(format!("event: {SYSTEM_STATUS}\ndata: {text}\n\n"));
                    }
                    Err(_) | Ok(Ok(News::System(_))) => {}
                    // What was missed is in the store.
                    Ok(Err(RecvError::Lagged(_))) => self.is_caught_up = false,
                    Ok(Err(RecvError::Closed)) => return None,
                }
            }
        }
        None
    }

    /// It has no place in the order of events, and is of no evaluation.
    fn wants_system(&self) -> bool {
        self.evaluation.is_none() && is_asked(SYSTEM_STATUS, &self.events)
    }

    async fn read(&mut self) -> Option<()> {
        let after = self.after.unwrap_or(0);
        let events = self.service.store.events_after(after, self.evaluation.as_deref(), READ).await;
        let Ok(mut events) = events else { return None };
        self.is_caught_up = i64::try_from(events.len()) != Ok(READ);
        events.reverse();
        self.backlog = events;
        Some(())
    }

    fn told(&mut self, event: &StoredEvent) -> Option<String> {
        let is_ours = self.evaluation.as_ref().is_none_or(|id| *id == event.evaluation);
        let is_new = self.after.is_none_or(|after| event.seq > after);
        if !is_ours || !is_new {
            return None;
        }
        self.after = Some(event.seq);
        let is_end =
            matches!(event.kind.as_str(), "evaluation:completed" | "evaluation:failed" | "evaluation:cancelled");
        self.is_over = is_end && self.evaluation.is_some();
        is_asked(&event.kind, &self.events)
            .then(|| format!("id: {}\nevent: {}\ndata: {}\n\n", event.seq, event.kind, message::event(event)))
    }
}

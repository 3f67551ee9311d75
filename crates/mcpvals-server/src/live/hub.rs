//! Reads new events once for everybody who listens on this node, whichever node they happened on.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_store::{Signal, StoredEvent};
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::error::story;
use crate::service::Service;
use crate::signals::told;

/// Whoever is so many events behind is told so and dropped.
const BEHIND_MAX: usize = 4096;
/// So many are read at once.
const READ: i64 = 500;
/// Without being told, somebody looks.
const LOOK: Duration = Duration::from_millis(500);
const PAUSE: Duration = Duration::from_secs(1);

/// Something to tell.
#[derive(Debug, Clone)]
pub(crate) enum News {
    /// Of an evaluation, with its place in the order of all.
    Event(Arc<StoredEvent>),
    /// Of the system: not kept, and without a place.
    System(Arc<str>),
}

/// Where listeners listen.
#[derive(Debug)]
pub(crate) struct Hub {
    news: broadcast::Sender<News>,
}

impl Default for Hub {
    fn default() -> Self {
        Self { news: broadcast::channel(BEHIND_MAX).0 }
    }
}

impl Hub {
    /// What happens from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// Tells everybody; nobody listening is fine.
    pub(crate) fn tell(&self, news: News) {
        drop(self.news.send(news));
    }

    /// How many listen.
    pub(crate) fn listeners(&self) -> usize {
        self.news.receiver_count()
    }
}

/// Follows the store's events, until the end.
pub(crate) async fn follow(service: Arc<Service>, stop: CancellationToken) {
    let mut signals = service.store.signals();
    let mut last = None;
    loop {
        match read(&service, &mut last).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(error = story(&error), "events cannot be read");
                tokio::time::sleep(PAUSE).await;
            }
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = told(&mut signals, &Signal::Events) => {}
            () = tokio::time::sleep(LOOK) => {}
        }
    }
}

/// Tells what is new. Is there more?
async fn read(service: &Service, last: &mut Option<i64>) -> mcpvals_store::Result<bool> {
    let after = match *last {
        Some(seq) => seq,
        // What happened before this node was started is nobody's news.
        None => *last.insert(service.store.last_seq().await?),
    };
    let events = service.store.events_after(after, None, READ).await?;
    let is_more = i64::try_from(events.len()) == Ok(READ);
    for event in events {
        *last = Some(event.seq);
        service.hub.tell(News::Event(Arc::new(event)));
    }
    Ok(is_more)
}

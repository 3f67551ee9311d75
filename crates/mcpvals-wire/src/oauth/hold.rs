//! How long signing in has held everything up: no deadline counts that.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

/// Time that was spent on signing in.
#[derive(Debug)]
pub(super) struct Hold {
    spent: Mutex<Spent>,
    busy: watch::Sender<bool>,
}

#[derive(Debug, Default)]
struct Spent {
    before: Duration,
    since: Option<Instant>,
}

/// Until it is dropped, time is spent.
pub(super) struct Spending<'a>(&'a Hold);

impl Hold {
    pub(super) fn new() -> Self {
        Self { spent: Mutex::default(), busy: watch::channel(false).0 }
    }

    /// From now on. Not twice at once: who signs in holds a lock.
    pub(super) fn begin(&self) -> Spending<'_> {
        self.lock().since = Some(Instant::now());
        self.busy.send_replace(true);
        Spending(self)
    }

    /// All of it so far.
    pub(super) fn so_far(&self) -> Duration {
        let spent = self.lock();
        spent.before + spent.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Waits until nobody signs in.
    pub(super) async fn over(&self) {
        // The sender is our own: it cannot be gone.
        let _ = self.busy.subscribe().wait_for(|busy| !busy).await;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Spending<'_> {
    fn drop(&mut self) {
        let mut spent = self.0.lock();
        let since = spent.since.take();
        spent.before += since.map_or(Duration::ZERO, |since| since.elapsed());
        drop(spent);
        self.0.busy.send_replace(false);
    }
}

//! What runs here, attempt by attempt: one that ends late must not be taken for the next one of the same evaluation.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcpvals_store::Held;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::Stop;

/// What runs here.
#[derive(Debug, Default)]
pub(crate) struct Places {
    running: Mutex<Vec<Running>>,
    /// How many began here up to now.
    begun: AtomicUsize,
    /// Tests of single tools, which somebody waits for.
    tools: AtomicUsize,
    /// Something ended.
    pub(super) free: Notify,
}

/// An attempt that runs here.
#[derive(Debug, Clone)]
pub(super) struct Running {
    pub(super) held: Held,
    /// Another one for each: an attempt that was given back is begun again under its own number.
    number: usize,
    pub(super) stop: CancellationToken,
    why: Arc<Mutex<Option<Stop>>>,
}

impl Running {
    /// Why it is to end.
    pub(super) fn why(&self) -> Option<Stop> {
        *self.why.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends it; the first reason counts.
    pub(super) fn end(&self, why: Stop) {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        self.stop.cancel();
    }

    /// The name of its folder.
    pub(super) fn folder(&self) -> String {
        format!("{}.{}", self.held.id, self.number)
    }
}

impl Places {
    fn lock(&self) -> MutexGuard<'_, Vec<Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many evaluations run here.
    pub(crate) fn taken(&self) -> usize {
        self.lock().len()
    }

    /// All that run here.
    pub(super) fn all(&self) -> Vec<Running> {
        self.lock().clone()
    }

    pub(super) fn enter(&self, held: &Held) -> Running {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let running = Running { held: held.clone(), number, stop: CancellationToken::new(), why: Arc::default() };
        self.lock().push(running.clone());
        running
    }

    pub(super) fn leave(&self, running: &Running) {
        self.lock().retain(|other| other.number != running.number);
        self.free.notify_waiters();
    }

    /// Ends what runs of an evaluation.
    pub(super) fn end(&self, id: &str, why: Stop) {
        self.lock().iter().filter(|running| running.held.id == id).for_each(|running| running.end(why));
    }

    pub(super) fn end_all(&self, why: Stop) {
        self.lock().iter().for_each(|running| running.end(why));
    }

    /// A place for a test of one tool; nothing where all are taken. It is free again when it is dropped.
    pub(crate) fn tool_place(&self, most: u32) -> Option<ToolPlace<'_>> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let taken = self.tools.fetch_add(1, Ordering::AcqRel);
        let place = ToolPlace { places: self };
        if taken < most { Some(place) } else { None }
    }
}

/// A place for a test of one tool.
pub(crate) struct ToolPlace<'a> {
    places: &'a Places,
}

impl Drop for ToolPlace<'_> {
    fn drop(&mut self) {
        self.places.tools.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_that_ends_late_leaves_the_next_one_alone() {
        let places = Places::default();
        let held = |attempt| Held { id: "eval_a".to_owned(), attempt, worker: "w".to_owned() };
        let (late, next) = (places.enter(&held(1)), places.enter(&held(2)));
        late.end(Stop::Lost);
        places.leave(&late);
        assert_eq!((places.taken(), next.why(), next.stop.is_cancelled()), (1, None, false));
        assert_ne!(late.folder(), next.folder());
        places.end("eval_a", Stop::Cancelled);
        assert_eq!(next.why(), Some(Stop::Cancelled));
    }
}

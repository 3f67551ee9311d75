//! What happens again and again is said now and then.

use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_secs(5);

/// Since when nothing was said.
#[derive(Debug, Default)]
pub(super) struct Seldom(Option<Instant>);

impl Seldom {
    /// Is it to be said now?
    pub(super) fn is_time(&mut self) -> bool {
        let is_time = self.0.is_none_or(|last| last.elapsed() >= PAUSE);
        if is_time {
            self.0 = Some(Instant::now());
        }
        is_time
    }
}

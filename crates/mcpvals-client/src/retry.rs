//! When something is tried again, and after how long.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};
use std::time::Duration;

use crate::error::Error;

/// How often, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Retry {
    /// How often a request is sent again.
    pub(crate) times: u32,
    /// The first repetition comes after this and a random part of it; each further after twice as much.
    pub(crate) delay: Duration,
    /// Where the service says to wait longer than this, the error is given at once.
    pub(crate) patience: Duration,
}

impl Retry {
    /// How long to wait before the request is sent again; `None` where it is not. `attempt` is 0 at first.
    ///
    /// Without an answer, only what cannot be done twice by that is sent again: no POST, unless it never left.
    pub(crate) fn after(&self, error: &Error, attempt: u32, is_repeatable: bool) -> Option<Duration> {
        let usual = self.backoff(attempt);
        if attempt >= self.times {
            return None;
        }
        match error {
            Error::Connection { source, .. } => (is_repeatable || source.is_connect()).then_some(usual),
            Error::Timeout { .. } => None,
            Error::Api(refused) if error.is_retry_safe() => match refused.retry_after {
                Some(asked) if asked > self.patience => None,
                Some(asked) => Some(usual.max(asked + self.delay.mul_f64(chance()))),
                None => Some(usual),
            },
            _ => error.is_retry_safe().then_some(usual),
        }
    }

    /// Twice as long each time, and a random part more, so that many clients do not come back at once.
    pub(crate) fn backoff(&self, attempt: u32) -> Duration {
        self.delay.saturating_mul(2_u32.saturating_pow(attempt.min(16))) + self.delay.mul_f64(chance())
    }
}

/// 0 to 1: nothing that must be unpredictable.
fn chance() -> f64 {
    let random = RandomState::new().build_hasher().finish();
    f64::from(u32::try_from(random >> 32).unwrap_or(u32::MAX)) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::Value;

    use super::Retry;
    use crate::error::{ApiError, Error};

    const RETRY: Retry = Retry { times: 3, delay: Duration::from_secs(1), patience: Duration::from_mins(1) };

    fn refused(status: u16, retry_after: Option<u64>) -> Error {
        let (code, message, details) = ("X".to_owned(), "x".to_owned(), Value::Null);
        let retry_after = retry_after.map(Duration::from_secs);
        Error::Api(Box::new(ApiError {
            status,
            code,
            message,
            details,
            documentation: None,
            request_id: None,
            retry_after,
        }))
    }

    #[test]
    fn only_429_and_5xx_are_asked_for_again() {
        let after = |status| RETRY.after(&refused(status, None), 0, false);
        assert!([429, 500, 503].iter().all(|status| after(*status).is_some()));
        assert!([400, 401, 404, 409, 422].iter().all(|status| after(*status).is_none()));
        assert!(RETRY.after(&refused(503, None), 3, true).is_none(), "that was the last");
    }

    #[test]
    fn waits_double_and_never_fall_below_what_is_asked() {
        for attempt in 0..3 {
            let wait = RETRY.after(&refused(500, None), attempt, true).unwrap();
            let base = Duration::from_secs(1 << attempt);
            assert!(wait >= base && wait <= base + RETRY.delay, "{attempt}: {wait:?}");
        }
        assert!(RETRY.after(&refused(429, Some(7)), 0, true).unwrap() >= Duration::from_secs(7));
        assert!(RETRY.after(&refused(429, Some(61)), 0, true).is_none());
    }
}

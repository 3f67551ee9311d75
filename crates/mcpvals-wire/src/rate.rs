//! Keeps the rate at which messages and HTTP requests follow each other, over all sessions that share the gate.

use std::sync::Mutex;
use std::time::Duration;

use mcpvals_model::RateLimit;
use tokio::time::Instant;

/// A token bucket. Share it in an `Arc`.
#[derive(Debug)]
pub struct RateGate {
    limit: RateLimit,
    bucket: Mutex<Bucket>,
}

#[derive(Debug)]
struct Bucket {
    tokens: f64,
    filled_at: Instant,
}

impl RateGate {
    /// A full bucket.
    pub fn new(limit: RateLimit) -> Self {
        let bucket = Bucket { tokens: f64::from(limit.burst.max(1)), filled_at: Instant::now() };
        Self { limit, bucket: Mutex::new(bucket) }
    }

    /// Waits until the next message may be sent. Fair: who asks first goes first. How long that took.
    ///
    /// # Cancellation
    /// A dropped wait gives its turn back.
    pub async fn pass(&self) -> Duration {
        let wait = self.take(Instant::now());
        if !wait.is_zero() {
            let mut turn = Turn { gate: self, is_used: false };
            tokio::time::sleep(wait).await;
            turn.is_used = true;
        }
        wait
    }

    /// Takes a token, on credit where there is none; how long until it is there.
    fn take(&self, now: Instant) -> Duration {
        let mut bucket = self.bucket.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let gained = now.duration_since(bucket.filled_at).as_secs_f64() * self.limit.per_second;
        bucket.tokens = (bucket.tokens + gained).min(f64::from(self.limit.burst.max(1)));
        bucket.filled_at = now;
        bucket.tokens -= 1.0;
        let missing = (-bucket.tokens).max(0.0) / self.limit.per_second;
        Duration::try_from_secs_f64(missing).unwrap_or(Duration::MAX)
    }
}

/// A token that was taken on credit.
struct Turn<'a> {
    gate: &'a RateGate,
    is_used: bool,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if !self.is_used {
            self.gate.bucket.lock().unwrap_or_else(std::sync::PoisonError::into_inner).tokens += 1.0;
        }
    }
}

/// Waits at a gate, where there is one. How long that took.
pub(crate) async fn pass(gate: Option<&RateGate>) -> Duration {
    match gate {
        Some(gate) => gate.pass().await,
        None => Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use mcpvals_model::RateLimit;
    use tokio::time::Instant;

    use super::RateGate;

    #[test]
    fn burst_passes_at_once_and_the_rest_at_the_rate() {
        let gate = RateGate::new(RateLimit { per_second: 10.0, burst: 3 });
        let began = Instant::now();
        let waits: Vec<u128> = (0..5).map(|_| gate.take(began).as_millis()).collect();
        assert_eq!(waits, [0, 0, 0, 100, 200]);
    }

    #[tokio::test]
    async fn dropped_wait_gives_its_turn_back() {
        let gate = RateGate::new(RateLimit { per_second: 1.0, burst: 1 });
        gate.pass().await;
        for _ in 0..10 {
            let waited = tokio::time::timeout(Duration::from_millis(1), gate.pass()).await;
            assert!(waited.is_err());
        }
        let wait = gate.take(Instant::now());
        assert!(wait <= Duration::from_secs(1), "{wait:?}");
    }

    #[test]
    fn bucket_fills_up_but_not_over() {
        let gate = RateGate::new(RateLimit { per_second: 10.0, burst: 2 });
        let later = Instant::now() + Duration::from_mins(1);
        let waits: Vec<u128> = (0..3).map(|_| gate.take(later).as_millis()).collect();
        assert_eq!(waits, [0, 0, 100]);
    }
}

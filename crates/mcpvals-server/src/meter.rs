//! What is measured of requests: how many, how fast, how many failed; of the last 24 hours, hour by hour.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

const HOURS: usize = 24;
const HOUR: Duration = Duration::from_hours(1);
/// A minute, in microseconds: whatever took longer counts as this.
const LONGEST_US: u64 = 60_000_000;

/// What is measured of requests.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    hours: Mutex<VecDeque<Hour>>,
    /// Since the start, by class of status: 1xx to 5xx.
    classes: [AtomicU64; 5],
    /// Connections to the WebSocket that are open.
    pub(crate) sockets: AtomicU64,
    /// Evaluations that ran here, since the start.
    pub(crate) evaluations: AtomicU64,
}

#[derive(Debug)]
struct Hour {
    began: Instant,
    times: Histogram<u64>,
    failed: u64,
}

/// What the last day came to.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Measured {
    pub(crate) requests_per_minute: f64,
    /// Percentiles, in milliseconds.
    pub(crate) p50: f64,
    pub(crate) p95: f64,
    pub(crate) p99: f64,
    /// The share of requests that failed by our fault, 0 to 1.
    pub(crate) error_rate: f64,
    pub(crate) requests: u64,
}

impl Meter {
    /// Counts a request.
    pub(crate) fn count(&self, status: u16, took: Duration) {
        if let Some(class) = self.classes.get(usize::from(status / 100).saturating_sub(1)) {
            class.fetch_add(1, Ordering::Relaxed);
        }
        let mut hours = self.hours.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if hours.back().is_none_or(|hour| hour.began.elapsed() >= HOUR)
            && let Ok(times) = Histogram::new_with_bounds(1, LONGEST_US, 2)
        {
            hours.push_back(Hour { began: Instant::now(), times, failed: 0 });
            if hours.len() > HOURS {
                hours.pop_front();
            }
        }
        if let Some(hour) = hours.back_mut() {
            let micros = u64::try_from(took.as_micros()).unwrap_or(LONGEST_US).clamp(1, LONGEST_US);
            hour.times.saturating_record(micros);
            hour.failed += u64::from(status >= 500);
        }
    }

    /// What the last day came to, on this node.
    pub(crate) fn measured(&self) -> Measured {
        let hours = self.hours.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(oldest) = hours.front() else { return Measured::default() };
        let Ok(mut all) = Histogram::<u64>::new_with_bounds(1, LONGEST_US, 2) else { return Measured::default() };
        let failed: u64 = hours.iter().map(|hour| hour.failed).sum();
        for hour in hours.iter() {
            // The same bounds: nothing is out of range.
            let _ = all.add(&hour.times);
        }
        let minutes = (oldest.began.elapsed().as_secs_f64() / 60.0).max(1.0);
        let ms = |quantile| micros_to_ms(all.value_at_quantile(quantile));
        let requests = all.len();
        Measured {
            requests_per_minute: round(as_f64(requests) / minutes),
            p50: ms(0.5),
            p95: ms(0.95),
            p99: ms(0.99),
            error_rate: if requests == 0 { 0.0 } else { as_f64(failed) / as_f64(requests) },
            requests,
        }
    }

    /// Since the start, by class of status.
    pub(crate) fn classes(&self) -> [u64; 5] {
        std::array::from_fn(|class| self.classes[class].load(Ordering::Relaxed))
    }
}

fn micros_to_ms(micros: u64) -> f64 {
    round(as_f64(micros) / 1000.0)
}

/// Two decimals.
pub(crate) fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(crate) fn as_f64(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_what_was_counted() {
        let meter = Meter::default();
        assert_eq!(meter.measured(), Measured::default());
        (1..=100).for_each(|ms| meter.count(if ms == 100 { 500 } else { 200 }, Duration::from_millis(ms)));
        let measured = meter.measured();
        assert_eq!(measured.requests, 100);
        assert!((measured.p50 - 50.0).abs() < 1.0 && (measured.p99 - 99.0).abs() < 1.5, "{measured:?}");
        assert!((measured.error_rate - 0.01).abs() < 1e-9);
        assert_eq!(meter.classes(), [0, 99, 0, 0, 1]);
    }
}

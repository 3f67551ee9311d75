//! Limits of requests: fixed windows of an hour, by caller and bucket.
//!
//! On PostgreSQL every request is counted there, so that all nodes count together. On SQLite there is one node: it counts in
//! memory, and writes down what it counted now and then, so that a restart gives nobody a fresh window.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};
use mcpvals_model::LimitsFile;
use mcpvals_store::{Millis, Store, Window};
use tokio_util::sync::CancellationToken;

use crate::route::{ROUTES, Route};
use crate::service::Service;
use crate::settings::Limits;
use crate::time;

/// Of a window, in milliseconds.
pub(crate) const WINDOW: Millis = 3_600_000;
/// Where neither the seed nor the operator says otherwise.
const USUAL: u32 = 1000;
/// No longer is it waited for the other nodes' counts.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often counts are written down.
const WRITE: Duration = Duration::from_secs(1);
const LIMIT: &str = "x-ratelimit-limit";
const CALLERS_MAX: usize = 100_000;

/// What seed 003 limits by name, and pages: a table that is open all day asks for itself again and again.
const TABLE: [(&str, u32); 5] = [
    ("POST /evaluations", 50),
    ("GET /evaluations", 1000),
    ("GET /evaluations/{id}", 2000),
    ("POST /tools/test", 100),
    (PAGES, 10_000),
];
/// All pages count together.
pub(crate) const PAGES: &str = "GET pages";
/// Whoever signs in to the dashboard.
pub(crate) const SIGN_IN: &str = "POST /session";

/// How a caller stands after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) limit: i64,
    pub(crate) remaining: i64,
    /// When the window closes, in milliseconds since 1970.
    pub(crate) reset_at: Millis,
    /// Was it one too many?
    pub(crate) is_over: bool,
}

impl Standing {
    /// Says so in the four headers of seed 003.
    pub(crate) fn tell(self, headers: &mut HeaderMap) {
        let numbers = [
            (LIMIT, self.limit),
            ("x-ratelimit-remaining", self.remaining),
            // The second in which the window is surely closed.
            ("x-ratelimit-reset", (self.reset_at + 999) / 1000),
            ("x-ratelimit-window", WINDOW / 1000),
        ];
        for (name, number) in numbers {
            headers.insert(HeaderName::from_static(name), HeaderValue::from(number));
        }
    }

    /// Until the window is surely closed, in seconds.
    pub(crate) fn seconds_left(self) -> u64 {
        u64::try_from((self.reset_at - time::now() + 999) / 1000).unwrap_or(1).max(1)
    }

    /// Was it said?
    pub(crate) fn is_told(headers: &HeaderMap) -> bool {
        headers.contains_key(LIMIT)
    }
}

/// Counters in memory.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    windows: Mutex<HashMap<(String, String), Counted>>,
    is_shared: bool,
}

#[derive(Debug, Clone, Copy)]
struct Counted {
    window: Window,
    is_written: bool,
}

/// How many requests an hour a bucket has.
pub(crate) fn limit_of(bucket: &str, limits: &Limits) -> i64 {
    let of_operator = limits.requests_per_hour.get(bucket);
    let of_seed = || TABLE.iter().find(|(name, _)| *name == bucket).map(|(_, limit)| limit);
    let of_rest = || limits.requests_per_hour.get("*");
    i64::from(*of_operator.or_else(of_seed).or_else(of_rest).unwrap_or(&USUAL))
}

/// The limits that are set for what nobody can ask for, as JSON pointers of the file, and what is wrong there.
pub fn unknown_buckets(limits: &LimitsFile) -> Vec<(String, String)> {
    let is_known = |name: &str| {
        ["*", PAGES, SIGN_IN].contains(&name) || ROUTES.iter().map(Route::bucket).any(|known| known == name)
    };
    let unknown = limits.requests_per_hour.iter().flatten().map(|(name, _)| name).filter(|name| !is_known(name));
    let place = |name: &str| format!("/limits/requestsPerHour/{}", name.replace('~', "~0").replace('/', "~1"));
    unknown.map(|name| (place(name), format!("no route is counted as `{name}`: /docs names them all"))).collect()
}

impl Rates {
    pub(crate) async fn open(store: &Store) -> mcpvals_store::Result<Self> {
        let is_shared = store.is_shared();
        let known = if is_shared { Vec::new() } else { store.windows().await? };
        let counted = |(bucket, caller, window)| ((bucket, caller), Counted { window, is_written: true });
        Ok(Self { windows: Mutex::new(known.into_iter().map(counted).collect()), is_shared })
    }

    /// Counts a request.
    pub(crate) async fn count(&self, service: &Service, bucket: &str, caller: &str) -> Standing {
        let limit = limit_of(bucket, &service.settings().limits);
        let window = match self.count_there(service, bucket, caller).await {
            Some(window) => window,
            None => self.count_here(bucket, caller, time::now()),
        };
        standing(limit, window)
    }

    /// On all nodes together; nothing where there is one node, or the database cannot be written to: then each counts for itself.
    async fn count_there(&self, service: &Service, bucket: &str, caller: &str) -> Option<Window> {
        if !self.is_shared {
            return None;
        }
        let counted = tokio::time::timeout(PATIENCE, service.store.count(bucket, caller, WINDOW)).await;
        counted.ok().and_then(Result::ok)
    }

    fn count_here(&self, bucket: &str, caller: &str, now: Millis) -> Window {
        let mut windows = self.lock();
        if windows.len() >= CALLERS_MAX {
            windows.retain(|_, counted| counted.window.opened_at + WINDOW > now);
        }
        let fresh = Counted { window: Window { opened_at: now, number: 0 }, is_written: false };
        let counted = windows.entry((bucket.to_owned(), caller.to_owned())).or_insert(fresh);
        if counted.window.opened_at + WINDOW <= now {
            *counted = fresh;
        }
        counted.window.number += 1;
        counted.is_written = false;
        counted.window
    }

    /// What was not written yet, from now on taken for written.
    fn unwritten(&self) -> Vec<(String, String, Window)> {
        let mut windows = self.lock();
        let changed = windows.iter_mut().filter(|(_, counted)| !counted.is_written);
        let mut taken: Vec<_> = changed
            .map(|((bucket, caller), counted)| {
                counted.is_written = true;
                (bucket.clone(), caller.clone(), counted.window)
            })
            .collect();
        taken.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
        taken
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(String, String), Counted>> {
        self.windows.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

fn standing(limit: i64, window: Window) -> Standing {
    Standing {
        limit,
        remaining: (limit - window.number).max(0),
        reset_at: window.opened_at + WINDOW,
        is_over: window.number > limit,
    }
}

/// Writes down what was counted, until the end.
pub(crate) async fn write_down(service: Arc<Service>, stop: CancellationToken) {
    if service.rates.is_shared {
        return;
    }
    loop {
        let is_over = tokio::select! {
            () = stop.cancelled() => true,
            () = tokio::time::sleep(WRITE) => false,
        };
        let counted = service.rates.unwritten();
        if !counted.is_empty()
            && let Err(error) = service.store.keep_windows(&counted).await
        {
            tracing::warn!(error = crate::error::story(&error), "counts of requests cannot be written down");
        }
        if is_over {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_seed_holds_and_the_operator_may_change_it() {
        let mut limits = Limits::default();
        assert_eq!(limit_of("POST /evaluations", &limits), 50);
        assert_eq!(limit_of("GET /config", &limits), 1000);
        limits.requests_per_hour.insert("*".to_owned(), 7);
        assert_eq!((limit_of("GET /config", &limits), limit_of("POST /tools/test", &limits)), (7, 100));
    }

    #[test]
    fn a_window_closes_after_an_hour() {
        let rates = Rates::default();
        let count = |now| rates.count_here("b", "c", now).number;
        assert_eq!([count(0), count(1), count(WINDOW - 1), count(WINDOW), count(WINDOW + 1)], [1, 2, 3, 1, 2]);
        assert_eq!(rates.unwritten().len(), 1);
        assert!(rates.unwritten().is_empty());
        let over = standing(2, Window { opened_at: 0, number: 3 });
        assert!(over.is_over && over.remaining == 0);
    }
}

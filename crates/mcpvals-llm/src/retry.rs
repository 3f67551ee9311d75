//! Which failures pass by themselves, and how long that is waited for: as the provider's headers say, and otherwise
//! longer each time.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use mcpvals_model::ModelFault;
use reqwest::header::HeaderMap;
use serde_json::Value;

/// The first wait where the provider says nothing; each is twice the one before.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// So long it is waited for somebody to listen where nobody does: a server that is just starting.
const NOBODY_THERE: Duration = Duration::from_secs(4);
/// Of an error's text, so much is shown.
const WORDS_CHARS_MAX: usize = 500;

/// What came of one attempt.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// Status 200 and JSON.
    Answered(Value),
    Failed(Failed),
}

#[derive(Debug)]
pub(crate) struct Failed {
    fault: ModelFault,
    /// May the same request succeed later?
    passes: bool,
    /// As the provider asks.
    after: Option<Duration>,
    /// All waits together are no longer than this.
    most: Option<Duration>,
    pub(crate) body: Option<Value>,
}

impl Attempt {
    /// The connection broke, or (nobody listens) there was none.
    pub(crate) fn unreachable(message: String, nobody: bool) -> Self {
        let most = nobody.then_some(NOBODY_THERE);
        Self::Failed(Failed { passes: true, most, ..Failed::of(ModelFault::Unreachable { message }) })
    }

    /// The budget allows no more.
    pub(crate) fn refused_by(spent: ModelFault) -> Self {
        Self::Failed(Failed::of(spent))
    }

    pub(crate) fn timed_out(after: Duration) -> Self {
        let after_ms = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
        Self::Failed(Failed::of(ModelFault::TimedOut { after_ms }))
    }

    pub(crate) fn unreadable(message: String) -> Self {
        Self::Failed(Failed::of(ModelFault::Unreadable { message }))
    }
}

impl Failed {
    /// For good, without an answer.
    fn of(fault: ModelFault) -> Self {
        Self { fault, passes: false, after: None, most: None, body: None }
    }
}

/// An answer with another status than 200.
pub(crate) fn refused(status: u16, headers: &HeaderMap, bytes: &[u8], body: Option<Value>) -> Failed {
    let said = body.as_ref().and_then(message);
    let message = said.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned());
    let message: String = message.chars().take(WORDS_CHARS_MAX).collect();
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let forbidden = header("x-should-retry") == Some("false") || body.as_ref().is_some_and(is_spent);
    Failed {
        passes: !forbidden && matches!(status, 408 | 409 | 425 | 429 | 500 | 502..=504 | 529),
        after: after(header("retry-after-ms"), header("retry-after"), body.as_ref()),
        most: None,
        fault: ModelFault::Status { status, message },
        body,
    }
}

/// An error that came in an answer with status 200 that is otherwise none, as gateways have it.
pub(crate) fn refused_as_answer(status: u16, headers: &HeaderMap, body: Value) -> Failed {
    let mut failed = refused(status, headers, body.to_string().as_bytes(), Some(body));
    if let ModelFault::Status { message, .. } = &mut failed.fault {
        message.push_str(" (in an answer with status 200)");
    }
    failed
}

/// An error that came within a stream, with the status that it would have had instead of one.
pub(crate) fn refused_midway(status: u16, body: &Value) -> Failed {
    let mut failed = refused(status, &HeaderMap::new(), body.to_string().as_bytes(), Some(body.clone()));
    if let ModelFault::Status { message, .. } = &mut failed.fault {
        message.push_str(" (within its stream)");
    }
    failed
}

fn message(body: &Value) -> Option<String> {
    let error = body.get("error").or_else(|| body.pointer("/0/error"))?;
    error.get("message").unwrap_or(error).as_str().map(str::to_owned)
}

/// An account without money has no more tomorrow.
fn is_spent(body: &Value) -> bool {
    ["/error/code", "/error/type"]
        .iter()
        .any(|place| body.pointer(place).is_some_and(|code| code == "insufficient_quota"))
}

/// In milliseconds, in seconds, as a date (RFC 9110, 10.2.3), or in Google's `RetryInfo`.
fn after(millis: Option<&str>, seconds: Option<&str>, body: Option<&Value>) -> Option<Duration> {
    let of_millis = millis.and_then(|text| text.parse().ok()).map(Duration::from_millis);
    let of_seconds = || seconds?.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let of_date = || {
        let date = jiff::fmt::rfc2822::DateTimeParser::new().parse_timestamp(seconds?).ok()?;
        Some(Duration::try_from(date.duration_since(Timestamp::now())).unwrap_or_default())
    };
    let of_google = || {
        let details = body?.pointer("/error/details")?.as_array()?;
        let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
        delay.strip_suffix('s')?.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    };
    of_millis.or_else(of_seconds).or_else(of_date).or_else(of_google)
}

/// The time that one turn may wait, and what of it is spent.
#[derive(Debug)]
pub(crate) struct Patience {
    whole: Duration,
    spent: Duration,
    next: Duration,
    /// Why it was given up, where it could have gone on.
    reason: Option<String>,
}

impl Patience {
    pub(crate) fn new(whole: Duration) -> Self {
        Self { whole, spent: Duration::ZERO, next: FIRST_WAIT, reason: None }
    }

    pub(crate) fn waited(&self) -> Duration {
        self.spent
    }

    /// How long to wait before the next attempt; `None` where there is none.
    pub(crate) fn wait(&mut self, attempt: &Attempt, deadline: Instant) -> Option<Duration> {
        let Attempt::Failed(failed) = attempt else { return None };
        if !failed.passes {
            return None;
        }
        let most = failed.most.map_or(self.whole, |most| most.min(self.whole));
        let left = most.saturating_sub(self.spent);
        // The last wait is what is left.
        let wait = failed.after.unwrap_or_else(|| if left < FIRST_WAIT { self.next } else { self.next.min(left) });
        if self.spent + wait > most {
            let asked = if failed.after.is_some() { "it asks for" } else { "the next wait would be" };
            self.reason =
                Some(format!("{asked} {} ms more, of {} ms in all", wait.as_millis(), self.whole.as_millis()));
            return None;
        }
        if Instant::now() + wait >= deadline {
            self.reason = Some(format!("the deadline comes before the {} ms that it asks for", wait.as_millis()));
            return None;
        }
        self.spent += wait;
        self.next *= 2;
        Some(wait)
    }

    /// What is told of the last attempt.
    pub(crate) fn fault(self, failed: Failed) -> ModelFault {
        match (failed.fault, self.reason) {
            (ModelFault::Status { status, message }, Some(reason)) => {
                let waited_ms = u64::try_from(self.spent.as_millis()).unwrap_or(u64::MAX);
                ModelFault::Busy { status, message, waited_ms, reason }
            }
            (fault, _) => fault,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use jiff::Timestamp;
    use mcpvals_model::ModelFault;
    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
    use serde_json::{Value, json};

    use super::{Attempt, Patience, after, refused};

    fn failing(status: u16, headers: &[(&'static str, &'static str)], body: Value) -> Attempt {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        let headers: HeaderMap = headers.iter().map(pair).collect();
        Attempt::Failed(refused(status, &headers, b"text", Some(body)))
    }

    fn wait(attempt: &Attempt) -> Option<u128> {
        let mut patience = Patience::new(Duration::from_mins(1));
        patience.wait(attempt, Instant::now() + Duration::from_hours(1)).map(|wait| wait.as_millis())
    }

    #[test]
    fn what_passes_is_waited_for_as_the_provider_says() {
        for status in [408, 429, 500, 502, 503, 504, 529] {
            assert_eq!(wait(&failing(status, &[], json!({}))), Some(500), "{status}");
            assert_eq!(wait(&failing(status, &[("retry-after", "7")], json!({}))), Some(7000), "{status}");
        }
        assert_eq!(wait(&failing(429, &[("retry-after", "7"), ("retry-after-ms", "20")], json!({}))), Some(20));
        let google = json!({"error": {"details": [{"@type": "…RetryInfo", "retryDelay": "1.5s"}]}});
        assert_eq!(wait(&failing(429, &[], google)), Some(1500));
        assert_eq!(wait(&Attempt::unreachable("x".to_owned(), false)), Some(500));
    }

    #[test]
    fn nobody_is_waited_for_long_where_nobody_listens() {
        let mut patience = Patience::new(Duration::from_mins(2));
        let nobody = Attempt::unreachable("x".to_owned(), true);
        while patience.wait(&nobody, Instant::now() + Duration::from_hours(1)).is_some() {}
        assert_eq!(patience.waited(), Duration::from_secs(4));
    }

    #[test]
    fn what_does_not_pass_is_not_asked_again() {
        for status in [400, 401, 403, 404, 413, 422, 501] {
            assert_eq!(wait(&failing(status, &[("retry-after", "1")], json!({}))), None, "{status}");
        }
        assert_eq!(wait(&failing(429, &[], json!({"error": {"code": "insufficient_quota"}}))), None);
        assert_eq!(wait(&failing(500, &[("x-should-retry", "false")], json!({}))), None);
        assert_eq!(wait(&Attempt::unreadable("x".to_owned())), None);
    }

    #[test]
    fn dates_are_waited_for_and_past_ones_are_over() {
        let date = |timestamp: Timestamp| {
            jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&timestamp).expect("a date")
        };
        let soon = date(Timestamp::now() + Duration::from_secs(100));
        let wait = after(None, Some(&soon), None).expect("a wait");
        assert!(wait > Duration::from_secs(90) && wait <= Duration::from_secs(100), "{wait:?}");
        assert_eq!(after(None, Some(&date(Timestamp::UNIX_EPOCH)), None), Some(Duration::ZERO));
        assert_eq!(after(None, Some("soon"), None), None);
        assert_eq!(after(None, Some("-1"), None), None);
        assert_eq!(after(None, Some("1e300"), None), None);
    }

    #[test]
    fn patience_ends_and_says_why() {
        let far = Instant::now() + Duration::from_hours(1);
        let busy = || failing(529, &[], json!({"error": {"message": "overloaded"}}));
        let mut patience = Patience::new(Duration::from_secs(2));
        assert_eq!(patience.wait(&busy(), far), Some(Duration::from_millis(500)));
        assert_eq!(patience.wait(&busy(), far), Some(Duration::from_secs(1)));
        // What is left.
        assert_eq!(patience.wait(&busy(), far), Some(Duration::from_millis(500)));
        let last = busy();
        assert_eq!(patience.wait(&last, far), None);
        let Attempt::Failed(failed) = last else { unreachable!() };
        let fault = patience.fault(failed);
        let ModelFault::Busy { waited_ms, .. } = &fault else { panic!("{fault:?}") };
        assert_eq!(*waited_ms, 2000);
        assert!(fault.to_string().contains("529: overloaded"), "{fault}");
        let mut hasty = Patience::new(Duration::from_mins(1));
        assert_eq!(hasty.wait(&busy(), Instant::now() + Duration::from_millis(100)), None);
    }
}

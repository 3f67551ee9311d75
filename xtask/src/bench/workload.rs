//! What is played.

use std::fmt;

use serde_json::{Value, json};

/// Calls of `echo`, each with an assertion on its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Workload {
    /// Start, list, one call, report.
    First,
    /// One after the other, each a test of its own.
    Sequence(usize),
    /// One after the other, one test repeated: what the file costs falls out.
    Repeated(usize),
    /// As many at once as `--concurrency` allows.
    Parallel(usize),
    /// At concurrency 50, against a server that takes 20 ms for each.
    Waiting(usize),
}

/// The waiting of [`Workload::Waiting`].
pub(super) const WAIT_MS: usize = 20;
pub(super) const WAIT_CONCURRENCY: usize = 50;

impl Workload {
    pub(super) fn calls(self) -> usize {
        match self {
            Self::First => 1,
            Self::Sequence(calls) | Self::Repeated(calls) | Self::Parallel(calls) | Self::Waiting(calls) => calls,
        }
    }

    /// How many tests the config has.
    fn tests(self) -> usize {
        if let Self::Repeated(_) = self { 1 } else { self.calls() }
    }

    pub(super) fn is_parallel(self) -> bool {
        matches!(self, Self::Parallel(_) | Self::Waiting(_))
    }

    /// The config of the workload: one that mcpvals and the npm package both read. `prefix` is what the server's
    /// `echo` puts before the message.
    pub(super) fn config(self, server: &Value, prefix: &str) -> Value {
        let tests: Vec<Value> = (0..self.tests()).map(|number| test(number, prefix)).collect();
        json!({
            "server": server,
            "toolHealthSuites": [{"name": "echo", "parallel": self.is_parallel(), "tests": tests}],
        })
    }
}

/// The npm package compares with the whole result and nothing less.
fn test(number: usize, prefix: &str) -> Value {
    let message = message(number);
    let text = format!("{prefix}{message}");
    json!({
        "name": "echo",
        "args": {"message": message},
        "expectedResult": {"content": [{"type": "text", "text": text}]},
    })
}

/// What the call with this number says.
pub(super) fn message(number: usize) -> String {
    format!("message {number}")
}

impl fmt::Display for Workload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("start, list, 1 call, report"),
            Self::Sequence(calls) => write!(f, "{calls} calls in sequence"),
            Self::Repeated(calls) => write!(f, "{calls} calls in sequence, one test repeated"),
            Self::Parallel(calls) => write!(f, "{calls} calls in parallel"),
            Self::Waiting(calls) => write!(f, "{calls} calls of {WAIT_MS} ms at concurrency {WAIT_CONCURRENCY}"),
        }
    }
}

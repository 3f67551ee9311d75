//! A request before it is made.

use std::time::{Duration, Instant};

use mcpvals_model::CallRole;
use serde_json::Value;

use crate::Params;
use crate::router::{Entry, LogKey, OWN};

/// A request to be made.
#[derive(Clone, Copy)]
pub(crate) struct Ask<'a> {
    /// Where it is recorded.
    pub(crate) log: LogKey,
    /// Whether it is a call of its own.
    pub(crate) entry: Entry<'a>,
    /// Its method.
    pub(crate) method: &'a str,
    /// Its parameters; `null` for none.
    pub(crate) params: Params<'a>,
    /// `Mcp-Param-*` headers.
    pub(crate) headers: &'a [(String, String)],
    /// When to give up, and the length of that wait in milliseconds for the record.
    pub(crate) deadline: Instant,
    pub(crate) deadline_ms: u64,
    /// What to do then.
    pub(crate) at_deadline: AtDeadline,
}

/// What becomes of a request that has no answer in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtDeadline {
    /// It is taken back, and a later answer is a late one.
    GiveUp,
    /// Nobody waits for it any more, but an answer is welcome whenever it comes.
    LetGo,
}

impl<'a> Ask<'a> {
    /// A request of the session's own, recorded in its own trace.
    pub(crate) fn own(method: &'a str, params: &'a Value, deadline: Instant) -> Self {
        Self::new(OWN, CallRole::Session, method, params.into(), deadline)
    }

    /// A request that is to be answered by then.
    pub(crate) fn new(log: LogKey, role: CallRole, method: &'a str, params: Params<'a>, deadline: Instant) -> Self {
        let patience = deadline.saturating_duration_since(Instant::now());
        Self { deadline, ..Self::within(log, role, method, params, patience) }
    }

    /// A request that is to be answered within this time, from now on.
    pub(crate) fn within(log: LogKey, role: CallRole, method: &'a str, params: Params<'a>, patience: Duration) -> Self {
        let deadline = Instant::now() + patience;
        let deadline_ms = u64::try_from(patience.as_micros().div_ceil(1_000)).unwrap_or(u64::MAX);
        let at_deadline = AtDeadline::GiveUp;
        let entry = Entry::New { role, method };
        Self { log, entry, method, params, headers: &[], deadline, deadline_ms, at_deadline }
    }
}

//! The requests of a case that takes several, in order. Records; judges nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use mcpvals_model::mcp::Answer;
use mcpvals_model::{CallEnd, CallRole, Trace};
use mcpvals_wire::{Params, Recording, Session};
use serde_json::{Map, Value, json};

/// Pages of a list that are read; what goes on longer has no end.
pub(crate) const PAGES_MAX: usize = 1000;

/// A case on its way.
pub(crate) struct Steps {
    recording: Recording,
    timeout: Duration,
    taken: usize,
}

impl Steps {
    /// Each request gets this long.
    pub(crate) fn begin(session: &Session, timeout: Duration) -> Self {
        Self { recording: session.begin(), timeout, taken: 0 }
    }

    /// The request that the case is about.
    pub(crate) async fn tested(&mut self, method: &str, params: &Value) -> CallEnd {
        self.recording.call(CallRole::Tested, method, params.into(), self.timeout).await
    }

    /// Reads a list over all its pages, as far as it goes; what the pages were.
    pub(crate) async fn pages(&mut self, method: &str) -> Vec<Value> {
        let mut params = Value::Null;
        let mut cursors = BTreeSet::new();
        let mut pages = Vec::new();
        for _ in 0..PAGES_MAX {
            self.ask(method, (&params).into()).await;
            let Some(page) = self.result() else { break };
            let cursor = next_cursor(&page);
            pages.push(page);
            match cursor {
                Some(cursor) if cursors.insert(cursor.clone()) => params = json!({"cursor": cursor}),
                Some(_) | None => break,
            }
        }
        pages
    }

    /// Makes requests in order, as long as they are answered.
    pub(crate) async fn each(&mut self, method: &str, all: impl Iterator<Item = Value>) {
        for params in all {
            if self.ask(method, (&params).into()).await != CallEnd::Answered {
                return;
            }
        }
    }

    /// A request with a role of its own.
    pub(crate) async fn as_role(&mut self, role: CallRole, method: &str, params: Params<'_>) -> CallEnd {
        self.recording.call(role, method, params, self.timeout).await
    }

    /// The same, for no longer than this.
    pub(crate) async fn briefly(&mut self, role: CallRole, method: &str, params: Params<'_>, longest: Duration) {
        self.recording.call(role, method, params, longest.min(self.timeout)).await;
    }

    /// The tested request, taken back after a while.
    pub(crate) async fn cancelled_after(&mut self, after: Duration, method: &str, params: Params<'_>) {
        self.recording.cancelled_after(CallRole::Tested, method, params, after).await;
    }

    /// A request by the way, taken back after a while.
    pub(crate) async fn ask_and_cancel(&mut self, method: &str, params: Params<'_>, after: Duration) {
        let role = self.next_role();
        self.recording.cancelled_after(role, method, params, after).await;
    }

    /// As [`Recording::remark`].
    pub(crate) fn remark(&self, words: &str) {
        self.recording.remark(words);
    }

    /// As [`Recording::wait_for`].
    pub(crate) async fn wait_for(&self, count: usize, longest: Duration, is_right: impl FnMut(&Value) -> bool) {
        self.recording.wait_for(count, longest, is_right).await;
    }

    fn next_role(&mut self) -> CallRole {
        self.taken += 1;
        CallRole::Step(self.taken - 1)
    }

    /// A request by the way.
    pub(crate) async fn ask(&mut self, method: &str, params: Params<'_>) -> CallEnd {
        let role = self.next_role();
        self.recording.call(role, method, params, self.timeout).await
    }

    /// A request that stays open while others are made; its id, unless the connection is closed.
    pub(crate) async fn open(&mut self, role: CallRole, method: &str, params: &Value) -> Option<u64> {
        self.recording.open(role, method, params, self.timeout).await
    }

    /// A request by the way that is not waited for; its id, unless the connection is closed.
    pub(crate) async fn open_next(&mut self, method: &str, params: &Value) -> Option<u64> {
        let role = self.next_role();
        self.open(role, method, params).await
    }

    /// As [`Recording::responses`].
    pub(crate) async fn responses(&self, questions: &Map<String, Value>) -> Option<Map<String, Value>> {
        self.recording.responses(questions).await
    }

    /// The result of the last request.
    pub(crate) fn result(&self) -> Option<Value> {
        match self.recording.last_answer()? {
            Answer::Result(result) => Some(result),
            Answer::Error { .. } => None,
        }
    }

    /// The id of the last request, where it was answered.
    pub(crate) fn last_id(&self) -> Option<Value> {
        self.recording.last_id()
    }

    /// As [`Recording::notify`].
    pub(crate) async fn notify(&self, method: &str, params: &Value) {
        self.recording.notify(method, params).await;
    }

    /// As [`Recording::has_cancellations`].
    pub(crate) fn has_cancellations(&self) -> bool {
        self.recording.has_cancellations()
    }

    /// As [`Recording::adopt_call`].
    pub(crate) fn adopt_call(&self, method: &str, role: CallRole) {
        self.recording.adopt_call(method, role);
    }

    /// As [`Recording::hang_up`].
    pub(crate) async fn hang_up(&self, request: u64) {
        self.recording.hang_up(request).await;
    }

    pub(crate) fn finish(self) -> Trace {
        self.recording.finish()
    }
}

/// The cursor of the next page; `None` on the last.
pub(crate) fn next_cursor(page: &Value) -> Option<String> {
    page.get("nextCursor").and_then(Value::as_str).map(str::to_owned)
}

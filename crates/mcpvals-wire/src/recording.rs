//! A part of a session whose frames and calls become one trace.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::mcp::{Answer, Offer};
use mcpvals_model::{CallEnd, CallRole, Trace};
use serde_json::Value;

use crate::router::LogKey;
use crate::{Params, Session, session};

/// Open from [`Session::begin`] to [`Recording::finish`].
///
/// Several may be open at once. A frame goes to the recording whose call it names or belongs to; a frame that names
/// none goes to the only open recording and, where several are open, to the session's own trace.
pub struct Recording {
    session: Session,
    log: LogKey,
    offer: Arc<Offer>,
    last: Option<Arc<Value>>,
}

impl Recording {
    pub(crate) fn new(session: Session) -> Self {
        let log = session.open_log();
        let offer = session.offer();
        Self { session, log, offer, last: None }
    }

    /// Sends a request, waits for what becomes of it, and records both. Where the rate of calls is limited, waits for
    /// its turn first; the deadline counts from then on.
    ///
    /// # Cancellation
    /// Dropping the future tells the server that the request is cancelled; the call is recorded as such.
    pub async fn call(&mut self, role: CallRole, method: &str, params: Params<'_>, deadline: Duration) -> CallEnd {
        self.offer = self.session.offer();
        self.last = None;
        let called = session::call(&self.session.shared, self.log, role, method, params, deadline).await;
        self.last = called.answer;
        called.end
    }

    /// What the server answered to the last call; `None` where nothing came that could be read as an answer.
    pub fn last_answer(&self) -> Option<Answer> {
        Answer::read(self.last.as_deref()?)
    }

    /// Ends the recording. Its offer is the one that was known at the last call. Not redacted: for grading.
    pub fn finish(self) -> Trace {
        self.session.close_log(self.log, Arc::clone(&self.offer))
    }

    /// As [`Recording::finish`], for calls that belong to no case: the session's own trace has them, too.
    pub fn finish_into_session(self) -> Trace {
        self.session.share_log(self.log);
        self.finish()
    }
}

impl Drop for Recording {
    /// One that was not finished leaves nothing behind; after [`Recording::finish`] there is nothing to take.
    fn drop(&mut self) {
        self.session.discard_log(self.log);
    }
}

//! A part of a session whose frames and calls become one trace.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use mcpvals_model::mcp::{Answer, Offer};
use mcpvals_model::{CallEnd, CallRole, Direction, Trace};
use serde_json::{Map, Value};

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

/// Longer than a call that is taken back may take.
const AFTERWARDS: Duration = Duration::from_mins(1);

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

    /// Makes calls at the same time, each as [`Recording::call`] does; their ends in the order of the calls.
    ///
    /// # Cancellation
    /// As of [`Recording::call`], for all of them.
    pub async fn calls(&mut self, calls: &[(CallRole, &str, Params<'_>)], deadline: Duration) -> Vec<CallEnd> {
        self.answers(calls, deadline).await.into_iter().map(|(end, _)| end).collect()
    }

    /// The same, with what could be read as an answer.
    ///
    /// # Cancellation
    /// As of [`Recording::call`], for all of them.
    pub async fn answers(
        &mut self,
        calls: &[(CallRole, &str, Params<'_>)],
        deadline: Duration,
    ) -> Vec<(CallEnd, Option<Answer>)> {
        self.offer = self.session.offer();
        self.last = None;
        let (shared, log) = (&self.session.shared, self.log);
        let called =
            calls.iter().map(|&(role, method, params)| session::call(shared, log, role, method, params, deadline));
        let read = |answer: &Arc<Value>| Answer::read(answer);
        join_all(called).await.into_iter().map(|called| (called.end, called.answer.as_ref().and_then(read))).collect()
    }

    /// Records a turn of a model: what it was asked, or what it said.
    pub fn model_turn(&self, direction: Direction, turn: &Value) {
        self.session.shared.router().model_turn(self.log, direction, turn);
    }

    /// Makes a call and takes it back after a while, if it has no end by then.
    pub async fn cancelled_after(&mut self, role: CallRole, method: &str, params: Params<'_>, after: Duration) {
        // Dropped, the call is recorded as cancelled, and the server is told.
        let _ = tokio::time::timeout(after, self.call(role, method, params, after + AFTERWARDS)).await;
    }

    /// Makes a request that stays open, such as `subscriptions/listen`, and goes on once it is sent; what comes on it is
    /// recorded. Its id, unless the connection is closed.
    pub async fn open(&mut self, role: CallRole, method: &str, params: &Value, deadline: Duration) -> Option<u64> {
        self.session.shared.start((self.log, role), method, params, deadline).await
    }

    /// What the profile says to these questions of a stateless server, by their keys, when the user has thought about
    /// them; `None` where one of them is not for this client.
    pub async fn responses(&self, questions: &Map<String, Value>) -> Option<Map<String, Value>> {
        let (responses, after) = session::responses(&self.session.shared, self.log, questions).await?;
        tokio::time::sleep(after).await;
        Some(responses)
    }

    /// Takes a request back that stays open.
    pub async fn hang_up(&self, request: u64) {
        self.session.shared.hang_up(request, self.log).await;
    }

    /// Records what was done beside the wire, in words.
    pub fn remark(&self, words: &str) {
        self.session.shared.router().remark(self.log, words);
    }

    /// Takes what the server has asked with this method since the session began, with our answers, from the session's own
    /// trace: for who has the session for itself.
    pub fn adopt(&self, method: &str) {
        self.session.shared.router().adopt(self.log, method);
    }

    /// Copies the first call with this method that the session has made for itself, in this role, with what came before our
    /// next message.
    pub fn adopt_call(&self, method: &str, role: CallRole) {
        self.session.shared.router().adopt_call(self.log, method, role);
    }

    /// From now on, updates of this resource are for this recording, whichever others are open.
    pub fn follow(&self, uri: &str) {
        self.session.shared.router().follow(self.log, uri);
    }

    /// Sends a notification, and records it.
    pub async fn notify(&self, method: &str, params: &Value) {
        self.session.shared.notify(self.log, method, params).await;
    }

    /// Writes a line to a server over stdio that is no message, and records it: to see how it is taken. `false` over any other
    /// transport, where nothing is sent.
    pub async fn line(&self, text: &str) -> bool {
        self.session.shared.line(self.log, text).await
    }

    /// Is there a notification with which a request is cancelled? Over stateless HTTP its response is closed.
    pub fn has_cancellations(&self) -> bool {
        self.session.shared.has_cancellations()
    }

    /// From now on, the client's roots are others; the server is told, where the revision has news of that.
    pub async fn change_roots(&self) {
        self.session.shared.change_roots(self.log).await;
    }

    /// Waits until so many of the recorded messages of the server are the right ones, or for this long.
    pub async fn wait_for(&self, count: usize, longest: Duration, mut is_right: impl FnMut(&Value) -> bool) {
        let router = self.session.shared.router();
        let (mut news, mut seen, mut found) = (router.notified(), 0, 0);
        let all = async {
            loop {
                seen = router.look(self.log, seen, &mut |frame| {
                    let received = frame.direction == Direction::Received;
                    found += usize::from(received && frame.message().is_some_and(&mut is_right));
                });
                if found >= count || news.changed().await.is_err() {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(longest, all).await;
    }

    /// What the server answered to the last call; `None` where nothing came that could be read as an answer.
    pub fn last_answer(&self) -> Option<Answer> {
        Answer::read(self.last.as_deref()?)
    }

    /// The id of the last call, where it was answered.
    pub fn last_id(&self) -> Option<Value> {
        self.last.as_deref()?.get("id").cloned()
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

//! The wait for an answer: its deadline, second thoughts, and what a caller that goes away leaves behind.

use std::pin::pin;
use std::time::{Duration, Instant};

use mcpvals_model::CallEnd;
use mcpvals_model::mcp::Revision;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::ask::{Ask, AtDeadline};
use super::wire::Wire;
use crate::router::{Chore, Done, LogKey, Wake};
use crate::transport::Outgoing;

/// How long the news of a closed connection may lag behind a write that failed because of it.
const CLOSING_PATIENCE: Duration = Duration::from_millis(200);

/// How often a caller looks for the answer before it goes to sleep: some ten microseconds.
const LOOKS: u32 = 20;

/// Somebody who waits for an answer. Dropped while waiting, it takes the request back.
pub(super) struct Caller<'a> {
    wire: &'a Wire,
    id: u64,
    log: LogKey,
    method: &'a str,
    waits: bool,
}

impl<'a> Caller<'a> {
    /// Somebody who waits for the answer to this request.
    pub(super) fn new(wire: &'a Wire, id: u64, ask: Ask<'a>) -> Self {
        Self { wire, id, log: ask.log, method: ask.method, waits: true }
    }

    /// Sends the request and waits for its end.
    pub(super) async fn outcome(mut self, wake: oneshot::Receiver<Wake>, outgoing: Outgoing, ask: Ask<'a>) -> Done {
        let sent = self.wire.within(ask.deadline, pin!(self.wire.link.send(outgoing))).await;
        let done = match sent {
            Some(Ok(())) => self.wait(wake, ask).await,
            Some(Err(error)) => self.unsent(error.to_string()).await,
            None => self.expire(CallEnd::TimedOut { after_ms: ask.deadline_ms }),
        };
        self.waits = false;
        done
    }

    /// Waits for the answer; after something that cannot be one, only a little longer.
    async fn wait(&self, mut wake: oneshot::Receiver<Wake>, ask: Ask<'_>) -> Done {
        self.look_out(&wake).await;
        let mut patience_ends = ask.deadline;
        let mut suspect = false;
        loop {
            match self.wire.within(patience_ends, wake).await {
                Some(Ok(Wake::Done(done))) => return done,
                Some(Ok(Wake::Suspect)) => {
                    suspect = true;
                    patience_ends = ask.deadline.min(Instant::now() + self.wire.limits.misanswer_patience);
                }
                Some(Err(_)) => return self.expire(CallEnd::Closed),
                None if suspect => return self.expire(CallEnd::Misanswered),
                None if ask.at_deadline == AtDeadline::LetGo => return self.let_go(ask.deadline_ms),
                None => return self.expire(CallEnd::TimedOut { after_ms: ask.deadline_ms }),
            }
            wake = match self.wire.router.rearm(self.id) {
                Ok(wake) => wake,
                Err(done) => return done,
            };
        }
    }

    /// A fast server has answered before a sleeper is awake again: to sleep and to be woken takes longer than the whole
    /// call. So who waits alone keeps the reader going for a moment.
    async fn look_out(&self, wake: &oneshot::Receiver<Wake>) {
        if !self.wire.router.is_alone(self.id) {
            return;
        }
        for _ in 0..LOOKS {
            if !wake.is_empty() {
                return;
            }
            tokio::task::yield_now().await;
        }
    }

    /// A write that failed because the server has gone is told as that.
    async fn unsent(&self, problem: String) -> Done {
        let mut life = self.wire.router.life();
        let closed = timeout(CLOSING_PATIENCE, life.wait_for(|life| life.closed)).await.is_ok();
        let end = if closed { CallEnd::Closed } else { CallEnd::NotSent { problem } };
        self.wire.router.give_up(self.id, end)
    }

    fn let_go(&self, after_ms: u64) -> Done {
        self.wire.router.let_go(self.id);
        Done::without_answer(CallEnd::TimedOut { after_ms })
    }

    fn expire(&self, end: CallEnd) -> Done {
        let done = self.wire.router.give_up(self.id, end);
        if matches!(done.end, CallEnd::TimedOut { .. } | CallEnd::Misanswered) {
            self.take_back("the client waits no longer");
        }
        done
    }

    /// What carries the request is closed at once, whatever else there is to be done for the server.
    fn take_back(&self, reason: &'static str) {
        self.wire.link.abandon(self.id);
        self.cancel(reason);
    }

    /// `initialize` must not be cancelled (MCP 2025-11-25, utilities/cancellation).
    fn cancel(&self, reason: &'static str) {
        if self.method != "initialize" {
            self.wire.router.leave(Chore::Cancel { request: self.id, log: self.log, reason });
        }
    }
}

impl Drop for Caller<'_> {
    fn drop(&mut self) {
        if self.waits {
            self.wire.router.give_up(self.id, CallEnd::Cancelled);
            // Before 2026-07-28, to close a stream is not to cancel (transports): what still comes on it is to be seen.
            if self.wire.revision().is_some_and(Revision::is_stateless) {
                self.wire.link.abandon(self.id);
            }
            self.cancel("the client was stopped");
        }
    }
}

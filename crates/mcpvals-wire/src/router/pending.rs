//! Requests of ours that wait for their answers, and the memory of those that no longer do.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use mcpvals_model::{Anomaly, CallEnd};
use serde_json::Value;
use tokio::sync::oneshot;

use super::log::{LogKey, OWN};

/// How many ended requests are remembered, to tell a late answer from a second one.
const ENDED_MAX: usize = 512;

/// What wakes a caller.
#[derive(Debug)]
pub(crate) enum Wake {
    /// It is over.
    Done(Done),
    /// Something came that cannot be the answer; perhaps nothing better will.
    Suspect,
}

/// How a request ended.
#[derive(Debug)]
pub(crate) struct Done {
    /// The end.
    pub(crate) end: CallEnd,
    /// The answer's message.
    pub(crate) answer: Option<Arc<Value>>,
    /// What was odd about the frame that it came in.
    pub(crate) anomalies: Vec<Anomaly>,
}

/// A request that has no answer yet.
#[derive(Debug)]
pub(crate) struct Waiting {
    /// Where its frames go.
    pub(crate) log: LogKey,
    /// Its entry in that log's calls.
    pub(crate) call: Option<usize>,
    /// The caller; `None` while it is awake, or for ever where nobody waits.
    waiter: Option<oneshot::Sender<Wake>>,
    /// An end that came while the caller was awake.
    done: Option<Done>,
    /// Nobody waits, and an answer may come at any time (or never): a subscription, an overtaken probe.
    pub(crate) background: bool,
}

/// Why there is no caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Past {
    /// It had its answer.
    Answered,
    /// The caller gave up.
    GivenUp,
    /// The caller was dropped.
    Dropped,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    waiting: BTreeMap<u64, Waiting>,
    ended: VecDeque<(u64, LogKey, Past)>,
    /// The last answer that nobody waited for any more.
    unawaited: Option<(u64, Arc<Value>)>,
}

impl Pending {
    /// A request goes out.
    pub(crate) fn insert(&mut self, id: u64, log: LogKey, call: Option<usize>) -> oneshot::Receiver<Wake> {
        let (waiter, wake) = oneshot::channel();
        let waiting = Waiting { log, call, waiter: Some(waiter), done: None, background: false };
        self.waiting.insert(id, waiting);
        wake
    }

    /// The request, if it still has no end.
    pub(crate) fn get(&self, id: u64) -> Option<&Waiting> {
        self.waiting.get(&id).filter(|waiting| waiting.done.is_none())
    }

    /// The one request that somebody waits for, if it is just one.
    pub(crate) fn sole(&self) -> Option<u64> {
        let mut waiting = self.waiting.iter().filter(|(_, waiting)| waiting.done.is_none() && !waiting.background);
        let (id, _) = waiting.next()?;
        waiting.next().is_none().then_some(*id)
    }

    /// Every request that has no end yet.
    pub(crate) fn ids(&self) -> Vec<u64> {
        self.waiting.iter().filter(|(_, waiting)| waiting.done.is_none()).map(|(id, _)| *id).collect()
    }

    /// Ends a request and wakes its caller.
    pub(crate) fn end(&mut self, id: u64, done: Done) {
        let Some(waiting) = self.waiting.get_mut(&id) else { return };
        let past = if done.end == CallEnd::Answered { Past::Answered } else { Past::GivenUp };
        let log = waiting.log;
        match waiting.waiter.take() {
            Some(waiter) => {
                // A caller that is gone does not mind.
                let _ = waiter.send(Wake::Done(done));
                self.waiting.remove(&id);
            }
            None if waiting.background => {
                self.unawaited = done.answer.map(|answer| (id, answer));
                self.waiting.remove(&id);
            }
            None => waiting.done = Some(done),
        }
        self.remember(id, log, past);
    }

    /// Tells the caller that what came cannot be its answer.
    pub(crate) fn suspect(&mut self, id: u64) {
        if let Some(waiter) = self.waiting.get_mut(&id).and_then(|waiting| waiting.waiter.take()) {
            let _ = waiter.send(Wake::Suspect);
        }
    }

    /// The caller goes on waiting after a [`Wake::Suspect`]; `Err` where the end has come meanwhile.
    pub(crate) fn rearm(&mut self, id: u64) -> Result<oneshot::Receiver<Wake>, Option<Done>> {
        let Some(waiting) = self.waiting.get_mut(&id) else { return Err(None) };
        if let Some(done) = waiting.done.take() {
            self.waiting.remove(&id);
            return Err(Some(done));
        }
        let (waiter, wake) = oneshot::channel();
        waiting.waiter = Some(waiter);
        Ok(wake)
    }

    /// The caller gives up. The end that came meanwhile, if one did.
    pub(crate) fn give_up(&mut self, id: u64, past: Past) -> Option<Done> {
        let waiting = self.waiting.remove(&id)?;
        if waiting.done.is_none() {
            self.remember(id, waiting.log, past);
        }
        waiting.done
    }

    /// The caller goes away, but an answer is still as good as any.
    pub(crate) fn let_go(&mut self, id: u64) {
        if let Some(waiting) = self.waiting.get_mut(&id) {
            waiting.waiter = None;
            waiting.background = true;
        }
    }

    /// What became of a request that no longer waits, and where its frames went.
    pub(crate) fn past(&self, id: u64) -> Option<(LogKey, Past)> {
        self.ended.iter().rev().find(|(ended, ..)| *ended == id).map(|(_, log, past)| (*log, *past))
    }

    /// The answer to a request that was let go, if it has come and no other since.
    pub(crate) fn unawaited(&self, id: u64) -> Option<Arc<Value>> {
        self.unawaited.as_ref().filter(|(answered, _)| *answered == id).map(|(_, answer)| Arc::clone(answer))
    }

    /// The log is thrown away: nobody will ask what became of the requests that were dropped with it.
    pub(crate) fn forget(&mut self, log: LogKey) {
        let dropped = |(_, of, past): &&mut (u64, LogKey, Past)| *of == log && *past == Past::Dropped;
        self.ended.iter_mut().filter(dropped).for_each(|(_, log, _)| *log = OWN);
    }

    fn remember(&mut self, id: u64, log: LogKey, past: Past) {
        if self.ended.len() >= ENDED_MAX {
            self.ended.pop_front();
        }
        self.ended.push_back((id, log, past));
    }

    /// A late answer has come: the next one is a second one.
    pub(crate) fn answered_late(&mut self, id: u64) {
        if let Some(entry) = self.ended.iter_mut().rev().find(|(ended, ..)| *ended == id) {
            entry.2 = Past::Answered;
        }
    }
}

impl Done {
    /// An end without an answer.
    pub(crate) fn without_answer(end: CallEnd) -> Self {
        Self { end, answer: None, anomalies: Vec::new() }
    }
}

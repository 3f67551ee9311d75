//! The sessions of clients over HTTP, and their streams.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcpvals_report::mock::{Conversation, Outgoing, Recording, Stream, Wait};
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The oldest session is forgotten for a new one.
const SESSIONS_MAX: usize = 1000;
/// How many messages a stream holds that nobody reads; later ones are lost.
const STREAM_MAX: usize = 1000;

/// Who talks to us.
pub(super) struct Hub {
    recording: Arc<Recording>,
    /// By number. 0 is of those that have none, as in 2026-07-28.
    sessions: BTreeMap<u64, Session>,
    begun: u64,
    /// How many ids were given to requests of clients without a session.
    ids: u64,
    /// What forgotten sessions were answered and what was not in the recording.
    past: (usize, usize),
}

struct Session {
    conversation: Conversation,
    /// By the ids of requests, as JSON.
    streams: BTreeMap<String, Sender<Value>>,
    unasked: Option<Sender<Value>>,
}

/// What waits, with its session.
pub(super) type WaitOf = (u64, Wait);

impl Hub {
    pub(super) fn new(recording: Arc<Recording>) -> Self {
        let mut hub = Self { recording, sessions: BTreeMap::new(), begun: 0, ids: 0, past: (0, 0) };
        hub.sessions.insert(0, hub.session());
        hub
    }

    fn session(&self) -> Session {
        let conversation = Conversation::new(Arc::clone(&self.recording));
        Session { conversation, streams: BTreeMap::new(), unasked: None }
    }

    /// A new session; its number.
    pub(super) fn begin(&mut self) -> u64 {
        if self.sessions.len() > SESSIONS_MAX
            && let Some(oldest) = self.sessions.keys().copied().find(|number| *number > 0)
        {
            self.end(oldest);
        }
        self.begun += 1;
        self.sessions.insert(self.begun, self.session());
        self.begun
    }

    pub(super) fn end(&mut self, number: u64) {
        if let Some(session) = self.sessions.remove(&number) {
            self.past.0 += session.conversation.answered();
            self.past.1 += session.conversation.missed();
        }
    }

    /// An id that no other request has.
    pub(super) fn unique(&mut self) -> Value {
        self.ids += 1;
        self.ids.into()
    }

    pub(super) fn has(&self, number: u64) -> bool {
        self.sessions.contains_key(&number)
    }

    /// How many requests were answered, and how many are not in the recording.
    pub(super) fn counts(&self) -> (usize, usize) {
        let talks = self.sessions.values().map(|session| &session.conversation);
        talks.fold(self.past, |(answered, missed), talk| (answered + talk.answered(), missed + talk.missed()))
    }

    /// The stream for what comes to a request.
    pub(super) fn listen(&mut self, number: u64, id: &Value) -> Receiver<Value> {
        let (sender, receiver) = channel(STREAM_MAX);
        if let Some(session) = self.sessions.get_mut(&number) {
            session.streams.retain(|_, stream| !stream.is_closed());
            session.streams.insert(id.to_string(), sender);
        }
        receiver
    }

    /// The stream for what no request asked for.
    pub(super) fn listen_unasked(&mut self, number: u64) -> Receiver<Value> {
        let (sender, receiver) = channel(STREAM_MAX);
        if let Some(session) = self.sessions.get_mut(&number) {
            session.unasked = Some(sender);
        }
        receiver
    }

    /// Takes a message, and puts what is said to it on the streams. What waits now.
    pub(super) fn receive(&mut self, number: u64, message: &Value) -> Vec<WaitOf> {
        self.say(number, |conversation| conversation.receive(message))
    }

    /// Waits no longer.
    pub(super) fn give_up(&mut self, (number, wait): WaitOf) -> Vec<WaitOf> {
        self.say(number, |conversation| conversation.give_up(wait.number))
    }

    fn say(&mut self, number: u64, work: impl FnOnce(&mut Conversation) -> Vec<Outgoing>) -> Vec<WaitOf> {
        let Some(session) = self.sessions.get_mut(&number) else { return Vec::new() };
        let said = work(&mut session.conversation);
        for outgoing in said {
            session.deliver(outgoing);
        }
        session.conversation.new_waits().into_iter().map(|wait| (number, wait)).collect()
    }
}

impl Session {
    /// A client that does not listen hears nothing.
    fn deliver(&mut self, outgoing: Outgoing) {
        let stream = match &outgoing.stream {
            Stream::Request(id) => self.streams.get(&id.to_string()),
            Stream::Unasked => self.unasked.as_ref(),
        };
        if let Some(stream) = stream {
            let _full_or_gone = stream.try_send(outgoing.message);
        }
    }
}

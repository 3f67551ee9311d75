//! What the router does with a frame that came: whose is it, and what is odd about it?

use std::sync::Arc;

use mcpvals_model::{Anomaly, CallEnd, Channel, Direction, Frame, HttpHead};
use serde_json::Value;

use super::arrival::{Arrival, Note, is_unreadable};
use super::log::{LogKey, OWN, Weight, add};
use super::news::{Chore, Effects, ListKind};
use super::pending::{Done, Past};
use super::rules::Rules;
use super::state::State;
use crate::json::{self, BYTE_ORDER_MARK};
use crate::message::{self, Kind, ResponseId};

/// How many messages of one batch are read; a frame of the greatest size could hold millions.
const BATCH_MAX: usize = 1_000;
/// How many ids of the server's requests are remembered, to see one that is used again.
const ASKED_MAX: usize = 4_096;

/// A frame on its way into a log.
struct Incoming {
    bytes: Arc<[u8]>,
    at_us: u64,
    http: Option<Box<HttpHead>>,
    carried_by: Option<u64>,
    apart: bool,
    anomalies: Vec<Anomaly>,
}

impl State {
    pub(crate) fn note(&mut self, note: Note, at_us: u64) -> u64 {
        let log = if note.own { OWN } else { self.home(note.carried_by) };
        let seq = self.next_seq();
        let mut frame = Frame::new(seq, at_us, note.direction, note.channel, note.bytes).with_message(None);
        frame.http = note.http;
        frame.anomalies = note.anomalies;
        self.log_mut(log).push(frame, Weight::Ordinary);
        seq
    }

    pub(crate) fn arrive(&mut self, arrival: Arrival, at_us: u64) -> Effects {
        self.swamped = arrival.anomalies.iter().any(|anomaly| matches!(anomaly, Anomaly::TooLarge { .. }));
        let Arrival { bytes, at: _, http, carried_by, apart, anomalies, message } = arrival;
        let mut incoming = Incoming { bytes, at_us, http, carried_by, apart, anomalies };
        match message.or_else(|| incoming.parse()) {
            None => {
                self.unreadable(incoming);
                Effects::default()
            }
            Some(message) if message.is_array() => self.batch(incoming),
            Some(message) => self.single(incoming, message),
        }
    }

    fn single(&mut self, incoming: Incoming, message: Arc<Value>) -> Effects {
        match message::kind(&message) {
            Kind::Response(id) => {
                self.response(incoming, id, Arc::clone(&message));
                Effects { notified: true, ..Effects::default() }
            }
            Kind::Request { id, method } => self.request(incoming, &message, id, method),
            Kind::Notification { method } => self.notification(incoming, &message, method),
            Kind::Nothing => {
                let suspicious = message.get("jsonrpc").is_some();
                self.nothing(incoming, message, suspicious);
                Effects::default()
            }
        }
    }

    fn response(&mut self, mut incoming: Incoming, id: ResponseId, message: Arc<Value>) {
        let found = self.find(id, incoming.carried_by);
        if let Some(anomaly) = found.anomaly {
            incoming.add(anomaly);
        }
        match found.answers {
            Some(request) => self.answer(incoming, request, message),
            None => {
                self.push(found.log, incoming, Some(message), Weight::Ordinary);
            }
        }
        if let Some(request) = found.suspect {
            self.pending.suspect(request);
        }
    }

    fn answer(&mut self, mut incoming: Incoming, request: u64, message: Arc<Value>) {
        let waiting = self.pending.get(request).map(|waiting| (waiting.log, waiting.call));
        let (log, call) = waiting.unwrap_or((OWN, None));
        self.pages.take(&message);
        incoming.anomalies.extend(self.rules.as_ref().and_then(|rules| rules.answer(&message)));
        let anomalies = incoming.anomalies.clone();
        let seq = self.push(log, incoming, Some(Arc::clone(&message)), Weight::Needed);
        self.record_end(log, call, &CallEnd::Answered, Some(seq));
        self.pending.end(request, Done { end: CallEnd::Answered, answer: Some(message), anomalies });
    }

    /// Whose answer is it?
    fn find(&mut self, id: ResponseId, carried_by: Option<u64>) -> Found {
        let carrier = carried_by.filter(|id| self.pending.get(*id).is_some());
        let expected = carrier.or_else(|| self.pending.sole());
        match id {
            ResponseId::Number(id) if self.pending.get(id).is_some() => Found::answer(id, None),
            ResponseId::Text(id) if self.pending.get(id).is_some() => Found::answer(id, Some(Anomaly::IdAsText)),
            ResponseId::Number(id) if id <= self.ids && id > 0 => self.find_past(id),
            ResponseId::Missing => match expected {
                Some(id) => Found::answer(id, Some(Anomaly::IdMissing)),
                None => Found::stray(Anomaly::IdMissing, self.home(carried_by), None),
            },
            ResponseId::Number(_) | ResponseId::Text(_) | ResponseId::Foreign => {
                Found::stray(Anomaly::UnknownId, self.home(carried_by), expected)
            }
        }
    }

    /// An answer to a request that no longer waits belongs to that request's case or, if that is over, to none.
    fn find_past(&mut self, id: u64) -> Found {
        let past = self.pending.past(id);
        let log = past.map(|(log, _)| log).filter(|log| self.is_open(*log)).unwrap_or(OWN);
        match past {
            // Who takes a request back must expect that its answer is on its way (basic/utilities/cancellation).
            Some((_, Past::Dropped)) => {
                self.pending.answered_late(id);
                Found { answers: None, anomaly: None, log, suspect: None }
            }
            Some((_, Past::GivenUp)) => {
                self.pending.answered_late(id);
                Found::stray(Anomaly::LateAnswer, log, None)
            }
            Some((_, Past::Answered)) | None => Found::stray(Anomaly::DuplicateAnswer, log, None),
        }
    }

    fn request(&mut self, mut incoming: Incoming, message: &Arc<Value>, id: &Value, method: &str) -> Effects {
        if let Some(request) = self.echoed(id, method) {
            incoming.add(Anomaly::ForbiddenRequest);
            self.push(self.home(Some(request)), incoming, Some(Arc::clone(message)), Weight::Ordinary);
            self.pending.suspect(request);
            return Effects::default();
        }
        let params = message.get("params").unwrap_or(&Value::Null);
        let wrong = self.rules.as_ref().and_then(|rules| rules.request(method, params));
        let refused = wrong.is_some();
        self.pages.take(message);
        incoming.anomalies.extend(wrong);
        if self.asked.len() >= ASKED_MAX {
            self.asked.clear();
        }
        if !self.asked.insert(id.to_string()) {
            incoming.add(Anomaly::ReusedRequestId);
        }
        let carried_by = incoming.carried_by;
        let log = self.home(carried_by);
        self.push(log, incoming, Some(Arc::clone(message)), Weight::Ordinary);
        let chores = vec![Chore::Answer { message: Arc::clone(message), log, refused }];
        Effects { chores, ..Effects::default() }
    }

    /// Our own request sent back, or a server that speaks as a client does, under the id of a request that waits. An
    /// answer to it would only come back, too.
    fn echoed(&self, id: &Value, method: &str) -> Option<u64> {
        let servers = ["ping", "roots/list", "sampling/createMessage", "elicitation/create"];
        let request = id.as_u64().filter(|id| self.pending.get(*id).is_some())?;
        (!servers.contains(&method) && !method.starts_with("tasks/")).then_some(request)
    }

    fn notification(&mut self, mut incoming: Incoming, message: &Arc<Value>, method: &str) -> Effects {
        incoming.anomalies.extend(self.rules.as_ref().and_then(|rules| rules.notification(method)));
        if self.pages.is_unknown(message) {
            incoming.add(Anomaly::UndeclaredNotification);
        }
        if method == "notifications/progress" {
            let astray = self.astray(message, incoming.carried_by, incoming.apart);
            incoming.anomalies.extend(astray);
        }
        let log = self.told_to(message, incoming.carried_by);
        if log == OWN && self.is_unasked(message) {
            incoming.add(Anomaly::UndeclaredNotification);
        }
        self.push(log, incoming, Some(Arc::clone(message)), Weight::Ordinary);
        let changed = ListKind::of_notification(method).into_iter().collect();
        Effects { notified: true, changed, ..Effects::default() }
    }

    /// Progress for a token that no request gave. In a case's log, that is seen from its frames.
    fn is_unasked(&self, notification: &Value) -> bool {
        let is_progress = notification["method"] == "notifications/progress";
        let token = notification.pointer("/params/progressToken").filter(|_| is_progress);
        token.is_some_and(|token| self.tokens.never_gave(token, self.ids))
    }

    /// What belongs to a request comes on its stream (MCP 2025-03-26 and later, Streamable HTTP, listening for messages). When
    /// that has ended, there is no other place for it.
    fn astray(&self, progress: &Value, carried_by: Option<u64>, apart: bool) -> Option<Anomaly> {
        let request = self.named_request(progress).filter(|request| self.pending.get(*request).is_some())?;
        let is_astray = apart || carried_by.is_some_and(|carrier| carrier != request);
        let problem = || format!("progress of request {request} came on another stream than its own");
        is_astray.then(|| Anomaly::Http { problem: problem() })
    }

    /// Where a notification goes: to the stream that it names, to who follows what it is about, to the call that it names,
    /// or to who is there.
    fn told_to(&self, message: &Value, carried_by: Option<u64>) -> LogKey {
        let streamed = message.pointer(SUBSCRIPTION).and_then(as_id).and_then(|id| self.listener(id));
        let followed = || self.follower(message.pointer("/params/uri")?.as_str()?);
        streamed.or_else(followed).unwrap_or_else(|| self.home(self.named_request(message).or(carried_by)))
    }

    /// Who opened the stream; the session, where that was the session or a recording that is over.
    fn listener(&self, request: u64) -> Option<LogKey> {
        self.log_of(request).map(|log| if self.is_open(log) { log } else { OWN })
    }

    /// The request of ours that a notification names: by its progress token, or as the subscription that it belongs to.
    fn named_request(&self, notification: &Value) -> Option<u64> {
        match notification.pointer("/params/progressToken") {
            Some(token) => self.tokens.request(token, self.ids),
            None => notification.pointer(SUBSCRIPTION).and_then(as_id),
        }
    }

    fn nothing(&mut self, mut incoming: Incoming, message: Arc<Value>, suspicious: bool) {
        incoming.add(Anomaly::NotAMessage);
        let suspect = incoming.carried_by.or_else(|| self.pending.sole()).filter(|_| suspicious);
        let log = self.home(incoming.carried_by);
        self.push(log, incoming, Some(message), Weight::Ordinary);
        if let Some(request) = suspect {
            self.pending.suspect(request);
        }
    }

    fn unreadable(&mut self, incoming: Incoming) {
        let suspect = self.spoilt(&incoming);
        let log = self.home(suspect.or(incoming.carried_by));
        self.push(log, incoming, None, Weight::Ordinary);
        if let Some(request) = suspect {
            self.pending.suspect(request);
        }
    }

    /// Whose answer could these bytes have been? A log line is nobody's.
    fn spoilt(&self, incoming: &Incoming) -> Option<u64> {
        let waits = |id: &u64| self.pending.get(*id).is_some();
        let head = &incoming.bytes[..incoming.bytes.len().min(512)];
        let claims = contains(head, b"jsonrpc") || contains(head, b"\"result\"");
        let large = incoming.anomalies.iter().any(|anomaly| matches!(anomaly, Anomaly::TooLarge { .. }));
        if let Some(carrier) = incoming.carried_by.filter(waits) {
            return Some(carrier);
        }
        let named = json::sniff_id(&incoming.bytes).filter(waits).filter(|_| claims);
        named.or_else(|| self.pending.sole().filter(|_| claims || large))
    }

    /// Each message of a batch is a frame of its own, with its own bytes.
    fn batch(&mut self, mut incoming: Incoming) -> Effects {
        let allowed = self.rules.as_ref().is_none_or(Rules::batches);
        let bytes = Arc::clone(&incoming.bytes);
        let parts: Vec<&serde_json::value::RawValue> = serde_json::from_slice(&bytes).unwrap_or_default();
        if !allowed {
            incoming.add(Anomaly::Batch);
        }
        if parts.is_empty() || parts.len() > BATCH_MAX {
            self.nothing(incoming, Arc::new(Value::Array(Vec::new())), true);
            return Effects::default();
        }
        let mut effects = Effects::default();
        for part in parts {
            let Ok(message) = serde_json::from_str::<Value>(part.get()) else { continue };
            let one = Incoming {
                bytes: part.get().as_bytes().into(),
                at_us: incoming.at_us,
                http: incoming.http.take(),
                carried_by: incoming.carried_by,
                apart: incoming.apart,
                anomalies: incoming.anomalies.clone(),
            };
            effects.merge(self.single(one, Arc::new(message)));
        }
        effects
    }

    /// The session's own frames are kept as bytes only: they may wait there for a long run to end.
    fn push(&mut self, log: LogKey, incoming: Incoming, message: Option<Arc<Value>>, weight: Weight) -> u64 {
        let seq = self.next_seq();
        let log = self.log_mut(log);
        let mut frame = Frame::new(seq, incoming.at_us, Direction::Received, Channel::Wire, incoming.bytes);
        if message.is_none() || log.key != OWN {
            frame = frame.with_message(message);
        }
        frame.anomalies = incoming.anomalies;
        frame.http = incoming.http;
        log.push(frame, weight);
        seq
    }
}

/// Where a response belongs.
struct Found {
    answers: Option<u64>,
    anomaly: Option<Anomaly>,
    log: LogKey,
    suspect: Option<u64>,
}

impl Found {
    fn answer(id: u64, anomaly: Option<Anomaly>) -> Self {
        Self { answers: Some(id), anomaly, log: OWN, suspect: None }
    }

    fn stray(anomaly: Anomaly, log: LogKey, suspect: Option<u64>) -> Self {
        Self { answers: None, anomaly: Some(anomaly), log, suspect }
    }
}

impl Incoming {
    fn add(&mut self, anomaly: Anomaly) {
        add(&mut self.anomalies, anomaly);
    }

    /// Parses the bytes, unless the transport has tried in vain.
    fn parse(&mut self) -> Option<Arc<Value>> {
        if self.anomalies.iter().any(is_unreadable) {
            return None;
        }
        if let Some(rest) = self.bytes.strip_prefix(BYTE_ORDER_MARK) {
            self.bytes = rest.into();
            self.add(Anomaly::ByteOrderMark);
        }
        match json::parse(&self.bytes) {
            Ok(message) => Some(Arc::new(message)),
            Err(_) if self.anomalies.contains(&Anomaly::CutOff) => None,
            Err(json::Unreadable::Broken(anomaly) | json::Unreadable::Unfinished(anomaly)) => {
                self.add(anomaly);
                None
            }
            Err(json::Unreadable::Trailing(_)) => {
                self.add(Anomaly::NotJson { problem: "something follows the message".to_owned() });
                None
            }
        }
    }
}

/// The stream that a message belongs to (MCP 2026-07-28, patterns/subscriptions).
const SUBSCRIPTION: &str = "/params/_meta/io.modelcontextprotocol~1subscriptionId";

pub(super) fn as_id(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

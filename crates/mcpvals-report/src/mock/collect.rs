//! From the frames of traces to exchanges.

use std::collections::BTreeMap;
use std::time::Duration;

use mcpvals_model::{Channel, Direction, Frame, Trace};
use serde_json::Value;

use super::request::{client, id_text, params, progress_token};
use super::{Exchange, Step};
use crate::trace_file::StoredTrace;

/// How much later than twice its time an answer may come that waits for another: clients are not equally fast each time.
const SLACK: Duration = Duration::from_secs(1);

/// A session with a server: when its run began, its number, and which of the servers of a workflow it is.
type Origin = (String, u64, u16);

/// The names of the servers that a file has frames of.
pub(super) fn servers(stored: &StoredTrace) -> Vec<&str> {
    traces(stored)
        .flat_map(|(session, trace)| (0..trace.servers()).map(move |n| (session, trace, n)))
        .filter(|(_, trace, number)| frames(trace, *number).next().is_some())
        .map(|(session, trace, number)| name(stored, session, trace, number))
        .collect()
}

/// All exchanges with this server, in the order of sessions and frames.
pub(super) fn exchanges(stored: &[StoredTrace], server: &str) -> Vec<Exchange> {
    let mut found: Vec<(Origin, u64, Exchange)> = Vec::new();
    for file in stored {
        for (session, trace) in traces(file) {
            for number in (0..trace.servers()).filter(|number| name(file, session, trace, *number) == server) {
                let origin = (file.header.started_at.clone(), session, number);
                let of_trace = Collector::default().read(trace, number);
                found.extend(of_trace.into_iter().map(|(seq, exchange)| (origin.clone(), seq, exchange)));
            }
        }
    }
    found.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    with_origins(found)
}

/// Numbers the sessions, and tells each exchange what the client of its session could be asked.
fn with_origins(found: Vec<(Origin, u64, Exchange)>) -> Vec<Exchange> {
    let mut origins: BTreeMap<Origin, (usize, Value)> = BTreeMap::new();
    for (origin, _, exchange) in &found {
        let next = origins.len();
        let known = origins.entry(origin.clone()).or_insert((next, Value::Null));
        if exchange.method == "initialize" {
            known.1.clone_from(&exchange.client);
        }
    }
    let complete = |(origin, _, exchange): (Origin, u64, Exchange)| {
        let (number, of_session) = &origins[&origin];
        let client = if exchange.client.is_null() { of_session.clone() } else { exchange.client };
        Exchange { origin: *number, client, ..exchange }
    };
    found.into_iter().map(complete).collect()
}

/// The traces of a file with their sessions.
fn traces(stored: &StoredTrace) -> impl Iterator<Item = (u64, &Trace)> {
    let cases = stored.played.iter().map(|played| (played.session, &*played.trace));
    cases.chain(stored.ends.iter().map(|end| (end.session, &*end.trace)))
}

/// The name of a trace's server with this number.
fn name<'a>(stored: &'a StoredTrace, session: u64, trace: &'a Trace, number: u16) -> &'a str {
    let other = usize::from(number).checked_sub(1).and_then(|at| trace.others.get(at));
    other.map_or_else(|| stored.server(session), |other| &other.name)
}

/// The messages of the protocol that were exchanged with one of the servers.
fn frames(trace: &Trace, number: u16) -> impl Iterator<Item = &Frame> {
    trace.frames.iter().filter(move |frame| frame.channel == Channel::Wire && frame.server == number)
}

/// What was read so far of one trace.
#[derive(Default)]
struct Collector {
    found: Vec<(u64, Exchange)>,
    /// Requests without an answer, by their ids, with the time at which they were sent.
    open: BTreeMap<String, (usize, u64)>,
    /// The latest request that has an answer.
    answered: Option<usize>,
    /// To which exchange belongs what the server says by itself: that of the client's last message.
    last: Option<usize>,
}

impl Collector {
    fn read(mut self, trace: &Trace, number: u16) -> Vec<(u64, Exchange)> {
        for frame in frames(trace, number) {
            match frame.message() {
                Some(message) if frame.direction == Direction::Sent => self.sent(frame, message),
                Some(message) => self.received(frame.at_us, message),
                None => {}
            }
        }
        self.found
    }

    fn sent(&mut self, frame: &Frame, message: &Value) {
        let Some(method) = message.get("method").and_then(Value::as_str) else { return };
        let said = message.get("params");
        if method == "notifications/cancelled" {
            return self.cancelled(said);
        }
        let id = message.get("id").cloned();
        self.last = Some(self.found.len());
        if let Some(id) = &id {
            self.open.insert(id_text(id), (self.found.len(), frame.at_us));
        }
        let exchange = Exchange {
            method: method.to_owned(),
            params: params(method, said),
            client: client(method, said).unwrap_or_default(),
            origin: 0,
            id,
            progress_token: progress_token(said),
            steps: Vec::new(),
        };
        self.found.push((frame.seq, exchange));
    }

    fn cancelled(&mut self, params: Option<&Value>) {
        let id = params.and_then(|params| params.get("requestId")).map(id_text);
        if let Some((at, _)) = id.and_then(|id| self.open.get(&id).copied()) {
            self.last = Some(at);
            self.step(Some(at), Step::AwaitCancel);
        }
    }

    fn received(&mut self, at_us: u64, message: &Value) {
        let id = message.get("id");
        match (message.get("method"), id) {
            (Some(_), Some(_)) => self.step(self.last, Step::Ask(message.clone())),
            (Some(_), None) => self.step(self.progressing(message).or(self.last), Step::Say(message.clone())),
            (None, Some(id)) => self.answered(at_us, id, message),
            (None, None) => {}
        }
    }

    fn answered(&mut self, at_us: u64, id: &Value, message: &Value) {
        let Some((at, sent_us)) = self.open.remove(&id_text(id)) else { return };
        if let Some(later) = self.answered.filter(|later| *later > at) {
            let id = self.found[later].1.id.as_ref().map(id_text).unwrap_or_default();
            let at_most = SLACK + 2 * Duration::from_micros(at_us.saturating_sub(sent_us));
            self.step(Some(at), Step::AwaitAnswer { id, at_most });
        }
        self.answered = self.answered.max(Some(at));
        self.step(Some(at), Step::Answer(message.clone()));
    }

    /// The request of which this is the progress.
    fn progressing(&self, message: &Value) -> Option<usize> {
        let token = message.pointer("/params/progressToken")?;
        let is_of = |(_, exchange): &(u64, Exchange)| exchange.progress_token.as_ref() == Some(token);
        self.found.iter().rposition(is_of)
    }

    fn step(&mut self, at: Option<usize>, step: Step) {
        if let Some((_, exchange)) = at.and_then(|at| self.found.get_mut(at)) {
            exchange.steps.push(step);
        }
    }
}

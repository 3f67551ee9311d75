//! One client's conversation with a recording.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::mcp::Revision;
use serde_json::{Value, json};

use super::request::{client, id_text, params as canonical_params, progress_token};
use super::{Exchange, Recording, Step, missed};

/// How long the client may take to answer a question.
const PATIENCE: Duration = Duration::from_mins(1);
/// How many requests wait for the client at the same time; the others do not wait.
const WAITING_MAX: usize = 1000;
/// Where a message of a subscription has the id of the request that opened it.
pub const SUBSCRIPTIONS: [&str; 2] =
    ["/params/_meta/io.modelcontextprotocol~1subscriptionId", "/result/_meta/io.modelcontextprotocol~1subscriptionId"];

/// One client's conversation with a recording.
#[derive(Debug)]
pub struct Conversation {
    recording: Arc<Recording>,
    /// What the client can be asked, as it said in the handshake.
    client: Value,
    /// The revision that it offered in the handshake.
    offered: Option<Revision>,
    /// How often was answered what has its first exchange here?
    served: BTreeMap<usize, usize>,
    /// The recorded sessions that have gone as this conversation goes; `None` as long as nothing was asked.
    likely: Option<BTreeSet<usize>>,
    /// What the client has in the place of what was recorded in a session; null where it has nothing.
    renamed: BTreeMap<(usize, Name), Value>,
    waiting: Vec<Waiting>,
    /// The waits that have a deadline and were not told yet.
    waits: Vec<Wait>,
    /// The recorded requests that were answered, by session and id.
    done: BTreeSet<(usize, String)>,
    /// Numbers of questions and waits.
    next: u64,
    answered: usize,
    missed: usize,
}

/// A message to the client.
#[derive(Debug, Clone, PartialEq)]
pub struct Outgoing {
    /// The message.
    pub message: Value,
    /// Where it belongs, on a transport that has several streams.
    pub stream: Stream,
}

/// Something that does not wait forever.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wait {
    /// For [`Conversation::give_up`].
    pub number: u64,
    /// How long.
    pub at_most: Duration,
}

/// To what a message belongs.
#[derive(Debug, Clone, PartialEq)]
pub enum Stream {
    /// To the request with this id.
    Request(Value),
    /// To none.
    Unasked,
}

/// What has another value in every conversation.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Request(String),
    ProgressToken(String),
    Question(String),
}

#[derive(Debug, PartialEq)]
enum Awaited {
    /// The client's, to the question with this number.
    AnswerOfClient,
    /// Of the client's request with this id.
    Cancellation(String),
    /// Ours, to a recorded request.
    Answer(usize, String),
}

/// An exchange that goes on once something happens.
#[derive(Debug)]
struct Waiting {
    number: u64,
    awaited: Awaited,
    script: Script,
}

/// How far an exchange has been played.
#[derive(Debug)]
struct Script {
    exchange: usize,
    step: usize,
    id: Option<Value>,
    is_answered: bool,
}

impl Conversation {
    /// With a client that has said nothing yet.
    pub fn new(recording: Arc<Recording>) -> Self {
        Self {
            recording,
            client: Value::Null,
            offered: None,
            likely: None,
            served: BTreeMap::new(),
            renamed: BTreeMap::new(),
            waiting: Vec::new(),
            waits: Vec::new(),
            done: BTreeSet::new(),
            next: 0,
            answered: 0,
            missed: 0,
        }
    }

    /// How many requests were answered from the recording.
    pub fn answered(&self) -> usize {
        self.answered
    }

    /// How many requests are not in the recording.
    pub fn missed(&self) -> usize {
        self.missed
    }

    /// The waits that have begun since this was asked last: each ends by itself, or by [`Conversation::give_up`].
    pub fn new_waits(&mut self) -> Vec<Wait> {
        std::mem::take(&mut self.waits)
    }

    /// What is said to a message of the client's.
    pub fn receive(&mut self, message: &Value) -> Vec<Outgoing> {
        let params = message.get("params");
        match (message.get("method").and_then(Value::as_str), message.get("id")) {
            (Some(method), Some(id)) => self.request(method, id, params),
            (Some("notifications/cancelled"), None) => self.cancelled(params),
            (Some(method), None) => self.begin(method, None, params).unwrap_or_default(),
            (None, Some(id)) => {
                self.go_on(|it| it.awaited == Awaited::AnswerOfClient && Some(it.number) == id.as_u64())
            }
            (None, None) => vec![error(&Value::Null, -32600, "this is neither a request nor a notification")],
        }
    }

    /// Waits no longer: what was recorded does not depend on it.
    pub fn give_up(&mut self, number: u64) -> Vec<Outgoing> {
        self.go_on(|it| it.number == number)
    }

    /// Plays on what has waited for this.
    fn go_on(&mut self, is_over: impl Fn(&Waiting) -> bool) -> Vec<Outgoing> {
        let over: Vec<Waiting> = self.waiting.extract_if(.., |it| is_over(it)).collect();
        over.into_iter().flat_map(|it| self.play(it.script)).collect()
    }

    fn request(&mut self, method: &str, id: &Value, params: Option<&Value>) -> Vec<Outgoing> {
        if method == "ping" {
            return vec![reply(id, &json!({"jsonrpc": "2.0", "result": {}}))];
        }
        if method == "initialize" {
            self.client = client(method, params).unwrap_or_default();
            let offered = params.and_then(|params| params.get("protocolVersion")).and_then(Value::as_str);
            self.offered = offered.and_then(|offered| offered.parse().ok());
        }
        if let Some(played) = self.begin(method, Some(id), params) {
            self.answered += 1;
            return played;
        }
        // To ask a server without this method is how clients find out its revision.
        self.missed += usize::from(method != "server/discover");
        let (code, words) = missed::words(&self.recording, method, &canonical_params(method, params));
        vec![error(id, code, &words)]
    }

    /// Plays what was recorded of an equal message; `None` where nothing was.
    fn begin(&mut self, method: &str, id: Option<&Value>, params: Option<&Value>) -> Option<Vec<Outgoing>> {
        let client = client(method, params).unwrap_or_else(|| self.client.clone());
        let matching = self.recording.matching(method, &canonical_params(method, params), &client);
        let turn = self.served.entry(*matching.first()?).or_default();
        let number = *turn;
        *turn += 1;
        let exchange = self.nth(&matching, number);
        self.rename(exchange, id, params);
        Some(self.play(Script { exchange, step: 0, id: id.cloned(), is_answered: false }))
    }

    /// Which of equal exchanges answers the request that was made so many times before: that of a session which went like
    /// this one so far, as a server that is started anew begins anew; otherwise the next of all.
    fn nth(&mut self, matching: &[usize], turn: usize) -> usize {
        let origin = |at: &usize| self.recording.exchanges[*at].origin;
        let of = |session: usize| matching.iter().copied().filter(|at| origin(at) == session).nth(turn);
        let able: BTreeSet<usize> = matching.iter().map(origin).filter(|session| of(*session).is_some()).collect();
        let likely: BTreeSet<usize> = self.likely.iter().flatten().copied().collect();
        let both: BTreeSet<usize> = able.intersection(&likely).copied().collect();
        let fitting = if both.is_empty() { able } else { both };
        let found = fitting.first().and_then(|session| of(*session));
        if found.is_some() {
            self.likely = Some(fitting);
        }
        found.unwrap_or(matching[turn.min(matching.len() - 1)])
    }

    /// Remembers what the client has in the place of the recorded id and progress token.
    fn rename(&mut self, exchange: usize, id: Option<&Value>, params: Option<&Value>) {
        let recorded = &self.recording.exchanges[exchange];
        if let (Some(theirs), Some(id)) = (&recorded.id, id) {
            self.renamed.insert((recorded.origin, Name::Request(id_text(theirs))), id.clone());
        }
        if let Some(theirs) = &recorded.progress_token {
            let token = progress_token(params).unwrap_or_default();
            self.renamed.insert((recorded.origin, Name::ProgressToken(id_text(theirs))), token);
        }
    }

    fn cancelled(&mut self, params: Option<&Value>) -> Vec<Outgoing> {
        let Some(id) = params.and_then(|params| params.get("requestId")) else { return Vec::new() };
        let awaited = Awaited::Cancellation(id_text(id));
        let said = self.go_on(|it| it.awaited == awaited);
        self.waiting.retain(|it| it.script.id.as_ref() != Some(id));
        said
    }

    /// Plays on until something is to be waited for.
    fn play(&mut self, mut script: Script) -> Vec<Outgoing> {
        let recording = Arc::clone(&self.recording);
        let exchange = &recording.exchanges[script.exchange];
        let mut out = Vec::new();
        while let Some(step) = exchange.steps.get(script.step) {
            script.step += 1;
            match step {
                Step::Say(message) => {
                    let said = self.translated(exchange.origin, message);
                    out.extend(said.map(|message| Outgoing { stream: script.stream_of(&message), message }));
                }
                Step::Answer(message) => {
                    out.extend(self.answer(exchange, &mut script, message));
                }
                Step::Ask(message) if self.can_be_asked(message) => {
                    let (message, stream) = (self.ask(exchange.origin, message), script.stream_of(message));
                    out.push(Outgoing { message, stream });
                    if !script.is_answered && self.wait(Awaited::AnswerOfClient, Some(PATIENCE), &script) {
                        return out;
                    }
                }
                Step::Ask(_) => {}
                Step::AwaitCancel => {
                    let id = script.id.as_ref().map(id_text).unwrap_or_default();
                    if self.wait(Awaited::Cancellation(id), None, &script) {
                        return out;
                    }
                }
                Step::AwaitAnswer { id, at_most } => {
                    let is_done = self.done.contains(&(exchange.origin, id.clone()));
                    let awaited = Awaited::Answer(exchange.origin, id.clone());
                    if !is_done && self.wait(awaited, Some((*at_most).min(PATIENCE)), &script) {
                        return out;
                    }
                }
            }
        }
        out
    }

    /// The answer, and those that waited for it.
    fn answer(&mut self, exchange: &Exchange, script: &mut Script, message: &Value) -> Vec<Outgoing> {
        script.is_answered = true;
        let said = self.translated(exchange.origin, message).map(|answer| self.greeting(exchange, answer));
        let said = said.zip(script.id.as_ref());
        let mut out: Vec<Outgoing> = said.map(|(answer, id)| reply(id, &answer)).into_iter().collect();
        if let Some(id) = exchange.id.as_ref().map(id_text) {
            self.done.insert((exchange.origin, id.clone()));
            let awaited = Awaited::Answer(exchange.origin, id);
            out.extend(self.go_on(|it| it.awaited == awaited));
        }
        out
    }

    /// A client that offers an older revision is answered with that one: it may not know the recorded one.
    fn greeting(&self, exchange: &Exchange, mut answer: Value) -> Value {
        let place = answer.pointer_mut("/result/protocolVersion").filter(|_| exchange.method == "initialize");
        if let (Some(place), Some(offered)) = (place, self.offered) {
            let recorded: Option<Revision> = place.as_str().and_then(|recorded| recorded.parse().ok());
            if recorded.is_some_and(|recorded| offered < recorded) {
                *place = Value::from(offered.to_string());
            }
        }
        answer
    }

    /// Puts the script aside; not where too many wait.
    fn wait(&mut self, awaited: Awaited, at_most: Option<Duration>, script: &Script) -> bool {
        if self.waiting.len() >= WAITING_MAX {
            return false;
        }
        if awaited != Awaited::AnswerOfClient {
            // A question has its number already.
            self.next += 1;
        }
        let number = self.next;
        self.waits.extend(at_most.map(|at_most| Wait { number, at_most }));
        self.waiting.push(Waiting { number, awaited, script: Script { id: script.id.clone(), ..*script } });
        true
    }

    /// A question with an id of its own.
    fn ask(&mut self, origin: usize, message: &Value) -> Value {
        self.next += 1;
        let mut question = message.clone();
        if let Some(id) = question.get_mut("id") {
            *id = Value::from(self.next);
            self.renamed.insert((origin, Name::Question(id_text(&message["id"]))), id.clone());
        }
        question
    }

    /// A client is asked only what it can be asked.
    fn can_be_asked(&self, message: &Value) -> bool {
        let kind = message["method"].as_str().unwrap_or_default().split('/').next().unwrap_or_default();
        !matches!(kind, "sampling" | "elicitation" | "roots") || self.client.get(kind).is_some()
    }

    /// The message with the client's ids and tokens; `None` of a message about what the client did not ask for.
    fn translated(&self, origin: usize, message: &Value) -> Option<Value> {
        let mut message = message.clone();
        if let Some(token) = message.pointer_mut("/params/progressToken") {
            let theirs = self.renamed.get(&(origin, Name::ProgressToken(id_text(token))))?;
            *token = Some(theirs).filter(|token| !token.is_null())?.clone();
        }
        if message["method"] == "notifications/cancelled" {
            let id = message.pointer_mut("/params/requestId")?;
            *id = self.renamed.get(&(origin, Name::Question(id_text(id))))?.clone();
        }
        for place in SUBSCRIPTIONS {
            if let Some(id) = message.pointer_mut(place)
                && let Some(theirs) = self.renamed.get(&(origin, Name::Request(id_text(id))))
            {
                *id = theirs.clone();
            }
        }
        Some(message)
    }
}

impl Script {
    /// Where a message of it belongs: what is said on a subscription, to the request that opened it.
    fn stream_of(&self, message: &Value) -> Stream {
        let subscription = SUBSCRIPTIONS.iter().find_map(|place| message.pointer(place)).cloned();
        let asked = self.id.clone().filter(|_| !self.is_answered);
        subscription.or(asked).map_or(Stream::Unasked, Stream::Request)
    }
}

/// The answer to the request with this id.
fn reply(id: &Value, answer: &Value) -> Outgoing {
    let mut message = answer.clone();
    message["id"] = id.clone();
    Outgoing { message, stream: Stream::Request(id.clone()) }
}

fn error(id: &Value, code: i64, words: &str) -> Outgoing {
    reply(id, &json!({"jsonrpc": "2.0", "error": {"code": code, "message": words}}))
}

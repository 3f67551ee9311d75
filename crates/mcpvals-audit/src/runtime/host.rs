//! The server's session, opened again when the server has died: so often and no more.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Answer, ServerFacts};
use mcpvals_model::{CallEnd, CallRole, ServerSpec, Subject, Target, Trace};
use mcpvals_wire::{ConnectError, ConnectOptions, Params, Session};
use serde_json::Value;

use super::sandboxed::{During, Sightings};
use super::sessions::Recorded;

/// A server that dies again and again is not started more often.
const RESTARTS_MAX: usize = 5;
/// How long a ping may take, before the server counts as hanging.
const PING: Duration = Duration::from_secs(3);
/// Between two pings, where the first was not sent.
const BREATH: Duration = Duration::from_millis(50);
/// After so many requests of a kind in a row that ended in a deadline or a crash, it is not asked for any more.
const UNANSWERED_MAX: usize = 3;

/// What is asked for, as one word.
fn key(method: &str, name: &str) -> String {
    format!("{method} {name}")
}

/// The same, for people.
pub(crate) fn in_words(method: &str, name: &str) -> String {
    if name.is_empty() { format!("`{method}`") } else { format!("`{method}` of `{name}`") }
}

/// What is asked for, as it stands in a report of what was seen meanwhile.
fn during(method: &str, params: &Params<'_>) -> During {
    let (name, asked) = match params {
        Params::Named { name, arguments } => (*name, serde_json::to_string(arguments).unwrap_or_default()),
        Params::Plain(value) => (value["uri"].as_str().unwrap_or_default(), value.to_string()),
    };
    let subject = match method {
        "tools/call" => Some(Subject::Tool(name.to_owned())),
        "prompts/get" => Some(Subject::Prompt(name.to_owned())),
        "resources/read" => Some(Subject::Resource(name.to_owned())),
        _ => None,
    };
    During { words: in_words(method, name), subject, asked }
}

/// A server and its session.
pub(crate) struct Host<'a> {
    spec: &'a ServerSpec,
    options: &'a ConnectOptions,
    session: Session,
    /// Of the session, from 0.
    number: usize,
    restarts: usize,
    /// Is it dead or hanging, and was not started once more?
    is_lost: bool,
    /// By what is asked for: how many requests in a row ended in a deadline or a crash.
    unanswered: BTreeMap<String, usize>,
    /// What was seen of it in its sandbox.
    pub(crate) sightings: Sightings,
    /// From the start to the end of the first handshake.
    pub(crate) startup: Duration,
    recorded: Recorded,
}

/// A request, and what became of it.
pub(crate) struct Asked {
    /// How it ended.
    pub(crate) end: CallEnd,
    /// What was answered.
    pub(crate) answer: Option<Answer>,
    /// In milliseconds.
    pub(crate) took: f64,
    /// What was recorded.
    pub(crate) trace: Trace,
    /// What the server is like afterwards.
    pub(crate) state: State,
}

/// What a server is like after a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    /// It answers.
    Alive,
    /// It is gone; in words, how.
    Dead(String),
    /// It answers nothing any more.
    Hangs,
}

impl<'a> Host<'a> {
    /// Starts the server, and again as often as is said.
    pub(crate) async fn start(
        specs: (&'a ServerSpec, Option<&'a ServerSpec>),
        options: &'a ConnectOptions,
        retries: u32,
    ) -> Result<Self, ConnectError> {
        let mut left = retries;
        loop {
            let began = Instant::now();
            match mcpvals_wire::connect_either(specs, options).await {
                Ok((session, spec)) => {
                    let startup = began.elapsed();
                    let mut sightings = Sightings::new(options.sandbox.clone());
                    sightings.look();
                    return Ok(Self {
                        spec,
                        options,
                        session,
                        number: 0,
                        restarts: 0,
                        is_lost: false,
                        unanswered: BTreeMap::new(),
                        sightings,
                        startup,
                        recorded: Recorded::default(),
                    });
                }
                Err(error) if left == 0 => return Err(error),
                Err(_) => left -= 1,
            }
        }
    }

    /// What is started or reached.
    pub(crate) fn target(&self) -> &'a Target {
        &self.spec.target
    }

    /// The session, as it is now.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// What the server said of itself.
    pub(crate) fn facts(&self) -> &ServerFacts {
        self.session.facts()
    }

    /// Is there somebody who could answer?
    pub(crate) fn is_alive(&self) -> bool {
        !self.is_lost && self.session.is_alive()
    }

    /// Why nothing is asked of it any more; nothing where it is. One bad tool says nothing of the others.
    pub(crate) fn gave_up(&self, method: &str, name: &str) -> Option<String> {
        let count = self.unanswered.get(&key(method, name)).copied().unwrap_or_default();
        let what = in_words(method, name);
        (count >= UNANSWERED_MAX)
            .then(|| format!("{count} requests {what} in a row ended in a deadline or a crash, and no more were made"))
    }

    /// Sends a request and looks whether the server has survived it.
    pub(crate) async fn ask(&mut self, method: &str, params: &Value, deadline: Duration) -> Asked {
        self.asked(method, Params::from(params), deadline).await
    }

    /// Calls a tool, or gets a prompt.
    pub(crate) async fn call(
        &mut self,
        method: &str,
        name: &str,
        arguments: &serde_json::Map<String, Value>,
        deadline: Duration,
    ) -> Asked {
        self.asked(method, Params::Named { name, arguments }, deadline).await
    }

    /// Writes a line that is no message; the next request shows how it was taken.
    pub(crate) async fn line(&mut self, text: &str) {
        let recording = self.session.begin();
        recording.line(text).await;
        self.recorded.keep(self.number, recording.finish());
    }

    async fn asked(&mut self, method: &str, params: Params<'_>, deadline: Duration) -> Asked {
        let began = Instant::now();
        let asked_for = match &params {
            Params::Named { name, .. } => key(method, name),
            Params::Plain(_) => key(method, ""),
        };
        let number = self.number;
        self.sightings.begin(during(method, &params));
        let mut recording = self.session.begin();
        let end = recording.call(CallRole::Tested, method, params, deadline).await;
        let answer = recording.last_answer();
        let waited = began.elapsed();
        let trace = recording.finish();
        self.sightings.look();
        self.sightings.read(&trace);
        let measured = trace.call(CallRole::Tested).and_then(|call| trace.latency_us(call));
        let took = measured.map_or(waited, Duration::from_micros).as_secs_f64() * 1000.0;
        let state = if answer.is_some() && self.session.is_alive() { State::Alive } else { self.state(&end).await };
        let in_a_row = self.unanswered.entry(asked_for).or_default();
        let is_lost = state != State::Alive || matches!(end, CallEnd::TimedOut { .. });
        *in_a_row = if is_lost { *in_a_row + 1 } else { 0 };
        if state != State::Alive {
            self.restart().await;
        }
        self.recorded.keep(number, trace.clone());
        Asked { end, answer, took, trace, state }
    }

    /// No answer came: is anybody there?
    async fn state(&mut self, end: &CallEnd) -> State {
        if !self.session.is_alive() {
            return State::Dead(end.to_string());
        }
        let until = Instant::now() + PING;
        while Instant::now() < until {
            match self.ping(until).await {
                _ if !self.session.is_alive() => break,
                CallEnd::TimedOut { .. } => return State::Hangs,
                // An event stream that broke is opened again, if there is anybody.
                CallEnd::Closed | CallEnd::NotSent { .. } => tokio::time::sleep(BREATH).await,
                _ => return State::Alive,
            }
        }
        State::Dead(end.to_string())
    }

    async fn ping(&self, until: Instant) -> CallEnd {
        let mut recording = self.session.begin();
        let patience = until.saturating_duration_since(Instant::now());
        let end = recording.call(CallRole::Verify(0), "ping", Params::from(&Value::Null), patience).await;
        recording.finish();
        end
    }

    /// Another session, unless there were too many. The old one is closed, whatever it does.
    pub(crate) async fn restart(&mut self) {
        self.is_lost = true;
        if self.restarts >= RESTARTS_MAX {
            return;
        }
        self.restarts += 1;
        self.sightings.begin(During::default());
        if let Ok(session) = mcpvals_wire::connect(self.spec, self.options).await {
            self.is_lost = false;
            let old = std::mem::replace(&mut self.session, session);
            self.recorded.push(self.number, old.close().await);
            self.number += 1;
        }
    }

    /// A second session beside this one.
    pub(crate) async fn another(&mut self) -> Option<Session> {
        self.sightings.begin(During::default());
        mcpvals_wire::connect(self.spec, self.options).await.ok()
    }

    /// Starts another server with all that goes for this one, lists its tools, and ends it; what it said of itself, and how many
    /// tools.
    pub(crate) async fn tried(
        &mut self,
        target: Target,
        patience: Duration,
    ) -> Result<(ServerFacts, usize), ConnectError> {
        let spec = ServerSpec { target, startup_timeout: self.spec.startup_timeout.min(patience), ..self.spec.clone() };
        self.sightings.begin(During::default());
        let session = mcpvals_wire::connect(&spec, self.options).await?;
        let told = (session.facts().as_ref().clone(), session.offer().tools.len());
        session.close().await;
        Ok(told)
    }

    /// Ends it, and gives everything that was recorded.
    pub(crate) async fn close(&mut self) -> Recorded {
        let mut recorded = std::mem::take(&mut self.recorded);
        let last = self.session.clone().close().await;
        // What comes with the farewell, and what came with the handshake.
        self.sightings.begin(During { words: "the end".to_owned(), ..During::default() });
        self.sightings.read(&last);
        recorded.push(self.number, last);
        recorded
    }
}

//! The server's session, opened again when the server has died: so often and no more.

use std::time::{Duration, Instant};

use mcpvals_model::mcp::{Answer, ServerFacts};
use mcpvals_model::{CallEnd, CallRole, ServerSpec, Target, Trace};
use mcpvals_wire::{ConnectError, ConnectOptions, Params, Session};
use serde_json::Value;

/// A server that dies again and again is not started more often.
const RESTARTS_MAX: usize = 5;
/// How long a ping may take, before the server counts as hanging.
const PING: Duration = Duration::from_secs(3);
/// So many of the traces' frames are looked at in the end; a request has a handful.
const TRACES_MAX: usize = 2_000;

/// A server and its session.
pub(crate) struct Host<'a> {
    spec: &'a ServerSpec,
    options: &'a ConnectOptions,
    session: Session,
    restarts: usize,
    /// From the start to the end of the first handshake.
    pub(crate) startup: Duration,
    /// What was recorded, request by request.
    pub(crate) traces: Vec<Trace>,
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
        spec: &'a ServerSpec,
        options: &'a ConnectOptions,
        retries: u32,
    ) -> Result<Self, ConnectError> {
        let mut left = retries;
        loop {
            let began = Instant::now();
            match mcpvals_wire::connect(spec, options).await {
                Ok(session) => {
                    let startup = began.elapsed();
                    return Ok(Self { spec, options, session, restarts: 0, startup, traces: Vec::new() });
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
        self.session.is_alive()
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
        self.traces.push(recording.finish());
    }

    async fn asked(&mut self, method: &str, params: Params<'_>, deadline: Duration) -> Asked {
        let began = Instant::now();
        let mut recording = self.session.begin();
        let end = recording.call(CallRole::Tested, method, params, deadline).await;
        let answer = recording.last_answer();
        let waited = began.elapsed();
        let trace = recording.finish();
        let measured = trace.call(CallRole::Tested).and_then(|call| trace.latency_us(call));
        let took = measured.map_or(waited, Duration::from_micros).as_secs_f64() * 1000.0;
        let state = if answer.is_some() && self.session.is_alive() { State::Alive } else { self.state(&end).await };
        if state != State::Alive {
            self.restart().await;
        }
        if self.traces.len() < TRACES_MAX {
            self.traces.push(trace.clone());
        }
        Asked { end, answer, took, trace, state }
    }

    /// No answer came: is anybody there?
    async fn state(&mut self, end: &CallEnd) -> State {
        if !self.session.is_alive() {
            return State::Dead(end.to_string());
        }
        let mut recording = self.session.begin();
        let ping = recording.call(CallRole::Verify(0), "ping", Params::from(&Value::Null), PING).await;
        recording.finish();
        match ping {
            CallEnd::TimedOut { .. } if self.session.is_alive() => State::Hangs,
            _ if self.session.is_alive() => State::Alive,
            _ => State::Dead(end.to_string()),
        }
    }

    /// Another session, unless there were too many. The old one is closed, whatever it does.
    pub(crate) async fn restart(&mut self) {
        if self.restarts >= RESTARTS_MAX {
            return;
        }
        self.restarts += 1;
        if let Ok(session) = mcpvals_wire::connect(self.spec, self.options).await {
            let old = std::mem::replace(&mut self.session, session);
            self.traces.push(old.close().await);
        }
    }

    /// A second session beside this one.
    pub(crate) async fn another(&self) -> Option<Session> {
        mcpvals_wire::connect(self.spec, self.options).await.ok()
    }

    /// Starts another server with all that goes for this one, lists its tools, and ends it; what it said of itself, and how many
    /// tools.
    pub(crate) async fn tried(&self, target: Target, patience: Duration) -> Result<(ServerFacts, usize), ConnectError> {
        let spec = ServerSpec { target, startup_timeout: self.spec.startup_timeout.min(patience), ..self.spec.clone() };
        let session = mcpvals_wire::connect(&spec, self.options).await?;
        let told = (session.facts().as_ref().clone(), session.offer().tools.len());
        session.close().await;
        Ok(told)
    }

    /// Ends it, and gives everything that was recorded.
    pub(crate) async fn close(&mut self) -> Vec<Trace> {
        let mut traces = std::mem::take(&mut self.traces);
        traces.push(self.session.clone().close().await);
        traces
    }
}

//! Does a token open the server? Tried by our own client of the protocol, in whatever revision and over whatever transport.

use std::time::Instant;

use futures_util::FutureExt as _;
use mcpvals_model::mcp::Revision;
use mcpvals_model::{Auth, Grant, Secret, ServerSpec, Target, Trace};

use super::reply::header_map;
use super::{Probe, TokenChallenge};
use crate::oauth::fetch::without_query;
use crate::{ConnectOptions, connect};

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// Did the server let us in?
    pub outcome: Outcome,
    /// The frame that shows it.
    pub frame: Option<u64>,
    /// What the server speaks, where it has said so.
    pub revision: Option<Revision>,
}

/// Did the server let us in?
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Yes; so many tools are in `tools/list`.
    In {
        /// How many.
        tools: usize,
    },
    /// A session was begun, and `tools/list` cannot be read.
    Unread {
        /// Why, in words.
        problem: String,
    },
    /// No: with an HTTP status.
    Refused {
        /// The status.
        status: u16,
        /// The challenge that came with it.
        challenge: Option<TokenChallenge>,
    },
    /// Neither.
    Failed {
        /// Why, in words.
        problem: String,
    },
}

impl Probe {
    /// Opens a session with this token, or without any, lists the tools, and ends it. The server's own headers are sent, too.
    pub async fn open(&self, spec: &ServerSpec, options: &ConnectOptions, token: Option<&Secret>) -> Opening {
        let grant = token.map(|token| Grant::Bearer { token: token.clone() });
        let spec = ServerSpec { auth: grant.map(|grant| Box::new(Auth::new(grant))), ..spec.clone() };
        let place = place(&spec);
        let run = &options.sign_ins;
        if run.is_silent(&place) {
            let problem = "it has not answered before, and is not asked again".to_owned();
            return Opening { outcome: Outcome::Failed { problem }, frame: None, revision: None };
        }
        let options = ConnectOptions { sign_ins: run.afresh(self.showing()), ..options.clone() };
        let began = Instant::now();
        let (trace, problem) = match connect(&spec, &options).boxed().await {
            Ok(session) => (session.close().await, None),
            Err(error) => {
                let words = error.to_string();
                (error.trace(), Some(words))
            }
        };
        if problem.is_some() && began.elapsed() >= spec.startup_timeout {
            run.remember_silence(place);
        }
        let frame = self.absorb(&trace, began);
        let refused = refusal(&trace, &[401, 403]).or_else(|| refusal(&trace, &[400]).filter(|_| problem.is_some()));
        let outcome = match (refused, problem) {
            (Some((status, challenge)), _) => Outcome::Refused { status, challenge },
            (None, None) => match trace.offer.unread.first() {
                Some((method, problem)) => Outcome::Unread { problem: format!("`{method}`: {problem}") },
                None => Outcome::In { tools: trace.offer.tools.len() },
            },
            (None, Some(problem)) => Outcome::Failed { problem },
        };
        let revision = trace.server.as_ref().map(|server| server.protocol_version);
        Opening { outcome, frame, revision }
    }
}

/// Where nobody may answer: at all, or who has a token.
fn place(spec: &ServerSpec) -> String {
    let (Target::Http { url, .. } | Target::Sse { url, .. }) = &spec.target else { return String::new() };
    let who = if spec.auth.is_some() { "with a token" } else { "without a token" };
    format!("{} {who}", without_query(url.as_str()))
}

/// The last answer with one of these statuses.
fn refusal(trace: &Trace, statuses: &[u16]) -> Option<(u16, Option<TokenChallenge>)> {
    let heads = || trace.frames.iter().rev().filter_map(|frame| frame.http.as_deref());
    let head = heads().find(|head| head.status.is_some_and(|status| statuses.contains(&status)))?;
    Some((head.status?, TokenChallenge::of(&header_map(&head.headers))))
}

//! Turns what a good server would say into what a flawed one does.
//!
//! Knows no transport: the acts say what goes out, the transports perform them.

mod cancel;
mod cursor;
mod entry;
mod envelope;
mod handshake;
mod line;
mod listing;
mod outcome;
mod prompt;
mod question;
mod resource;
mod target;
mod task;
mod text;
mod traffic;
mod utility;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::Value;

pub use target::Target;

use crate::flaw::{Family, Flaw};
use crate::outgoing::{Asked, Body, Outgoing, Route};

/// One thing a transport performs, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// One message; the transport frames it its own way.
    Frame(Vec<u8>),
    /// Bytes as they are, without framing; only for stdio.
    Bytes(Vec<u8>),
    /// Bytes to stderr.
    Stderr(Vec<u8>),
    /// Does nothing for a while, and then goes on even if the call was cancelled.
    Wait(Duration),
    /// Messages without end.
    Flood(Flood),
    /// A message that never ends; only for stdio.
    EndlessFrame,
    /// Closes stdout and lives on; only for stdio.
    CloseStdout,
    /// Ends the process with this code.
    Exit(i32),
    /// Ends the process with SIGKILL.
    Kill,
}

/// What a flood is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// `notifications/message`.
    Notifications,
    /// `ping` requests with ever new ids.
    Pings,
}

impl Flood {
    /// The message with number `count`.
    pub fn frame(self, count: u64) -> Vec<u8> {
        match self {
            Self::Notifications => format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/message","params":{{"level":"info","data":"message {count}"}}}}"#
            ),
            Self::Pings => format!(r#"{{"jsonrpc":"2.0","id":{},"method":"ping"}}"#, count + 1000),
        }
        .into_bytes()
    }
}

impl Act {
    /// Whether performing it takes long, so that other answers must not wait for it.
    pub fn is_long(&self) -> bool {
        matches!(self, Self::Wait(_) | Self::Flood(_) | Self::EndlessFrame)
    }
}

/// What happens instead of sending an [`Outgoing`].
#[derive(Clone, Debug)]
pub struct Planned {
    /// The stream it belongs to.
    pub route: Route,
    /// How long the server works on it first; a call cancelled until then is not answered.
    pub after: Duration,
    /// What is done then.
    pub acts: Vec<Act>,
    /// Whether it answers a request, so that the request's stream can end.
    pub is_answer: bool,
}

/// A flaw with the answers it strikes.
#[derive(Debug)]
pub struct Distorter {
    /// What is wrong.
    pub flaw: Flaw,
    /// Where.
    pub target: Target,
    /// How late a late answer comes.
    pub delay: Duration,
    /// How often it strikes before the server is good for ever.
    pub times: AtomicU64,
}

impl Distorter {
    /// What really happens instead of sending `outgoing`.
    pub fn plan(&self, outgoing: &Outgoing) -> Planned {
        let is_answer = matches!(outgoing.body, Body::Answer { .. });
        let mut after = outgoing.after;
        let acts = match &outgoing.body {
            Body::Exit(code) => vec![Act::Exit(*code)],
            Body::Answer { asked, message } if self.spoils_messages() && self.strikes(asked) => {
                if self.flaw == Flaw::SlowAnswer {
                    after += self.delay;
                }
                if self.flaw == Flaw::TaskResultEarly && asked.method == "tasks/result" {
                    after = Duration::ZERO;
                }
                self.spoil(asked, message)
            }
            Body::Message(message) if self.spoils_what_is_unasked() => {
                if self.flaw == Flaw::UpdateLate && resource::is_news(message) {
                    after += self.delay;
                }
                self.spoil(&Asked::default(), message)
            }
            Body::Message(message) if self.spoils_every_message() => self.spoil(&Asked::default(), message),
            Body::Answer { message, .. } | Body::Message(message) => vec![frame(message)],
        };
        Planned { route: self.route(outgoing), after, acts, is_answer }
    }

    fn route(&self, outgoing: &Outgoing) -> Route {
        let is_progress = |message: &Value| message["method"] == "notifications/progress";
        let is_astray = self.flaw == Flaw::ProgressElsewhere && outgoing.value().is_some_and(is_progress);
        if is_astray { Route::Session } else { outgoing.route.clone() }
    }

    /// What the server makes of the client's message before it acts on it.
    pub fn hear(&self, message: Value) -> Value {
        task::hear(self.flaw, utility::hear(self.flaw, resource::hear(self.flaw, message)))
    }

    /// Whether the answer to `asked` is to be spoilt; each `true` uses up one of the times.
    pub fn strikes(&self, asked: &Asked) -> bool {
        let left = |times: u64| times.checked_sub(1);
        self.target.matches(asked) && self.times.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left).is_ok()
    }

    fn spoils_messages(&self) -> bool {
        !matches!(self.flaw.family(), Family::None | Family::Http | Family::Sse)
    }

    fn spoils_what_is_unasked(&self) -> bool {
        matches!(self.flaw.family(), Family::Question | Family::Resource | Family::Utility | Family::Task)
    }

    fn spoils_every_message(&self) -> bool {
        self.target == Target::Any && matches!(self.flaw.family(), Family::Stdio | Family::Text)
    }

    fn spoil(&self, asked: &Asked, message: &Value) -> Vec<Act> {
        let flaw = self.flaw;
        match flaw.family() {
            Family::None | Family::Http | Family::Sse => vec![frame(message)],
            Family::Stdio => line::spoil(flaw, message),
            Family::Text => vec![Act::Frame(text::spoil(flaw, message))],
            Family::Envelope => envelope::spoil(flaw, message).iter().map(frame).collect(),
            Family::Handshake => vec![frame(&handshake::spoil(flaw, message.clone()))],
            Family::Listing => vec![frame(&listing::spoil(flaw, message.clone()))],
            Family::Entry => vec![frame(&entry::spoil(flaw, &asked.method, message.clone()))],
            Family::Outcome => vec![frame(&outcome::spoil(flaw, message.clone()))],
            Family::Prompt => prompt::spoil(flaw, message),
            Family::Question => question::spoil(flaw, message.clone()).iter().map(frame).collect(),
            Family::Resource => resource::spoil(flaw, &asked.method, message.clone()).iter().map(frame).collect(),
            Family::Utility => utility::spoil(flaw, asked, message.clone()).iter().map(frame).collect(),
            Family::Task => task::spoil(flaw, &asked.method, message.clone()).iter().map(frame).collect(),
            Family::Traffic | Family::Process => traffic::spoil(flaw, asked, message, self.delay),
        }
    }
}

/// The message as any good server writes it.
fn frame(message: &Value) -> Act {
    Act::Frame(message.to_string().into_bytes())
}

/// What the server has to keep to itself.
fn secret() -> String {
    std::env::var("API_TOKEN").unwrap_or_else(|_| "no-token-set".to_owned())
}

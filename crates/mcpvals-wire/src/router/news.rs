//! What the router tells others: changes of lists, the life of the other side, and what is to be done about a frame.

use std::sync::Arc;

use mcpvals_model::ProcessEnd;
use serde_json::Value;

use super::log::LogKey;

/// Something to be sent that no caller waits for.
#[derive(Debug)]
pub(crate) enum Chore {
    /// The server asks something of us.
    Answer {
        /// Its request.
        message: Arc<Value>,
        /// Where the request was recorded.
        log: LogKey,
        /// Must it be refused, because we did not declare it or the revision forbids it?
        refused: bool,
    },
    /// A caller has gone: the server may stop working on its request.
    Cancel {
        /// The request.
        request: u64,
        /// Where it was recorded.
        log: LogKey,
        /// For the server's log.
        reason: &'static str,
    },
}

/// What a frame asks for beyond being recorded.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    pub(super) chores: Vec<Chore>,
    /// A notification or an answer came, so that those who wait for one look again.
    pub(super) notified: bool,
    pub(super) changed: Vec<ListKind>,
}

/// How often each list was said to have changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// `notifications/tools/list_changed`.
    pub(crate) tools: u64,
    /// `notifications/resources/list_changed`.
    pub(crate) resources: u64,
    /// `notifications/prompts/list_changed`.
    pub(crate) prompts: u64,
}

/// A list that can change.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ListKind {
    Tools,
    Resources,
    Prompts,
}

/// Is the other side there?
#[derive(Debug, Clone, Default)]
pub(crate) struct Life {
    /// Nothing more will come.
    pub(crate) closed: bool,
    /// The process has ended, and how.
    pub(crate) process_end: Option<ProcessEnd>,
    /// All of stderr has been read.
    pub(crate) stderr_done: bool,
}

impl Effects {
    pub(super) fn merge(&mut self, other: Self) {
        self.chores.extend(other.chores);
        self.notified |= other.notified;
        self.changed.extend(other.changed);
    }
}

impl ListKind {
    pub(super) fn of_notification(method: &str) -> Option<Self> {
        match method {
            "notifications/tools/list_changed" => Some(Self::Tools),
            "notifications/resources/list_changed" => Some(Self::Resources),
            "notifications/prompts/list_changed" => Some(Self::Prompts),
            _ => None,
        }
    }
}

impl Changes {
    pub(super) fn count(&mut self, list: ListKind) {
        let counter = match list {
            ListKind::Tools => &mut self.tools,
            ListKind::Resources => &mut self.resources,
            ListKind::Prompts => &mut self.prompts,
        };
        *counter += 1;
    }
}

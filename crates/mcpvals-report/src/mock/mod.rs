//! A server from a recording: requests that stand in traces are answered as they were then.
//!
//! [`Recording`] is what traces have of one server; a [`Conversation`] is one client's with it. Pure: messages go in,
//! messages come out; who serves them has the streams and the clock.

mod collect;
mod conversation;
mod missed;
mod request;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use mcpvals_model::canonical_fits;
use serde_json::Value;

use crate::trace_file::StoredTrace;

pub use conversation::{Conversation, Outgoing, SUBSCRIPTIONS, Stream, Wait};

/// What traces have of one server: what it was asked, and what it said to that.
#[derive(Debug)]
pub struct Recording {
    /// In the order of the recording.
    exchanges: Vec<Exchange>,
    /// Positions of equal requests, in order: method and canonical parameters.
    equal: BTreeMap<(String, String), Vec<usize>>,
}

/// Why traces make no server.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// Nothing was asked in them.
    #[error("there is no exchange with a server in it")]
    Empty,
    /// Whose answers?
    #[error("it has several servers: choose one with --server ({})", .0.join(", "))]
    Several(Vec<String>),
    /// The server that was chosen is not there.
    #[error("it has no server `{wanted}`, only {}", .there.join(", "))]
    NoServer {
        /// The name that was asked for.
        wanted: String,
        /// The names that it has.
        there: Vec<String>,
    },
}

/// A request or a notification of the client's, and what the server did then.
#[derive(Debug)]
struct Exchange {
    method: String,
    params: Value,
    /// What the client could be asked; null where that is not known.
    client: Value,
    /// The session: ids mean something only within one.
    origin: usize,
    /// The request's id; `None` of a notification.
    id: Option<Value>,
    progress_token: Option<Value>,
    steps: Vec<Step>,
}

/// What the server did, in order.
#[derive(Debug, Clone, PartialEq)]
enum Step {
    /// It sent a notification.
    Say(Value),
    /// It asked the client.
    Ask(Value),
    /// It went on only after the client had cancelled the request.
    AwaitCancel,
    /// It answered only after it had answered a later request, the one with this id. Not to be waited for longer than this.
    AwaitAnswer { id: String, at_most: Duration },
    /// It answered.
    Answer(Value),
}

impl Recording {
    /// What the traces have of this server; without a name, of the only one.
    ///
    /// # Errors
    /// [`RecordingError`], where there is no such server, or several and no name.
    pub fn new(stored: &[StoredTrace], server: Option<&str>) -> Result<Self, RecordingError> {
        let names: BTreeSet<&str> = stored.iter().flat_map(collect::servers).collect();
        let there = || names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let name = match (server, names.len()) {
            (Some(wanted), _) if names.contains(wanted) => wanted,
            (_, 0) => return Err(RecordingError::Empty),
            (Some(wanted), _) => return Err(RecordingError::NoServer { wanted: wanted.to_owned(), there: there() }),
            (None, 1) => names.first().copied().unwrap_or_default(),
            (None, _) => return Err(RecordingError::Several(there())),
        };
        let exchanges = collect::exchanges(stored, name);
        let mut equal: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for (at, exchange) in exchanges.iter().enumerate() {
            equal.entry((exchange.method.clone(), exchange.params.to_string())).or_default().push(at);
        }
        if exchanges.iter().all(|exchange| exchange.id.is_none()) {
            return Err(RecordingError::Empty);
        }
        Ok(Self { exchanges, equal })
    }

    /// How many requests it has.
    pub fn requests(&self) -> usize {
        self.exchanges.iter().filter(|exchange| exchange.id.is_some()).count()
    }

    /// The exchanges that answer a request, in order: those with a client that could be asked the same, where there are
    /// any.
    fn matching(&self, method: &str, params: &Value, client: &Value) -> Vec<usize> {
        let equal = self.equal.get(&(method.to_owned(), params.to_string()));
        let mut found = equal.cloned().unwrap_or_else(|| self.masked(method, params));
        if found.is_empty() && request::is_handshake(method) {
            found = self.of_method(method).collect();
        }
        let alike: Vec<usize> = found.iter().copied().filter(|at| self.exchanges[*at].client == *client).collect();
        if alike.is_empty() { found } else { alike }
    }

    /// Those that are equal but for the secrets that were taken out of them.
    fn masked(&self, method: &str, params: &Value) -> Vec<usize> {
        self.of_method(method).filter(|at| canonical_fits(&self.exchanges[*at].params, params)).collect()
    }

    fn of_method<'a>(&'a self, method: &'a str) -> impl Iterator<Item = usize> + 'a {
        let is_of = move |at: &usize| self.exchanges[*at].method == method;
        (0..self.exchanges.len()).filter(is_of)
    }
}

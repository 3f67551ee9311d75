//! Which answer belongs to which request, as far as the frames of one trace show it.

use std::collections::BTreeMap;

use mcpvals_model::{Direction, Frame, Trace};
use serde_json::Value;

/// The requests of a trace by server, sender and id.
pub(crate) struct Ids {
    requests: BTreeMap<(u16, bool, String), Request>,
}

/// A request that was seen.
#[derive(Clone)]
pub(crate) struct Request {
    /// Its frame.
    pub(crate) seq: u64,
    /// When.
    pub(crate) at_us: u64,
    /// Its method, with the tool's name for `tools/call`.
    pub(crate) what: String,
}

impl Ids {
    pub(crate) fn of(trace: &Trace) -> Self {
        let mut requests = BTreeMap::new();
        for frame in &trace.frames {
            let Some(message) = frame.message() else { continue };
            if let (Some(method), Some(id)) = (method(message), message.get("id")) {
                let request = Request { seq: frame.seq, at_us: frame.at_us, what: what(method, message) };
                // The first of a repeated id: later ones are anomalies and say so themselves.
                let key = (frame.server, frame.direction == Direction::Sent, id.to_string());
                requests.entry(key).or_insert(request);
            }
        }
        Self { requests }
    }

    /// The request that a frame answers with this message.
    pub(crate) fn answered(&self, frame: &Frame, message: &Value) -> Option<&Request> {
        let by_us = frame.direction == Direction::Received;
        let id = message.get("id")?;
        let of = |id: String| self.requests.get(&(frame.server, by_us, id));
        // An id that came back as text is shown with the request it means.
        of(id.to_string()).or_else(|| of(id.as_str()?.to_owned()))
    }
}

pub(crate) fn method(message: &Value) -> Option<&str> {
    message.get("method")?.as_str()
}

/// `tools/call echo`
pub(crate) fn what(method: &str, message: &Value) -> String {
    let params = message.get("params");
    let named = params.and_then(|params| params.get("name").or_else(|| params.get("uri"))?.as_str());
    named.map_or_else(|| method.to_owned(), |name| format!("{method} {name}"))
}

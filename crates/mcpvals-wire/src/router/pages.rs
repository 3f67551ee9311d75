//! The pages to which the server has sent the user, so that news of another one is seen (MCP 2025-11-25,
//! client/elicitation).

use std::collections::BTreeSet;

use mcpvals_model::json::member;
use mcpvals_model::mcp::{self, Revision};
use serde_json::Value;

/// Ids that are remembered; with more, nothing is said against any.
const IDS_MAX: usize = 4_096;

/// The `elicitationId`s that came.
#[derive(Debug, Default)]
pub(super) struct Pages(BTreeSet<String>);

impl Pages {
    /// Remembers what this request, or this answer, asks for.
    pub(super) fn take(&mut self, message: &Value) {
        let request = member(message, "params").and_then(|params| member(params, "elicitationId"));
        let required = mcp::pages_required(message, Revision::V2025_11_25).and_then(Value::as_array);
        let ids = required.into_iter().flatten().filter_map(|page| page.get("elicitationId")).chain(request);
        let room = (IDS_MAX + 1).saturating_sub(self.0.len());
        self.0.extend(ids.filter_map(Value::as_str).take(room).map(str::to_owned));
    }

    /// Is this the news of a page to which nobody was sent?
    pub(super) fn is_unknown(&self, notification: &Value) -> bool {
        let is_complete =
            notification.get("method").is_some_and(|method| method == "notifications/elicitation/complete");
        let id = notification.pointer("/params/elicitationId").and_then(Value::as_str).filter(|_| is_complete);
        id.is_some_and(|id| self.0.len() <= IDS_MAX && !self.0.contains(id))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{IDS_MAX, Pages};

    #[test]
    fn news_are_of_pages_that_were_asked_for() {
        let done = |id: &str| json!({"method": "notifications/elicitation/complete", "params": {"elicitationId": id}});
        let ask = |id: &str| json!({"method": "elicitation/create", "params": {"elicitationId": id}});
        let mut pages = Pages::default();
        pages.take(&ask("a"));
        pages.take(&json!({"error": {"code": -32042, "data": {"elicitations": [{"elicitationId": "b"}, 7]}}}));
        let unknown = |pages: &Pages| ["a", "b", "c"].map(|id| pages.is_unknown(&done(id)));
        assert_eq!(unknown(&pages), [false, false, true]);
        assert!(!pages.is_unknown(&Value::Null));
        (0..=IDS_MAX).for_each(|id| pages.take(&ask(&id.to_string())));
        assert_eq!(unknown(&pages), [false; 3], "too many to know");
    }
}

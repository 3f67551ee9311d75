//! Where a token is shown again and again: at the server's door, and in a session that was begun with it.

use mcpvals_model::{Secret, Seen};
use serde_json::json;

use super::bench::{Bench, Looked, opened};
use super::raw::Raw;

/// A token, and the session that it has begun.
pub(super) struct Door<'a> {
    bench: &'a Bench<'a>,
    token: Secret,
    /// None where the server has another transport, or has not let the token in.
    inside: Option<Raw<'a>>,
}

impl<'a> Door<'a> {
    /// Begins a session while the token is good.
    pub(super) async fn open(bench: &'a Bench<'a>, token: &Secret) -> Self {
        Self { bench, token: token.clone(), inside: Raw::begin(bench, None, token).await.ok() }
    }

    /// Is the token taken still, at the door or inside? What was looked at, and what came.
    pub(super) async fn look(&self) -> (&'static str, Looked) {
        let outside = opened(&self.bench.open(Some(&self.token)).await);
        match &self.inside {
            Some(inside) if matches!(outside.0, Seen::Refused { .. }) => {
                let said = inside.call("tools/list", json!({}), &self.token).await;
                let lost = |problem| (Seen::Lost { problem }, None);
                ("in the session that it has begun", said.map_or_else(lost, |said| said.seen("`tools/list`")))
            }
            _ => ("for a new session", outside),
        }
    }
}

//! Where a token is shown again and again: at the server's door, and in a session that was begun with it.

use mcpvals_model::Secret;
use serde_json::json;

use super::bench::{Bench, Looked, is_refusal, opened};
use super::raw::{Raw, looked};

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
            Some(inside) if is_refusal(&outside.0) => {
                let said = inside.call("tools/list", json!({}), &self.token).await;
                ("in the session that it has begun", looked(&said, "`tools/list`"))
            }
            _ => ("for a new session", outside),
        }
    }
}

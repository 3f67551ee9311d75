//! Progress goes forward: the only rule on notifications that needs the ones before.

use std::collections::HashMap;

use mcpvals_model::json::member;
use mcpvals_model::{Frame, ViolationKind};
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::notification::on_page;
use crate::excerpt;

/// The last progress of each token.
#[derive(Default)]
pub(super) struct Progress {
    last: HashMap<String, f64>,
}

/// Tokens that are followed; a flood of new ones is not remembered.
const TOKENS_MAX: usize = 1000;

impl Progress {
    /// Takes a frame; the breach where it tells of less progress than before, or of the same again.
    pub(super) fn take(&mut self, frame: &Frame, context: &Context<'_>) -> Option<Breach> {
        let method = "notifications/progress";
        let message = frame.message().filter(|message| member(message, "method").is_some_and(|name| name == method))?;
        let token = excerpt::json_to(message.pointer("/params/progressToken")?, 60);
        let now = message.pointer("/params/progress").and_then(Value::as_f64)?;
        if self.last.len() >= TOKENS_MAX && !self.last.contains_key(&token) {
            return None;
        }
        let before = self.last.insert(token.clone(), now).filter(|before| now <= *before)?;
        let words = format!("the progress for the token {token} goes from {before} to {now}; it must increase");
        Some(on_page(Breach::new(ViolationKind::NotificationShape, words), method, context))
    }
}

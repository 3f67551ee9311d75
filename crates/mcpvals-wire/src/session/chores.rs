//! What nobody waits for: answers to the server, and telling it of callers that are gone.

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::wire::Wire;
use crate::peer::Response;
use crate::router::{Chore, LogKey};

/// Answers that wait for their time at once; one more is given early.
const DELAYED_MAX: usize = 1_000;

/// Does one after the other. An answer that is to come later lets the others pass.
pub(super) async fn work(wire: Arc<Wire>, mut chores: mpsc::Receiver<Chore>) {
    let mut delayed = JoinSet::new();
    while let Some(chore) = chores.recv().await {
        while delayed.try_join_next().is_some() {}
        match chore {
            Chore::Cancel { request, log, reason } => wire.cancel(request, log, reason).await,
            Chore::Answer { message, log, refused } => {
                let response = wire.response_to(&message, log, refused);
                let is_late = !response.after.is_zero() || response.outcome.is_awaited();
                if !is_late || delayed.len() >= DELAYED_MAX {
                    say(&wire, &message, log, response).await;
                } else {
                    let wire = Arc::clone(&wire);
                    delayed.spawn(async move {
                        tokio::time::sleep(response.after).await;
                        say(&wire, &message, log, response).await;
                    });
                }
            }
        }
    }
}

async fn say(wire: &Wire, request: &Value, log: LogKey, response: Response) {
    if let Some(outcome) = response.settled().await {
        wire.answer(request.get("id").unwrap_or(&Value::Null), log, outcome).await;
    }
}

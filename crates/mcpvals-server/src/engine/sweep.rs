//! Looks for evaluations whose workers are silent, and now and then for what is too old to be kept.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_store::{Ending, Evaluation, Millis, Status, Sweeping, Swept};
use tokio_util::sync::CancellationToken;

use super::LOSSES_MAX;
use crate::error::{Code, story};
use crate::event::{self, End};
use crate::service::Service;
use crate::time;
use crate::view::RunError;

const SWEEP: Duration = Duration::from_secs(3);
const VACUUM: Duration = Duration::from_mins(10);
const DAY: i64 = 86_400_000;

pub(super) async fn keep(service: Arc<Service>, stop: CancellationToken) {
    let mut vacuumed = Instant::now();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(SWEEP) => {}
        }
        match service.store.sweep(LOSSES_MAX, of_lost).await {
            Ok(swept) => swept.iter().for_each(tell),
            Err(error) => tracing::warn!(error = story(&error), "lost evaluations cannot be looked for"),
        }
        if vacuumed.elapsed() > VACUUM {
            vacuumed = Instant::now();
            vacuum(&service).await;
        }
    }
}

fn tell(swept: &Swept) {
    let (evaluation, what) = match swept {
        Swept::Again(evaluation) => (evaluation, "waits again"),
        Swept::Ended(evaluation) => (evaluation, "ended"),
    };
    let worker = evaluation.worker.as_deref().unwrap_or_default();
    tracing::warn!(evaluation = evaluation.id, worker, attempt = evaluation.attempt, "a worker was lost: {what}");
}

async fn vacuum(service: &Service) {
    let days = i64::from(service.settings().limits.retention_days);
    let before = (days > 0).then(|| time::now() - days * DAY);
    match service.store.vacuum(before).await {
        Ok(gone) => tracing::debug!(?gone, "what was old is gone"),
        Err(error) => tracing::warn!(error = story(&error), "what is old cannot be deleted"),
    }
}

/// What becomes of an evaluation whose worker is silent.
fn of_lost(evaluation: &Evaluation, now: Millis) -> Sweeping {
    let losses = evaluation.losses + 1;
    let ours = |message| RunError::new(Code::InternalServerError, message, None);
    let again =
        ours(format!("The worker was lost ({losses} of at most {LOSSES_MAX} times); the evaluation is begun again"));
    let (status, error) = if evaluation.cancel_asked {
        (Status::Cancelled, None)
    } else {
        (Status::Failed, Some(ours(format!("The worker was lost {losses} times while it ran this evaluation"))))
    };
    let end = End { status, score: None, summary: None, error: error.as_ref() };
    let events = vec![event::ended(evaluation, &end, now)];
    let error = error.and_then(|error| serde_json::to_string(&error).ok());
    let ending = Ending {
        status,
        score: None,
        summary: None,
        results: None,
        error,
        progress: None,
        events,
        documents: Vec::new(),
    };
    Sweeping { again: event::error(&evaluation.id, &again, now), ending }
}

//! Says every few seconds that this worker goes on with what it runs. Where that cannot be said for too long, it stops what it
//! runs, because somebody else will take it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_store::Held;
use tokio_util::sync::CancellationToken;

use super::{LEASE, Stop};
use crate::error::story;
use crate::service::Service;

const BEAT: Duration = Duration::from_secs(2);
/// Before the lease ends, so that no two run at once.
const SILENCE_MAX: Duration = Duration::from_secs(11);

pub(super) async fn keep(service: Arc<Service>, worker: String, stop: CancellationToken) {
    let mut heard = Instant::now();
    loop {
        match tokio::time::timeout(BEAT, beat(&service, &worker)).await {
            Ok(Ok(())) => heard = Instant::now(),
            Ok(Err(error)) => tracing::warn!(error = story(&error), "this worker cannot say that it goes on"),
            Err(_) => tracing::warn!("this worker cannot say that it goes on: the database does not answer"),
        }
        if heard.elapsed() > SILENCE_MAX {
            service.places.end_all(Stop::Silent);
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(BEAT) => {}
        }
    }
}

async fn beat(service: &Service, worker: &str) -> mcpvals_store::Result<()> {
    // What was taken before the database is asked: what is taken meanwhile is not known to it yet.
    let mine = service.places.all();
    let slots = i64::from(service.settings().limits.max_concurrent_evaluations);
    service.store.here(worker, "worker", slots).await?;
    if mine.is_empty() {
        return Ok(());
    }
    let held: Vec<Held> = mine.iter().map(|running| running.held.clone()).collect();
    let beat = service.store.heartbeat(&held, LEASE).await?;
    // One that has just ended is not held either, and does not care.
    mine.iter().filter(|running| !beat.held.contains(&running.held)).for_each(|running| running.end(Stop::Lost));
    beat.cancelled.iter().for_each(|id| service.places.end(id, Stop::Cancelled));
    Ok(())
}

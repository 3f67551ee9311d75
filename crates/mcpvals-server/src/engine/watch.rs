//! Hears of cancellations at once; the heartbeat hears of those that were missed. Processes that share a SQLite file do not hear
//! each other: there it is looked for them.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_store::Signal;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use super::Stop;
use crate::service::Service;

const LOOK: Duration = Duration::from_millis(250);

pub(super) async fn cancellations(service: Arc<Service>, stop: CancellationToken) {
    let mut signals = service.store.signals();
    loop {
        let signal = tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(LOOK), if !service.store.is_shared() && !service.places.all().is_empty() => {
                look(&service).await;
                continue;
            }
            signal = signals.recv() => signal,
        };
        match signal {
            Ok(Signal::Cancel(id)) => service.places.end(&id, Stop::Cancelled),
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// What cannot be read now is looked for again, and heard of with the heartbeat.
async fn look(service: &Service) {
    for id in service.store.unwanted().await.unwrap_or_default() {
        service.places.end(&id, Stop::Cancelled);
    }
}

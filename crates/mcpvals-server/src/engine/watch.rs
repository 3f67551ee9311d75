//! Hears of cancellations at once; the heartbeat hears of those that were missed.

use std::sync::Arc;

use mcpvals_store::Signal;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use super::Stop;
use crate::service::Service;

pub(super) async fn cancellations(service: Arc<Service>, stop: CancellationToken) {
    let mut signals = service.store.signals();
    loop {
        let signal = tokio::select! {
            () = stop.cancelled() => return,
            signal = signals.recv() => signal,
        };
        match signal {
            Ok(Signal::Cancel(id)) => service.places.end(&id, Stop::Cancelled),
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

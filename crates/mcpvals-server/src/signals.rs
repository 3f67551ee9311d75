//! Waits for what other tasks and nodes tell.

use mcpvals_store::Signal;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

/// Until this is told, or so much was told that some of it is lost: then it may have been among that. For ever, where nobody
/// tells any more.
///
/// # Cancellation
/// Safe: what is told meanwhile waits.
pub(crate) async fn told(signals: &mut Receiver<Signal>, wanted: &Signal) {
    loop {
        match signals.recv().await {
            Ok(signal) if signal == *wanted => return,
            Err(RecvError::Lagged(_)) => return,
            Ok(_) => {}
            Err(RecvError::Closed) => return std::future::pending().await,
        }
    }
}

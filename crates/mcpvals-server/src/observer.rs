//! The seed's `observability.endpoint`: every event of an evaluation is posted there. Nobody waits for it, and nothing fails by it.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcpvals_wire::Message;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

use crate::address::shown;
use crate::live::{News, text_of};
use crate::service::Service;

const PATIENCE: Duration = Duration::from_secs(2);
/// After one that was not answered, others are spared for so long.
const PAUSE: Duration = Duration::from_secs(10);

/// Tells, until the end. Of several nodes the first does; while another takes its place, an event may be told twice or not at all.
pub(crate) async fn tell(service: Arc<Service>, stop: CancellationToken) {
    let mut news = service.hub.listen();
    loop {
        let heard = tokio::select! {
            () = stop.cancelled() => return,
            heard = news.recv() => heard,
        };
        let event = match heard {
            Ok(News::Event(event)) => event,
            Ok(News::System(_)) | Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        if !service.is_first.load(Ordering::Relaxed) {
            continue;
        }
        let settings = service.settings();
        let Some(endpoint) = settings.observability.endpoint.as_deref().filter(|_| settings.observability.enabled)
        else {
            continue;
        };
        let body = text_of(&event);
        let message = Message {
            url: endpoint,
            headers: &[],
            body: body.as_bytes(),
            authorities: service.authorities.as_deref(),
            public_only: false,
        };
        let posted = tokio::time::timeout(PATIENCE, mcpvals_wire::post(&message)).await;
        if !matches!(posted, Ok(Ok(()))) {
            tracing::debug!(endpoint = &*shown(endpoint), "the observer was not told");
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
        }
    }
}

//! `system:status`: how much there is to do, told every few seconds to whoever is connected.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_store::Status;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::hub::News;
use crate::error::ApiError;
use crate::event::SYSTEM_STATUS;
use crate::machine;
use crate::service::Service;
use crate::time;
use crate::time::timestamp;

const EVERY: Duration = Duration::from_secs(5);

/// How much there is to do.
pub(crate) async fn load(service: &Service) -> Result<Value, ApiError> {
    let running = service.store.tally(Some(Status::Running)).await?;
    let waiting = service.store.tally(Some(Status::Queued)).await?;
    Ok(json!({
        "activeEvaluations": running,
        "queueLength": waiting,
        "systemLoad": machine::processors(),
        "timestamp": timestamp(time::now()),
    }))
}

/// Tells it, until the end.
pub(crate) async fn tell(service: Arc<Service>, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        if service.hub.listeners() == 0 {
            continue;
        }
        if let Ok(load) = load(&service).await {
            let text = json!({ "type": SYSTEM_STATUS, "data": load }).to_string();
            service.hub.tell(News::System(Arc::from(text)));
        }
    }
}

//! Is the service well?

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::engine::LEASE;
use crate::error::ApiError;
use crate::gate::Ask;
use crate::machine;
use crate::meter::round;
use crate::reply::{Reply, VERSION};
use crate::service::Service;
use crate::time;
use crate::time::timestamp;
use crate::view::{Health, Memory, Services};

const HEALTHY: &str = "healthy";
const DEGRADED: &str = "degraded";
const UNHEALTHY: &str = "unhealthy";
const DISABLED: &str = "disabled";
const PATIENCE: Duration = Duration::from_secs(2);

/// How it is.
pub(crate) async fn get(ask: Ask) -> Result<Reply, ApiError> {
    Reply::ok(&look(&ask.service).await)
}

/// How it is, as it is shown.
pub(crate) async fn look(service: &Service) -> Health {
    let services = services(service).await;
    // Seed 003: whom events are told keeps nobody from evaluating.
    let status = match [services.database, services.inspector] {
        [UNHEALTHY, _] => UNHEALTHY,
        [HEALTHY, HEALTHY] => HEALTHY,
        _ => DEGRADED,
    };
    let (used, total) = (machine::own_memory(), machine::memory().0);
    let memory = Memory { used, total, percentage: machine::percent(used, total) };
    Health {
        status,
        version: VERSION,
        uptime: round(service.started.elapsed().as_secs_f64()),
        memory,
        services,
        last_check: timestamp(time::now()),
    }
}

async fn services(service: &Service) -> Services {
    let pinged = tokio::time::timeout(PATIENCE, service.store.ping());
    let nodes = tokio::time::timeout(PATIENCE, service.store.nodes(LEASE));
    let (pinged, nodes) = tokio::join!(pinged, nodes);
    let database = match pinged {
        Ok(Ok(())) if service.can_write.load(Ordering::Relaxed) => HEALTHY,
        Ok(Ok(())) => DEGRADED,
        _ => UNHEALTHY,
    };
    let works = matches!(nodes, Ok(Ok(nodes)) if nodes.iter().any(|node| node.slots > 0));
    Services {
        database,
        inspector: if works && !service.work.is_full() { HEALTHY } else { DEGRADED },
        hooks: HEALTHY,
        observability: observability(service).await,
    }
}

async fn observability(service: &Service) -> &'static str {
    let settings = service.settings();
    match (settings.observability.enabled, &settings.observability.endpoint) {
        (true, Some(endpoint)) => match mcpvals_wire::reach(endpoint, PATIENCE / 2).await {
            Ok(()) => HEALTHY,
            Err(_) => DEGRADED,
        },
        (true, None) => DEGRADED,
        (false, _) => DISABLED,
    }
}

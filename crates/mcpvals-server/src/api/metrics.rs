//! What the last day came to, as the seed has it.

use crate::error::ApiError;
use crate::gate::Ask;
use crate::machine;
use crate::meter::round;
use crate::reply::Reply;
use crate::service::Service;
use crate::time;
use crate::time::timestamp;
use crate::view::{EvaluationTotals, MetricsView, Percentiles, Performance, Resources};

const DAY: i64 = 86_400_000;

/// The figures.
pub(crate) async fn get(ask: Ask) -> Result<Reply, ApiError> {
    Reply::ok(&look(&ask.service).await?)
}

/// The figures, as they are shown.
pub(crate) async fn look(service: &Service) -> Result<MetricsView, ApiError> {
    let now = time::now();
    let totals = service.store.totals(now - DAY).await?;
    let measured = service.meter.measured();
    let (total, used) = machine::memory();
    Ok(MetricsView {
        evaluations: EvaluationTotals {
            total: totals.total,
            completed: totals.completed,
            failed: totals.failed,
            average_score: totals.average_score.map(round),
            average_duration: totals.average_duration.map(round),
        },
        performance: Performance {
            requests_per_minute: measured.requests_per_minute,
            response_time: Percentiles { p50: measured.p50, p95: measured.p95, p99: measured.p99 },
            error_rate: round(measured.error_rate),
        },
        resources: Resources {
            cpu_usage: machine::processors(),
            memory_usage: machine::percent(used, total),
            disk_usage: machine::disk(service.work.path()),
        },
        period: "24h",
        generated_at: timestamp(now),
    })
}

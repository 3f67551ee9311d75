//! One evaluation of a history.

use mcpvals_model::{PassRate, Report, Results, VerdictWord};
use mcpvals_store::{Millis, Status};

use crate::error::ApiError;
use crate::gate::Ask;
use crate::page::evaluation::{latencies, pass_rate};
use crate::page::html::percentile;
use crate::time::timestamp;

/// Larger results are not looked into, in bytes: a history would take too long.
const RESULTS_BYTES_MAX: usize = 4 << 20;

/// One evaluation of a history.
pub(super) struct Point {
    pub(super) id: String,
    pub(super) status: Status,
    pub(super) at: Millis,
    pub(super) score: Option<f64>,
    pub(super) duration: Option<i64>,
    pub(super) passed: Option<PassRate>,
    /// Sorted, in milliseconds.
    latencies: Vec<f64>,
}

impl Point {
    pub(super) fn latency(&self, percent: usize) -> Option<f64> {
        percentile(&self.latencies, percent)
    }

    /// `2026-01-03 10:00:00`.
    pub(super) fn label(&self) -> String {
        timestamp(self.at).chars().take(19).map(|c| if c == 'T' { ' ' } else { c }).collect()
    }
}

/// Those of a server that have ended, in order.
pub(super) async fn all(ask: &Ask, target: &str, most: i64) -> Result<Vec<Point>, ApiError> {
    let store = &ask.service.store;
    let mut points = Vec::new();
    for found in store.history(target, most).await? {
        let results = store.evaluation(&found.id).await?.and_then(|whole| whole.results);
        let (passed, latencies) =
            results.filter(|text| text.len() <= RESULTS_BYTES_MAX).map(|text| measured(&text)).unwrap_or_default();
        points.push(Point {
            id: found.id,
            status: found.status,
            at: found.at,
            score: found.score,
            duration: found.duration,
            passed,
            latencies,
        });
    }
    Ok(points)
}

/// What is stored of a config's run.
#[derive(serde::Deserialize)]
struct OfRun {
    report: Report,
}

fn measured(text: &str) -> (Option<PassRate>, Vec<f64>) {
    if let Ok(OfRun { report }) = serde_json::from_str(text) {
        return of_report(&report);
    }
    let results: Option<Results> = serde_json::from_str(text).ok();
    let runtime = results.and_then(|results| results.runtime);
    runtime.map(|runtime| (pass_rate(&runtime), latencies(&runtime))).unwrap_or_default()
}

fn of_report(report: &Report) -> (Option<PassRate>, Vec<f64>) {
    let verdicts: Vec<VerdictWord> = report.cases().map(|case| case.verdict.word()).collect();
    let count = |word| u32::try_from(verdicts.iter().filter(|verdict| **verdict == word).count()).unwrap_or(u32::MAX);
    let (passed, failed) = (count(VerdictWord::Passed), count(VerdictWord::Failed));
    let attempts = report.cases().flat_map(|case| &case.attempts);
    let mut latencies: Vec<f64> = attempts.filter_map(|attempt| attempt.latency_ms).collect();
    latencies.sort_by(f64::total_cmp);
    ((passed + failed > 0).then(|| PassRate::new(passed, passed + failed)), latencies)
}

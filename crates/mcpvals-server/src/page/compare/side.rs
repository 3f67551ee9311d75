//! What one evaluation came to, thing by thing: requirements and tools, or the cases of a config's run.

use mcpvals_model::{Evaluation, PassRate, Report, Results};

use crate::api::reports::{OF_RUN, WHOLE};
use crate::error::{ApiError, Code};
use crate::gate::Ask;
use crate::page::evaluation::{document_of, latencies, pass_rate, word};
use crate::page::html::percentile;
use crate::time::timestamp;

/// One of the two.
pub(super) struct Side {
    pub(super) id: String,
    pub(super) server_path: String,
    pub(super) status: &'static str,
    pub(super) created_at: String,
    /// Of 100.
    pub(super) score: Option<f64>,
    pub(super) items: Vec<Item>,
    /// Sorted, in milliseconds.
    latencies: Vec<f64>,
}

/// One thing that was judged.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) status: String,
    /// From 0 to 1.
    pub(super) score: Option<f64>,
    /// In milliseconds.
    pub(super) latency: Option<f64>,
    /// Of many tests.
    pub(super) rate: Option<PassRate>,
}

impl Side {
    pub(super) fn latency(&self, percent: usize) -> Option<f64> {
        percentile(&self.latencies, percent)
    }
}

/// # Errors
/// That there is no such evaluation, or that it came to nothing.
pub(super) async fn of(ask: &Ask, id: &str) -> Result<Side, ApiError> {
    let found = ask.service.store.evaluation(id).await?.ok_or_else(|| ApiError::not_found("evaluation", id))?;
    let evaluation: Option<Evaluation> = document_of(ask, id, WHOLE).await?;
    let report: Option<Report> = document_of(ask, id, OF_RUN).await?;
    let (items, latencies) = match (evaluation, report) {
        (Some(evaluation), _) => of_results(&evaluation.results),
        (None, Some(report)) => of_report(&report),
        (None, None) => {
            let words = format!("The evaluation `{id}` is {}, and there is nothing to compare", found.status);
            return Err(ApiError::new(Code::Conflict, words));
        }
    };
    Ok(Side {
        id: found.id,
        server_path: found.server_path,
        status: found.status.as_str(),
        created_at: timestamp(found.created_at),
        score: found.score,
        items,
        latencies,
    })
}

fn of_results(results: &Results) -> (Vec<Item>, Vec<f64>) {
    let requirements = results.requirements.iter().flatten().map(|result| Item {
        kind: "Requirements",
        name: result.title.clone(),
        status: word(result.status),
        score: result.score,
        latency: None,
        rate: None,
    });
    let mut items: Vec<Item> = requirements.collect();
    let Some(runtime) = &results.runtime else { return (items, Vec::new()) };
    items.extend(runtime.tool_tests.iter().map(|tool| Item {
        kind: "Tools",
        name: tool.name.clone(),
        status: word(tool.status),
        score: None,
        latency: tool.response_time,
        rate: None,
    }));
    items.extend(pass_rate(runtime).map(|rate| Item {
        kind: "All tests",
        name: "Passed, of those that passed or failed".to_owned(),
        status: format!("{} of {}", rate.passed, rate.runs),
        score: Some(rate.rate),
        latency: None,
        rate: Some(rate),
    }));
    (items, latencies(runtime))
}

fn of_report(report: &Report) -> (Vec<Item>, Vec<f64>) {
    let item = |case: &mcpvals_model::CaseResult| Item {
        kind: "Cases",
        name: case.id.to_string(),
        status: word(case.verdict.word()),
        score: case.score.map(mcpvals_model::Score::value),
        latency: case.attempts.iter().rev().find_map(|attempt| attempt.latency_ms),
        rate: None,
    };
    let items = report.cases().map(item).collect();
    let attempts = report.cases().flat_map(|case| &case.attempts);
    let mut latencies: Vec<f64> = attempts.filter_map(|attempt| attempt.latency_ms).collect();
    latencies.sort_by(f64::total_cmp);
    (items, latencies)
}

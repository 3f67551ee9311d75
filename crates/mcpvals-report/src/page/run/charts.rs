//! What one would rather look at than read.

use std::collections::BTreeMap;

use mcpvals_model::{MetricName, Report, Score};

use crate::page::chart::{self, Bar, Bars, Histogram, Stack, Stacked, Tone};
use crate::page::{Ids, Markup};
use crate::wording;

/// Latencies that are looked at.
const VALUES_MAX: usize = 100_000;

pub(super) fn html(report: &Report, ids: &mut Ids) -> Markup {
    let charts = [verdicts(report, ids), latencies(report, ids), metrics(report, ids)];
    let charts: Markup = charts.into_iter().flatten().collect();
    if charts.is_empty() { charts } else { Markup::new(format!("<div class=\"charts\">\n{charts}</div>\n")) }
}

fn verdicts(report: &Report, ids: &mut Ids) -> Option<Markup> {
    let kinds = [(Tone::Good, "passed"), (Tone::Bad, "failed"), (Tone::Unknown, "errored"), (Tone::Idle, "skipped")];
    let stack = |suite: &mcpvals_model::SuiteReport| {
        let of = suite.summary;
        Stack { label: suite.name.as_str().to_owned(), parts: vec![of.passed, of.failed, of.errored, of.skipped] }
    };
    let data = Stacked {
        title: "Verdicts by suite".to_owned(),
        head: "Suite".to_owned(),
        kinds: kinds.map(|(tone, word)| (tone, word.to_owned())).into(),
        stacks: report.suites.iter().map(stack).collect(),
    };
    (!data.stacks.is_empty()).then(|| chart::stacked(&data, ids))
}

/// Of every attempt.
fn latencies(report: &Report, ids: &mut Ids) -> Option<Markup> {
    let attempts = report.cases().flat_map(|case| &case.attempts);
    let values: Vec<f64> = attempts.filter_map(|attempt| attempt.latency_ms).take(VALUES_MAX).collect();
    let data = Histogram { title: "Latency of tested calls".to_owned(), noun: "call".to_owned(), values };
    (!data.values.is_empty()).then(|| chart::histogram(&data, ids))
}

/// Means over all cases that assert something.
fn metrics(report: &Report, ids: &mut Ids) -> Option<Markup> {
    let mut scores: BTreeMap<MetricName, Vec<Score>> = BTreeMap::new();
    for metric in report.cases().flat_map(|case| &case.metrics) {
        scores.entry(metric.name).or_default().extend(metric.score);
    }
    let bar = |(name, scores): (MetricName, Vec<Score>)| {
        let mean = Score::mean(scores.into_iter())?;
        let tone = if mean.value() >= 1.0 { Tone::Good } else { Tone::Fair };
        let shown = wording::percent(mean);
        Some(Bar { label: name.as_str().to_owned(), value: mean.value(), shown, tone })
    };
    let data = Bars {
        title: "Metrics".to_owned(),
        heads: ["Metric", "Mean"].map(str::to_owned),
        full: Some(1.0),
        bars: scores.into_iter().filter_map(bar).collect(),
    };
    (!data.bars.is_empty()).then(|| chart::bars(&data, ids))
}

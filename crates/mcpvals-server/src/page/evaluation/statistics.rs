//! How fast the server was, and how its tests came out.

use askama::Template;
use mcpvals_model::{PassRate, Results, RuntimeResults, RuntimeStatus, RuntimeTest};
use mcpvals_report::page::chart::{self, Bar, Bars, Histogram, Tone};
use mcpvals_report::page::{Ids, Markup};

use crate::page::html::{millis, percentile};

#[derive(Template)]
#[template(path = "evaluation/tiles.html")]
struct Tiles {
    tiles: Vec<(String, String)>,
}

pub(super) fn html(results: &Results) -> Markup {
    let Some(runtime) = &results.runtime else { return Markup::default() };
    let latencies = latencies(runtime);
    if latencies.is_empty() && runtime.performance.is_none() {
        return Markup::default();
    }
    let mut ids = Ids::default();
    let mut html = Markup::of(&Tiles { tiles: tiles(runtime, &latencies) });
    let title = "Latency of tested calls".to_owned();
    let histogram = chart::histogram(&Histogram { title, noun: "call".to_owned(), values: latencies }, &mut ids);
    let outcomes = chart::bars(&outcomes(runtime), &mut ids);
    html.push(&Markup::new(format!("<div class=\"charts\">\n{histogram}{outcomes}</div>\n")));
    html
}

/// Of all tests that were answered, sorted, in milliseconds.
pub(in crate::page) fn latencies(runtime: &RuntimeResults) -> Vec<f64> {
    let mut all: Vec<f64> = tests(runtime).filter_map(|test| test.response_time).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// All tests.
fn tests(runtime: &RuntimeResults) -> impl Iterator<Item = &RuntimeTest> {
    let of_tools = runtime.tool_tests.iter().flat_map(|tool| &tool.tests);
    let items = runtime.resource_tests.iter().chain(&runtime.prompt_tests).map(|item| &item.test);
    let others = runtime.error_tests.iter().chain(&runtime.example_tests).chain(&runtime.security_tests);
    of_tools.chain(items).chain(others)
}

/// Passed tests of those that passed or failed, with the interval in which the true rate lies.
pub(in crate::page) fn pass_rate(runtime: &RuntimeResults) -> Option<PassRate> {
    let count = |is: fn(RuntimeStatus) -> bool| {
        u32::try_from(tests(runtime).filter(|test| is(test.status)).count()).unwrap_or(u32::MAX)
    };
    let failed = count(|status| status == RuntimeStatus::Failed);
    let passed = count(|status| matches!(status, RuntimeStatus::Passed | RuntimeStatus::Warned));
    (passed + failed > 0).then(|| PassRate::new(passed, passed + failed))
}

fn tiles(runtime: &RuntimeResults, latencies: &[f64]) -> Vec<(String, String)> {
    let mut tiles: Vec<(String, String)> = [("p50", 50), ("p95", 95), ("p99", 99)]
        .into_iter()
        .filter_map(|(name, percent)| Some((name.to_owned(), millis(percentile(latencies, percent)?))))
        .collect();
    if let Some(performance) = &runtime.performance {
        tiles.push(("Start".to_owned(), millis(performance.startup)));
        tiles.push(("Listing tools".to_owned(), millis(performance.avg)));
    }
    if let Some(rate) = pass_rate(runtime) {
        let (low, high) = rate.interval;
        let label = format!("Tests passed ({:.0} to {:.0} %)", low * 100.0, high * 100.0);
        tiles.push((label, format!("{:.0} %", rate.rate * 100.0)));
    }
    tiles
}

fn outcomes(runtime: &RuntimeResults) -> Bars {
    let bar = |(label, status, tone): (&str, RuntimeStatus, Tone)| {
        let count = tests(runtime).filter(|test| test.status == status).count();
        let value = u32::try_from(count).map_or(f64::MAX, f64::from);
        Bar { label: label.to_owned(), value, shown: count.to_string(), tone }
    };
    Bars {
        title: "Tests of the running server".to_owned(),
        heads: ["Came out", "Tests"].map(str::to_owned),
        full: None,
        bars: [
            ("Passed", RuntimeStatus::Passed, Tone::Good),
            ("Warned", RuntimeStatus::Warned, Tone::Fair),
            ("Failed", RuntimeStatus::Failed, Tone::Bad),
            ("Skipped", RuntimeStatus::Skipped, Tone::Idle),
        ]
        .map(bar)
        .into(),
    }
}

//! How a server fared over time: its score, its latencies, how many of its tests passed.

mod point;

use askama::Template;
use mcpvals_report::page::chart::{self, Trend, TrendPoint};
use mcpvals_report::page::{Ids, Markup};

use super::frame::Page;
use super::html::{duration, encoded, millis, moment, query, score};
use crate::error::ApiError;
use crate::gate::Ask;
use crate::time::timestamp;
use point::Point;

/// Evaluations that are looked at, the last ones.
const POINTS_MAX: i64 = 60;
const TARGETS_MAX: i64 = 200;

#[derive(Template)]
#[template(path = "history/targets.html")]
struct Targets {
    rows: Vec<Target>,
}

struct Target {
    name: String,
    query: String,
    evaluations: i64,
    last: Markup,
}

#[derive(Template)]
#[template(path = "history/one.html")]
struct History {
    charts: Vec<(&'static str, &'static str, Markup)>,
    rows: Vec<Row>,
}

/// A number, and in which band the truth lies.
type Value = (f64, Option<(f64, f64)>);

struct Row {
    id: String,
    at: Markup,
    status: &'static str,
    score: String,
    p50: String,
    p95: String,
    passed: String,
    took: String,
    comparison: String,
}

/// The servers that there are, or the history of one.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    match ask.query.text("target") {
        Some(target) => one(&ask, target).await,
        None => targets(&ask).await,
    }
}

async fn targets(ask: &Ask) -> Result<Page, ApiError> {
    let found = ask.service.store.targets(TARGETS_MAX).await?;
    let row = |target: mcpvals_store::Target| Target {
        query: format!("target={}", encoded(&target.target)),
        name: target.target,
        evaluations: target.evaluations,
        last: moment(&timestamp(target.last_at)),
    };
    let main = Markup::of(&Targets { rows: found.into_iter().map(row).collect() });
    Ok(Page::new("History", "How each server fared over time.", main))
}

async fn one(ask: &Ask, target: &str) -> Result<Page, ApiError> {
    let points = point::all(ask, target, POINTS_MAX).await?;
    let page = if points.is_empty() {
        unended(ask, target).await?
    } else {
        let main = Markup::of(&History { charts: charts(&points), rows: rows(&points) });
        Page::new(target, &format!("Its last {}, the newest first in tables.", counted(points.len())), main)
    };
    Ok(Page { title: format!("History of {target}"), ..page })
}

/// Of a server whose first evaluation waits or runs.
async fn unended(ask: &Ask, target: &str) -> Result<Page, ApiError> {
    let known = ask.service.store.targets(i64::MAX).await?;
    if !known.iter().any(|one| one.target == target) {
        return Err(ApiError::not_found("evaluation of server", target));
    }
    let nothing = "<p class=\"empty\">Nothing yet: no evaluation of it has ended.</p>\n";
    Ok(Page::new(target, "How it fared over time.", Markup::new(nothing)))
}

fn counted(count: usize) -> String {
    if count == 1 { "evaluation".to_owned() } else { format!("{count} evaluations") }
}

/// Each beside a table that says the same.
fn charts(points: &[Point]) -> Vec<(&'static str, &'static str, Markup)> {
    let mut ids = Ids::default();
    let mut draw = |title: &str, range, shown, of: &dyn Fn(&Point) -> Option<Value>| {
        let point = |point: &Point| {
            let (value, interval) = of(point)?;
            Some(TrendPoint { label: point.label(), value, interval })
        };
        let points = points.iter().filter_map(point).collect();
        let heads = ["Evaluation", title].map(str::to_owned);
        chart::trend(&Trend { title: title.to_owned(), heads, range, shown, points }, &mut ids)
    };
    let score = draw("Score", Some((0.0, 100.0)), |value| format!("{value:.1}"), &|point| Some((point.score?, None)));
    let latency = [("Latency, p50", 50), ("Latency, p95", 95), ("Latency, p99", 99)]
        .into_iter()
        .map(|(title, percent)| draw(title, None, millis, &|point| Some((point.latency(percent)?, None))))
        .collect();
    let percent = |value: f64| format!("{:.0} %", value * 100.0);
    let passed = draw("Tests that passed, with 95 % intervals", Some((0.0, 1.0)), percent, &|point| {
        point.passed.as_ref().map(|rate| (rate.rate, Some(rate.interval)))
    });
    vec![("score", "Score and tests", [score, passed].into_iter().collect()), ("latency", "Latency", latency)]
}

fn rows(points: &[Point]) -> Vec<Row> {
    let scored: Vec<bool> = points.iter().map(|point| point.score.is_some()).collect();
    let before = |at: usize| compared(&scored, at).and_then(|before| points.get(before));
    let row = |(at, point): (usize, &Point)| Row {
        id: point.id.clone(),
        at: moment(&timestamp(point.at)),
        status: point.status.as_str(),
        score: score(point.score),
        p50: point.latency(50).map(millis).unwrap_or_default(),
        p95: point.latency(95).map(millis).unwrap_or_default(),
        passed: point.passed.as_ref().map(|rate| format!("{} of {}", rate.passed, rate.runs)).unwrap_or_default(),
        took: duration(point.duration),
        comparison: before(at).map(|before| query(&[("a", &before.id), ("b", &point.id)])).unwrap_or_default(),
    };
    points.iter().enumerate().rev().map(row).collect()
}

/// With which it is compared: the last one before it that came to something, where it did so, too.
fn compared(scored: &[bool], at: usize) -> Option<usize> {
    let (before, from_here) = scored.split_at_checked(at)?;
    from_here.first().filter(|is_scored| **is_scored)?;
    before.iter().rposition(|is_scored| *is_scored)
}

#[cfg(test)]
mod tests {
    use super::compared;

    #[test]
    fn what_came_to_nothing_is_compared_with_nothing() {
        let scored = [true, false, true, false, false];
        assert_eq!([0, 1, 2, 3, 9].map(|at| compared(&scored, at)), [None, None, Some(0), None, None]);
    }
}

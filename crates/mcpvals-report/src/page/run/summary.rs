//! What a run came to: head and numbers.

use askama::Template;
use mcpvals_model::Report;

use crate::page::chart::{self, Gauge, Tone};
use crate::page::{Hero, Markup, badge, code, text};
use crate::wording;

/// A number that matters.
pub(crate) struct Tile {
    pub(crate) label: &'static str,
    pub(crate) value: String,
    pub(crate) tone: Tone,
}

#[derive(Template)]
#[template(path = "tiles.html")]
struct Tiles {
    tiles: Vec<Tile>,
}

/// `3 of 12 cases did not pass`.
pub(super) fn title(report: &Report) -> String {
    let summary = report.summary;
    let wrong = summary.failed + summary.errored;
    match (report.passed, wrong) {
        (true, _) if summary.passed == 1 => "1 case passed".to_owned(),
        (true, _) => format!("All {} passed", wording::count(summary.passed, "case")),
        (false, 0) if report.interrupted => "Stopped before its end".to_owned(),
        (false, 0) => "No case ran".to_owned(),
        (false, n) => format!("{} of {} did not pass", wording::number(n), wording::count(summary.ran(), "case")),
    }
}

pub(super) fn hero(report: &Report) -> Hero {
    let word = if report.passed { "PASS" } else { "FAIL" };
    let mut badges = vec![badge(word)];
    badges.extend(report.interrupted.then(|| badge("interrupted")));
    badges.extend((report.summary.flaky > 0).then(|| badge("flaky")));
    let begun = format!("mcpvals {} · began {} · seed {}", report.mcpvals, report.run.started_at, report.run.seed);
    let counts = format!("{} in {}", wording::summary(report.summary), wording::millis(report.duration_ms));
    let stopped = report.interrupted.then(|| text("The run was stopped before its end."));
    Hero {
        gauge: gauge(report),
        kind: "Run of an MCP server's tests".to_owned(),
        title: title(report),
        badges,
        lines: [Some(text(&counts)), Some(code(&report.run.config)), Some(text(&begun)), stopped]
            .into_iter()
            .flatten()
            .collect(),
    }
}

fn gauge(report: &Report) -> Markup {
    let ran = report.summary.ran();
    let shown = if ran == 0 { "–".to_owned() } else { wording::percent(report.score) };
    let unit = format!("{} of {}", wording::number(report.summary.passed), wording::number(ran));
    let says = format!("Score {shown}: {unit} cases that ran have passed");
    let tone = if report.passed { Tone::Good } else { Tone::Bad };
    chart::gauge(&Gauge { share: report.score.value(), shown, unit, says, tone })
}

pub(super) fn tiles(report: &Report) -> Markup {
    let summary = report.summary;
    let of =
        |label, n: usize, tone| Tile { label, value: wording::number(n), tone: if n > 0 { tone } else { Tone::Plain } };
    let mut tiles = vec![
        of("Passed", summary.passed, Tone::Good),
        of("Failed", summary.failed, Tone::Bad),
        of("Errored", summary.errored, Tone::Unknown),
        of("Skipped", summary.skipped, Tone::Idle),
        of("Flaky", summary.flaky, Tone::Fair),
        of("Violations", report.violations.len(), Tone::Fair),
        Tile { label: "Duration", value: wording::millis(report.duration_ms), tone: Tone::Plain },
    ];
    let coverage = report.coverage.as_ref().map(|coverage| wording::percent_at_least(coverage.total.score()));
    tiles.extend(coverage.map(|value| Tile { label: "Coverage", value, tone: Tone::Plain }));
    tiles_of(tiles)
}

/// Numbers side by side.
pub(crate) fn tiles_of(tiles: Vec<Tile>) -> Markup {
    Markup::of(&Tiles { tiles })
}

//! The cases, suite by suite, with what to search and choose them by.

use askama::Template;
use mcpvals_model::{Report, SuiteReport, VerdictWord};

use super::case::{self, Shown};
use crate::page::{Markup, code, text};
use crate::{means, wording};

/// Cases that are shown; the rest is counted.
const CASES_MAX: usize = 5_000;

#[derive(Template)]
#[template(path = "run/cases.html")]
struct Cases {
    /// Word, and how many have it.
    words: Vec<(&'static str, String)>,
    suites: Vec<Suite>,
    left: Option<String>,
}

struct Suite {
    id: String,
    name: Markup,
    line: Markup,
    cases: Markup,
}

pub(super) fn html(report: &Report, shown: &mut Shown<'_>) -> Markup {
    if report.suites.is_empty() {
        return Markup::default();
    }
    let mut room = CASES_MAX;
    let suites = report.suites.iter().map(|suite| self::suite(suite, &mut room, shown)).collect();
    let left = report.summary.total.saturating_sub(CASES_MAX);
    let left = (left > 0).then(|| format!("And {}: the JSON report has all.", wording::count(left, "more case")));
    Markup::of(&Cases { words: words(report), suites, left })
}

fn words(report: &Report) -> Vec<(&'static str, String)> {
    let of = report.summary;
    let all = [
        (VerdictWord::Passed, of.passed),
        (VerdictWord::Failed, of.failed),
        (VerdictWord::Errored, of.errored),
        (VerdictWord::Skipped, of.skipped),
    ];
    let used = all.into_iter().filter(|(_, count)| *count > 0);
    used.map(|(word, count)| (wording::past(word), wording::number(count))).collect()
}

fn suite(suite: &SuiteReport, room: &mut usize, shown: &mut Shown<'_>) -> Suite {
    let cases = &suite.cases[..suite.cases.len().min(*room)];
    *room -= cases.len();
    Suite {
        id: shown.ids.unique(&format!("suite-{}", suite.name.as_str())),
        name: code(suite.name.as_str()),
        line: text(&line(suite)),
        cases: cases.iter().map(|one| case::html(one, shown)).collect(),
    }
}

/// `1 of 3 passed, 33.3 % · mean 12 ms · Success 100 %`.
fn line(suite: &SuiteReport) -> String {
    let of = suite.summary;
    let passed = match of.ran() {
        0 => "none ran".to_owned(),
        ran => {
            let (passed, ran) = (wording::number(of.passed), wording::number(ran));
            format!("{passed} of {ran} passed, {}", wording::percent(suite.score))
        }
    };
    let skipped = (of.skipped > 0).then(|| format!("{} skipped", wording::number(of.skipped)));
    let latency = suite.average_latency_ms.map(|ms| format!("mean latency {}", wording::millis(ms)));
    let parts = [Some(passed), skipped, latency, means::of_suite(&suite.metrics)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

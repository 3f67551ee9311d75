//! The report as Markdown: for comments on pull requests and for step summaries.

mod coverage;
mod matrix;
mod models;
mod prose;
mod text;

use mcpvals_model::{CaseResult, Report, SessionStart, SuiteReport, VerdictWord, Violation};

use crate::evaluation::sandbox_gist;
use crate::means;
use crate::{comparison, console, visible, wording};
pub(crate) use prose::{guarded, parts, prose};
pub(crate) use text::{code, html};
use text::{fence, row};

/// A comment on GitHub takes 65,536 characters; what is around it needs some.
const COMMENT_CHARS_MAX: usize = 60_000;
/// Violations and warnings that are listed one by one.
const LISTED_MAX: usize = 50;

/// The report as a comment. Its first line is a marker by which the comment of the last run is found again.
pub(crate) fn comment(report: &Report) -> String {
    document(report, COMMENT_CHARS_MAX)
}

/// The report in about so many characters: failures that do not fit are counted.
pub(crate) fn document(report: &Report, chars_max: usize) -> String {
    let mut head = vec!["<!-- mcpvals -->".to_owned(), format!("### {}", title(report)), String::new()];
    head.push(format!("{}{}", totals(report), score(report)));
    head.push(suites(&report.suites));
    let mut tail = Vec::new();
    tail.extend(violations(&report.violations));
    tail.extend(warnings(report));
    tail.extend(matrix::lines(report.matrix.as_ref()));
    tail.extend(baseline(report));
    tail.extend(models::lines(report));
    tail.extend(coverage::lines(report.coverage.as_ref()));
    tail.extend(sessions(&report.sessions));
    tail.extend(report.sandbox.iter().map(|facts| format!("Sandbox: {}.\n", sandbox_gist(facts))));
    tail.push(format!("<sub>mcpvals {}, config {}</sub>", report.mcpvals, code(&report.run.config)));
    let (mut page, tail) = (head.join("\n"), tail.join("\n"));
    let room = chars_max.saturating_sub(page.chars().count() + tail.chars().count());
    page.push_str(&failures(report, room));
    page.push('\n');
    page.push_str(&tail);
    page.push('\n');
    page
}

fn title(report: &Report) -> String {
    let summary = report.summary;
    let wrong = summary.failed + summary.errored;
    let words = match (report.passed, wrong) {
        (true, _) => format!("{} passed", wording::count(summary.passed, "case")),
        (false, 0) if report.interrupted => "stopped before its end".to_owned(),
        (false, 0) => "no case ran".to_owned(),
        (false, n) => format!("{} of {} did not pass", wording::number(n), wording::count(summary.ran(), "case")),
    };
    format!("mcpvals: {words}")
}

fn totals(report: &Report) -> String {
    format!("{} in {}", wording::summary(report.summary), wording::millis(report.duration_ms))
}

fn score(report: &Report) -> String {
    if report.summary.ran() == 0 { String::new() } else { format!(", score {}", wording::percent(report.score)) }
}

fn suites(suites: &[SuiteReport]) -> String {
    let mut lines = vec![String::new()];
    lines.push(row(
        &["Suite", "Passed", "Failed", "Errored", "Skipped", "Score", "Mean latency", "Metrics"].map(str::to_owned)
    ));
    lines.push("|:--|--:|--:|--:|--:|--:|--:|:--|".to_owned());
    lines.extend(suites.iter().map(suite_row));
    lines.push(String::new());
    lines.join("\n")
}

fn suite_row(suite: &SuiteReport) -> String {
    let summary = suite.summary;
    let score = if summary.ran() == 0 { "none ran".to_owned() } else { wording::percent(suite.score) };
    row(&[
        code(suite.name.as_str()),
        wording::number(summary.passed),
        wording::number(summary.failed),
        wording::number(summary.errored),
        wording::number(summary.skipped),
        score,
        suite.average_latency_ms.map(wording::millis).unwrap_or_default(),
        means::of_suite(&suite.metrics).unwrap_or_default(),
    ])
}

fn failures(report: &Report, room: usize) -> String {
    let wrong = report.cases().filter(|case| is_wrong(case)).collect::<Vec<_>>();
    let mut page = String::new();
    let mut used = 0;
    for (index, case) in wrong.iter().enumerate() {
        let block = details(case);
        used += block.chars().count();
        if used > room {
            let left = wording::count(wrong.len() - index, "more case");
            page.push_str(
                &["\n", &left, " that did not pass: too many for one page, the JSON report has all.\n"].concat(),
            );
            break;
        }
        page.push_str(&block);
    }
    page
}

fn is_wrong(case: &CaseResult) -> bool {
    matches!(case.verdict.word(), VerdictWord::Failed | VerdictWord::Errored)
}

/// A case that did not pass, as the console shows it, to be folded away.
fn details(case: &CaseResult) -> String {
    let word = wording::verdict(case.verdict.word());
    let id = html(&visible::line(case.id.as_str()));
    let lines = console::plain_case(case);
    format!("\n<details open><summary><b>{word}</b> <code>{id}</code></summary>\n\n{}\n</details>\n", fence(&lines))
}

fn violations(violations: &[Violation]) -> Vec<String> {
    if violations.is_empty() {
        return Vec::new();
    }
    let count = wording::count(violations.len(), "protocol violation");
    let mut lines = vec![String::new(), format!("<details><summary>{count}</summary>"), String::new()];
    lines.push(row(&["Kind", "What", "Count", "Case", "Specification"].map(str::to_owned)));
    lines.push("|:--|:--|--:|:--|:--|".to_owned());
    lines.extend(violations.iter().take(LISTED_MAX).map(violation_row));
    lines.extend(more(violations.len()));
    lines.extend([String::new(), "</details>".to_owned(), String::new()]);
    lines
}

fn violation_row(violation: &Violation) -> String {
    row(&[
        code(&wording::name(violation.kind)),
        code(&text::short(&violation.message)),
        violation.count.to_string(),
        violation.case.as_ref().map(|case| code(case.as_str())).unwrap_or_default(),
        code(&violation.spec),
    ])
}

fn warnings(report: &Report) -> Vec<String> {
    let all = report.cases().flat_map(|case| case.warnings.iter().map(move |warning| (case, warning)));
    let all = all.collect::<Vec<_>>();
    if all.is_empty() {
        return Vec::new();
    }
    let count = wording::count(all.len(), "warning");
    let mut lines = vec![String::new(), format!("<details><summary>{count}</summary>"), String::new()];
    let item = |(case, warning): &(&CaseResult, &mcpvals_model::Warning)| {
        format!("- {}: {}", code(case.id.as_str()), code(&text::short(&warning.message)))
    };
    lines.extend(all.iter().take(LISTED_MAX).map(item));
    lines.extend(more(all.len()));
    lines.extend([String::new(), "</details>".to_owned(), String::new()]);
    lines
}

fn baseline(report: &Report) -> Vec<String> {
    let Some(comparison) = &report.baseline else { return Vec::new() };
    let lines = comparison::lines(comparison).into_iter().map(|line| format!("- {}", code(line.trim())));
    [String::new()].into_iter().chain(lines).chain([String::new()]).collect()
}

/// What is said after a list that was cut.
fn more(all: usize) -> Option<String> {
    let left = all.saturating_sub(LISTED_MAX);
    (left > 0).then(|| format!("\nand {} more: the JSON report has all.", wording::number(left)))
}

fn sessions(sessions: &[SessionStart]) -> Vec<String> {
    let mut rows = Vec::new();
    for session in sessions {
        let row = session_row(session);
        if !rows.contains(&row) && rows.len() < LISTED_MAX {
            rows.push(row);
        }
    }
    if rows.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), "<details><summary>Servers</summary>".to_owned(), String::new()];
    lines.push(row(&["Server", "Says it is", "MCP", "Transport", "Profile", "Tools"].map(str::to_owned)));
    lines.push("|:--|:--|:--|:--|:--|--:|".to_owned());
    lines.extend(rows);
    lines.extend([String::new(), "</details>".to_owned(), String::new()]);
    lines
}

fn session_row(session: &SessionStart) -> String {
    let facts = session.facts.as_ref();
    let problem = session.problem.as_deref().unwrap_or("no answer");
    row(&[
        code(&session.server),
        code(&facts.map_or_else(|| text::short(problem), |facts| format!("{} {}", facts.name, facts.version))),
        facts.map(|facts| wording::revision(facts)).unwrap_or_default(),
        session.transport.clone(),
        code(&session.profile),
        session.tools.len().to_string(),
    ])
}

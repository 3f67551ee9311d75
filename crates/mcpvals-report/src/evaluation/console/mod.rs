//! What a person at a terminal reads first: what it came to, then what is wrong with it, the worst first.

mod findings;
mod sandbox;
mod tests;
mod wrap;

use mcpvals_model::{Evaluation, EvaluationStatus, LeftOut, RequirementStatus, RuntimeStatus, Severity};

use super::paper;
use super::words;
use crate::console::Role;
use crate::table::fit;
use crate::{Level, Style, visible, wording};
use wrap::Page;

pub(super) fn page(evaluation: &Evaluation, style: &Style) -> String {
    let mut page = Page::new(style);
    server(&mut page, evaluation);
    verdict(&mut page, evaluation);
    requirements(&mut page, evaluation);
    findings::write(&mut page, evaluation);
    tests::write(&mut page, evaluation);
    sandbox::write(&mut page, evaluation);
    left_out(&mut page, evaluation);
    page.blank();
    page.line(&page.paint(status_role(evaluation.status), &last_line(evaluation)));
    page.finish()
}

fn server(page: &mut Page<'_>, evaluation: &Evaluation) {
    let server = &evaluation.server;
    let mut parts = vec![words::server(evaluation)];
    if server.name.is_some() {
        parts.push(server.path.clone());
    }
    parts.extend(paper::source(server));
    page.line(&visible::line(&parts.join(page.style.dot())));
    if page.style.level == Level::Quiet {
        return;
    }
    match &server.start {
        Some(start) => {
            page.field("start", &format!("{} (from {}: {})", paper::start_command(start), start.from, start.why));
        }
        None if server.tools_file.is_none() => page.field("start", "nothing says how it is started"),
        None => {}
    }
    for looked in server.looked.iter().filter(|_| server.start.is_none()) {
        if let Some(member) = &looked.member {
            let command = format!("mcp-evaluate {}/{member}", server.path.trim_end_matches('/'));
            page.field("member", &format!("{}: {}; `{command}` evaluates it", looked.file, looked.found));
        }
    }
}

fn verdict(page: &mut Page<'_>, evaluation: &Evaluation) {
    let level = evaluation.certification.map(|level| format!("{}{}", page.style.dot(), words::certification(level)));
    let status = page.paint(status_role(evaluation.status), words::status(evaluation.status));
    let score = page.paint(Role::Strong, &format!("score {} of 100", words::score(evaluation)));
    page.blank();
    page.line(&format!("{status}  {score}{}", level.unwrap_or_default()));
    let times = if page.style.unicode { "×" } else { "x" };
    let formula = format!("{}; {}", words::formula(&evaluation.formula, times), words::thresholds(&evaluation.formula));
    page.dim(&format!("      {formula}"));
}

fn requirements(page: &mut Page<'_>, evaluation: &Evaluation) {
    /// Columns beside the title and what was seen.
    const BEFORE: usize = 6 + 2 + 8 + 2;
    let Some(results) = evaluation.results.requirements.as_ref().filter(|results| !results.is_empty()) else { return };
    let titles = results.iter().map(|result| visible::line(&result.title).into_owned()).collect::<Vec<_>>();
    let width = titles.iter().map(|title| unicode_width::UnicodeWidthStr::width(title.as_str())).max().unwrap_or(0);
    page.blank();
    for (result, title) in results.iter().zip(&titles) {
        let pad = " ".repeat(width - unicode_width::UnicodeWidthStr::width(title.as_str()));
        let head = page.paint(outcome_role(result.status), words::outcome(result.status));
        let share = result.score.map_or_else(|| "-".to_owned(), |score| words::share(Some(score)));
        let room = page.style.columns().saturating_sub(BEFORE + width).max(20);
        let gist = fit(&visible::line(&paper::gist(evaluation, result)), room, page.style.ellipsis());
        page.line(&format!("{head}  {title}{pad}  {share:>8}  {gist}"));
        for hook in paper::hooks(result) {
            page.item("        ", &visible::line(&hook));
        }
    }
}

fn left_out(page: &mut Page<'_>, evaluation: &Evaluation) {
    let of_runtime = evaluation.results.runtime.iter().flat_map(|runtime| &runtime.left_out);
    let all = evaluation.left_out.iter().chain(of_runtime).collect::<Vec<_>>();
    if all.is_empty() || page.style.level == Level::Quiet {
        return;
    }
    page.blank();
    page.heading("left out");
    for (reason, names) in by_reason(&all) {
        page.item("  ", &format!("{}: {reason}", page.names(&names)));
    }
}

/// What was left out for the same reason stands together, in the order of the first.
fn by_reason<'e>(all: &[&'e LeftOut]) -> Vec<(&'e str, Vec<&'e str>)> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for left in all {
        match reasons.iter_mut().find(|(reason, _)| *reason == left.reason) {
            Some((_, names)) => names.push(&left.name),
            None => reasons.push((&left.reason, vec![&left.name])),
        }
    }
    reasons
}

fn last_line(evaluation: &Evaluation) -> String {
    let (score, status) = (words::score(evaluation), words::status(evaluation.status));
    let tests = evaluation.results.runtime.as_ref().map(|runtime| format!("; {}", tests::counts(runtime)));
    let tools = wording::count(evaluation.tools.len(), "tool");
    format!("{status} {score}: {tools}, {}{}", words::findings(evaluation), tests.unwrap_or_default())
}

fn status_role(status: EvaluationStatus) -> Role {
    match status {
        EvaluationStatus::Pass => Role::Passed,
        EvaluationStatus::Warn => Role::Warning,
        EvaluationStatus::Fail => Role::Failed,
    }
}

fn outcome_role(status: RequirementStatus) -> Role {
    match status {
        RequirementStatus::Pass => Role::Passed,
        RequirementStatus::Warn => Role::Warning,
        RequirementStatus::Fail => Role::Failed,
        RequirementStatus::NeedMoreInfo => Role::Skipped,
    }
}

fn severity_role(severity: Severity) -> Role {
    match severity {
        Severity::Critical | Severity::High => Role::Failed,
        Severity::Medium => Role::Warning,
        Severity::Low => Role::Dim,
    }
}

fn ran_role(status: RuntimeStatus) -> Role {
    match status {
        RuntimeStatus::Passed => Role::Passed,
        RuntimeStatus::Warned => Role::Warning,
        RuntimeStatus::Failed => Role::Failed,
        RuntimeStatus::Skipped => Role::Skipped,
    }
}

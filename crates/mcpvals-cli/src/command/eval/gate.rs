//! From a report to an exit code.

use mcpvals_model::{CoverageTotal, Fault, Report, Verdict};
use mcpvals_report::visible;

use crate::args::{EvalArgs, FailOn};
use crate::exit::{Exit, Failure};

/// The exit code of a run that took place.
///
/// # Errors
/// Where the code is none of passed and failed: with the reason in one line.
pub(super) fn exit(args: &EvalArgs, report: &Report) -> Result<Exit, Failure> {
    if report.interrupted {
        return Err(Failure::new(Exit::Interrupted, "interrupted"));
    }
    if let Some(reason) = unreachable(report) {
        return Err(Failure::new(Exit::Unreachable, format!("no case could be run: {}", visible(reason))));
    }
    if let Some(reason) = skipped(report) {
        return Err(Failure::new(Exit::NothingToRun, format!("every case was skipped: {}", visible(&reason))));
    }
    uncovered(args, report)?;
    let kept_to_protocol = !args.strict_protocol || report.violations.is_empty();
    let enough = match (args.fail_on, &report.baseline) {
        (FailOn::Regression, Some(baseline)) => !baseline.is_regression(),
        _ => args.fail_under.map_or(report.passed, |least| report.score.value() >= least),
    };
    if !(kept_to_protocol && enough) {
        return Ok(Exit::Failed);
    }
    if args.strict_protocol && report.unchecked > 0 {
        let words = "came after their traces were full, and could not be checked (--strict-protocol)";
        let messages = if report.unchecked == 1 { "message" } else { "messages" };
        return Err(Failure::new(Exit::Failed, format!("{} {messages} {words}", report.unchecked)));
    }
    Ok(Exit::Passed)
}

/// Why the first case was skipped, where all were.
fn skipped(report: &Report) -> Option<String> {
    let mut reasons = report.cases().map(|case| match &case.verdict {
        Verdict::Skipped(reason) => Some(reason.to_string()),
        Verdict::Passed | Verdict::Failed { .. } | Verdict::Errored(_) => None,
    });
    let first = reasons.next()??;
    reasons.all(|reason| reason.is_some()).then_some(first)
}

/// Says so, where too little of what the servers offer was exercised: also where a case failed, because what failed can
/// be seen, and what was not tried cannot.
fn uncovered(args: &EvalArgs, report: &Report) -> Result<(), Failure> {
    let Some(least) = args.min_coverage else { return Ok(()) };
    let total = report.coverage.as_ref().map_or_else(|| CoverageTotal::of(0, 0), |coverage| coverage.total);
    let unread = report.coverage.iter().flat_map(|coverage| &coverage.servers).find(|server| server.cut);
    if let Some(server) = unread {
        let words = "a list was not read to its end, so that its coverage is not known, and --min-coverage not met";
        return Err(Failure::new(Exit::Failed, format!("of what `{}` offers, {words}", visible(&server.server))));
    }
    if total.score().value() >= least {
        return Ok(());
    }
    let CoverageTotal { percent, covered, items } = total;
    let words = format!("coverage is {percent} % ({covered} of {items}), less than --min-coverage asks for");
    Err(Failure::new(Exit::Failed, words))
}

/// Why no server could be reached, where that is why no case could be run. What stands in the way of a case beside that
/// counts only where a server was reached.
fn unreachable(report: &Report) -> Option<&str> {
    let is_reached = report.sessions.iter().any(|session| session.problem.is_none());
    let mut first = None;
    for case in report.cases() {
        match &case.verdict {
            Verdict::Skipped(_) => {}
            Verdict::Errored(Fault::Unreachable { reason }) => first = first.or(Some(reason.as_str())),
            Verdict::Errored(_) if !is_reached => {}
            Verdict::Passed | Verdict::Failed { .. } | Verdict::Errored(_) => return None,
        }
    }
    first
}

//! The four metrics of a test (seed 004, 5.1).

use mcpvals_model::{Expectation, Matcher, Metric, MetricName, MismatchKind, Score, Verdict};

use super::grade::Tested;
use super::output;
use crate::metrics::Measured;
use crate::{judge, matcher};

/// Full or nothing each; none where nothing is asserted about it, and none at all where nothing was found out.
pub(super) fn of(tested: &Tested<'_>, verdict: &Verdict) -> Vec<Metric> {
    let Some(measured) = Measured::of(verdict, tested.trace) else { return Vec::new() };
    let failed = |about: fn(MismatchKind) -> bool| measured.fails(about);
    let metric = |name, asserted: bool, right: bool| {
        let unasserted = Metric { name, score: None, frames: Vec::new() };
        if asserted { measured.metric(name, Score::all_or_nothing(right)) } else { unasserted }
    };
    let completed = !failed(stops);
    let expect = &tested.case.expect;
    let latency = expect.iter().any(|expectation| matches!(expectation, Expectation::Latency(_)));
    vec![
        metric(MetricName::Result, asserts_result(tested), completed && !failed(is_result)),
        metric(MetricName::Error, judge::speaks_of_errors(expect), completed && !failed(is_error)),
        metric(
            MetricName::Latency,
            latency,
            completed_at_all(verdict) && !failed(|kind| kind == MismatchKind::Latency),
        ),
        metric(MetricName::Success, true, completed),
    ]
}

/// The call did not complete, or not as it should.
fn stops(kind: MismatchKind) -> bool {
    match kind {
        MismatchKind::Undeclared
        | MismatchKind::UnknownTool
        | MismatchKind::NoAnswer
        | MismatchKind::Protocol
        | MismatchKind::UnexpectedError => true,
        MismatchKind::MissingError
        | MismatchKind::Error
        | MismatchKind::Result
        | MismatchKind::OutputSchema
        | MismatchKind::Listing
        | MismatchKind::MimeType
        | MismatchKind::Requests
        | MismatchKind::Notifications
        | MismatchKind::Subscription
        | MismatchKind::Disclosure
        | MismatchKind::Uri
        | MismatchKind::Latency
        | MismatchKind::Snapshot
        | MismatchKind::Argument
        | MismatchKind::Injection
        | MismatchKind::State
        | MismatchKind::ToolOrder
        | MismatchKind::ToolHealth
        | MismatchKind::Judge
        | MismatchKind::PassRate
        | MismatchKind::Oauth
        | MismatchKind::Verify => false,
    }
}

/// A latency can be measured of an answer that is wrong, but not of none.
fn completed_at_all(verdict: &Verdict) -> bool {
    !verdict.mismatches().any(|m| matches!(m.kind, MismatchKind::UnknownTool | MismatchKind::NoAnswer))
}

fn is_result(kind: MismatchKind) -> bool {
    use MismatchKind as Kind;
    matches!(kind, Kind::Result | Kind::OutputSchema | Kind::Snapshot | Kind::Verify)
}

fn is_error(kind: MismatchKind) -> bool {
    matches!(kind, MismatchKind::MissingError | MismatchKind::Error)
}

fn asserts_result(tested: &Tested<'_>) -> bool {
    let own = tested.case.expect.iter().any(|expectation| match expectation {
        Expectation::Result(_) => true,
        Expectation::Match(matcher) => speaks_of_results(matcher),
        Expectation::Error(_) | Expectation::Latency(_) => false,
    });
    own || !tested.case.verify.is_empty() || promise_was_checked(tested)
}

fn speaks_of_results(matcher: &Matcher) -> bool {
    match matcher {
        Matcher::All(inner) | Matcher::Any(inner) => inner.iter().any(speaks_of_results),
        Matcher::Not(inner) => speaks_of_results(inner),
        other => !matcher::speaks_of_errors(other),
    }
}

fn promise_was_checked(tested: &Tested<'_>) -> bool {
    tested.reply.as_ref().is_some_and(|reply| output::is_checked(reply, tested.listed, tested.trace))
}

//! What a workflow came to: the three metrics of the seeds (004, 5.6), and what is wrong.

use mcpvals_model::{
    Fault, Graded, Matcher, Metric, MetricName, Mismatch, ModelOutcome, Score, Stop, Trace, Verdict, Violation,
    Warning, WarningKind, WorkflowCase,
};
use serde_json::Value;

use super::story::{Made, Story};
use super::{cassette, health, judge, state, tools};
use crate::capability;
use crate::excerpt;
use crate::matcher::{self, Subject};
use crate::reply::Reply;

/// Judges what the trace shows of a workflow.
pub(crate) fn grade(case: &WorkflowCase, trace: &Trace, violations: Vec<Violation>) -> Graded {
    let story = Story::of(trace);
    let blank = |verdict| Graded { verdict, metrics: Vec::new(), warnings: Vec::new(), violations: violations.clone() };
    if let Some(verdict) = capability::verdict_of_session(trace) {
        return blank(verdict);
    }
    if let Some(fault) = unfinished(case, &story) {
        return blank(Verdict::Errored(fault));
    }
    match found(case, trace, &story, &violations) {
        Ok(Found { metrics, mismatches, warnings }) => {
            Graded { verdict: Verdict::from_mismatches(mismatches), metrics, warnings, violations }
        }
        Err(fault) => blank(Verdict::Errored(fault)),
    }
}

struct Found {
    metrics: Vec<Metric>,
    mismatches: Vec<Mismatch>,
    warnings: Vec<Warning>,
}

fn found(case: &WorkflowCase, trace: &Trace, story: &Story<'_>, violations: &[Violation]) -> Result<Found, Fault> {
    let states = state::states(case, story)?;
    let order = tools::order(case, story, trace)?;
    let health = health::of(case, trace, story, violations)?;
    let frames: Vec<u64> = story.turns.iter().map(|turn| turn.frame).collect();
    let calls: Vec<u64> = story.calls(None).filter_map(Made::frame).collect();
    let metrics = vec![
        metric(MetricName::EndToEnd, states.score, &frames),
        metric(MetricName::ToolOrder, order.score, &calls),
        metric(MetricName::ToolHealth, Some(health.score), &calls),
    ];
    let mismatches = [states.mismatches, order.mismatches, health.mismatches].concat();
    let mut found = Found { metrics, mismatches, warnings: warnings(case, trace) };
    heed_judge(case, trace, &mut found)?;
    Ok(found)
}

/// Adds what the judge says. Where it says nothing, nothing is known, unless the workflow fails without it.
fn heed_judge(case: &WorkflowCase, trace: &Trace, found: &mut Found) -> Result<(), Fault> {
    let Some(judge) = &case.judge else { return Ok(()) };
    let heard = judge::heard(judge, trace);
    let score = heard.judgement.as_ref().ok().map(|judgement| judgement.score);
    found.metrics.push(metric(MetricName::Judge, score, &heard.frames));
    found.mismatches.extend(heard.mismatch());
    match heard.judgement {
        Err(reason) if found.mismatches.is_empty() => Err(Fault::Model { reason }),
        Err(message) => {
            found.warnings.push(Warning { kind: WarningKind::JudgeUnheard, message });
            Ok(())
        }
        Ok(_) => Ok(()),
    }
}

fn metric(name: MetricName, score: Option<Score>, frames: &[u64]) -> Metric {
    let mut metric = Metric { name, score, frames: Vec::new() };
    metric.add_frames(if score.is_some() { frames } else { &[] });
    metric
}

/// Why the conversation did not come to its end; then nothing is known of the server.
fn unfinished(case: &WorkflowCase, story: &Story<'_>) -> Option<Fault> {
    let place = |step: usize| if case.steps.len() > 1 { format!("in step {}, ", step + 1) } else { String::new() };
    let of_step = |step: usize| {
        let Some(last) = story.turns_of(Some(step)).last() else {
            return Some(Fault::Model { reason: format!("{}the model was not asked", place(step)) });
        };
        let reply = match &last.heard.outcome {
            ModelOutcome::Fault(fault) => return Some(Fault::Model { reason: format!("{}{fault}", place(step)) }),
            ModelOutcome::Reply(reply) => reply,
        };
        let all_used = story.turns_of(Some(step)).count() >= usize::try_from(case.max_steps).unwrap_or(usize::MAX);
        if reply.stop == Stop::Calls && !all_used {
            return Some(Fault::Model { reason: format!("{}the conversation broke off after a call", place(step)) });
        }
        let reason = stopped(&reply.stop, case.max_steps)?;
        Some(Fault::Unfinished { reason: format!("{}{reason}", place(step)) })
    };
    (0..case.steps.len()).find_map(of_step)
}

/// Why the model came to no end with what it had.
fn stopped(stop: &Stop, max_steps: u32) -> Option<String> {
    match stop {
        Stop::End => None,
        Stop::Calls => Some(format!("the model still called tools in turn {max_steps}, and `maxSteps` allows no more")),
        Stop::CutOff => Some("the model's answer was cut off at `maxTokens`".to_owned()),
        Stop::Refused(why) => Some(format!("the model refused: {}", excerpt::quoted_to(why, 200))),
        Stop::Other(why) => Some(format!("the model stopped for another reason: {}", excerpt::quoted_to(why, 200))),
    }
}

pub(super) fn against(wanted: &Matcher, reply: &Reply<'_>) -> Result<Vec<Mismatch>, Fault> {
    matcher::check(wanted, &Subject::answer(reply)).map_err(|unusable| Fault::Expectation { reason: unusable.0 })
}

fn warnings(case: &WorkflowCase, trace: &Trace) -> Vec<Warning> {
    let asserts = case.judge.is_some()
        || case.expect_tools.is_some()
        || !case.forbid_tools.is_empty()
        || state::ends(case).next().is_some()
        || case.steps.iter().any(|step| step.expect_tools.is_some());
    let message = "nothing is asserted but that the model comes to an end and no call fails".to_owned();
    let nothing = (!asserts).then_some(Warning { kind: WarningKind::NothingAsserted, message });
    nothing.into_iter().chain(state::hardly_asserted(case)).chain(cassette::unused(case, trace)).collect()
}

/// A value as a subject for matchers of arguments.
pub(super) fn holds(wanted: &Matcher, value: &Value) -> Result<bool, Fault> {
    let checked = matcher::check(wanted, &Subject::value(value, None));
    checked.map(|found| found.is_empty()).map_err(|unusable| Fault::Expectation { reason: unusable.0 })
}

/// The same, for a result.
pub(super) fn holds_for(wanted: &Matcher, reply: &Reply<'_>) -> Result<bool, Fault> {
    against(wanted, reply).map(|found| found.is_empty())
}

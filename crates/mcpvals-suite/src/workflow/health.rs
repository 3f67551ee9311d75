//! Tool Call Health (seed 004, 5.6): every call that the model asked for completed, and its result is as the tool
//! promises. A call of a tool that does not exist is the model's mistake, and none of the server's.

use std::borrow::Cow;

use mcpvals_model::{Fault, Mismatch, MismatchKind, Score, Trace, Violation, WorkflowCase};

use super::story::{Made, Story};
use super::tools::{expected, fits};
use crate::excerpt;
use crate::judge;
use crate::matcher::{needs_error, of_kind};
use crate::tools;

pub(super) struct Health {
    pub(super) score: Score,
    pub(super) mismatches: Vec<Mismatch>,
}

/// `violations` are those of the trace: a call whose answer is spoilt is no better than one that failed.
pub(super) fn of(
    case: &WorkflowCase,
    trace: &Trace,
    story: &Story<'_>,
    violations: &[Violation],
) -> Result<Health, Fault> {
    let servers: Vec<Cow<'_, Trace>> = (0..trace.servers()).map(|server| trace.part(server)).collect();
    let is_tried = |made: &&Made<'_>| made.call.is_some() || made.has_no_arguments();
    let made: Vec<(usize, &Made<'_>)> = story.calls(None).filter(is_tried).enumerate().collect();
    let ill: Result<Vec<Option<Mismatch>>, Fault> =
        made.iter().map(|(index, made)| ill(*index, made, case, (trace, &servers, violations))).collect();
    let mut mismatches: Vec<Mismatch> = ill?.into_iter().flatten().collect();
    let healthy = made.len() - mismatches.len();
    // What spoils a list, or an answer to a call that was given up.
    let is_told = |violation: &&Violation| violation.frame.is_some() && is_of_call(violation, &made);
    let others: Vec<Violation> = violations.iter().filter(|violation| !is_told(violation)).cloned().collect();
    mismatches.extend(judge::protocol(&others));
    let all_right = healthy == made.len() && mismatches.is_empty();
    let score = if all_right { Score::FULL } else { Score::ratio(healthy, made.len().max(healthy + 1)) };
    Ok(Health { score, mismatches })
}

fn is_of_call(violation: &Violation, made: &[(usize, &Made<'_>)]) -> bool {
    made.iter().any(|(_, made)| made.reply().is_some() && made.call.is_some_and(|call| call.answer == violation.frame))
}

/// What is wrong with one call. Arguments that break the schema are the model's mistake, and tell of a schema that it
/// does not understand.
fn ill(
    index: usize,
    made: &Made<'_>,
    case: &WorkflowCase,
    (trace, servers, violations): (&Trace, &[Cow<'_, Trace>], &[Violation]),
) -> Result<Option<Mismatch>, Fault> {
    let Some(call) = made.call else { return Ok(unsent(index, made).filter(|_| !case.allow_tool_errors)) };
    let expected = || format!("call {} ({}) to complete", index + 1, excerpt::quoted_to(&made.asked.tool, 80));
    let told =
        |actual: String| Mismatch { frame: made.frame(), ..of_kind(MismatchKind::ToolHealth, expected(), actual) };
    let Some(reply) = made.reply() else {
        return judge::no_answer(call, trace).map(|mismatch| Some(told(mismatch.actual)));
    };
    let spoils =
        |violation: &&Violation| violation.spoils_answer && violation.frame.is_some() && violation.frame == call.answer;
    if let Some(violation) = violations.iter().find(spoils) {
        return Ok(Some(told(violation.message.clone())));
    }
    if reply.is_error() {
        let is_right = case.allow_tool_errors || is_expected(case, made)?;
        return Ok((!is_right).then(|| told(reply.shown())));
    }
    if let Some(problem) = ill_arguments(made, trace).filter(|_| !case.allow_tool_errors) {
        return Ok(Some(Mismatch { frame: call.request, ..ill_given(index, made, problem) }));
    }
    let broken = made.tool.and_then(|tool| {
        let of_server = &servers[usize::from(made.server)];
        tools::broken_promises(tool, &reply, of_server).into_iter().next()
    });
    Ok(broken.map(|mismatch| Mismatch { kind: MismatchKind::ToolHealth, frame: made.frame(), ..mismatch }))
}

/// Does an expected call ask for an error, and is this that call? Then the error is what was wanted.
fn is_expected(case: &WorkflowCase, made: &Made<'_>) -> Result<bool, Fault> {
    let wanted = expected(case).flat_map(|(_, expected)| &expected.tools);
    for wanted in wanted.filter(|wanted| wanted.result.as_ref().is_some_and(needs_error)) {
        if fits(wanted, made)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn ill_given(index: usize, made: &Made<'_>, problem: String) -> Mismatch {
    let tool = excerpt::quoted_to(&made.asked.tool, 80);
    let expected = format!("arguments of call {} ({tool}) that meet its inputSchema", index + 1);
    of_kind(MismatchKind::ToolHealth, expected, problem)
}

/// A call whose arguments are none, so that it could not be made.
fn unsent(index: usize, made: &Made<'_>) -> Option<Mismatch> {
    let problem = || {
        format!("{}, which is no JSON object, so that the call was not made", excerpt::json_to(&made.asked.args, 120))
    };
    made.has_no_arguments().then(|| ill_given(index, made, problem()))
}

/// What of the arguments breaks the tool's schema.
pub(super) fn ill_arguments(made: &Made<'_>, trace: &Trace) -> Option<String> {
    if made.call.is_none() && made.has_no_arguments() {
        return Some("they are no JSON object".to_owned());
    }
    tools::ill_arguments(made.tool?, &made.asked.args, trace.offer_of(made.server))
}

//! The outermost bound of a case: whatever a driver waits for, it ends.

use std::time::Duration;

use mcpvals_model::{Case, CaseKind, Fault};

/// Who does not answer once is not waited for again, so that of all exchanges of a test of signing in few can be late.
const EXCHANGES: u32 = 20;
/// So many flows may wait for people.
const FLOWS: u32 = 20;

/// The case was still being played then.
pub(super) fn passed(bound: Duration) -> Fault {
    Fault::Internal { reason: format!("the case was still being played after {} s", bound.as_secs()) }
}

/// Every call of a case has its own deadline; this is their sum with a margin for what lies between, so it is only
/// reached where a driver waits for something else than a call.
pub(super) fn of_case(case: &Case, timeout: Duration) -> Duration {
    const MARGIN: Duration = Duration::from_secs(30);
    if let CaseKind::Workflow(workflow) = &case.kind {
        let votes = workflow.judge.as_ref().map_or(0, |judge| judge.votes);
        let judged = workflow.turn_timeout.saturating_mul(votes);
        return workflow.deadline.saturating_add(judged).saturating_add(timeout).saturating_add(MARGIN);
    }
    if let CaseKind::Oauth(oauth) = &case.kind {
        let people = oauth.setting.as_ref().map_or(Duration::ZERO, |setting| setting.auth.timeout);
        return timeout.saturating_mul(EXCHANGES).saturating_add(people.saturating_mul(FLOWS)).saturating_add(MARGIN);
    }
    let calls = match &case.kind {
        CaseKind::Tool(tool) => 1 + tool.verify.len(),
        // The pages of a list are as many as the server says.
        CaseKind::Resource(_) | CaseKind::Prompt(_) | CaseKind::Utility(_) => 20,
        CaseKind::Completion(_) => 1,
        // At the same time, and once more after the roots have changed.
        CaseKind::Peer(_) => 2,
        CaseKind::Oauth(_) | CaseKind::Workflow(_) => 0,
    };
    // A late tool is waited for once before the call; rate limits add waits of their own in `MARGIN`'s order.
    timeout.saturating_mul(u32::try_from(calls).unwrap_or(u32::MAX)).saturating_add(MARGIN)
}

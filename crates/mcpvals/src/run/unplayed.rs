//! A case that is not played: its result, and its place in the traces, which have every case.

use std::sync::Arc;

use mcpvals_model::{Case, CaseResult, Event, Played, Suite, Verdict};

use super::dispatcher::Told;
use super::{Run, result};
use crate::seal;

/// The result of a case whose verdict stands before anything of it is played.
pub(super) async fn unplayed(run: &Run<'_>, suite: &Suite, case: &Case, verdict: Verdict) -> CaseResult {
    if run.options.tells_frames() {
        run.tell(Told::Now(Event::CasePlayed(Box::new(without_frames(run, case, verdict.clone()))))).await;
    }
    result::unplayed(run, suite, case, verdict)
}

fn without_frames(run: &Run, case: &Case, verdict: Verdict) -> Played {
    Played {
        case: Arc::new(run.redactor.case(case)),
        session: 0,
        repetition: 1,
        attempt: 1,
        trace: Arc::default(),
        verdict: seal::verdict(verdict, &run.redactor),
    }
}

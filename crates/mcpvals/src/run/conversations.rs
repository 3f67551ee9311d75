//! Plays a workflow whose every repetition has a server of its own: several at the same time, into the result in order.

use std::time::Instant;

use futures_util::StreamExt as _;
use futures_util::stream;
use mcpvals_model::{Case, CaseResult, Suite};
use mcpvals_suite::Captures;

use super::lane::Lane;
use super::player::{Attempted, Player, repetitions};
use super::preparation::Preparation;
use super::{Run, result};

/// Plays every repetition. How many conversations there are at the same time over all workflows, says the run.
pub(super) async fn play(run: &Run<'_>, suite: &Suite, case: &Case) -> CaseResult {
    let began = Instant::now();
    let mut tally = result::Tally::new(run, suite, case);
    let playing = repetitions(run, case).into_iter().map(|number| repetition(run, suite, case, number));
    let mut played = Box::pin(stream::iter(playing).buffered(run.options.conversations()));
    while let Some(attempts) = played.next().await {
        for (attempted, counts) in attempts {
            tally.take(attempted, counts);
        }
        if run.cancel.is_cancelled() {
            break;
        }
    }
    tally.finish(began.elapsed())
}

async fn repetition<'a>(run: &'a Run<'a>, suite: &'a Suite, case: &'a Case, number: u32) -> Vec<(Attempted<'a>, bool)> {
    // Never closed.
    let _one_of_few = run.conversations.acquire().await;
    let lane = Lane::of_case(run, case);
    let preparation = Preparation::new(run, &lane, suite, Captures::new());
    let played = Player::new(&preparation, case).repetition(number).await;
    lane.end().await;
    played
}

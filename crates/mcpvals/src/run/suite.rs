//! Plays one suite: setup, its cases one after the other or at once, teardown.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use mcpvals_model::{
    Case, CaseResult, Event, Fault, Isolate, Listened, SkipReason, Suite, SuiteKind, Verdict, VerdictWord,
};
use mcpvals_suite::{Captures, captures_used};
use tokio::sync::Mutex;

use super::canary::Planted;
use super::dispatcher::Told;
use super::lane::Lane;
use super::player::Player;
use super::preparation::Preparation;
use super::unplayed::unplayed;
use super::{Run, conversations};
use crate::Selected;

/// Plays a suite's cases and tells of each.
pub(super) async fn play_suite<'s>(run: &Run<'_>, lane: &Lane<'_>, selected: &'s Selected<'s>) {
    let suite = selected.suite;
    if suite.isolate != Isolate::File {
        lane.retire(suite.server).await;
    }
    let preparation = Preparation::new(run, lane, suite, Captures::new());
    let prepared = match suite.isolate {
        Isolate::Test => Ok(()),
        Isolate::File | Isolate::Suite => preparation.make().await,
    };
    let play = |(case, skip): &'s (&'s Case, _)| one_case(&preparation, case, Option::as_ref(skip), prepared.clone());
    if suite.parallel {
        for wave in waves(&selected.cases, suite.isolate) {
            at_once(run.options.cases_at_once(), wave.iter().map(play)).await;
        }
    } else {
        for entry in &selected.cases {
            play(entry).await;
        }
    }
    if suite.isolate != Isolate::Test {
        preparation.tear_down().await;
    }
    if suite.isolate != Isolate::File {
        lane.retire(suite.server).await;
    }
}

/// Cases that can run at the same time, in the config's order.
fn waves<'c, T>(cases: &'c [(&Case, T)], isolate: Isolate) -> Vec<&'c [(&'c Case, T)]> {
    let mut waves = Vec::new();
    let (mut start, mut wave) = (0, Wave::default());
    for (index, (case, _)) in cases.iter().enumerate() {
        if index > start && !wave.takes(case, isolate) {
            waves.push(&cases[start..index]);
            (start, wave) = (index, Wave::default());
        }
        wave.join(case);
    }
    waves.push(&cases[start..]);
    waves
}

/// What the cases of a wave give, and what they listen to.
#[derive(Default)]
struct Wave<'c> {
    given: BTreeSet<&'c str>,
    resources: BTreeSet<&'c str>,
    is_private: bool,
}

impl<'c> Wave<'c> {
    /// Can the case run beside those of this wave? Not where it uses a value that one of them captures, and not on their
    /// session where one would take for its own what the server says to the other.
    fn takes(&self, case: &Case, isolate: Isolate) -> bool {
        let waits = !self.given.is_empty() && captures_used(case).iter().any(|name| self.given.contains(name.as_str()));
        let is_heard = match case.kind.listens_to() {
            Listened::Nothing => self.is_private,
            Listened::Resource(uri) => self.is_private || self.resources.contains(uri),
            Listened::Everything => true,
        };
        !waits && (isolate == Isolate::Test || !is_heard)
    }

    fn join(&mut self, case: &'c Case) {
        self.given.extend(case.kind.captures());
        match case.kind.listens_to() {
            Listened::Nothing => {}
            Listened::Resource(uri) => drop(self.resources.insert(uri)),
            Listened::Everything => self.is_private = true,
        }
    }
}

/// Waits for all of them, at most so many at the same time.
async fn at_once(limit: usize, mut waiting: impl Iterator<Item = impl Future<Output = ()>>) {
    let mut playing: FuturesUnordered<_> = waiting.by_ref().take(limit).collect();
    while playing.next().await.is_some() {
        playing.extend(waiting.next());
    }
}

async fn one_case(
    preparation: &Preparation<'_, '_>,
    case: &Case,
    skip: Option<&SkipReason>,
    prepared: Result<(), Fault>,
) {
    let (run, suite) = (preparation.run, preparation.suite);
    let result = match verdict_without_playing(run, skip, prepared) {
        Some(verdict) => unplayed(run, suite, case, verdict).await,
        None => play(preparation, case).await,
    };
    trip(run, &result);
    run.tell(Told::Finished(Box::new(result))).await;
}

/// Skipped, stopped, or spoilt by the setup: the verdict stands before anything is played.
fn verdict_without_playing(run: &Run, skip: Option<&SkipReason>, prepared: Result<(), Fault>) -> Option<Verdict> {
    if let Some(reason) = skip {
        return Some(Verdict::Skipped(reason.clone()));
    }
    if run.cancel.is_cancelled() {
        return Some(Verdict::Errored(Fault::Cancelled));
    }
    if run.tripped.load(Ordering::Relaxed) {
        return Some(Verdict::Skipped(SkipReason::FailFast));
    }
    prepared.err().map(Verdict::Errored)
}

async fn play(preparation: &Preparation<'_, '_>, case: &Case) -> CaseResult {
    let (run, suite) = (preparation.run, preparation.suite);
    run.tell(Told::Now(Event::CaseStarted(case.id.clone()))).await;
    if suite.kind == SuiteKind::Workflow && suite.isolate == Isolate::Test {
        return Box::pin(conversations::play(run, suite, case)).await;
    }
    match (case.kind.client(), suite.isolate) {
        (None, Isolate::File | Isolate::Suite) if !case.kind.pings_early() => {
            Player::new(preparation, case).play().await
        }
        (None, _) => play_alone(run, suite, case, &preparation.captures).await,
        (Some(client), _) => match Planted::plant(&client.files) {
            Ok(_planted) => play_alone(run, suite, case, &preparation.captures).await,
            Err(fault) => unplayed(run, suite, case, Verdict::Errored(fault)).await,
        },
    }
}

/// On sessions of its own, with a setup and a teardown of its own.
async fn play_alone(run: &Run<'_>, suite: &Suite, case: &Case, shared: &Mutex<Captures>) -> CaseResult {
    let lane = Lane::of_case(run, case);
    let preparation = Preparation::new(run, &lane, suite, shared.lock().await.clone());
    let result = match preparation.make().await {
        Ok(()) => Player::new(&preparation, case).play().await,
        Err(fault) => unplayed(run, suite, case, Verdict::Errored(fault)).await,
    };
    preparation.tear_down().await;
    lane.end().await;
    shared.lock().await.extend(preparation.captures.into_inner());
    result
}

fn trip(run: &Run, result: &CaseResult) {
    let bad = matches!(result.verdict.word(), VerdictWord::Failed | VerdictWord::Errored);
    if bad && run.options.fail_fast {
        run.tripped.store(true, Ordering::Relaxed);
    }
}

//! Workers: each holds its own server instances and takes the next suite when it is done with one.

use std::ops::Range;
use std::sync::Mutex;
use std::vec::IntoIter;

use futures_util::future::join_all;
use mcpvals_model::{Isolate, SuiteKind};

use super::Run;
use super::lane::Lane;
use super::suite::play_suite;
use crate::Selected;

/// Plays every selected suite. Workflows that follow each other have as many workers as there may be conversations.
pub(super) async fn work(run: Run<'_>) {
    let for_workflows = workers(&run).max(run.options.conversations());
    let lanes: Vec<Lane<'_>> = (0..for_workflows).map(|_| Lane::new(&run, None)).collect();
    let is_workflow = |index: usize| run.selected[index].suite.kind == SuiteKind::Workflow;
    let mut start = 0;
    while start < run.selected.len() {
        let of_workflows = is_workflow(start);
        let end = (start..run.selected.len()).find(|index| is_workflow(*index) != of_workflows);
        let stretch = start..end.unwrap_or(run.selected.len());
        start = stretch.end;
        let count = if of_workflows { for_workflows } else { workers(&run) };
        play(&run, stretch, &lanes[..count]).await;
    }
    join_all(lanes.iter().map(Lane::end)).await;
}

fn workers(run: &Run<'_>) -> usize {
    run.options.workers.unwrap_or(run.plan.workers).clamp(1, run.selected.len().max(1))
}

async fn play(run: &Run<'_>, stretch: Range<usize>, lanes: &[Lane<'_>]) {
    let count = stretch.len();
    // Workflows that share a server follow each other on it, however many others there are at the same time.
    let is_shared = |index: &usize| lanes.len() > 1 && shares_its_server(&run.selected[*index]);
    let (shared, others): (Vec<usize>, Vec<usize>) = stretch.partition(is_shared);
    let (shared, others) = (Mutex::new(shared.into_iter()), Mutex::new(others.into_iter()));
    let one_after_the_other = lanes.iter().take(1).map(|lane| one_worker(run, lane, &shared));
    let at_once = lanes.iter().take(count).map(|lane| one_worker(run, lane, &others));
    join_all(one_after_the_other.chain(at_once)).await;
}

fn shares_its_server(selected: &Selected<'_>) -> bool {
    selected.suite.kind == SuiteKind::Workflow && selected.suite.isolate == Isolate::File
}

async fn one_worker(run: &Run<'_>, lane: &Lane<'_>, queue: &Mutex<IntoIter<usize>>) {
    while let Some(index) = next(queue) {
        play_suite(run, lane, &run.selected[index]).await;
    }
}

fn next(queue: &Mutex<IntoIter<usize>>) -> Option<usize> {
    queue.lock().ok()?.next()
}

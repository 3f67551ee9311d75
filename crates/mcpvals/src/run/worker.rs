//! Workers: each holds its own server instances and takes the next suite when it is done with one.

use std::ops::Range;
use std::sync::Mutex;

use futures_util::future::join_all;
use mcpvals_model::SuiteKind;

use super::Run;
use super::lane::Lane;
use super::suite::play_suite;

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
    let queue = Mutex::new(stretch);
    join_all(lanes.iter().take(count).map(|lane| one_worker(run, lane, &queue))).await;
}

async fn one_worker(run: &Run<'_>, lane: &Lane<'_>, queue: &Mutex<Range<usize>>) {
    while let Some(index) = next(queue) {
        play_suite(run, lane, &run.selected[index]).await;
    }
}

fn next(queue: &Mutex<Range<usize>>) -> Option<usize> {
    queue.lock().ok()?.next()
}

//! Workers: each holds its own server instances and takes the next suite when it is done with one.

use std::sync::Mutex;

use futures_util::future::join_all;

use super::Run;
use super::lane::Lane;
use super::suite::play_suite;

/// Plays every selected suite, over as many workers as the plan says.
pub(super) async fn work(run: Run<'_>) {
    let queue = Mutex::new(0..run.selected.len());
    let workers = run.options.workers.unwrap_or(run.plan.workers).clamp(1, run.selected.len().max(1));
    join_all((0..workers).map(|_| one_worker(&run, &queue))).await;
}

async fn one_worker(run: &Run<'_>, queue: &Mutex<std::ops::Range<usize>>) {
    let lane = Lane::new(run, None);
    while let Some(index) = next(queue) {
        play_suite(run, &lane, &run.selected[index]).await;
    }
    lane.end().await;
}

fn next(queue: &Mutex<std::ops::Range<usize>>) -> Option<usize> {
    queue.lock().ok()?.next()
}

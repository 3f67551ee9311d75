//! Many workers at once: nothing is lost, nothing has two ends.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;

use mcpvals_store::{Location, Snapshot, Status, Store};
use mcpvals_testkit::postgres::Postgres;

use crate::sample::*;

const EVALUATIONS: usize = 60;
const WORKERS: usize = 8;

/// Each worker works until there is nothing left; a reader follows the events by their numbers meanwhile.
async fn play(stores: Vec<Store>) {
    for number in 0..EVALUATIONS {
        accepted(&stores[0], &format!("/{number}")).await;
    }
    let reader = tokio::spawn(follow(stores[0].clone()));
    let mut workers = tokio::task::JoinSet::new();
    for number in 0..WORKERS {
        let store = stores[number % stores.len()].clone();
        workers.spawn(async move {
            let name = format!("worker-{number}");
            let mut done = Vec::new();
            while let Some((evaluation, held)) = store.claim(&claim(&name)).await.unwrap() {
                store.advance(&held, &[event("evaluation:started")], &Snapshot::default()).await.unwrap();
                store
                    .advance(&held, &[event("hook:running"), event("hook:completed")], &Snapshot::default())
                    .await
                    .unwrap();
                store.finish(&held, &ending(Status::Completed, Some(1.0))).await.unwrap();
                done.push(evaluation.id);
            }
            done
        });
    }
    let done: Vec<String> = workers.join_all().await.into_iter().flatten().collect();
    assert_eq!(done.iter().collect::<BTreeSet<_>>().len(), EVALUATIONS);
    assert_eq!(done.len(), EVALUATIONS, "none was run twice");
    assert_eq!(stores[0].tally(Some(Status::Completed)).await.unwrap(), i64::try_from(EVALUATIONS).unwrap());
    let seen = reader.await.unwrap();
    assert_eq!(seen, EVALUATIONS * 4, "a reader that goes by numbers misses none");
}

async fn follow(store: Store) -> usize {
    let (mut last, mut seen) = (0, 0);
    while seen < EVALUATIONS * 4 {
        let events = store.events_after(last, None, 50).await.unwrap();
        seen += events.len();
        last = events.last().map_or(last, |event| event.seq);
        if events.is_empty() {
            tokio::task::yield_now().await;
            let ended = store.tally(Some(Status::Completed)).await.unwrap();
            let is_over = ended == i64::try_from(EVALUATIONS).unwrap();
            if is_over && store.events_after(last, None, 1).await.unwrap().is_empty() {
                break;
            }
        }
    }
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    play(vec![sqlite(&folder).await, sqlite(&folder).await]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Postgres::start(folder.path());
    let location = Location::Postgres(cluster.database("race"));
    play(vec![Store::open(&location).await.unwrap(), Store::open(&location).await.unwrap()]).await;
}

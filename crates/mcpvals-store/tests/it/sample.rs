//! What the tests store.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use mcpvals_store::{
    Claim, Ending, Evaluation, Held, Limits, Location, NewEvaluation, NewEvent, Status, Store, Sweeping,
};

pub(crate) const LEASE: i64 = 60_000;

pub(crate) async fn sqlite(folder: &tempfile::TempDir) -> Store {
    Store::open(&Location::File(folder.path().join("data/mcpvals.db"))).await.unwrap()
}

pub(crate) fn new(path: &str) -> NewEvaluation {
    NewEvaluation {
        owner: "key_a".to_owned(),
        server_path: path.to_owned(),
        target: path.to_owned(),
        request: "{}".to_owned(),
        secrets: None,
        tags: vec!["ci".to_owned()],
        priority: 0,
    }
}

pub(crate) fn claim(worker: &str) -> Claim {
    Claim { worker: worker.to_owned(), lease: LEASE, limits: Limits::default() }
}

pub(crate) fn event(kind: &str) -> NewEvent {
    NewEvent { kind: kind.to_owned(), data: "{}".to_owned() }
}

pub(crate) fn ending(status: Status, score: Option<f64>) -> Ending {
    Ending {
        status,
        score,
        summary: None,
        results: Some("{}".to_owned()),
        error: None,
        progress: None,
        events: vec![event(&format!("evaluation:{status}"))],
        documents: Vec::new(),
    }
}

pub(crate) fn sweeping(_: &Evaluation, _: i64) -> Sweeping {
    Sweeping { again: event("error:occurred"), ending: ending(Status::Failed, None) }
}

pub(crate) async fn accepted(store: &Store, path: &str) -> String {
    store.accept(&new(path), 1000).await.unwrap().0.id
}

pub(crate) async fn held(store: &Store, worker: &str) -> Held {
    store.claim(&claim(worker)).await.unwrap().expect("there is work").1
}

pub(crate) async fn completed(store: &Store, path: &str, points: f64) -> String {
    let id = accepted(store, path).await;
    let held = held(store, "w").await;
    store.finish(&held, &ending(Status::Completed, Some(points))).await.unwrap();
    id
}

pub(crate) async fn kinds(store: &Store, id: &str) -> Vec<String> {
    store.events_after(0, Some(id), 1000).await.unwrap().into_iter().map(|event| event.kind).collect()
}

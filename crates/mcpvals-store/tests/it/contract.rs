//! What a store promises, on both databases: the same functions, played on each.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeMap;

use mcpvals_store::{
    Document, Filter, Key, Limits, Location, NewEvaluation, Order, Page, Signal, Snapshot, SortBy, Status, Store,
    StoreError, Swept, Vacuumed, Webhook,
};
use mcpvals_testkit::postgres::Postgres;

use crate::sample::*;

macro_rules! contract {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test]
                async fn $name() {
                    let folder = tempfile::tempdir().unwrap();
                    super::$name(&crate::sample::sqlite(&folder).await).await;
                }
            )*
        }

        #[tokio::test]
        async fn postgres() {
            let folder = tempfile::tempdir().unwrap();
            let cluster = Postgres::start(folder.path());
            $(
                let url = cluster.database(stringify!($name));
                let store = Store::open(&Location::Postgres(url)).await.unwrap();
                $name(&store).await;
                store.close().await;
            )*
        }
    };
}

contract![
    accepts_in_order_of_priority,
    refuses_what_the_queue_has_no_room_for,
    has_one_end,
    has_a_score_after_one_without,
    keeps_events_in_order,
    counts_limits_of_owner_and_target,
    cancels_what_waits_at_once,
    tells_a_running_worker_of_the_cancellation,
    takes_from_a_silent_worker,
    takes_what_a_worker_forgot,
    does_not_begin_for_ever,
    does_not_count_what_is_tried_again_as_a_loss,
    gives_back,
    counts_connections_on_all_nodes,
    knows_which_sessions_are_over,
    filters_and_pages,
    counts_by_status,
    keeps_the_same_bytes_once,
    expires_reports,
    forgets_what_is_old,
    revokes_keys,
    counts_requests_in_windows,
    remembers_who_changed_a_setting,
    owes_each_delivery_once,
    estimates_from_history,
    signals_arrive,
    opens_again,
];

async fn accepts_in_order_of_priority(store: &Store) {
    let first = accepted(store, "/a").await;
    let urgent = store.accept(&NewEvaluation { priority: 5, ..new("/b") }, 1000).await.unwrap();
    assert_eq!(urgent.1, 1, "before all others");
    let (third, position) = store.accept(&new("/c"), 1000).await.unwrap();
    assert_eq!((third.status, position), (Status::Queued, 3));
    let order = [held(store, "w").await.id, held(store, "w").await.id, held(store, "w").await.id];
    assert_eq!(order, [urgent.0.id, first, third.id]);
    assert!(store.claim(&claim("w")).await.unwrap().is_none());
}

async fn refuses_what_the_queue_has_no_room_for(store: &Store) {
    accepted(store, "/a").await;
    let refused = store.accept(&new("/b"), 1).await.unwrap_err();
    assert!(matches!(refused, StoreError::QueueFull { waiting: 1 }), "{refused}");
    held(store, "w").await;
    store.accept(&new("/b"), 1).await.unwrap();
}

async fn has_one_end(store: &Store) {
    let id = accepted(store, "/a").await;
    let held = held(store, "w").await;
    store.finish(&held, &ending(Status::Completed, Some(80.0))).await.unwrap();
    for again in [Status::Failed, Status::Completed] {
        assert!(matches!(store.finish(&held, &ending(again, None)).await, Err(StoreError::Lost)));
    }
    assert!(matches!(store.advance(&held, &[event("x")], &Snapshot::default()).await, Err(StoreError::Lost)));
    let end = store.evaluation(&id).await.unwrap().unwrap();
    assert_eq!((end.status, end.score, end.results.as_deref()), (Status::Completed, Some(80.0), Some("{}")));
    assert!(end.completed_at.is_some() && end.duration.is_some() && end.worker.is_none());
    assert_eq!(kinds(store, &id).await, ["evaluation:completed"]);
}

async fn has_a_score_after_one_without(store: &Store) {
    for points in [[None; 12], [Some(80.5); 12]].concat() {
        let id = accepted(store, "/a").await;
        let held = held(store, "w").await;
        store.finish(&held, &ending(Status::Completed, points)).await.unwrap();
        assert_eq!(store.evaluation(&id).await.unwrap().unwrap().score, points);
    }
}

async fn keeps_events_in_order(store: &Store) {
    let id = accepted(store, "/a").await;
    accepted(store, "/b").await;
    let (one, other) = (held(store, "w").await, held(store, "w").await);
    store.advance(&one, &[event("1"), event("2")], &Snapshot::default()).await.unwrap();
    store.advance(&other, &[event("of another")], &Snapshot::default()).await.unwrap();
    let snapshot = Snapshot { progress: Some("{\"n\":1}".to_owned()), results: None };
    store.advance(&one, &[event("3")], &snapshot).await.unwrap();
    assert_eq!(kinds(store, &id).await, ["1", "2", "3"]);
    let all = store.events_after(0, None, 1000).await.unwrap();
    assert_eq!(all.len(), 4);
    assert!(all.is_sorted_by_key(|event| event.seq));
    assert_eq!(store.last_seq().await.unwrap(), all[3].seq);
    let rest = store.events_after(all[1].seq, Some(&id), 1000).await.unwrap();
    assert_eq!(rest.len(), 1);
    assert_eq!(store.event(all[0].seq).await.unwrap().as_ref(), Some(&all[0]));
    let stands = store.evaluation(&id).await.unwrap().unwrap();
    assert_eq!((stands.progress.as_deref(), stands.results), (Some("{\"n\":1}"), None));
}

async fn counts_limits_of_owner_and_target(store: &Store) {
    for path in ["/a", "/a", "/b"] {
        accepted(store, path).await;
    }
    store.accept(&NewEvaluation { owner: "key_b".to_owned(), ..new("/c") }, 1000).await.unwrap();
    let limited = |per_owner, per_target| {
        let limits = Limits { per_owner, per_target };
        mcpvals_store::Claim { limits, ..claim("w") }
    };
    let path = |claimed: Option<(mcpvals_store::Evaluation, _)>| claimed.map(|(evaluation, _)| evaluation.server_path);
    assert_eq!(path(store.claim(&limited(2, 1)).await.unwrap()).as_deref(), Some("/a"));
    assert_eq!(path(store.claim(&limited(2, 1)).await.unwrap()).as_deref(), Some("/b"), "one of each target");
    assert_eq!(path(store.claim(&limited(2, 1)).await.unwrap()).as_deref(), Some("/c"), "two of each owner");
    assert_eq!(path(store.claim(&limited(2, 1)).await.unwrap()), None);
    assert_eq!(path(store.claim(&limited(0, 0)).await.unwrap()).as_deref(), Some("/a"));
}

async fn cancels_what_waits_at_once(store: &Store) {
    let id = accepted(store, "/a").await;
    let told = |_: &mcpvals_store::Evaluation, _| event("evaluation:cancelled");
    let cancelled = store.cancel(&id, told).await.unwrap().unwrap();
    assert_eq!(cancelled.status, Status::Cancelled);
    assert!(store.claim(&claim("w")).await.unwrap().is_none());
    store.cancel(&id, told).await.unwrap();
    assert_eq!(kinds(store, &id).await, ["evaluation:cancelled"], "told once");
    assert!(store.cancel("eval_none", told).await.unwrap().is_none());
}

async fn tells_a_running_worker_of_the_cancellation(store: &Store) {
    let id = accepted(store, "/a").await;
    let held = held(store, "w").await;
    let mine = [held.clone()];
    assert_eq!(store.heartbeat(&mine, LEASE).await.unwrap().held, mine);
    let stands = store.cancel(&id, |_, _| event("never")).await.unwrap().unwrap();
    assert_eq!((stands.status, stands.cancel_asked), (Status::Running, true));
    assert_eq!(store.heartbeat(&mine, LEASE).await.unwrap().cancelled, [id.as_str()]);
    store.finish(&held, &ending(Status::Cancelled, None)).await.unwrap();
    assert_eq!(kinds(store, &id).await, ["evaluation:cancelled"]);
}

async fn takes_from_a_silent_worker(store: &Store) {
    let id = accepted(store, "/a").await;
    let silent = mcpvals_store::Claim { lease: -1, ..claim("silent") };
    let (_, lost) = store.claim(&silent).await.unwrap().unwrap();
    assert!(store.heartbeat(std::slice::from_ref(&lost), LEASE).await.unwrap().held.is_empty(), "too late");
    let swept = store.sweep(3, sweeping).await.unwrap();
    assert!(matches!(swept.as_slice(), [Swept::Again(evaluation)] if evaluation.id == id));
    assert!(store.sweep(3, sweeping).await.unwrap().is_empty());
    let new = held(store, "other").await;
    assert_eq!(new.attempt, 2);
    assert!(matches!(store.finish(&lost, &ending(Status::Completed, None)).await, Err(StoreError::Lost)));
    store.finish(&new, &ending(Status::Completed, Some(1.0))).await.unwrap();
    assert_eq!(kinds(store, &id).await, ["error:occurred", "evaluation:completed"]);
}

async fn takes_what_a_worker_forgot(store: &Store) {
    accepted(store, "/a").await;
    accepted(store, "/b").await;
    let short = mcpvals_store::Claim { lease: 200, ..claim("w") };
    let (_, forgotten) = store.claim(&short).await.unwrap().unwrap();
    let goes_on = [held(store, "w").await];
    let mut swept = Vec::new();
    while swept.is_empty() {
        assert_eq!(store.heartbeat(&goes_on, LEASE).await.unwrap().held, goes_on);
        swept = store.sweep(3, sweeping).await.unwrap();
    }
    assert!(matches!(swept.as_slice(), [Swept::Again(evaluation)] if evaluation.id == forgotten.id), "{swept:?}");
}

async fn does_not_begin_for_ever(store: &Store) {
    let id = accepted(store, "/a").await;
    for _ in 0..2 {
        store.claim(&mcpvals_store::Claim { lease: -1, ..claim("w") }).await.unwrap().unwrap();
        store.sweep(2, sweeping).await.unwrap();
    }
    assert_eq!(store.evaluation(&id).await.unwrap().unwrap().status, Status::Failed);
    assert_eq!(kinds(store, &id).await, ["error:occurred", "evaluation:failed"]);
}

async fn does_not_count_what_is_tried_again_as_a_loss(store: &Store) {
    let id = accepted(store, "/a").await;
    for _ in 0..3 {
        store.retry(&held(store, "w").await, event("faulted")).await.unwrap();
    }
    store.claim(&mcpvals_store::Claim { lease: -1, ..claim("w") }).await.unwrap().unwrap();
    store.sweep(2, sweeping).await.unwrap();
    let waits = store.evaluation(&id).await.unwrap().unwrap();
    assert_eq!((waits.status, waits.attempt, waits.losses), (Status::Queued, 4, 1));
}

async fn gives_back(store: &Store) {
    let id = accepted(store, "/a").await;
    let given = held(store, "w").await;
    store.release(&given, event("released")).await.unwrap();
    let waits = store.evaluation(&id).await.unwrap().unwrap();
    assert_eq!((waits.status, waits.attempt, waits.started_at), (Status::Queued, 0, None));
    assert!(matches!(store.release(&given, event("released")).await, Err(StoreError::Lost)));
    assert_eq!(held(store, "v").await.attempt, 1);
}

async fn filters_and_pages(store: &Store) {
    let low = completed(store, "/srv/a", 10.0).await;
    let high = completed(store, "/srv/b", 90.0).await;
    let waiting =
        store.accept(&NewEvaluation { tags: vec!["ci".into(), "dev".into()], ..new("/other") }, 9).await.unwrap();
    let page = |sort_by, order| Page { sort_by, order, limit: 10, offset: 0 };
    let ids = |listed: mcpvals_store::Listed| listed.evaluations.into_iter().map(|e| e.id).collect::<Vec<_>>();
    let by_score = store.list(&Filter::default(), &page(SortBy::Score, Order::Descending)).await.unwrap();
    assert_eq!((by_score.total, by_score.is_exact), (3, true));
    assert_eq!(ids(by_score), [high.clone(), low.clone(), waiting.0.id.clone()]);
    let upwards = store.list(&Filter::default(), &page(SortBy::Score, Order::Ascending)).await.unwrap();
    assert_eq!(ids(upwards)[0], waiting.0.id);
    let found = async |filter: Filter| {
        let listed = store.list(&filter, &page(SortBy::CreatedAt, Order::Ascending)).await.unwrap();
        assert_eq!(usize::try_from(listed.total).unwrap(), listed.evaluations.len());
        ids(listed)
    };
    let some = Filter::default;
    assert_eq!(found(Filter { status: Some(Status::Queued), ..some() }).await, [waiting.0.id.as_str()]);
    assert_eq!(found(Filter { tags: vec!["ci".into(), "dev".into()], ..some() }).await, [waiting.0.id.as_str()]);
    assert_eq!(found(Filter { tags: vec!["none".into()], ..some() }).await, Vec::<String>::new());
    assert_eq!(found(Filter { server_path: Some("/srv/a".into()), ..some() }).await, [low.as_str()]);
    assert_eq!(found(Filter { server_path: Some("/srv/*".into()), ..some() }).await, [low.clone(), high.clone()]);
    let created = waiting.0.created_at;
    assert_eq!(found(Filter { from: Some(created + 1), ..some() }).await, Vec::<String>::new());
    assert_eq!(found(Filter { to: Some(created), ..some() }).await.len(), 3);
    let second = Page { limit: 1, offset: 1, ..page(SortBy::CreatedAt, Order::Ascending) };
    let listed = store.list(&Filter::default(), &second).await.unwrap();
    assert_eq!((listed.total, ids(listed)), (3, vec![high]));
    let strange = Filter { server_path: Some("' OR 1 = 1 --".into()), ..some() };
    assert_eq!(found(strange).await, Vec::<String>::new());
}

async fn counts_by_status(store: &Store) {
    completed(store, "/a", 1.0).await;
    accepted(store, "/b").await;
    accepted(store, "/c").await;
    held(store, "w").await;
    let tally = async |status| store.tally(status).await.unwrap();
    assert_eq!(tally(None).await, 3);
    for (status, number) in Status::ALL.into_iter().zip([1, 1, 1, 0, 0]) {
        assert_eq!(tally(Some(status)).await, number, "{status}");
    }
    let totals = store.totals(0).await.unwrap();
    assert_eq!((totals.total, totals.completed, totals.average_score), (3, 1, Some(1.0)));
}

async fn keeps_the_same_bytes_once(store: &Store) {
    let document = |name: &str| Document { name: name.to_owned(), body: vec![7; 100_000] };
    for path in ["/a", "/b"] {
        accepted(store, path).await;
        let held = held(store, "w").await;
        let documents = vec![document("evaluation.json"), document("trace/1.jsonl")];
        store.finish(&held, &mcpvals_store::Ending { documents, ..ending(Status::Completed, None) }).await.unwrap();
        let body = store.document(&held.id, "evaluation.json").await.unwrap();
        assert_eq!(body, Some(vec![7; 100_000]));
        let names = store.documents(&held.id).await.unwrap();
        assert_eq!(names, [("evaluation.json".to_owned(), 100_000), ("trace/1.jsonl".to_owned(), 100_000)]);
    }
    let gone = store.vacuum(Some(i64::MAX)).await.unwrap();
    assert_eq!(gone, Vacuumed { evaluations: 2, reports: 0, blobs: 1 });
}

async fn expires_reports(store: &Store) {
    let id = completed(store, "/a", 1.0).await;
    let good = store.keep_report(&id, ("markdown", Some("ci")), b"# good", 60_000).await.unwrap();
    let old = store.keep_report(&id, ("json", None), b"{}", 0).await.unwrap();
    let (report, body) = store.report_with_body(&good.id).await.unwrap().unwrap();
    assert_eq!((report, body.as_slice()), (good.clone(), b"# good".as_slice()));
    assert!(store.report(&old.id).await.unwrap().is_none());
    assert_eq!(store.reports(Some(&id), 10).await.unwrap(), [good]);
    assert_eq!(store.vacuum(None).await.unwrap(), Vacuumed { evaluations: 0, reports: 1, blobs: 1 });
}

async fn forgets_what_is_old(store: &Store) {
    let old = completed(store, "/a", 1.0).await;
    let waiting = accepted(store, "/b").await;
    let gone = store.vacuum(Some(i64::MAX)).await.unwrap();
    assert_eq!(gone.evaluations, 1);
    assert!(store.evaluation(&old).await.unwrap().is_none());
    assert!(kinds(store, &old).await.is_empty());
    assert!(store.evaluation(&waiting).await.unwrap().is_some(), "what has not ended stays");
    assert!(store.size().await.unwrap() > 0);
}

async fn revokes_keys(store: &Store) {
    let key = |id: &str, expires_at| Key {
        id: id.to_owned(),
        name: "ci".to_owned(),
        hash: vec![1, 2, 3],
        scopes: vec!["evaluate:read".to_owned(), "evaluate:write".to_owned()],
        priority: 3,
        created_at: 1,
        expires_at,
        revoked_at: None,
    };
    store.keep_key(&key("k1", None)).await.unwrap();
    store.keep_key(&key("k2", Some(5))).await.unwrap();
    assert_eq!(store.key("k1").await.unwrap(), Some(key("k1", None)));
    assert!(store.key("k3").await.unwrap().is_none());
    assert!(store.revoke_key("k1").await.unwrap());
    assert!(!store.revoke_key("k1").await.unwrap());
    let revoked = store.key("k1").await.unwrap().unwrap();
    assert!(!revoked.is_good_at(0));
    assert_eq!(store.keys().await.unwrap().len(), 2);
    assert!(key("k2", Some(5)).is_good_at(4) && !key("k2", Some(5)).is_good_at(5));
}

async fn counts_requests_in_windows(store: &Store) {
    let numbers = [
        store.count("create", "a", 60_000).await.unwrap().number,
        store.count("create", "a", 60_000).await.unwrap().number,
        store.count("create", "b", 60_000).await.unwrap().number,
        store.count("list", "a", 60_000).await.unwrap().number,
        store.count("create", "a", -1).await.unwrap().number,
    ];
    assert_eq!(numbers, [1, 2, 1, 1, 1]);
    let mut windows = store.windows().await.unwrap();
    assert_eq!(windows.len(), 3);
    windows[0].2.number = 7;
    store.keep_windows(&windows).await.unwrap();
    assert!(store.windows().await.unwrap().contains(&windows[0]));
}

async fn remembers_who_changed_a_setting(store: &Store) {
    let settings = BTreeMap::from([("limits".to_owned(), "{\"a\":1}".to_owned())]);
    store.keep_settings(&settings, "key_a", &["limits.a: 2 → 1".to_owned()]).await.unwrap();
    assert_eq!(store.settings().await.unwrap(), settings);
    let changes = store.setting_changes(10).await.unwrap();
    assert_eq!((changes[0].caller.as_str(), changes[0].change.as_str()), ("key_a", "limits.a: 2 → 1"));
}

async fn owes_each_delivery_once(store: &Store) {
    let webhook = Webhook {
        id: "hook_1".to_owned(),
        owner: "key_a".to_owned(),
        url: "https://example.com".to_owned(),
        events: vec!["evaluation:*".to_owned()],
        secret: vec![1],
        created_at: 0,
        last_seq: 0,
    };
    store.keep_webhook(&webhook).await.unwrap();
    let id = completed(store, "/a", 1.0).await;
    let seq = store.events_after(0, Some(&id), 1).await.unwrap()[0].seq;
    let known = store.webhooks().await.unwrap().remove(0);
    store.owe(&known, &[seq], seq).await.unwrap();
    store.owe(&known, &[seq], seq).await.unwrap();
    assert!(store.take_deliveries("hook_2", 10, 60_000).await.unwrap().is_empty(), "each has its own");
    let taken = store.take_deliveries("hook_1", 10, 60_000).await.unwrap();
    assert_eq!((taken.len(), taken[0].seq, taken[0].attempt), (1, seq, 1));
    assert!(store.take_deliveries("hook_1", 10, 60_000).await.unwrap().is_empty(), "somebody has it");
    store.delivered(&taken[0], Some(("no answer", Some(0)))).await.unwrap();
    let again = store.take_deliveries("hook_1", 10, 60_000).await.unwrap();
    assert_eq!(again[0].attempt, 2);
    store.delivered(&again[0], None).await.unwrap();
    assert!(store.take_deliveries("hook_1", 10, 60_000).await.unwrap().is_empty());
    assert!(store.delete_webhook("hook_1").await.unwrap());
    assert!(!store.delete_webhook("hook_1").await.unwrap());
}

async fn estimates_from_history(store: &Store) {
    assert_eq!(store.usual_duration("/a").await.unwrap(), None);
    let id = completed(store, "/a", 50.0).await;
    assert!(store.usual_duration("/a").await.unwrap().is_some());
    assert!(store.usual_duration("/never").await.unwrap().is_some(), "as long as others");
    let history = store.history("/a", 10).await.unwrap();
    assert_eq!((history[0].id.as_str(), history[0].score), (id.as_str(), Some(50.0)));
}

async fn signals_arrive(store: &Store) {
    let mut signals = store.signals();
    // On PostgreSQL somebody has to listen first; that is told by signals, too.
    let patience = std::time::Duration::from_secs(20);
    let heard = tokio::time::timeout(patience, async {
        loop {
            let id = accepted(store, "/a").await;
            store.cancel(&id, |_, _| event("evaluation:cancelled")).await.unwrap();
            while let Ok(Ok(signal)) = tokio::time::timeout(std::time::Duration::from_millis(200), signals.recv()).await
            {
                if matches!(signal, Signal::Cancel(_)) {
                    return;
                }
            }
        }
    });
    heard.await.expect("a signal arrives");
}

async fn opens_again(store: &Store) {
    store.ping().await.unwrap();
    assert!(store.now().await.unwrap() > 1_700_000_000_000);
    store.here("node_1", "api+worker", 4).await.unwrap();
    assert_eq!(store.nodes(60_000).await.unwrap()[0].slots, 4);
    store.gone("node_1").await.unwrap();
    assert!(store.nodes(60_000).await.unwrap().is_empty());
}

async fn counts_connections_on_all_nodes(store: &Store) {
    for node in ["a", "b"] {
        store.here(node, "api", 0).await.unwrap();
    }
    for node in ["a", "b", "a"] {
        assert!(store.open_connection(node, "key_1", 3, 60_000).await.unwrap());
    }
    assert!(!store.open_connection("b", "key_1", 3, 60_000).await.unwrap(), "they have three");
    assert!(store.open_connection("b", "key_2", 3, 60_000).await.unwrap(), "this one has none");
    store.close_connection("a", "key_1").await.unwrap();
    assert!(store.open_connection("b", "key_1", 3, 60_000).await.unwrap());
    // What a node had that is gone does not count.
    store.gone("b").await.unwrap();
    assert!(store.open_connection("a", "key_1", 3, 60_000).await.unwrap());
    assert!(store.open_connection("a", "key_1", 3, 60_000).await.unwrap());
    assert!(!store.open_connection("a", "key_1", 3, 60_000).await.unwrap());
}

async fn knows_which_sessions_are_over(store: &Store) {
    let later = store.now().await.unwrap() + 60_000;
    store.end_session("one", later).await.unwrap();
    store.end_session("one", later).await.unwrap();
    assert!(store.has_session_ended("one").await.unwrap());
    assert!(!store.has_session_ended("two").await.unwrap());
}

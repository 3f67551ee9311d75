//! The service's figures, as ratios in one run (issue: M6, 6.4): look-ups, lists, events to many clients.
//!
//! `cargo xtask bench service` builds what is measured, runs this, and keeps the figures in `docs/performance.md`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement, not a part of the program")]

mod binary;
mod load;
mod sample;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use sqlx::{Row as _, SqlitePool};

use sample::{Ground, ROWS_LIST, ROWS_LOOKUP};

const ROUNDS: usize = 3;
const CONNECTIONS: usize = 8;
const SECONDS: u64 = 3;
const CLIENTS: usize = 1000;
const EVENTS: usize = 30;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let ground = Ground::open(ROWS_LOOKUP).await;
    look_ups(&ground).await;
    events(&ground).await;
    ground.fill(ROWS_LIST).await;
    lists(&ground).await;
    ground.close().await;
    binary::measure().await;
}

/// `GET /evaluations/{id}` beside a bare route that makes the same look-up, in turns.
async fn look_ups(ground: &Ground) {
    let bare = bare(ground.pool.clone()).await;
    let paths = |prefix: &str| -> Vec<String> {
        (0..997).map(|n| format!("{prefix}{}", sample::id(n * 97 % ROWS_LOOKUP))).collect()
    };
    let (ours, theirs) = (paths("/api/v1/evaluations/"), paths("/evaluations/"));
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let floor = load::rate(bare, &theirs, "", CONNECTIONS, Duration::from_secs(SECONDS)).await;
        let rate = load::rate(ground.address, &ours, &ground.keys[0], CONNECTIONS, Duration::from_secs(SECONDS)).await;
        println!(
            "look-ups at {ROWS_LOOKUP}: service {rate:.0}/s, bare axum route {floor:.0}/s, ratio {:.2}",
            rate / floor
        );
        ratios.push(rate / floor);
    }
    println!("look-up ratio, median: {:.2} (goal: at least 0.5)", load::median(&mut ratios));
}

async fn bare(pool: SqlitePool) -> std::net::SocketAddr {
    let app = Router::new().route("/evaluations/{id}", get(look_up)).with_state(Arc::new(pool));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await });
    address
}

async fn look_up(State(pool): State<Arc<SqlitePool>>, Path(id): Path<String>) -> String {
    let sql = "SELECT id, owner, status, server_path, target, request, tags, priority, attempt, worker, cancel_asked, \
         created_at, started_at, updated_at, completed_at, duration, score, progress, results, summary, error \
         FROM evaluations WHERE id = $1";
    let row = sqlx::query(sql).bind(id).fetch_one(&*pool).await.unwrap();
    row.get::<String, _>("results")
}

/// Lists with every kind of filter.
async fn lists(ground: &Ground) {
    let paths: Vec<String> = [
        "?limit=50",
        "?status=completed&limit=50&sortBy=score",
        "?status=failed&sortBy=updatedAt&sortOrder=asc",
        "?serverPath=%2Fsrv%2F17&limit=200",
        "?serverPath=%2Fsrv%2F1*&limit=50",
        "?tags=tag7&limit=50",
        "?tags=tag7,all&status=completed",
        "?dateFrom=2026-01-01&dateTo=2026-01-02&limit=100",
        "?status=completed&dateFrom=2026-01-03&sortBy=score&sortOrder=desc",
        "?limit=50&offset=1000",
        // What nothing fits, what nearly everything fits, and what would fit if it was not for the other filter.
        "?serverPath=%2Fnowhere*&sortBy=score",
        "?tags=none",
        "?tags=all&sortBy=score&limit=50",
        "?tags=all,tag7&sortBy=updatedAt&limit=50",
        "?tags=tag7&status=failed",
        "?serverPath=%2Fsrv%2F11*&status=failed&sortBy=score",
        "?serverPath=%2Fsrv%2F1*&tags=tag7&dateFrom=2026-01-02",
        // Days amid all, in an order that is not that of days.
        "?dateFrom=2026-01-05&dateTo=2026-01-05&sortBy=updatedAt",
        "?dateFrom=2026-01-05&dateTo=2026-01-05&sortBy=updatedAt&sortOrder=asc&limit=200&offset=1000",
        "?dateFrom=2026-01-11&sortBy=updatedAt&sortOrder=asc",
        "?dateTo=2026-01-03&sortBy=updatedAt&status=completed",
        "?dateFrom=2026-01-05&dateTo=2026-01-05&sortBy=updatedAt&tags=all",
        "?dateFrom=2026-01-05&dateTo=2026-01-05&sortBy=updatedAt&serverPath=%2Fsrv%2F*",
        "?dateFrom=2026-01-05&dateTo=2026-01-05&sortBy=score&tags=all",
        "?dateTo=2026-01-02&sortBy=score&sortOrder=asc&status=completed&serverPath=%2Fsrv%2F1*",
    ]
    .iter()
    .map(|query| format!("/api/v1/evaluations{query}"))
    .collect();
    for path in &paths {
        let mut times = load::times(ground.address, std::slice::from_ref(path), &ground.keys[0], 60).await;
        println!(
            "list {path}: p50 {:.1} ms, p99 {:.1} ms",
            load::quantile(&mut times, 0.5),
            load::quantile(&mut times, 0.99)
        );
    }
    let mut times = load::times(ground.address, &paths, &ground.keys[0], 1000).await;
    println!("lists at {ROWS_LIST} rows: p99 {:.1} ms (goal: under 20)", load::quantile(&mut times, 0.99));
    deep_pages(ground).await;
}

/// What is passed over costs time.
async fn deep_pages(ground: &Ground) {
    for offset in [100_000, 500_000, 999_000] {
        let path = format!("/api/v1/evaluations?limit=50&offset={offset}");
        let mut times = load::times(ground.address, &[path], &ground.keys[0], 30).await;
        println!("list with offset={offset}: p50 {:.1} ms", load::quantile(&mut times, 0.5));
    }
}

/// From the commit of an event to the last of its clients.
async fn events(ground: &Ground) {
    let mut clients = Vec::new();
    for number in 0..CLIENTS {
        let key = &ground.keys[number / 10];
        clients.push(load::Client::open(ground.address, key).await);
    }
    let held = ground.running().await;
    let received = load::collect(clients, EVENTS);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut sent = Vec::new();
    for number in 0..EVENTS {
        ground.tell(&held, number).await;
        sent.push(Instant::now());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let mut times: Vec<f64> = Vec::new();
    for arrivals in received.join_all().await {
        assert_eq!(arrivals.len(), EVENTS, "every client hears every event");
        times.extend(
            arrivals.iter().zip(&sent).map(|(at, sent)| at.saturating_duration_since(*sent).as_secs_f64() * 1000.0),
        );
    }
    println!(
        "an event to {CLIENTS} clients: p50 {:.1} ms, p99 {:.1} ms (goal: p99 under 100)",
        load::quantile(&mut times, 0.5),
        load::quantile(&mut times, 0.99)
    );
}

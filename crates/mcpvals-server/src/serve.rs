//! Listens, answers, works; ends in good order.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use crate::service::{self, Service};
use crate::telemetry::Telemetry;
use crate::{engine, hooks, live, observer, rate, router};

/// No more connections at once.
const CONNECTIONS_MAX: usize = 4096;
/// How long the head of a request may take to arrive (slow-loris).
const HEAD_MAX: Duration = Duration::from_secs(10);
/// How long open requests may go on after the end was asked for.
const PATIENCE: Duration = Duration::from_secs(10);
const BEAT: Duration = Duration::from_secs(5);
/// How long after its last beat a node counts, in milliseconds.
const SEEN: i64 = 12_000;
/// What a node that answers requests is called.
const API: &str = "api";

/// What this process does.
#[derive(Debug)]
pub struct Roles {
    /// Answers requests here.
    pub api: Option<TcpListener>,
    /// Runs evaluations; and how long those that run may go on after the end was asked for.
    pub worker: Option<Duration>,
}

/// Does its work until the end is asked for: then takes nothing new, and lets what goes on come to its end.
///
/// # Errors
/// In words, that it could not go on.
pub async fn serve(service: Arc<Service>, roles: Roles) -> Result<(), String> {
    if let Err(error) = service.work.open() {
        tracing::warn!(%error, "there is no folder for files of evaluations yet");
    }
    let tasks = TaskTracker::new();
    // What others rely on ends after them.
    let last = CancellationToken::new();
    tasks.spawn(service::follow(Arc::clone(&service), last.clone()));
    tasks.spawn(rate::write_down(Arc::clone(&service), last.clone()));
    let api = async {
        let Some(listener) = roles.api else { return Ok(()) };
        tasks.spawn(live::follow(Arc::clone(&service), last.clone()));
        tasks.spawn(live::tell(Arc::clone(&service), last.clone()));
        tasks.spawn(hooks::deliver(Arc::clone(&service), last.clone()));
        tasks.spawn(observer::tell(Arc::clone(&service), last.clone()));
        tasks.spawn(present(Arc::clone(&service), last.clone()));
        listen(listener, &service).await;
        Ok(())
    };
    let worker = async {
        match roles.worker {
            Some(drain) => engine::work(Arc::clone(&service), service.stop.clone(), drain).await,
            None => Ok(()),
        }
    };
    let (api, worker): (Result<(), String>, _) = tokio::join!(api, worker);
    last.cancel();
    tasks.close();
    tasks.wait().await;
    service.store.close().await;
    service.work.end();
    let told = Arc::clone(&service);
    // It blocks while it sends what waits.
    let sent = tokio::task::spawn_blocking(move || told.telemetry.as_ref().map(Telemetry::end)).await;
    drop(sent);
    api.and(worker)
}

/// Says that this node answers requests, which shows whether the database can be written to.
async fn present(service: Arc<Service>, stop: CancellationToken) {
    loop {
        let said = service.store.here(&service.node, API, 0).await;
        service.can_write.store(said.is_ok(), Ordering::Relaxed);
        if let Some(is_first) = is_first(&service).await {
            service.is_first.store(is_first, Ordering::Relaxed);
        }
        tokio::select! {
            () = stop.cancelled() => break,
            () = tokio::time::sleep(BEAT) => {}
        }
    }
    let _ = service.store.gone(&service.node).await;
}

/// Nothing where it cannot be known.
async fn is_first(service: &Service) -> Option<bool> {
    let nodes = service.store.nodes(SEEN).await.ok()?;
    let first = nodes.iter().filter(|node| node.role == API).map(|node| &node.id).min()?;
    Some(*first == service.node)
}

async fn listen(listener: TcpListener, service: &Arc<Service>) {
    let (router, stop) = (router::router(Arc::clone(service)), &service.stop);
    let (open, room) = (TaskTracker::new(), Arc::new(Semaphore::new(CONNECTIONS_MAX)));
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = accept(&listener, &room) => accepted,
        };
        let Some((stream, address, place)) = accepted else { continue };
        let (router, stop) = (router.clone(), stop.clone());
        open.spawn(async move {
            connection(stream, address, router, stop).await;
            drop(place);
        });
    }
    open.close();
    if tokio::time::timeout(PATIENCE, open.wait()).await.is_err() {
        tracing::warn!("connections are closed that had not ended");
    }
}

type Accepted = (TcpStream, std::net::SocketAddr, tokio::sync::OwnedSemaphorePermit);

async fn accept(listener: &TcpListener, room: &Arc<Semaphore>) -> Option<Accepted> {
    const PAUSE: Duration = Duration::from_millis(50);
    let place = Arc::clone(room).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, address)) => Some((stream, address, place)),
        Err(error) => {
            // Too many files, mostly: it passes.
            tracing::warn!(%error, "a connection could not be accepted");
            tokio::time::sleep(PAUSE).await;
            None
        }
    }
}

async fn connection(stream: TcpStream, address: std::net::SocketAddr, router: axum::Router, stop: CancellationToken) {
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let router = router.clone();
        async move {
            let mut request: Request = request.map(axum::body::Body::new);
            request.extensions_mut().insert(ConnectInfo(address));
            router.oneshot(request).await.map_err(|never: Infallible| never)
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_MAX).max_buf_size(64 << 10);
    let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(connection);
    // What breaks a connection is its client's business.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stop.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

//! A TCP or TLS connection that notes when bytes were written and read.

use std::io::{Error, ErrorKind, IoSlice};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;

use super::address::Origin;
use super::error::HttpError;
use crate::public::{is_public, may_reach};

/// A connection.
pub(super) struct Socket {
    stream: Stream,
    times: Arc<Times>,
}

enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// When bytes last passed. One exchange at a time uses a connection, so its last written byte is the request's.
#[derive(Debug)]
pub(super) struct Times {
    begun: Instant,
    written_ns: AtomicU64,
    read_ns: AtomicU64,
    /// The last attempt to write had to wait: not everything has been written.
    blocked: AtomicBool,
}

impl Times {
    fn new() -> Self {
        Self {
            begun: Instant::now(),
            written_ns: AtomicU64::new(0),
            read_ns: AtomicU64::new(0),
            blocked: AtomicBool::new(false),
        }
    }

    /// When the last byte so far was written.
    pub(super) fn written(&self) -> Instant {
        self.begun + Duration::from_nanos(self.written_ns.load(Ordering::Relaxed))
    }

    /// When the last byte so far was read.
    pub(super) fn read(&self) -> Instant {
        self.begun + Duration::from_nanos(self.read_ns.load(Ordering::Relaxed))
    }

    /// Has something been written since, and does nothing wait to be?
    pub(super) fn is_all_written_since(&self, start: Instant) -> bool {
        !self.blocked.load(Ordering::Relaxed) && self.written() >= start
    }

    fn now_ns(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    fn note_write(&self, outcome: &Poll<Result<usize, Error>>) {
        self.blocked.store(outcome.is_pending(), Ordering::Relaxed);
        if matches!(outcome, Poll::Ready(Ok(_))) {
            self.written_ns.store(self.now_ns(), Ordering::Relaxed);
        }
    }
}

impl Socket {
    /// Connects, at once and without any proxy.
    pub(super) async fn connect(origin: &Origin, tls: Option<&TlsConnector>) -> Result<Self, HttpError> {
        let stream = connect_tcp(origin).await?;
        // A small request must not wait for the acknowledgement of the one before.
        let _ = stream.set_nodelay(true);
        let stream = match tls {
            None => Stream::Plain(stream),
            Some(tls) => Stream::Tls(Box::new(connect_tls(origin, tls, stream).await?)),
        };
        Ok(Self { stream, times: Arc::new(Times::new()) })
    }

    pub(super) fn times(&self) -> Arc<Times> {
        Arc::clone(&self.times)
    }
}

/// A host that is silent for so long is not there: the call's own deadline would not tell this from a slow answer.
const CONNECT_PATIENCE: Duration = Duration::from_secs(5);

async fn connect_tcp(origin: &Origin) -> Result<TcpStream, HttpError> {
    let mut last = None;
    for address in addresses(origin).await? {
        match within(TcpStream::connect(address)).await {
            Ok(stream) => return Ok(stream),
            Err(cause) => last = Some(HttpError::Connect { address: address.to_string(), cause }),
        }
    }
    Err(last.unwrap_or_else(|| no_address(&origin.host, Error::other("it has no address"))))
}

async fn within<T>(attempt: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let silence = || Error::new(ErrorKind::TimedOut, format!("nothing came within {} s", CONNECT_PATIENCE.as_secs()));
    tokio::time::timeout(CONNECT_PATIENCE, attempt).await.unwrap_or_else(|_| Err(silence()))
}

/// `localhost` is never asked of the network (RFC 6761, 6.3), nor is an address.
async fn addresses(origin: &Origin) -> Result<Vec<SocketAddr>, HttpError> {
    let Origin { host, port, public_only, .. } = origin;
    let found = if host == "localhost" {
        vec![(Ipv4Addr::LOCALHOST, *port).into(), (Ipv6Addr::LOCALHOST, *port).into()]
    } else {
        let found = tokio::net::lookup_host((host.as_str(), *port)).await;
        found.map_err(|cause| no_address(host, cause))?.collect()
    };
    let may = |address: &SocketAddr| may_reach(address.ip()) && (!public_only || is_public(address.ip()));
    if found.iter().all(may) { Ok(found) } else { Err(no_address(host, Error::other(PRIVATE))) }
}

const PRIVATE: &str = "it leads to this machine or its network, which is not allowed here";

fn no_address(host: &str, cause: Error) -> HttpError {
    HttpError::Resolve { host: host.to_owned(), cause }
}

async fn connect_tls(
    origin: &Origin,
    tls: &TlsConnector,
    stream: TcpStream,
) -> Result<TlsStream<TcpStream>, HttpError> {
    let failed = |cause: String| HttpError::Tls { host: origin.host.clone(), cause };
    let name = ServerName::try_from(origin.host.clone()).map_err(|e| failed(e.to_string()))?;
    within(tls.connect(name, stream)).await.map_err(|e| failed(e.to_string()))
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<Result<(), Error>> {
        let outcome = match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_read(cx, buf),
            Stream::Tls(stream) => Pin::new(stream).poll_read(cx, buf),
        };
        if outcome.is_ready() {
            self.times.read_ns.store(self.times.now_ns(), Ordering::Relaxed);
        }
        outcome
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<Result<usize, Error>> {
        let outcome = match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_write(cx, buf),
            Stream::Tls(stream) => Pin::new(stream).poll_write(cx, buf),
        };
        self.times.note_write(&outcome);
        outcome
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<Result<usize, Error>> {
        let outcome = match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_write_vectored(cx, bufs),
            Stream::Tls(stream) => Pin::new(stream).poll_write_vectored(cx, bufs),
        };
        self.times.note_write(&outcome);
        outcome
    }

    fn is_write_vectored(&self) -> bool {
        match &self.stream {
            Stream::Plain(stream) => stream.is_write_vectored(),
            Stream::Tls(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Stream::Tls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Error>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Stream::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}

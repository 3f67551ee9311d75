//! One HTTP/1.1 connection, driven by whoever uses it.
//!
//! hyper wants its connection polled beside the exchange. A task of its own would cost two wake-ups an exchange, so the
//! exchange polls it itself; between exchanges nobody does, and dropping an exchange closes the connection.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;

use super::error::HttpError;
use super::socket::{Socket, Times};

type Driver = http1::Connection<TokioIo<Socket>, Full<Bytes>>;

/// A response's head longer than this is refused.
const HEAD_BYTES_MAX: usize = 64 << 10;
/// How much is read at once at most.
const BUFFER_BYTES_MAX: usize = 256 << 10;

/// An open connection: one exchange at a time.
pub(super) struct Connection {
    sender: SendRequest<Full<Bytes>>,
    /// `None` once the connection is over.
    driver: Option<Driver>,
    times: Arc<Times>,
    /// Until when the server keeps it open when nothing is sent, where it said so.
    idle_until: Option<Instant>,
}

impl Connection {
    pub(super) async fn open(socket: Socket) -> Result<Self, HttpError> {
        let times = socket.times();
        let shaken = http1::Builder::new()
            .max_header_size(HEAD_BYTES_MAX)
            .max_buf_size(BUFFER_BYTES_MAX)
            .handshake(TokioIo::new(socket))
            .await;
        let (sender, driver) = shaken.map_err(|e| HttpError::before_answer(&e))?;
        Ok(Self { sender, driver: Some(driver), times, idle_until: None })
    }

    /// Sends a request and waits for the head of its answer; tells when the last byte of the request was written.
    pub(super) async fn send(
        &mut self,
        request: Request<Full<Bytes>>,
        written: impl FnOnce(Instant),
    ) -> Result<Response<Incoming>, HttpError> {
        let start = Instant::now();
        let times = Arc::clone(&self.times);
        let mut written = Some(written);
        let mut answer = pin!(self.sender.send_request(request));
        let answer = drive(&mut self.driver, |cx| {
            if times.is_all_written_since(start)
                && let Some(written) = written.take()
            {
                written(times.written());
            }
            answer.as_mut().poll(cx)
        });
        let answer = answer.await.map_err(|e| HttpError::before_answer(&e))?;
        self.idle_until = idle_until(&answer);
        Ok(answer)
    }

    /// The next piece of the body, with the time when it was read; `None` at its end.
    pub(super) async fn chunk(&mut self, body: &mut Incoming) -> Result<Option<(Bytes, Instant)>, HttpError> {
        loop {
            let frame = drive(&mut self.driver, |cx| Pin::new(&mut *body).poll_frame(cx)).await;
            match frame.transpose().map_err(|e| HttpError::in_body(&e))? {
                None => return Ok(None),
                // Trailers say nothing that anybody waits for.
                Some(frame) => {
                    if let Ok(data) = frame.into_data() {
                        return Ok(Some((data, self.times.read())));
                    }
                }
            }
        }
    }

    /// Can another request be sent over it, as far as one can know?
    pub(super) async fn is_fit(&mut self) -> bool {
        if self.idle_until.is_some_and(|until| Instant::now() >= until) {
            return false;
        }
        poll_fn(|cx| {
            self.poll_driver(cx);
            Poll::Ready(self.driver.is_some() && self.sender.is_ready())
        })
        .await
    }

    fn poll_driver(&mut self, cx: &mut Context<'_>) {
        poll_driver(&mut self.driver, cx);
    }
}

/// Waits for something that the connection brings about.
async fn drive<T>(driver: &mut Option<Driver>, mut wanted: impl FnMut(&mut Context<'_>) -> Poll<T>) -> T {
    poll_fn(|cx| {
        // First, because asking for a piece of the body is what makes the connection read it.
        if let Poll::Ready(value) = wanted(cx) {
            return Poll::Ready(value);
        }
        poll_driver(driver, cx);
        wanted(cx)
    })
    .await
}

/// A connection that is over is dropped: whatever waits for it learns it by this.
fn poll_driver(driver: &mut Option<Driver>, cx: &mut Context<'_>) {
    let is_over = driver.as_mut().is_some_and(|driver| driver.poll_without_shutdown(cx).is_ready());
    if is_over {
        *driver = None;
    }
}

/// A server that says `Keep-Alive: timeout=5` closes after five seconds of silence. A request that is sent in that very
/// moment is lost, so the last half second is not used.
fn idle_until(answer: &Response<Incoming>) -> Option<Instant> {
    const MARGIN: Duration = Duration::from_millis(500);
    let header = answer.headers().get("keep-alive")?.to_str().ok()?;
    let timeout = header.split(',').find_map(|part| part.trim().strip_prefix("timeout="))?;
    let seconds = timeout.trim().parse().ok()?;
    Instant::now().checked_add(Duration::from_secs(seconds).saturating_sub(MARGIN))
}

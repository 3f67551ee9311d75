//! Writes lines to a child's stdin: at once where the pipe takes them, in the background where it does not.
//!
//! The pipe is registered with the runtime only while it is full: else every time that the server reads, it would wake
//! us for nothing, which doubled the system calls of a call.
//!
//! A caller that goes away in the middle leaves no half line behind: what the pipe did not take stays in the backlog.

use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::net::unix::pipe;
use tokio::sync::Notify;

use super::SendError;
use crate::router::Router;

/// How much may wait for a server that does not read; after that, callers wait.
const BACKLOG_BYTES_MAX: usize = 32 << 20;

/// A child's stdin. Share it in an `Arc`; one task runs [`Stdin::drain`].
pub(super) struct Stdin {
    router: Router,
    outbox: Mutex<Outbox>,
    work: Notify,
    space: Notify,
}

struct Outbox {
    pipe: Option<Arc<OwnedFd>>,
    backlog: VecDeque<Line>,
    backlog_bytes: usize,
}

struct Line {
    seq: u64,
    bytes: Arc<[u8]>,
    written: usize,
}

impl Stdin {
    /// The pipe must not block.
    pub(super) fn new(pipe: OwnedFd, router: Router) -> Self {
        let outbox = Outbox { pipe: Some(Arc::new(pipe)), backlog: VecDeque::new(), backlog_bytes: 0 };
        Self { router, outbox: Mutex::new(outbox), work: Notify::new(), space: Notify::new() }
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line, or puts it into the backlog.
    pub(super) async fn send(&self, seq: u64, bytes: Arc<[u8]>) -> Result<(), SendError> {
        let mut line = Line { seq, bytes, written: 0 };
        loop {
            let space = self.space.notified();
            line = match self.offer(line)? {
                None => return Ok(()),
                Some(refused) => refused,
            };
            space.await;
        }
    }

    /// Takes the line, or gives it back where the backlog is full.
    fn offer(&self, mut line: Line) -> Result<Option<Line>, SendError> {
        let mut outbox = self.outbox();
        let Some(pipe) = outbox.pipe.clone() else { return Err(SendError("its stdin is closed".to_owned())) };
        if outbox.backlog.is_empty() {
            match line.write(&pipe) {
                Ok(at) => {
                    self.router.written(line.seq, at, None);
                    return Ok(None);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(broken(&error)),
            }
        } else if outbox.backlog_bytes >= BACKLOG_BYTES_MAX {
            return Ok(Some(line));
        }
        outbox.backlog_bytes += line.bytes.len();
        outbox.backlog.push_back(line);
        self.work.notify_one();
        Ok(None)
    }

    /// Writes the backlog, for ever; ends when stdin is closed or broken.
    pub(super) async fn drain(&self) {
        loop {
            let pipe = self.outbox().pipe.clone();
            let Some(pipe) = pipe else { return };
            if self.write_backlog(&pipe).is_err() {
                self.close();
                return;
            }
            if self.outbox().backlog.is_empty() {
                drop(pipe);
                self.work.notified().await;
            } else if writable(&pipe).await.is_err() {
                self.close();
                return;
            }
        }
    }

    fn write_backlog(&self, pipe: &OwnedFd) -> io::Result<()> {
        let mut outbox = self.outbox();
        while let Some(line) = outbox.backlog.front_mut() {
            match line.write(pipe) {
                Ok(at) => self.router.written(line.seq, at, None),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
            outbox.backlog_bytes -= line_bytes(outbox.backlog.pop_front().as_ref());
            self.space.notify_waiters();
        }
        Ok(())
    }

    /// Closes stdin; what is in the backlog is lost.
    pub(super) fn close(&self) {
        let mut outbox = self.outbox();
        outbox.pipe = None;
        outbox.backlog.clear();
        outbox.backlog_bytes = 0;
        drop(outbox);
        self.work.notify_one();
        self.space.notify_waiters();
    }
}

/// Waits until the pipe takes something, or is broken.
async fn writable(pipe: &OwnedFd) -> io::Result<()> {
    pipe::Sender::from_owned_fd(pipe.try_clone()?)?.writable().await
}

fn line_bytes(line: Option<&Line>) -> usize {
    line.map_or(0, |line| line.bytes.len())
}

fn broken(error: &io::Error) -> SendError {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return SendError("the server does not read its stdin any more".to_owned());
    }
    SendError(format!("its stdin cannot be written: {error}"))
}

impl Line {
    /// Writes what is left of the line and its newline, as far as the pipe takes it; when the last byte went.
    ///
    /// The time is taken before the write and not after it: on a busy machine the server, woken by the write, often runs
    /// before we do, and would seem faster than it is.
    fn write(&mut self, pipe: &OwnedFd) -> io::Result<Instant> {
        loop {
            let rest = [IoSlice::new(&self.bytes[self.written..]), IoSlice::new(b"\n")];
            let at = Instant::now();
            self.written += rustix::io::retry_on_intr(|| rustix::io::writev(pipe, &rest))?;
            if self.written > self.bytes.len() {
                return Ok(at);
            }
        }
    }
}

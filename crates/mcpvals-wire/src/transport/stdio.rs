//! stdin and stdout of a child process: one message a line.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mcpvals_model::{Channel, Direction, ProcessEnd};
use tokio::io::AsyncReadExt as _;
use tokio::net::unix::pipe;
use tokio::process::Child;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;

use super::stdin::Stdin;
use super::{Outgoing, SendError};
use crate::Limits;
use crate::frame::{Piece, Splitter};
use crate::process::{Leash, Process, natural_end};
use crate::router::{Arrival, Life, Note, Router};

/// What a pipe of Linux holds.
const CHUNK_BYTES: usize = 64 << 10;
/// After so long a silence, half a message will not be completed any more.
const QUIET: Duration = Duration::from_secs(1);
/// How long the pipes of a process that has ended may stay open: a child of its that ran away may hold them.
const PIPES_PATIENCE: Duration = Duration::from_millis(500);
/// As the kernel numbers it on every system that we run on.
const SIGTERM: i32 = 15;
/// What shells and runtimes make of it.
const EXIT_OF_SIGTERM: i32 = 128 + SIGTERM;
/// A guard needs at most this long to kill what hangs.
const KILL_PATIENCE: Duration = Duration::from_secs(6);
/// The longest line of stderr that is kept in one frame.
const STDERR_LINE_MAX: usize = 8 << 10;

/// The pipes of a child process. Dropping it kills the process and all its children.
pub(crate) struct StdioLink {
    stdin: Arc<Stdin>,
    leash: Leash,
    router: Router,
    tasks: Mutex<JoinSet<()>>,
    drain: AbortHandle,
}

impl StdioLink {
    /// Takes over a process: its output is read from now on.
    pub(crate) fn new(process: Process, router: Router, limits: &Limits) -> Self {
        let Process { child, leash, stdin, stdout, stderr } = process;
        let stdin = Arc::new(Stdin::new(stdin, router.clone()));
        let mut tasks = JoinSet::new();
        let drain = tasks.spawn({
            let stdin = Arc::clone(&stdin);
            async move { stdin.drain().await }
        });
        tasks.spawn(read_stdout(stdout, router.clone(), limits.frame_bytes_max));
        tasks.spawn(read_stderr(stderr, router.clone()));
        tasks.spawn(wait_for(child, leash.clone(), router.clone()));
        Self { stdin, leash, router, tasks: Mutex::new(tasks), drain }
    }

    pub(crate) async fn send(&self, outgoing: Outgoing) -> Result<(), SendError> {
        self.stdin.send(outgoing.seq, outgoing.bytes).await
    }

    /// MCP, stdio, shutdown: close its stdin, wait; SIGTERM, wait; SIGKILL. With `hurry`, a server that does nothing
    /// any more is not waited for: it gets SIGTERM at once.
    pub(crate) async fn close(&self, patience: Duration, hurry: bool) {
        self.drain.abort();
        self.stdin.close();
        if hurry {
            self.leash.rest();
        }
        let mut life = self.router.life();
        if !ends(&mut life, patience).await {
            self.leash.terminate();
            if !ends(&mut life, patience).await {
                self.leash.kill();
                ends(&mut life, KILL_PATIENCE).await;
            }
        }
        // A pipe that stays open has no writer that is still the server.
        let _ = timeout(PIPES_PATIENCE, life.wait_for(|life| life.closed && life.stderr_done)).await;
        self.leash.kill();
        self.router.closed("the session was closed");
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).abort_all();
    }
}

/// Does the process end in time?
async fn ends(life: &mut watch::Receiver<Life>, patience: Duration) -> bool {
    timeout(patience, life.wait_for(|life| life.process_end.is_some())).await.is_ok()
}

async fn wait_for(mut child: Child, leash: Leash, router: Router) {
    let status = child.wait().await;
    let end = match status {
        Ok(status) if !leash.is_pulled() => match natural_end(status) {
            ProcessEnd::Signalled(SIGTERM) | ProcessEnd::Exited(EXIT_OF_SIGTERM) if leash.is_resting() => {
                ProcessEnd::Terminated
            }
            end => end,
        },
        Ok(_) | Err(_) => ProcessEnd::Killed,
    };
    leash.ended();
    router.process_ended(end);
    tokio::time::sleep(PIPES_PATIENCE).await;
    router.closed("the server's process ended");
}

async fn read_stdout(mut stdout: pipe::Receiver, router: Router, frame_bytes_max: usize) {
    let mut splitter = Splitter::new(frame_bytes_max);
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        let read = stdout.read(&mut chunk);
        let read = if splitter.holds() { timeout(QUIET, read).await } else { Ok(read.await) };
        let at = Instant::now();
        let mut emit = |piece| arrive(&router, piece, at);
        match read {
            Err(_) => splitter.quiet(&mut emit),
            Ok(Ok(0) | Err(_)) => {
                splitter.end(&mut emit);
                return router.closed("the server closed its stdout");
            }
            Ok(Ok(count)) => splitter.feed(&chunk[..count], &mut emit),
        }
    }
}

fn arrive(router: &Router, piece: Piece, at: Instant) {
    let Piece { bytes, message, anomalies } = piece;
    router.arrive(Arrival { anomalies, message, ..Arrival::new(bytes, at) });
}

/// Always drained: a server that writes much must not wait for us.
async fn read_stderr(mut stderr: pipe::Receiver, router: Router) {
    let mut chunk = vec![0; CHUNK_BYTES / 8];
    let mut line = Vec::new();
    while let Ok(count @ 1..) = stderr.read(&mut chunk).await {
        let at = Instant::now();
        router.stderr(&chunk[..count]);
        for byte in &chunk[..count] {
            if *byte == b'\n' || line.len() >= STDERR_LINE_MAX {
                router.note(Note::new(Direction::Received, Channel::Process, std::mem::take(&mut line), at));
            }
            if *byte != b'\n' {
                line.push(*byte);
            }
        }
    }
    if !line.is_empty() {
        router.note(Note::new(Direction::Received, Channel::Process, line, Instant::now()));
    }
    router.stderr_done();
}

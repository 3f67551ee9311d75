//! A program of the user's that is run to its end: told something on stdin, and never left behind.
//!
//! Like a server's process it is guarded: when its time is over, or we end, it ends with all its children.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use mcpvals_model::{ProcessEnd, Secret};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::unix::pipe;

use crate::ConnectOptions;
use crate::process::{Launch, Process, natural_end};

/// A program to run.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// A path, relative to `cwd`, or a name that is looked up in `PATH`.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Added to the small clean environment that servers get, too.
    pub env: BTreeMap<String, Secret>,
    /// Its working directory, absolute.
    pub cwd: PathBuf,
    /// How long it may take.
    pub time: Duration,
    /// So much of what it writes is kept, of stdout and of stderr each.
    pub output_bytes_max: usize,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// How it ended; absent where its time was over, or it would not end.
    pub end: Option<ProcessEnd>,
    /// What it wrote on stdout, as far as it was kept.
    pub stdout: Vec<u8>,
    /// What it wrote on stderr, as far as it was kept.
    pub stderr: Vec<u8>,
    /// Did it write more than was kept?
    pub is_cut: bool,
}

/// After it has ended, its pipes may be held open by a child of its that ran away: so long and no longer.
const PIPES_PATIENCE: Duration = Duration::from_millis(500);

impl Program {
    /// Runs it; `input` is all that it reads on stdin.
    ///
    /// # Errors
    /// In words, where it cannot be started.
    ///
    /// # Cancellation
    /// Dropping the future kills it.
    pub async fn run(&self, input: &[u8], options: &ConnectOptions) -> Result<Finished, String> {
        let launch = Launch::prepare(&self.command, &self.args, &self.env, &self.cwd, options);
        let process = launch.and_then(Launch::start).map_err(|problem| problem.to_string())?;
        Ok(finished(process, input, self.time, self.output_bytes_max).await)
    }
}

/// Tells a process something and reads it to its end, or to the end of its time.
pub(crate) async fn finished(process: Process, input: &[u8], time: Duration, output_bytes_max: usize) -> Finished {
    let Process { mut child, leash, stdin, stdout, stderr } = process;
    let (mut out, mut err) = (Kept::new(output_bytes_max), Kept::new(output_bytes_max));
    let ended = {
        let work = async {
            // One that does not read what it is told is no worse for it.
            let told = async {
                if let Ok(mut stdin) = pipe::Sender::from_owned_fd(stdin) {
                    let _ = stdin.write_all(input).await;
                }
            };
            let waited = async {
                let status = child.wait().await;
                leash.ended();
                status
            };
            let read = async {
                // Who floods one stream is not waited for on the other.
                let flooded = tokio::try_join!(out.read(stdout), err.read(stderr)).is_err();
                if flooded {
                    leash.kill();
                }
            };
            let read_in_time = async {
                let (status, ()) = tokio::join!(waited, told);
                status
            };
            tokio::pin!(read);
            tokio::pin!(read_in_time);
            let status = tokio::select! {
                status = &mut read_in_time => {
                    let _ = tokio::time::timeout(PIPES_PATIENCE, &mut read).await;
                    status
                }
                () = &mut read => read_in_time.await,
            };
            status.ok().map(natural_end)
        };
        tokio::time::timeout(time, work).await
    };
    leash.kill();
    Finished { end: ended.ok().flatten(), is_cut: out.cut || err.cut, stdout: out.bytes, stderr: err.bytes }
}

/// The first bytes of a stream. Who writes more is ended: what it would say further is not wanted.
struct Kept {
    bytes: Vec<u8>,
    most: usize,
    cut: bool,
}

/// More came than is kept.
struct Flood;

impl Kept {
    fn new(most: usize) -> Self {
        Self { bytes: Vec::new(), most, cut: false }
    }

    /// Reads to the end; an error where it is too much.
    async fn read(&mut self, mut stream: pipe::Receiver) -> Result<(), Flood> {
        let mut chunk = vec![0; 16 << 10];
        while let Ok(count @ 1..) = stream.read(&mut chunk).await {
            let room = self.most - self.bytes.len();
            self.bytes.extend_from_slice(&chunk[..count.min(room)]);
            if count > room {
                self.cut = true;
                return Err(Flood);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::{Duration, Instant};

    use mcpvals_model::ProcessEnd;

    use super::{Finished, Program};
    use crate::ConnectOptions;

    async fn run(script: &str, input: &str) -> Finished {
        let program = Program {
            command: "/bin/sh".to_owned(),
            args: vec!["-c".to_owned(), script.to_owned()],
            env: BTreeMap::new(),
            cwd: std::env::temp_dir(),
            time: Duration::from_secs(2),
            output_bytes_max: 1000,
        };
        let path = [("PATH".to_owned(), "/usr/bin:/bin".to_owned())].into();
        let options = ConnectOptions { environment: path, ..ConnectOptions::default() };
        program.run(input.as_bytes(), &options).await.expect("a shell can be started")
    }

    #[tokio::test]
    async fn what_it_says_and_how_it_ends_is_told() {
        let finished = run("cat; echo wrong >&2; exit 3", "told").await;
        assert_eq!(finished.end, Some(ProcessEnd::Exited(3)));
        assert_eq!(
            (finished.stdout.as_slice(), finished.stderr.as_slice()),
            (b"told".as_slice(), b"wrong\n".as_slice())
        );
    }

    #[tokio::test]
    async fn one_that_floods_is_cut_and_one_that_reads_nothing_is_not_waited_for() {
        let began = Instant::now();
        let finished = run("cat /dev/zero", &"x".repeat(1 << 20)).await;
        assert!(finished.is_cut && finished.stdout.len() == 1000, "{finished:?}");
        assert!(began.elapsed() < Duration::from_millis(1500), "at once, and not when its time is over");
        let finished = run("exit 0", &"x".repeat(1 << 20)).await;
        assert_eq!((finished.is_cut, finished.end), (false, Some(ProcessEnd::Exited(0))));
    }

    #[tokio::test]
    async fn one_that_hangs_is_killed_with_its_children() {
        let began = Instant::now();
        let finished = run("sleep 60 & sleep 60", "").await;
        assert_eq!(finished.end, None);
        assert!(began.elapsed() < Duration::from_secs(5));
    }
}

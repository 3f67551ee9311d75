//! The process in which an evaluation runs: this very program, with the job on its stdin. As long as that is open, we are there;
//! when it closes, the child ends itself and whatever it started.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{Child as Process, ChildStdin, ChildStdout, Command};

use super::job::Job;
use crate::service::Service;

/// The hidden command of ours that reads a job.
pub const COMMAND: &str = "__work";
/// No longer line is read, in bytes: events are cut shorter than that.
const LINE_BYTES_MAX: usize = 4 << 20;
const STDERR_BYTES_MAX: u64 = 64 << 10;
/// How long a child may take to end itself.
const PATIENCE: Duration = Duration::from_millis(700);
/// What of our environment a child needs.
const INHERITED: [&str; 9] =
    ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR", "TMPDIR", "NODE_EXTRA_CA_CERTS"];

/// A process that runs a job.
pub(super) struct Child {
    process: Process,
    /// Open as long as we are there.
    _lifeline: ChildStdin,
    lines: BufReader<ChildStdout>,
    stderr: tokio::task::JoinHandle<String>,
}

/// How a child ended.
#[derive(Debug)]
pub(super) struct Ended {
    /// Its exit code; nothing where a signal ended it.
    pub(super) code: Option<i32>,
    /// The end of what it said on stderr.
    pub(super) said: String,
}

impl Ended {
    /// The last line that it said, of those with anything in them.
    pub(super) fn last_line(&self) -> Option<&str> {
        self.said.lines().rev().find(|line| !line.trim().is_empty())
    }
}

impl Child {
    /// Starts a child.
    ///
    /// # Errors
    /// That the system does not.
    pub(super) async fn start(service: &Service, job: &Job) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("`{}` cannot be started: {error}", service.program.display());
        let mut command = Command::new(&service.program);
        command.arg(COMMAND).current_dir(&job.folder).env_clear().envs(environment(service, &job.folder));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut process = command.spawn().map_err(failed)?;
        let mut lifeline = process.stdin.take().ok_or("no stdin")?;
        let stdout = process.stdout.take().ok_or("no stdout")?;
        let stderr = process.stderr.take().ok_or("no stderr")?;
        let told = json!({
            "words": job.words,
            "variables": job.variables,
            "secrets": job.secrets.iter().map(|one| (&one.name, one.value.reveal())).collect::<Vec<_>>(),
            "publicOnly": job.public_only,
            "fence": fence(service, &job.folder),
        });
        lifeline.write_all(format!("{told}\n").as_bytes()).await.map_err(failed)?;
        lifeline.flush().await.map_err(failed)?;
        let stderr = tokio::spawn(async move {
            let mut text = Vec::new();
            // The rest is read and forgotten, so that the child does not wait for us.
            let mut stderr = stderr;
            let _ = (&mut stderr).take(STDERR_BYTES_MAX).read_to_end(&mut text).await;
            let _ = tokio::io::copy(&mut stderr, &mut tokio::io::sink()).await;
            String::from_utf8_lossy(&text).into_owned()
        });
        Ok(Self { process, _lifeline: lifeline, lines: BufReader::new(stdout), stderr })
    }

    /// The next line of its stdout; nothing at the end, or where a line is too long.
    ///
    /// # Cancellation
    /// Safe: what was read of a line is in `line`.
    pub(super) async fn line(&mut self, line: &mut Vec<u8>) -> Option<String> {
        loop {
            let room = LINE_BYTES_MAX.saturating_sub(line.len());
            let buffer = self.lines.fill_buf().await.ok()?;
            if buffer.is_empty() || room == 0 {
                return None;
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            line.extend_from_slice(&buffer[..end.unwrap_or(buffer.len()).min(room)]);
            self.lines.consume(taken);
            if end.is_some() {
                return Some(String::from_utf8_lossy(&std::mem::take(line)).into_owned());
            }
        }
    }

    /// Waits for its end.
    pub(super) async fn end(mut self) -> Ended {
        let status = self.process.wait().await;
        let said = tokio::time::timeout(PATIENCE, self.stderr).await;
        let said = said.ok().and_then(Result::ok).unwrap_or_default();
        Ended { code: status.ok().and_then(|status| status.code()), said }
    }

    /// Ends it, and what it started: first asks, then does not.
    pub(super) async fn kill(mut self) {
        self.terminate();
        if tokio::time::timeout(PATIENCE, self.process.wait()).await.is_err() {
            let _ = self.process.kill().await;
        }
    }

    #[cfg(unix)]
    fn terminate(&self) {
        use rustix::process::{Pid, Signal, kill_process};
        let pid = self.process.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        if let Some(pid) = pid {
            // One that has ended meanwhile is what we want.
            let _ = kill_process(pid, Signal::TERM);
        }
    }

    #[cfg(not(unix))]
    fn terminate(&self) {}
}

/// What servers may see: what is below the allowed roots and in the folder of the job, and nothing of the service's own.
fn fence(service: &Service, folder: &Path) -> Value {
    let real = |path: &PathBuf| std::fs::canonicalize(path).ok();
    let roots: Vec<PathBuf> = service.settings().security.allowed_roots.iter().filter_map(real).collect();
    let private: Vec<PathBuf> = service.private.iter().filter_map(real).collect();
    let programs = service.settings().security.allowed_commands.clone();
    json!({ "below": roots, "never": private, "own": real(&folder.to_owned()), "programs": programs })
}

fn environment(service: &Service, folder: &Path) -> BTreeMap<String, String> {
    let of = |name: &str| Some((name.to_owned(), service.environment.get(name)?.clone()));
    let mut environment: BTreeMap<String, String> = INHERITED.into_iter().filter_map(of).collect();
    environment.insert("XDG_CACHE_HOME".to_owned(), folder.join("cache").display().to_string());
    environment.insert("CI".to_owned(), "true".to_owned());
    environment
}

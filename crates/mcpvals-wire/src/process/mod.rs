//! The server's process: started with its own pipes in its own process group, and never left behind.
//!
//! Knows nothing of messages.

mod command;
mod environment;
mod leash;

use std::collections::BTreeMap;
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use mcpvals_model::{ProcessEnd, Secret};
use rustix::fs::OFlags;
use tokio::net::unix::pipe;
use tokio::process::{Child, Command};

pub(crate) use self::command::SpawnProblem;
pub(crate) use self::leash::Leash;
use crate::sandbox::{Cage, Lease, VEIL};
use crate::{ConnectOptions, os};

/// What to start.
#[derive(Debug)]
pub(crate) struct Launch {
    program: PathBuf,
    args: Vec<String>,
    environment: BTreeMap<String, String>,
    cwd: PathBuf,
    guard: Option<PathBuf>,
    /// In which it is started, where in any; only once.
    cage: Option<Cage>,
    lease: Option<Lease>,
}

/// A running process.
pub(crate) struct Process {
    /// Waited for by its owner; the guard, where there is one, ends as the server did.
    pub(crate) child: Child,
    /// Ends it.
    pub(crate) leash: Leash,
    /// Does not block.
    pub(crate) stdin: OwnedFd,
    pub(crate) stdout: pipe::Receiver,
    pub(crate) stderr: pipe::Receiver,
}

impl Launch {
    /// Finds the program and puts its environment together.
    pub(crate) fn prepare(
        command: &str,
        args: &[String],
        env: &BTreeMap<String, Secret>,
        cwd: &Path,
        options: &ConnectOptions,
    ) -> Result<Self, SpawnProblem> {
        let mut environment = environment::of_server(&options.environment, env);
        if !cwd.is_dir() {
            return Err(SpawnProblem::NoDirectory { cwd: cwd.to_owned() });
        }
        let program = match &options.guard {
            Some(ourselves) if command == "mcpvals" => ourselves.clone(),
            _ => command::find(command, environment.get("PATH").map(String::as_str), cwd)?,
        };
        // Without subreapers, a guard could not do more than we can.
        let guard = options.guard.clone().filter(|_| cfg!(target_os = "linux"));
        let cell = match &options.sandbox {
            Some(sandbox) => sandbox.cell(&program, args, env, cwd),
            None => Ok(None),
        };
        let cell = cell.map_err(|source| SpawnProblem::Sandbox { source })?;
        let (program, cage, lease) = match cell {
            Some(cell) => {
                environment = cell.environment;
                (in_real_folder(&program), Some(cell.cage), Some(cell.lease))
            }
            None => (program, None, None),
        };
        Ok(Self { program, args: args.to_owned(), environment, cwd: cwd.to_owned(), guard, cage, lease })
    }

    /// A program of ours that is started in a sandbox.
    #[cfg(target_os = "linux")]
    pub(crate) fn caged(
        program: &Path,
        args: &[String],
        environment: BTreeMap<String, String>,
        cwd: &Path,
        (cage, lease): (Cage, Lease),
    ) -> Self {
        let guard = Some(program.to_owned());
        let (program, args, cwd) = (program.to_owned(), args.to_owned(), cwd.to_owned());
        Self { program, args, environment, cwd, guard, cage: Some(cage), lease: Some(lease) }
    }

    /// Starts it. Needs a tokio runtime.
    pub(crate) fn start(mut self) -> Result<Process, SpawnProblem> {
        let started = match (self.guard.clone(), &self.cage) {
            (Some(guard), _) => self.start_guarded(&guard),
            (None, None) => self.start_alone(),
            (None, Some(_)) => Err(io::Error::other("a sandbox needs a guard")),
        };
        let program = self.guard.unwrap_or(self.program);
        started.map_err(|source| SpawnProblem::Start { program, source })
    }

    fn start_guarded(&mut self, guard: &Path) -> io::Result<Process> {
        let (lifeline_end, lifeline) = lifeline()?;
        let mut command = Command::new(guard);
        command.arg("__guard").arg(lifeline_end.as_raw_fd().to_string());
        if let Some(cage) = &self.cage {
            command.arg("--cage").arg(cage.to_word());
        }
        command.arg("--").arg(&self.program);
        // Its own group: Ctrl-C and `kill -- -GROUP` end us, and must not end the guard before it has done its work.
        command.process_group(0);
        let child = self.spawn(command)?;
        drop(lifeline_end);
        Process::new(child, Leash::guarded(lifeline, self.lease.take()))
    }

    fn start_alone(&self) -> io::Result<Process> {
        let mut command = Command::new(&self.program);
        os::lead_own_session(command.as_std_mut());
        let child = self.spawn(command)?;
        let leash = Leash::of_group(child.id());
        Process::new(child, leash)
    }

    fn spawn(&self, mut command: Command) -> io::Result<Child> {
        command.args(&self.args).env_clear().current_dir(&self.cwd);
        // What loads our own stages must not heed a variable of the server's, such as `LD_PRELOAD`: they are not in the sandbox.
        let prefix = if self.cage.is_some() { VEIL } else { "" };
        command.envs(self.environment.iter().map(|(name, value)| (format!("{prefix}{name}"), value)));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
    }
}

impl Process {
    fn new(mut child: Child, leash: Leash) -> io::Result<Self> {
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let stdin = stdin.into_owned_fd()?;
        rustix::fs::fcntl_setfl(&stdin, OFlags::WRONLY | OFlags::NONBLOCK)?;
        Ok(Self {
            child,
            leash,
            stdin,
            stdout: pipe::Receiver::from_owned_fd(stdout.into_owned_fd()?)?,
            stderr: pipe::Receiver::from_owned_fd(stderr.into_owned_fd()?)?,
        })
    }
}

/// The guard's end, which it inherits, and ours, which nobody does.
fn lifeline() -> io::Result<(OwnedFd, OwnedFd)> {
    let (read, write) = rustix::pipe::pipe()?;
    rustix::io::fcntl_setfd(&write, rustix::io::FdFlags::CLOEXEC)?;
    Ok((read, write))
}

/// How a process ended that we did not kill.
pub(crate) fn natural_end(status: ExitStatus) -> ProcessEnd {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        (Some(code), _) => ProcessEnd::Exited(code),
        (None, signal) => ProcessEnd::Signalled(signal.unwrap_or_default()),
    }
}

/// The program as it is called in the folder that is meant: in a view of its own there are folders, and no links to them. Its own
/// name stays, for programs that look at what they were called by.
fn in_real_folder(program: &Path) -> PathBuf {
    let folder = program.parent().and_then(|folder| folder.canonicalize().ok());
    folder.zip(program.file_name()).map_or_else(|| program.to_owned(), |(folder, name)| folder.join(name))
}

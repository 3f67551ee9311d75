//! The guard's life: start the server, wait for its end or for ours, leave nothing behind.

use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitStatus, getpid, getppid, kill_process, kill_process_group,
    pidfd_open, set_child_subreaper, setrlimit,
};

use super::activity::Activity;
use super::cage;
use super::descendants::{kill_all, reap};
use super::{CANNOT_EXECUTE, Job, REST, TERMINATE};
use crate::os;

/// How long the server's children may live on after it.
const GRACE: Duration = Duration::from_millis(250);
/// How often orphans are reaped while nothing happens.
const IDLE: Duration = Duration::from_secs(2);
const GRACE_STEP: Duration = Duration::from_millis(10);
/// How often we look whether a server that is to end still does anything.
const LOOK: Duration = Duration::from_millis(50);

/// What is meant for all processes of our name, or for a terminal's: we end with mcpvals and not before, since nobody else
/// could clean up behind the server.
const OUTLIVED: [Signal; 4] = [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT];

/// What happened to the lifeline.
#[derive(PartialEq, Eq)]
enum Lifeline {
    Quiet,
    Terminate,
    Rest,
    Cut,
}

/// Starts the server and stays with it to its end; the code to exit with.
pub(super) fn guard(job: &Job) -> io::Result<u8> {
    let lifeline = os::adopt_fd(job.lifeline)?;
    let parent = getppid();
    OUTLIVED.into_iter().for_each(os::outlive);
    set_child_subreaper(Some(getpid()))?;
    let server = match start(job) {
        Ok(server) => server,
        Err(error) if job.cage.is_some() => return Err(error),
        Err(error) => return Ok(cannot_execute(&job.program, &error)),
    };
    release_stdio()?;
    let pidfd = pidfd_open(server, PidfdFlags::empty())?;
    let mut status = None;
    watch(&lifeline, &pidfd, server, &mut status)?;
    kill_all(server, &mut status);
    let Some(cage) = &job.cage else { return Ok(end_like(status)) };
    if is_ending(parent) {
        // Whoever would clean up is gone.
        cage::sweep(cage);
    }
    match cage::signal_of(cage) {
        Some(signal) => Ok(end_by(signal)),
        None => Ok(end_like(status)),
    }
}

fn start(job: &Job) -> io::Result<Pid> {
    let mut command = if let Some(cage) = &job.cage {
        cage::command(cage, &job.program, &job.args)?
    } else {
        let mut command = Command::new(&job.program);
        command.args(&job.args);
        os::lead_own_session(&mut command);
        command
    };
    let child = command.spawn()?;
    os::go_first(false);
    i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or_else(|| io::Error::other("the process has no id"))
}

#[expect(clippy::print_stderr, reason = "the guard is a process of its own, and stderr is all it has")]
pub(super) fn cannot_execute(program: &OsStr, error: &io::Error) -> u8 {
    let (path, program) = (program, program.display());
    match interpreter(path).filter(|_| error.kind() == io::ErrorKind::NotFound) {
        Some(interpreter) => eprintln!("cannot execute `{program}`: its interpreter `{interpreter}` does not exist"),
        None => eprintln!("cannot execute `{program}`: {error}"),
    }
    CANNOT_EXECUTE
}

/// What the first line of a script says: the system's "not found" means this and not the script.
fn interpreter(program: &OsStr) -> Option<String> {
    let mut head = Vec::new();
    std::fs::File::open(program).ok()?.take(256).read_to_end(&mut head).ok()?;
    let head = String::from_utf8_lossy(&head);
    let line = head.strip_prefix("#!")?.lines().next()?;
    line.split_ascii_whitespace().next().map(str::to_owned)
}

/// The pipes are the server's alone: as long as we hold them, nobody sees their end.
pub(super) fn release_stdio() -> io::Result<()> {
    let nothing = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    rustix::stdio::dup2_stderr(&nothing)?;
    Ok(())
}

/// Returns when the lifeline is cut, or when the server has ended and its children have had their moment.
fn watch(lifeline: &OwnedFd, pidfd: &OwnedFd, server: Pid, status: &mut Option<WaitStatus>) -> io::Result<()> {
    let mut ending: Option<Activity> = None;
    loop {
        let patience = if ending.is_some() { LOOK } else { IDLE };
        let told = listen(lifeline, Some(pidfd.as_fd()), patience)?;
        reap(server, status);
        if status.is_some() && told != Lifeline::Cut {
            break;
        }
        let terminate = match told {
            Lifeline::Quiet => ending.as_mut().is_some_and(|activity| activity.has_come_to_rest(server)),
            Lifeline::Terminate => true,
            Lifeline::Rest => {
                ending = Some(Activity::default());
                false
            }
            Lifeline::Cut => return Ok(()),
        };
        if terminate {
            // It may have ended by now.
            let _ = kill_process_group(server, Signal::TERM);
        }
    }
    let grace_ends = Instant::now() + GRACE;
    while reap(server, status) && Instant::now() < grace_ends {
        if listen(lifeline, None, GRACE_STEP)? == Lifeline::Cut {
            return Ok(());
        }
    }
    Ok(())
}

/// Waits until something happens, but not longer than `patience`.
fn listen(lifeline: &OwnedFd, pidfd: Option<BorrowedFd<'_>>, patience: Duration) -> io::Result<Lifeline> {
    let mut fds = vec![PollFd::new(lifeline, PollFlags::IN)];
    fds.extend(pidfd.map(|pidfd| PollFd::from_borrowed_fd(pidfd, PollFlags::IN)));
    let timeout = Timespec::try_from(patience).map_err(io::Error::other)?;
    match poll(&mut fds, Some(&timeout)) {
        Ok(_) => {}
        Err(rustix::io::Errno::INTR) => return Ok(Lifeline::Quiet),
        Err(error) => return Err(error.into()),
    }
    if fds[0].revents().is_empty() {
        return Ok(Lifeline::Quiet);
    }
    let mut byte = [0_u8];
    match rustix::io::read(lifeline, &mut byte) {
        Ok(1) if byte[0] == TERMINATE => Ok(Lifeline::Terminate),
        Ok(1) if byte[0] == REST => Ok(Lifeline::Rest),
        Ok(1) => Ok(Lifeline::Quiet),
        Ok(_) | Err(_) => Ok(Lifeline::Cut),
    }
}

/// Is our parent gone, or about to be? It closes the lifeline before it is seen to have ended.
fn is_ending(parent: Option<Pid>) -> bool {
    /// `PF_EXITING`, in the ninth field of `/proc/PID/stat`.
    const EXITING: u32 = 4;
    let Some(parent) = parent.filter(|parent| getppid() == Some(*parent)) else { return true };
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{}/stat", parent.as_raw_nonzero())) else { return true };
    let fields = stat.rsplit_once(')').map(|(_, rest)| rest.split_ascii_whitespace());
    let flags = fields.and_then(|mut fields| fields.nth(6)?.parse::<u32>().ok());
    flags.is_some_and(|flags| flags & EXITING != 0)
}

/// Ends us by the signal that ended the server, or gives its exit code.
fn end_like(status: Option<WaitStatus>) -> u8 {
    let Some(status) = status else { return u8::MAX };
    if let Some(signal) = status.terminating_signal() {
        return end_by(signal);
    }
    status.exit_status().and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}

/// Ends us by this signal, or gives the exit code that means it.
fn end_by(signal: i32) -> u8 {
    // The server has left its core dump, if it was to leave one; a second one would only confuse.
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    if let Some(signal) = Signal::from_named_raw(signal) {
        OUTLIVED.into_iter().filter(|outlived| *outlived == signal).for_each(os::yield_to);
        // Rust's own handler of SIGSEGV and SIGBUS, there to tell of stack overflows, takes the first for a chance
        // to step aside; the second ends us.
        for _ in 0..2 {
            let _ = kill_process(getpid(), signal);
        }
    }
    // A signal that is ignored here, as SIGPIPE is, leaves us alive: say it as shells do.
    u8::try_from(128 + signal).unwrap_or(u8::MAX)
}

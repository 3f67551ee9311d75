//! The first process of a sandbox: makes its files and its network, starts the server, and stays until it has ended. When this
//! process ends, the kernel ends all others in there.
//!
//! It hands SIGTERM on, keeps the sinkhole, and ends a server that uses up too much in all ([`usage`]).

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use mcpvals_model::SandboxLevel;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    DumpableBehavior, Pid, PidfdFlags, Signal, WaitStatus, kill_process_group, pidfd_open, set_dumpable_behavior,
};
use rustix::system::sethostname;
use rustix::thread::UnshareFlags;

use super::super::descendants::reap;
use super::super::watch::release_stdio;
use super::sinkhole::Sinkhole;
use super::{Stage, Task, mounts, network, stage_command, usage};
use crate::os;
use crate::sandbox::Network;

/// How often orphans are reaped.
const LOOK: Duration = Duration::from_millis(200);
/// How long the server's children may live on after it.
const GRACE: Duration = Duration::from_millis(250);
const GRACE_STEP: Duration = Duration::from_millis(10);

/// Builds the sandbox, runs the server in it, and gives the code to end with.
///
/// # Errors
/// Where the sandbox cannot be made as it was promised.
pub(super) fn run(task: &Task) -> io::Result<u8> {
    let cage = &task.cage;
    debug_assert_eq!(cage.level, SandboxLevel::L3, "others have no namespaces");
    os::note_terminations();
    let mut kinds = UnshareFlags::NEWNS | UnshareFlags::NEWIPC | UnshareFlags::NEWUTS | UnshareFlags::NEWCGROUP;
    if cage.network == Network::None {
        kinds |= UnshareFlags::NEWNET;
    }
    os::unshare(kinds).map_err(|error| super::told(&error, "namespaces"))?;
    // A name that every system finds without asking anybody.
    sethostname(b"localhost")?;
    let record = OpenOptions::new().append(true).create(true).open(cage.record())?;
    let ending = File::create(cage.ending())?;
    let scratch = File::open(&cage.scratch)?;
    mounts::build(cage)?;
    let of_too_much = ending.try_clone()?;
    usage::watch(scratch, move || {
        // Before we end: that takes all our threads, which would wait for a processor among thousands.
        os::end_namespace();
        #[expect(clippy::exit, reason = "everything that is left ends with us")]
        std::process::exit(told(None, &of_too_much).into())
    })?;
    let mut sinkhole = match cage.network {
        Network::None => {
            network::to_ourselves()?;
            Some(Sinkhole::open(record)?)
        }
        Network::Host => None,
    };
    let mut command = stage_command(Stage::Enter, cage, &task.program, &task.args);
    os::hand_on(&mut command);
    let child = command.spawn()?;
    let server = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or_else(|| io::Error::other("no id"))?;
    // The server may be of the same user; it must not look into us.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    release_stdio()?;
    let pidfd = pidfd_open(server, PidfdFlags::empty())?;
    let status = stay(server, &pidfd, sinkhole.as_mut())?;
    Ok(told(status, &ending))
}

/// Returns when the server has ended and its children have had their moment.
fn stay(server: Pid, pidfd: &OwnedFd, mut sinkhole: Option<&mut Sinkhole>) -> io::Result<Option<WaitStatus>> {
    let mut status = None;
    let mut grace_ends: Option<Instant> = None;
    loop {
        let patience = if grace_ends.is_some() { GRACE_STEP } else { LOOK };
        wait((grace_ends.is_none()).then_some(pidfd), sinkhole.as_deref(), patience)?;
        if let Some(sinkhole) = &mut sinkhole {
            sinkhole.work();
        }
        if os::was_asked_to_terminate() {
            // It may have ended by now.
            let _ = kill_process_group(server, Signal::TERM);
        }
        let children_left = reap(server, &mut status);
        if status.is_some() && grace_ends.is_none() {
            grace_ends = Some(Instant::now() + GRACE);
        }
        if !children_left || grace_ends.is_some_and(|ends| Instant::now() >= ends) {
            return Ok(status);
        }
    }
}

fn wait(pidfd: Option<&OwnedFd>, sinkhole: Option<&Sinkhole>, patience: Duration) -> io::Result<()> {
    let mut fds: Vec<PollFd<'_>> = pidfd.iter().map(|pidfd| PollFd::new(*pidfd, PollFlags::IN)).collect();
    if let Some(sinkhole) = sinkhole {
        fds.extend(sinkhole.waits_for());
    }
    let timeout = Timespec::try_from(patience).map_err(io::Error::other)?;
    match poll(&mut fds, Some(&timeout)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The code that says how the server ended; a signal is left in a file, as the first process of a namespace cannot die of one.
fn told(status: Option<WaitStatus>, mut ending: &File) -> u8 {
    let Some(status) = status else {
        let _ = write!(ending, "{}", Signal::KILL.as_raw());
        return u8::MAX;
    };
    if let Some(signal) = status.terminating_signal() {
        let _ = write!(ending, "{signal}");
        return u8::try_from(128 + signal).unwrap_or(u8::MAX);
    }
    status.exit_status().and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}

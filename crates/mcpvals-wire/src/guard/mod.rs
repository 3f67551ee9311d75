//! The guard process: between us and the server, so that no process outlives us.
//!
//! `GUARD __guard FD -- PROGRAM ARGS…`: the server is the guard's child, has the guard's stdin, stdout and stderr for
//! itself, and leads a session of its own. `FD` is the read end of a pipe, the lifeline. While we live, we hold its
//! other end; when that is closed, by us or because we were killed, the guard kills the server and everything that
//! ever descended from it, what ran away with `setsid` included. When the server ends by itself, its children have a
//! moment to end, too; then the guard ends in the same way as the server did, so that we see how it ended. The signals
//! that ask a program to end do nothing to the guard: whoever sends them to every process of our name ends us, and the
//! guard cleans up.
//!
//! `GUARD __guard FD --cage CAGE -- PROGRAM ARGS…`: the same in a sandbox; what happens between guard and server then is in
//! `cage/`.
//!
//! Only Linux has what this needs (subreapers, pidfds). Elsewhere servers are started without a guard.

#[cfg(target_os = "linux")]
mod activity;
#[cfg(target_os = "linux")]
mod cage;
#[cfg(target_os = "linux")]
mod descendants;
#[cfg(target_os = "linux")]
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::sandbox::Cage;

/// A byte on the lifeline: send SIGTERM to the server's process group.
pub(crate) const TERMINATE: u8 = b'T';
/// A byte on the lifeline: the server's stdin is closed, so send SIGTERM as soon as the server does nothing any more.
pub(crate) const REST: u8 = b'R';

/// The guard could not do its work; it said so on stderr.
const CANNOT_GUARD: u8 = 125;
/// The program exists and cannot be executed; the guard said why on stderr. As shells do.
pub(crate) const CANNOT_EXECUTE: u8 = 126;

/// What the guard is to do.
#[derive(Debug)]
struct Job {
    lifeline: i32,
    cage: Option<Cage>,
    program: OsString,
    args: Vec<OsString>,
}

/// The guard's main; `args` are those after `__guard`. Call it before any thread is started. Returns when nothing is
/// left to guard; where a signal ended the server, the same signal ends the guard and it does not return.
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let mut args = args.peekable();
    #[cfg(target_os = "linux")]
    if let Some(stage) = args.peek().and_then(|word| cage::Stage::named(word)) {
        return stage.run(args.skip(1));
    }
    match Job::read(args) {
        Some(job) => guard(&job),
        None => complain("usage: __guard FD [--cage CAGE] -- PROGRAM ARGS…"),
    }
}

#[cfg(target_os = "linux")]
fn guard(job: &Job) -> ExitCode {
    match watch::guard(job) {
        Ok(code) => ExitCode::from(code),
        Err(error) => complain(&format!("cannot guard `{}`: {error}", job.program.display())),
    }
}

#[cfg(not(target_os = "linux"))]
fn guard(_job: &Job) -> ExitCode {
    complain("there is no guard on this system")
}

#[expect(clippy::print_stderr, reason = "the guard is a process of its own, and stderr is all it has")]
fn complain(problem: &str) -> ExitCode {
    eprintln!("mcpvals guard: {problem}");
    ExitCode::from(CANNOT_GUARD)
}

impl Job {
    fn read(mut args: impl Iterator<Item = OsString>) -> Option<Self> {
        let lifeline = args.next()?.to_str()?.parse().ok()?;
        let cage = match args.next()? {
            separator if separator == "--" => None,
            flag if flag == "--cage" => {
                let cage = Cage::from_word(args.next()?.to_str()?)?;
                args.next().filter(|separator| separator == "--")?;
                Some(cage)
            }
            _ => return None,
        };
        Some(Self { lifeline, cage, program: args.next()?, args: args.collect() })
    }
}

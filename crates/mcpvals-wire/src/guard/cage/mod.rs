//! The sandbox, from within: the stages between guard and server.
//!
//! `guard` leaves its user and process namespace and starts `init`, the first process of the new ones (level 3 only). `init`
//! builds the view of the files and the network in which every address ends in its sinkhole, starts `enter`, and stays to the
//! server's end. `enter` takes from itself what the server must not have (privileges, system calls, files, resources) and
//! becomes the server. Each stage is this program, executed again: `GUARD __guard STAGE CAGE -- PROGRAM ARGS…`. A stage that
//! cannot do all of its work ends; no server is started in less than what was promised.

mod enter;
mod files;
mod filter;
mod init;
mod landlock;
mod limits;
mod look;
mod mounts;
mod network;
mod sinkhole;
mod usage;
mod user;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{fs, io};

use mcpvals_model::SandboxLevel;

use super::{CANNOT_GUARD, complain};
use crate::os;
use crate::sandbox::Cage;

/// This program, by a name that holds in every view of the files.
const OURSELVES: &str = "/proc/self/exe";
/// The first word of a stage's command line.
const GUARD: &str = "__guard";

/// What happens between guard and server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// The first process of a new process namespace.
    Init,
    /// Becomes the server.
    Enter,
    /// Stands in the server's place and tells what it can do.
    Look,
}

/// What a stage is to do.
struct Task {
    cage: Cage,
    program: OsString,
    args: Vec<OsString>,
}

impl Stage {
    /// The stage that this word names.
    pub(super) fn named(word: &OsStr) -> Option<Self> {
        match word.to_str()? {
            "init" => Some(Self::Init),
            "enter" => Some(Self::Enter),
            "look" => Some(Self::Look),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Init => "init",
            Self::Enter => "enter",
            Self::Look => "look",
        }
    }

    /// The main of such a process.
    pub(super) fn run(self, args: impl Iterator<Item = OsString>) -> ExitCode {
        if self == Self::Look {
            return look::run(args);
        }
        let Some(task) = Task::read(args) else { return complain("usage: __guard STAGE CAGE -- PROGRAM ARGS…") };
        let ran = match self {
            Self::Init => init::run(&task),
            Self::Enter | Self::Look => enter::run(&task),
        };
        match ran {
            Ok(code) => ExitCode::from(code),
            Err(error) => {
                complain(&format!("the sandbox cannot be made: {error}"));
                ExitCode::from(CANNOT_GUARD)
            }
        }
    }
}

impl Task {
    fn read(mut args: impl Iterator<Item = OsString>) -> Option<Self> {
        let cage = Cage::from_word(args.next()?.to_str()?)?;
        args.next().filter(|separator| separator == "--")?;
        Some(Self { cage, program: args.next()?, args: args.collect() })
    }
}

/// The guard's child. At level 3 the guard has left its namespaces afterwards.
///
/// # Errors
/// Where this system does not give them.
pub(super) fn command(cage: &Cage, program: &OsStr, args: &[OsString]) -> io::Result<Command> {
    let stage = if cage.level == SandboxLevel::L3 { Stage::Init } else { Stage::Enter };
    let mut command = stage_command(stage, cage, program, args);
    if stage == Stage::Init {
        // In its namespace it could not ask for that any more; what it starts inherits it.
        os::go_first(true);
        user::leave().map_err(|error| told(&error, "a user namespace"))?;
        os::lead_session_in_namespace(&mut command);
    } else {
        os::lead_own_session(&mut command);
    }
    Ok(command)
}

fn stage_command(stage: Stage, cage: &Cage, program: &OsStr, args: &[OsString]) -> Command {
    let mut command = Command::new(OURSELVES);
    command.arg(GUARD).arg(stage.word()).arg(cage.to_word()).arg("--").arg(program).args(args);
    command
}

/// The signal that ended the server at level 3, where one did: the first process of a namespace cannot die of it as well.
pub(super) fn signal_of(cage: &Cage) -> Option<i32> {
    fs::read_to_string(cage.ending()).ok()?.trim().parse().ok()
}

/// Removes what the sandbox left on the disk, where nobody else is there to do it.
pub(super) fn sweep(cage: &Cage) {
    if let Some(all) = cage.scratch.parent() {
        crate::sandbox::remove(all);
    }
}

fn told(error: &dyn std::fmt::Display, what: &str) -> io::Error {
    io::Error::other(format!("{what}: {error}"))
}

/// The same with the path that it is about.
fn at<T>(result: Result<T, impl std::fmt::Display>, what: &str, path: &Path) -> io::Result<T> {
    result.map_err(|error| io::Error::other(format!("{what} `{}`: {error}", path.display())))
}

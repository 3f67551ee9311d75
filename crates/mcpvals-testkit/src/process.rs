//! The life of the server's process: how it starts wrongly, what it leaves behind, how it refuses to end.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::flaw::Flaw;

/// Set in a process that was started again with SIGTERM ignored.
const DEAF: &str = "MCPVALS_ZOO_DEAF";
/// "For ever" in a test server: a forgotten one goes away some day.
const FOREVER: Duration = Duration::from_mins(10);

/// Does what `flaw` does before the first message is read.
///
/// # Errors
/// If a child or the process itself cannot be started (again).
pub(crate) fn start(flaw: Flaw) -> io::Result<()> {
    match flaw {
        Flaw::ExitsAtStart => {
            stderr(b"fatal: cannot read the configuration\n");
            leave(3)
        }
        Flaw::BannerLine => print(b"Demo server 1.0 is running on stdio\n"),
        Flaw::BannerWithoutNewline => print(b"Demo server 1.0 ready> "),
        Flaw::EndlessBanner => flood(|count| print(format!("starting {count} ").as_bytes())),
        Flaw::StderrFlood => {
            thread::spawn(|| flood(|count| io::stderr().write_all(format!("warning number {count}\n").as_bytes())));
            Ok(())
        }
        Flaw::IgnoresShutdown => turn_deaf(),
        Flaw::LeavesChild => leave_child(Command::new("sleep").arg("1000").stdout(Stdio::null()).stderr(Stdio::null())),
        Flaw::LeavesDetachedChild => {
            let mut detached = Command::new("setsid");
            leave_child(detached.args(["sleep", "1000"]).stdout(Stdio::null()).stderr(Stdio::null()))
        }
        Flaw::ChildHoldsStdout => leave_child(Command::new("sleep").arg("1000")),
        _ => Ok(()),
    }
}

/// What happens when stdin has ended. Does not return.
pub(crate) fn end(flaw: Flaw) -> ! {
    match flaw {
        Flaw::IgnoresEof | Flaw::IgnoresShutdown => hang(),
        Flaw::ExitsWithCodeAtEnd => leave(7),
        Flaw::SpeaksAfterEnd => {
            let last = br#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"bye"}}"#;
            // Whether anybody still listens is what a test is about.
            let _gone = print(&[last.as_slice(), b"\n"].concat());
            leave(0)
        }
        _ => leave(0),
    }
}

/// Goes on doing nothing, whatever comes on stdin, with stdout closed: to the reader it looks like the end.
pub(crate) fn close_stdout() -> io::Error {
    // The process becomes itself again with another stdout, which closes the pipe without unsafe code.
    match std::env::current_exe() {
        Ok(zoo) => Command::new(zoo).arg("--hang").stdout(Stdio::null()).exec(),
        Err(error) => error,
    }
}

/// Lives on and says nothing.
pub(crate) fn hang() -> ! {
    thread::sleep(FOREVER);
    leave(0)
}

/// Ends the process as SIGKILL does.
pub(crate) fn kill_self() -> ! {
    let own = std::process::id().to_string();
    let killed = Command::new("kill").args(["-KILL", &own]).status();
    // Only reached if there is no `kill`.
    stderr(format!("cannot kill itself: {killed:?}\n").as_bytes());
    leave(9)
}

static IS_LEAVING: AtomicBool = AtomicBool::new(false);

/// From now on nothing new is answered; what was said is on its way.
pub(crate) fn announce_leave() {
    IS_LEAVING.store(true, Ordering::SeqCst);
}

/// Will the process end in a moment?
pub(crate) fn is_leaving() -> bool {
    IS_LEAVING.load(Ordering::SeqCst)
}

/// Ends the process.
#[expect(clippy::exit, reason = "a server whose threads are at work ends like this")]
pub(crate) fn leave(code: i32) -> ! {
    std::process::exit(code)
}

/// Writes to stderr; nobody may be reading.
pub(crate) fn stderr(bytes: &[u8]) {
    let _nobody_reads = io::stderr().write_all(bytes);
}

fn print(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}

/// Writes until nobody reads any more.
fn flood(mut write: impl FnMut(u64) -> io::Result<()>) -> ! {
    let mut count = 0;
    while write(count).is_ok() {
        count += 1;
    }
    leave(0)
}

/// Starts again below a shell that ignores SIGTERM: an ignored signal stays ignored through `exec`.
fn turn_deaf() -> io::Result<()> {
    if std::env::var_os(DEAF).is_some() {
        return Ok(());
    }
    let zoo = std::env::current_exe()?;
    let mut shell = Command::new("sh");
    shell.args(["-c", r#"trap "" TERM INT HUP; exec "$0" "$@""#]).arg(zoo).args(std::env::args_os().skip(1));
    Err(shell.env(DEAF, "1").exec())
}

/// Starts a child and says its process id on stderr, so that a test can look for it (and end it).
fn leave_child(command: &mut Command) -> io::Result<()> {
    let child = command.stdin(Stdio::null()).spawn()?;
    stderr(format!("child {}\n", child.id()).as_bytes());
    Ok(())
}

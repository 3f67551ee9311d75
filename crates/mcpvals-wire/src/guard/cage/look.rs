//! Stands in the server's place, tries what the server must not be able to do, and tells on stdout what came of it: what a
//! report says of a sandbox rests on this, and not on what was asked for.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use mcpvals_model::SandboxLevel;
use rustix::process::{Pid, getpid, getppid, test_kill_process};
use rustix::thread::{UnshareFlags, capabilities, no_new_privs};

use super::limits;
use crate::os;
use crate::sandbox::{Cage, Looks, NAMED_IPV4, Network, SOCKET};

/// The answer of the sinkhole comes at once.
const PATIENCE: Duration = Duration::from_secs(2);
/// A question for `probe.invalid`.
const QUESTION: &[u8] = b"\x00\x01\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x05probe\x07invalid\x00\x00\x01\x00\x01";
/// An address that is nobody's (RFC 5737), where nobody listens.
const NOBODY: ([u8; 4], u16) = ([192, 0, 2, 1], 53);

/// `look CAGE OUTSIDE PID`: a file outside of the sandbox, and the process that started all this.
#[expect(clippy::print_stderr, reason = "a process of its own, and stderr is all it has")]
pub(super) fn run(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    let mut word = || args.next()?.into_string().ok();
    let read = || Some((Cage::from_word(&word()?)?, PathBuf::from(word()?), word()?.parse().ok()?));
    let Some((cage, outside, parent)) = { read }() else {
        eprintln!("usage: __guard look CAGE OUTSIDE PID");
        return ExitCode::FAILURE;
    };
    let looks = looks(&cage, &outside, parent);
    let told = serde_json::to_vec(&looks).unwrap_or_default();
    if std::io::stdout().write_all(&told).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn looks(cage: &Cage, outside: &Path, parent: i32) -> Looks {
    // Whether that came about is for those outside to see: in here there may be another folder of that name.
    let _ = File::create_new(outside.with_file_name(crate::sandbox::BESIDE));
    let home = if cage.level == SandboxLevel::L3 { cage.home.clone() } else { cage.home_source() };
    Looks {
        reads_outside: fs::read(outside).is_ok(),
        writes_system: ["/", "/etc", "/usr", "/var", "/opt", "/sys", "/proc/sys"]
            .iter()
            .any(|folder| writes(Path::new(folder))),
        writes_beside: false,
        writes_scratch: writes(&home),
        has_layers: cage.layers.iter().all(|layer| writes(layer)),
        finds_baits: home.join(crate::sandbox::BAITS[0]).is_file(),
        sees_parent: Pid::from_raw(parent).is_some_and(|parent| test_kill_process(parent).is_ok()),
        signals_init: getppid() != Some(Pid::INIT) && test_kill_process(Pid::INIT).is_ok(),
        is_apart: getpid().as_raw_nonzero().get() < 10 && getppid() == Some(Pid::INIT),
        reaches_socket: UnixStream::connect(outside.with_file_name(SOCKET)).is_ok(),
        reaches_network: reaches(),
        is_answered: cage.network == Network::None && cage.level == SandboxLevel::L3 && is_answered(),
        makes_namespaces: os::unshare(UnshareFlags::NEWUSER).is_ok(),
        is_privileged: capabilities(None).map_or(true, |sets| !sets.permitted.is_empty()),
        gains_privileges: !no_new_privs().unwrap_or(false),
        is_limited: limits::hold(cage.level),
    }
}

/// Can a file be made in there?
fn writes(folder: &Path) -> bool {
    let path = folder.join(format!(".mcpvals-{}", std::process::id()));
    let made = File::create_new(&path).is_ok();
    if made {
        let _ = fs::remove_file(&path);
    }
    made
}

/// Can a socket be had at all that reaches other machines?
fn reaches() -> bool {
    UdpSocket::bind(("0.0.0.0", 0)).is_ok() || TcpListener::bind(("127.0.0.1", 0)).is_ok()
}

/// Does somebody answer at an address where nobody is, and take connections there?
fn is_answered() -> bool {
    let asked = || -> std::io::Result<bool> {
        let socket = UdpSocket::bind(("0.0.0.0", 0))?;
        socket.set_read_timeout(Some(PATIENCE))?;
        socket.send_to(QUESTION, SocketAddr::from(NOBODY))?;
        let mut answer = [0; 512];
        let count = socket.recv(&mut answer)?;
        TcpStream::connect_timeout(&SocketAddr::from((NOBODY.0, 80)), PATIENCE)?;
        Ok(answer[..count].ends_with(&NAMED_IPV4))
    };
    asked().unwrap_or(false)
}

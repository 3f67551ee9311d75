//! Everything that descends from the guard. As it is their subreaper, orphans become its own children, so that in the
//! end all of them are children and can be found and killed one after the other.

use std::fs;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, kill_process_group, wait};

/// How long killed processes may take to disappear (one that hangs in the kernel may never do).
const KILL_PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(2);

/// Reaps every child that has ended. The status of `server`, if it was among them; `children_left` becomes false when
/// there is no child any more.
pub(super) fn reap(server: Pid, status: &mut Option<WaitStatus>) -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, ended))) if pid == server => *status = Some(ended),
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// Kills everything that is left. Children of a killed process come to us, and are killed in the next round.
pub(super) fn kill_all(server: Pid, status: &mut Option<WaitStatus>) {
    let patience_ends = Instant::now() + KILL_PATIENCE;
    if status.is_none() {
        // One call for the whole group, so that a server that forks all the time cannot run ahead of us.
        let _ = kill_process_group(server, Signal::KILL);
    }
    while Instant::now() < patience_ends {
        for child in children() {
            // It may be gone by now; that is what we want.
            let _ = kill_process(child, Signal::KILL);
        }
        if !reap(server, status) {
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

/// Our children. We have one thread, so the kernel's list of that thread's children is complete.
fn children() -> Vec<Pid> {
    let me = std::process::id();
    match fs::read_to_string(format!("/proc/self/task/{me}/children")) {
        Ok(list) => list.split_ascii_whitespace().filter_map(pid).collect(),
        Err(_) => children_by_parent(me),
    }
}

/// The same for kernels without that list (`CONFIG_PROC_CHILDREN`).
fn children_by_parent(me: u32) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str().and_then(pid));
    pids.filter(|pid| parent(*pid) == Some(me)).collect()
}

/// The fourth field of `/proc/PID/stat`; the second, the program's name, is in brackets and may hold anything.
fn parent(pid: Pid) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    after_name.split_ascii_whitespace().nth(1)?.parse().ok()
}

fn pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

//! What a sandbox uses up in all: looked at again and again from its first process, and ended where it is too much.
//!
//! The kernel counts processes for a user, and not at all for root, and a fork bomb doubles in milliseconds: so those are counted
//! by a thread that runs before anything of the usual priority, where the system allows that.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::{FileExt as _, FileTypeExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::os;

/// How often it is looked whether there are new processes.
const LOOK: Duration = Duration::from_millis(5);
/// How often they are counted in any case, and how often memory and disk are, which takes a small part of the time.
const LOOK_ALL: Duration = Duration::from_millis(200);
const SHARE: u32 = 10;
/// Not more seldom than this, however long it takes: nobody is to gain time by making it slow.
const LOOK_ALL_MAX: Duration = Duration::from_secs(2);
/// So many processes, the server's own included.
const PROCESSES_MAX: usize = 400;
/// So many threads, of all processes together.
const THREADS_MAX: u64 = 2048;
/// So many bytes of memory, of all processes together.
const MEMORY_MAX: u64 = 6 << 30;
/// What a page of memory has; a larger one only makes the limit larger.
const PAGE: u64 = 4096;
/// What may lie on the disk: HOME, TMPDIR and what was changed in granted folders; and what has no name there, also in memory.
const ROOM: Room = Room { bytes: 4 << 30, files: 100_000 };
/// A block of `st_blocks`.
const BLOCK: u64 = 512;
/// What the kernel may keep for a socket until it is read: twice the usual `net.core.wmem_max`. No process has it in its memory.
const SOCKET: u64 = 2 * 212_992;

/// Watches what is used up in this process namespace, and below a folder; calls `end`, which does not return, where it is
/// too much.
///
/// # Errors
/// That there can be no thread.
pub(super) fn watch(folder: File, end: impl Fn() + Send + Sync + 'static) -> io::Result<()> {
    let end = Arc::new(end);
    let (last_pid, first) = (File::open("/proc/loadavg").ok(), Arc::clone(&end));
    thread::Builder::new().name("processes".to_owned()).spawn(move || watch_processes(last_pid.as_ref(), &*first))?;
    // Whatever else is started has the usual priority again.
    os::go_first(false);
    thread::Builder::new().name("room".to_owned()).spawn(move || watch_room(&folder, &*end))?;
    Ok(())
}

fn watch_processes(last_pid: Option<&File>, end: impl Fn()) {
    let (mut known, mut looked) = (Vec::new(), Instant::now());
    loop {
        thread::sleep(LOOK);
        let newest = last_pid.map(newest).unwrap_or_default();
        if newest == known && looked.elapsed() < LOOK_ALL {
            continue;
        }
        (known, looked) = (newest, Instant::now());
        if Usage::now().is_too_much() {
            end();
        }
    }
}

/// The end of `/proc/loadavg`: the number of the process that was made last in this namespace.
fn newest(file: &File) -> Vec<u8> {
    let mut text = [0; 64];
    let read = file.read_at(&mut text, 0).unwrap_or_default();
    text[..read].rsplit(|byte| *byte == b' ').next().unwrap_or_default().to_vec()
}

/// How many processes and threads this namespace has.
#[derive(Debug, Default)]
struct Usage {
    processes: usize,
    threads: u64,
}

impl Usage {
    fn now() -> Self {
        let mut usage = Self::default();
        for process in processes() {
            usage.add(&process);
            if usage.is_too_much() {
                break;
            }
        }
        usage
    }

    fn add(&mut self, process: &Path) {
        self.processes += 1;
        // Each thread has a folder in this one, which counts them as links, after its own two.
        let links = fs::metadata(process.join("task")).map_or(3, |tasks| tasks.nlink());
        self.threads += links.saturating_sub(2);
    }

    fn is_too_much(&self) -> bool {
        self.processes > PROCESSES_MAX || self.threads > THREADS_MAX
    }
}

/// The folders of this namespace's processes.
fn processes() -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_process = |name: &std::ffi::OsStr| name.to_str().is_some_and(|name| name.parse::<u32>().is_ok());
    entries.filter(move |entry| is_process(&entry.file_name())).map(|entry| entry.path())
}

fn watch_room(folder: &File, end: impl Fn()) {
    let device = folder.metadata().map_or(0, |folder| folder.dev());
    let mut pause = LOOK_ALL;
    loop {
        thread::sleep(pause);
        let began = Instant::now();
        let room = Room { bytes: ROOM.bytes.saturating_sub(nameless(processes())), ..ROOM };
        let place = PathBuf::from(format!("/proc/self/fd/{}/.", folder.as_raw_fd()));
        if memory(processes) > MEMORY_MAX || fills(place, device, room) {
            end();
        }
        pause = (began.elapsed() * SHARE).clamp(LOOK_ALL, LOOK_ALL_MAX);
    }
}

/// The bytes that processes have in memory. What several of them share is counted once, where it makes a difference: that
/// takes longer.
fn memory<I: Iterator<Item = PathBuf>>(processes: impl Fn() -> I) -> u64 {
    let resident = |process: PathBuf| {
        let text = fs::read_to_string(process.join("statm")).ok()?;
        text.split_ascii_whitespace().nth(1)?.parse::<u64>().ok()
    };
    let all = processes().filter_map(resident).sum::<u64>() * PAGE;
    if all > MEMORY_MAX { processes().filter_map(|process| own(&process)).sum() } else { all }
}

/// Its share of what it has in memory (`Pss`), in bytes.
fn own(process: &Path) -> Option<u64> {
    let text = fs::read_to_string(process.join("smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(line.split_ascii_whitespace().next()?.parse::<u64>().ok()? << 10)
}

/// Bytes, and files and folders.
#[derive(Debug, Clone, Copy)]
struct Room {
    bytes: u64,
    files: usize,
}

/// Is there more than a server may leave on this device? What cannot be looked into, since its names are too long, is not left out.
fn fills(folder: PathBuf, device: u64, room: Room) -> bool {
    let (mut folders, mut bytes, mut files) = (vec![folder], 0, 0);
    // Files with several names.
    let mut known = HashSet::new();
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries.flatten(),
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename => return true,
            Err(_) => continue,
        };
        for entry in entries {
            let Ok(found) = entry.metadata() else { continue };
            files += 1;
            let is_folder = found.is_dir();
            if found.dev() == device && (is_folder || found.nlink() == 1 || known.insert(found.ino())) {
                bytes += found.blocks() * BLOCK;
                folders.extend(is_folder.then(|| entry.path()));
            }
            if bytes > room.bytes || files > room.files {
                return true;
            }
        }
    }
    false
}

/// The bytes of files that are open somewhere and have no name any more, of shared memory, and what sockets may hold.
fn nameless(processes: impl Iterator<Item = PathBuf>) -> u64 {
    let open = processes.flat_map(|process| fs::read_dir(process.join("fd")).into_iter().flatten().flatten());
    let found = open.filter_map(|file| fs::metadata(file.path()).ok());
    let bytes = |file: &Metadata| match file.file_type() {
        kind if kind.is_socket() => Some(SOCKET),
        kind if kind.is_file() && file.nlink() == 0 => Some(file.blocks() * BLOCK),
        _ => None,
    };
    let each: HashMap<(u64, u64), u64> =
        found.filter_map(|file| Some(((file.dev(), file.ino()), bytes(&file)?))).collect();
    each.into_values().sum::<u64>() + shared(&fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default())
}

/// Of the segments of System V, what is in memory or swapped out: the last two columns.
fn shared(table: &str) -> u64 {
    let of_line = |line: &str| {
        line.split_ascii_whitespace().rev().take(2).filter_map(|bytes| bytes.parse::<u64>().ok()).sum::<u64>()
    };
    table.lines().skip(1).map(of_line).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_and_their_threads_are_counted() {
        let usage = Usage::now();
        assert!(usage.processes > 0 && usage.threads > 0, "{usage:?}");
        let ours = || {
            let mut ours = Usage::default();
            ours.add(Path::new("/proc/self"));
            ours.threads
        };
        let before = ours();
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let other = thread::spawn(move || receiver.recv());
        assert!(ours() > before && before > 0);
        drop(sender);
        assert!(other.join().unwrap().is_err());
        assert!(Usage { processes: PROCESSES_MAX + 1, threads: 1 }.is_too_much());
        assert!(Usage { processes: 1, threads: THREADS_MAX + 1 }.is_too_much());
        assert!(!Usage { processes: PROCESSES_MAX, threads: THREADS_MAX }.is_too_much());
    }

    #[test]
    fn memory_is_that_of_all_and_what_is_shared_counts_once() {
        let ourselves = || std::iter::once(PathBuf::from("/proc/self"));
        let once = memory(ourselves);
        assert!(once > 1 << 20, "{once}");
        assert!(memory(|| ourselves().chain(ourselves())) > once);
        let own = own(Path::new("/proc/self")).unwrap();
        assert!(own > 1 << 20 && own < once * 2, "{own} of {once}");
        let table =
            "key shmid … rss swap\n 0 1 600 8192 1 1 0 0 0 0 0 0 0 0 8192 4096\n 0 2 600 1 1 1 0 0 0 0 0 0 0 0 0 0\n";
        assert_eq!(shared(table), 12_288);
    }

    #[test]
    fn the_newest_process_is_told_apart() {
        let file = File::open("/proc/loadavg").unwrap();
        let before = newest(&file);
        assert!(before.first().is_some_and(u8::is_ascii_digit), "{before:?}");
        assert!(std::process::Command::new("true").status().unwrap().success());
        assert_ne!(newest(&file), before);
    }

    #[test]
    fn a_file_without_a_name_is_counted() {
        use std::io::Write as _;
        let nameless = || nameless(std::iter::once(PathBuf::from("/proc/self")));
        let before = nameless();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![1; 3_000_000]).unwrap();
        file.sync_all().unwrap();
        let same = file.try_clone().unwrap();
        let more = nameless().saturating_sub(before);
        assert!((2_900_000..6_000_000).contains(&more), "{more}");
        drop((file, same));
    }

    #[test]
    fn what_sockets_may_hold_is_counted() {
        let sockets: Vec<_> = (0..50).map(|_| std::os::unix::net::UnixStream::pair().unwrap()).collect();
        assert!(nameless(std::iter::once(PathBuf::from("/proc/self"))) >= 100 * SOCKET);
        drop(sockets);
    }

    #[test]
    fn what_lies_on_the_disk_is_counted_and_names_that_are_too_long_are_too_much() {
        let folder = tempfile::tempdir().unwrap();
        let device = folder.path().metadata().unwrap().dev();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/b/c"), vec![1; 100_000]).unwrap();
        // The same file under another name is no second one.
        fs::hard_link(folder.path().join("a/b/c"), folder.path().join("a/b/d")).unwrap();
        let fills = |room| fills(folder.path().to_owned(), device, room);
        assert!(!fills(ROOM) && !fills(Room { files: 4, bytes: 150_000 }));
        assert!(fills(Room { bytes: 90_000, ..ROOM }) && fills(Room { files: 3, ..ROOM }));
        assert!(super::fills(folder.path().join("x".repeat(5000)), device, ROOM));
    }
}

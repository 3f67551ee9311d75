//! Files that are needed while something runs, in a folder of this process: readable by nobody else, and locked for as long as the
//! process lives, so that whoever starts next knows what nobody owns any more. And whether there is room for them.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// In the folder of all: held by whoever makes a folder in it or removes what is left.
const GATE: &str = ".lock";
/// In the folder of each process: held by it.
const LOCK: &str = "lock";
/// What stands before the names that we give; nothing else is ever removed, whatever the operator's folder has in it.
const PREFIXES: [&str; 4] = ["node_", "eval_", "test_", "check_"];
/// After there was no room, nothing is begun for so long.
const PAUSE: Duration = Duration::from_secs(5);
/// What must fit before something is begun again.
const ROOM_BYTES: usize = 64 << 10;

/// The folder of this process.
#[derive(Debug)]
pub(crate) struct Work {
    all: PathBuf,
    own: PathBuf,
    lock: Mutex<Option<File>>,
    /// When there was no room, if that was so when somebody looked last.
    full: Mutex<Option<Instant>>,
}

impl Work {
    /// For this process, in the folder of all.
    pub(crate) fn new(all: PathBuf, node: &str) -> Self {
        Self { own: all.join(node), all, lock: Mutex::default(), full: Mutex::default() }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.own
    }

    /// A new folder in it.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn folder(&self, name: &str) -> io::Result<PathBuf> {
        self.open()?;
        let folder = self.own.join(name);
        make(&folder)?;
        Ok(folder)
    }

    /// Makes it where that was not done yet, and removes what is left of processes that have ended.
    ///
    /// # Errors
    /// What the system says; then it is tried again when it is needed.
    pub(crate) fn open(&self) -> io::Result<()> {
        let mut lock = held(&self.lock);
        if lock.is_some() {
            return Ok(());
        }
        make(&self.all)?;
        let gate = lock_file(&self.all.join(GATE))?;
        // Where the system has no locks, nobody knows what is left, and nothing is removed.
        if gate.lock().is_ok() {
            remove_left(&self.all)?;
        }
        make(&self.own)?;
        let own = lock_file(&self.own.join(LOCK))?;
        let _ = own.lock();
        *lock = Some(own);
        Ok(())
    }

    /// Removes it: this process ends.
    pub(crate) fn end(&self) {
        // Open files cannot be removed everywhere.
        if held(&self.lock).take().is_some() {
            remove(&self.own);
        }
    }

    /// Something could not be written.
    pub(crate) fn note_full(&self) {
        *held(&self.full) = Some(Instant::now());
    }

    /// Was there no room when somebody looked last?
    pub(crate) fn is_full(&self) -> bool {
        held(&self.full).is_some()
    }

    /// May something be begun? After there was no room, it is tried now and then.
    pub(crate) fn has_room(&self) -> bool {
        let mut full = held(&self.full);
        let Some(since) = *full else { return true };
        if since.elapsed() < PAUSE {
            return false;
        }
        match self.try_to_write() {
            Ok(()) => {
                tracing::info!("there is room again: evaluations are run");
                *full = None;
            }
            Err(error) => {
                tracing::warn!(%error, "no evaluation is begun: there is no room in the data folder");
                *full = Some(Instant::now());
            }
        }
        full.is_none()
    }

    fn try_to_write(&self) -> io::Result<()> {
        self.open()?;
        let path = self.own.join("room");
        let written = std::fs::write(&path, vec![0; ROOM_BYTES]);
        let removed = std::fs::remove_file(&path);
        written.and(removed)
    }
}

/// Writes a new file that nobody else may read.
///
/// # Errors
/// What the system says, or that it is there.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    private().write(true).create_new(true).open(path)?.write_all(bytes)
}

/// Is it that nothing can be written to this disk, whatever it is?
pub fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::ReadOnlyFilesystem)
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn private() -> OpenOptions {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn make(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

fn lock_file(path: &Path) -> io::Result<File> {
    private().write(true).create(true).truncate(false).open(path)
}

fn remove_left(all: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(all)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() && is_our_name(&entry.file_name().to_string_lossy()) && is_left(&entry.path()) {
            remove(&entry.path());
        }
    }
    Ok(())
}

fn is_our_name(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| {
        name.strip_prefix(prefix).is_some_and(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()))
    })
}

/// Whoever lives holds the lock in its folder. One without a lock was begun by somebody who was ended: the gate is ours.
fn is_left(folder: &Path) -> bool {
    match File::options().write(true).open(folder.join(LOCK)) {
        Ok(lock) => lock.try_lock().is_ok(),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

fn remove(folder: &Path) {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            tracing::warn!(folder = %folder.display(), %error, "what nobody needs any more cannot be removed");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use mcpvals_store::new_id;

    use super::*;

    fn opened(all: &Path) -> Work {
        let work = Work::new(all.to_owned(), &new_id("node"));
        work.open().unwrap();
        work
    }

    #[test]
    fn what_is_left_of_others_is_removed_and_what_is_theirs_stays() {
        let all = tempfile::tempdir().unwrap();
        let (lives, gone) = (opened(all.path()), opened(all.path()));
        let (kept, left) = (lives.folder("eval_a.0").unwrap(), gone.folder("eval_b.0").unwrap());
        // As when it was killed: the lock is gone, the folder is there.
        drop(gone);
        let older = all.path().join(new_id("eval"));
        let foreign = all.path().join("eval_of_somebody");
        for folder in [&older, &foreign] {
            std::fs::create_dir(folder).unwrap();
        }
        let next = opened(all.path());
        assert!(kept.exists() && foreign.exists() && next.path().exists());
        assert!(!left.exists() && !older.exists());
        lives.end();
        assert!(!lives.path().exists());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_what_is_written() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let work = opened(&folder.path().join("work"));
        let of_run = work.folder("eval_a.0").unwrap();
        write(&of_run.join("secret"), b"x").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!([&folder.path().join("work"), work.path(), &of_run].map(mode), [0o700; 3]);
        assert_eq!(mode(&of_run.join("secret")), 0o600);
        write(&of_run.join("secret"), b"y").unwrap_err();
    }
}

//! The only `unsafe` of the crate: things that a process must do for itself, between fork and exec, with a file descriptor
//! that it knows by number alone, with its signals, or with its namespaces.

#![expect(unsafe_code, reason = "no safe interface exists; each block says why it is sound")]

use std::io;
use std::process::Command;

#[cfg(target_os = "linux")]
pub(crate) use self::linux::{
    adopt_fd, end_namespace, go_first, hand_on, hand_on_no_files, lead_session_in_namespace, make_read_only,
    note_terminations, outlive, unshare, was_asked_to_terminate, yield_to,
};

/// The child will lead a session and process group of its own, without our terminal. On Linux it is also killed when
/// the thread that started it ends.
pub(crate) fn lead_own_session(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    #[cfg(target_os = "linux")]
    let parent = rustix::process::getpid();
    let prepare = move || -> io::Result<()> {
        rustix::process::setsid()?;
        #[cfg(target_os = "linux")]
        linux::die_with_parent(parent)?;
        Ok(())
    };
    // SAFETY: the closure runs in the forked child, where only async-signal-safe work is allowed. It makes three plain
    // system calls (setsid, prctl, getppid), allocates nothing, takes no lock, and touches no memory but its own copy
    // of an integer.
    unsafe {
        command.pre_exec(prepare);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::CString;
    use std::io;
    use std::os::fd::{BorrowedFd, FromRawFd as _, OwnedFd, RawFd};
    use std::os::unix::ffi::OsStrExt as _;
    use std::path::Path;
    use std::process::Command;
    use std::sync::atomic::{AtomicBool, Ordering};

    use libc::{SIG_DFL, SIG_IGN, c_int, sighandler_t, signal};
    use rustix::io::{FdFlags, fcntl_getfd, fcntl_setfd};
    use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

    /// Asks the kernel to kill us when our parent ends. It may have ended before we asked.
    pub(super) fn die_with_parent(parent: Pid) -> io::Result<()> {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        if getppid() == Some(parent) { Ok(()) } else { Err(io::ErrorKind::Interrupted.into()) }
    }

    /// From now on, this signal does nothing to us, unless it is SIGKILL or SIGSTOP. What we start does not inherit that,
    /// as it would if we ignored the signal; where we were started with a signal ignored, it stays so for both.
    pub(crate) fn outlive(number: Signal) {
        let handler = do_nothing as extern "C" fn(c_int) as *const () as sighandler_t;
        // SAFETY: the handler touches nothing, so it may run at any moment; the two values are of the kind that the call
        // takes, and it fails for other signals without doing anything.
        unsafe {
            if signal(number.as_raw(), handler) == SIG_IGN {
                signal(number.as_raw(), SIG_IGN);
            }
        }
    }

    /// Takes [`outlive`] back.
    pub(crate) fn yield_to(number: Signal) {
        // SAFETY: no handler of ours does anything that would be missed.
        unsafe {
            if signal(number.as_raw(), SIG_DFL) == SIG_IGN {
                signal(number.as_raw(), SIG_IGN);
            }
        }
    }

    extern "C" fn do_nothing(_: c_int) {}

    static TERMINATION: AtomicBool = AtomicBool::new(false);

    /// From now on SIGTERM does nothing to us but that [`was_asked_to_terminate`] tells of it.
    pub(crate) fn note_terminations() {
        let handler = note as extern "C" fn(c_int) as *const () as sighandler_t;
        // SAFETY: the handler stores into an atomic, which is async-signal-safe.
        unsafe {
            signal(Signal::TERM.as_raw(), handler);
        }
    }

    /// Has SIGTERM come since the last time?
    pub(crate) fn was_asked_to_terminate() -> bool {
        TERMINATION.swap(false, Ordering::Relaxed)
    }

    extern "C" fn note(_: c_int) {
        TERMINATION.store(true, Ordering::Relaxed);
    }

    /// From now on this thread, and what it starts, runs before whatever has the usual priority, or takes that again. Only root may:
    /// for others nothing changes.
    pub(crate) fn go_first(is_first: bool) {
        let (policy, priority) = if is_first { (libc::SCHED_FIFO, 1) } else { (libc::SCHED_OTHER, 0) };
        // As the kernel has it: the structure of a library may be longer.
        let parameter: c_int = priority;
        // SAFETY: the kernel reads one number that outlives the call. It is asked directly, since musl has a stub that fails.
        unsafe {
            libc::syscall(libc::SYS_sched_setscheduler, 0, policy, &raw const parameter);
        }
    }

    /// Kills every process of the namespace whose first one we are, at once: none of them can run ahead. Does nothing for others.
    pub(crate) fn end_namespace() {
        if std::process::id() == 1 {
            // SAFETY: a plain system call; from here it reaches nobody outside of our namespace, and not ourselves.
            unsafe {
                libc::kill(-1, libc::SIGKILL);
            }
        }
    }

    /// Leaves the namespaces that `flags` name for new ones.
    ///
    /// # Errors
    /// As `unshare(2)` has them.
    pub(crate) fn unshare(flags: rustix::thread::UnshareFlags) -> io::Result<()> {
        debug_assert!(!flags.contains(rustix::thread::UnshareFlags::FILES), "descriptors are shared by the process");
        // SAFETY: unsafe only for `FILES`, which splits the table of descriptors between threads; nobody asks for it.
        Ok(unsafe { rustix::thread::unshare_unsafe(flags) }?)
    }

    /// The child, the first of a new process namespace, will lead a session, and is killed when the thread that started it
    /// ends. Whether that has happened already it cannot see from in there.
    pub(crate) fn lead_session_in_namespace(command: &mut Command) {
        use std::os::unix::process::CommandExt as _;
        let prepare = || -> io::Result<()> {
            rustix::process::setsid()?;
            set_parent_process_death_signal(Some(Signal::KILL))?;
            Ok(())
        };
        // SAFETY: two plain system calls in the forked child; nothing is allocated, locked or shared.
        unsafe {
            command.pre_exec(prepare);
        }
    }

    /// The child will be in a process group of its own, with this lifetime: it is killed when the thread that started it
    /// ends.
    pub(crate) fn hand_on(command: &mut Command) {
        use std::os::unix::process::CommandExt as _;
        let prepare = || -> io::Result<()> {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            Ok(())
        };
        command.process_group(0);
        // SAFETY: one plain system call in the forked child.
        unsafe {
            command.pre_exec(prepare);
        }
    }

    /// What we start next gets our three standard streams and no other open file, also none that we were started with.
    ///
    /// # Errors
    /// As `close_range(2)` has them; it is there since Linux 5.11.
    pub(crate) fn hand_on_no_files() -> io::Result<()> {
        let (first, last) = (3_u32, u32::MAX);
        // SAFETY: it closes nothing now, and only marks descriptors to be closed by exec.
        let failed = unsafe { libc::syscall(libc::SYS_close_range, first, last, libc::CLOSE_RANGE_CLOEXEC) };
        if failed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Makes a mount read-only, without programs that change the user (`nosuid`), and with `deep` all that is mounted below it.
    ///
    /// # Errors
    /// As `mount_setattr(2)` has them; it is there since Linux 5.12.
    pub(crate) fn make_read_only(path: &Path, deep: bool) -> io::Result<()> {
        let name = CString::new(path.as_os_str().as_bytes())?;
        let attributes = libc::mount_attr {
            attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
            attr_clr: 0,
            propagation: 0,
            userns_fd: 0,
        };
        let flags = if deep { libc::AT_RECURSIVE } else { 0 };
        // SAFETY: the name ends with NUL and the structure is as long as is said; both outlive the call, which only reads them.
        let failed = unsafe {
            libc::syscall(
                libc::SYS_mount_setattr,
                libc::AT_FDCWD,
                name.as_ptr(),
                flags,
                &raw const attributes,
                size_of::<libc::mount_attr>(),
            )
        };
        if failed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    /// Takes a descriptor that our parent left open for us, so that it is closed on exec and on drop.
    ///
    /// # Errors
    /// If no such descriptor is open, or it is one of the standard three.
    pub(crate) fn adopt_fd(raw: RawFd) -> io::Result<OwnedFd> {
        if raw <= 2 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        // SAFETY: used for one fcntl, which fails where nothing is open under this number.
        fcntl_getfd(unsafe { BorrowedFd::borrow_raw(raw) })?;
        // SAFETY: it is open, and it is ours alone: our parent put its number on our command line for this purpose,
        // and this program has opened nothing yet that could have been given the same number.
        let fd = unsafe { OwnedFd::from_raw_fd(raw) };
        fcntl_setfd(&fd, FdFlags::CLOEXEC)?;
        Ok(fd)
    }
}

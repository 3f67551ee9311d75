//! The only `unsafe` of the crate: three things that a process must do for itself, between fork and exec, with a file
//! descriptor that it knows by number alone, or with its signals.

#![expect(unsafe_code, reason = "no safe interface exists; each block says why it is sound")]

use std::io;
use std::process::Command;

#[cfg(target_os = "linux")]
pub(crate) use self::linux::{adopt_fd, outlive, yield_to};

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
    use std::io;
    use std::os::fd::{BorrowedFd, FromRawFd as _, OwnedFd, RawFd};

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

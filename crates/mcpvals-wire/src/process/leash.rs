//! What holds a server's process and all its children, and ends them.

use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::guard::{REST, TERMINATE};
use crate::sandbox::Lease;

/// Dropping the last handle kills.
#[derive(Debug, Clone)]
pub(crate) struct Leash {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    pulled: AtomicBool,
    resting: AtomicBool,
    hold: Mutex<Hold>,
    /// The folders of its sandbox, for the next server when it has ended.
    lease: Mutex<Option<Lease>>,
}

#[derive(Debug)]
enum Hold {
    /// The guard kills when this is closed.
    Lifeline(OwnedFd),
    /// We kill the group.
    Group(Pid),
    /// It is over.
    Nothing,
}

impl Leash {
    pub(super) fn guarded(lifeline: OwnedFd, lease: Option<Lease>) -> Self {
        Self::new(Hold::Lifeline(lifeline), lease)
    }

    pub(super) fn of_group(leader: Option<u32>) -> Self {
        let pid = leader.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        Self::new(pid.map_or(Hold::Nothing, Hold::Group), None)
    }

    fn new(hold: Hold, lease: Option<Lease>) -> Self {
        Self {
            inner: Arc::new(Inner {
                pulled: AtomicBool::new(false),
                resting: AtomicBool::new(false),
                hold: Mutex::new(hold),
                lease: Mutex::new(lease),
            }),
        }
    }

    /// Have we done anything to end the process?
    pub(crate) fn is_pulled(&self) -> bool {
        self.inner.pulled.load(Ordering::Relaxed)
    }

    /// May the process have been ended by SIGTERM because it did nothing any more?
    pub(crate) fn is_resting(&self) -> bool {
        self.inner.resting.load(Ordering::Relaxed)
    }

    /// The server's stdin is closed: it gets SIGTERM as soon as it does nothing any more. Without a guard nobody looks.
    pub(crate) fn rest(&self) {
        if let Hold::Lifeline(lifeline) = &*self.inner.hold.lock().unwrap_or_else(PoisonError::into_inner) {
            self.inner.resting.store(true, Ordering::Relaxed);
            // Where the guard is gone, so is the server.
            let _ = rustix::io::write(lifeline, &[REST]);
        }
    }

    /// Asks the process group to end (SIGTERM).
    pub(crate) fn terminate(&self) {
        self.inner.pulled.store(true, Ordering::Relaxed);
        match &*self.inner.hold.lock().unwrap_or_else(PoisonError::into_inner) {
            // Where the guard is gone, so is the server.
            Hold::Lifeline(lifeline) => drop(rustix::io::write(lifeline, &[TERMINATE])),
            Hold::Group(leader) => drop(kill_process_group(*leader, Signal::TERM)),
            Hold::Nothing => {}
        }
    }

    /// Kills everything.
    pub(crate) fn kill(&self) {
        self.inner.pulled.store(true, Ordering::Relaxed);
        self.inner.release();
    }

    /// The process has ended by itself and was waited for. What is left of its group goes, too; with a guard, nothing
    /// is left.
    pub(crate) fn ended(&self) {
        self.inner.release();
        drop(self.inner.lease.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

impl Inner {
    fn release(&self) {
        let hold = std::mem::replace(&mut *self.hold.lock().unwrap_or_else(PoisonError::into_inner), Hold::Nothing);
        match hold {
            Hold::Lifeline(lifeline) => drop(lifeline),
            Hold::Group(leader) => drop(kill_process_group(leader, Signal::KILL)),
            Hold::Nothing => {}
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.release();
    }
}

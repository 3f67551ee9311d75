//! A user namespace of our own, in which we may do what a sandbox needs, and nothing more than before outside of it.

use std::{fs, io};

use rustix::process::{getegid, geteuid};
use rustix::thread::{
    CapabilitySet, UnshareFlags, capabilities, configure_capability_in_ambient_set, set_capabilities,
};

use crate::os;

/// Leaves the user namespace, and has children live in a new process namespace. User and group keep their numbers. What we
/// start next keeps the capabilities that this gives, in there.
///
/// # Errors
/// Where the system refuses, as containers and some distributions do.
pub(super) fn leave() -> io::Result<()> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    os::unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWPID)?;
    // Without this, nobody but root may say which groups there are.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1\n"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1\n"))?;
    keep_on_exec()
}

/// Who is not root loses its capabilities on exec, unless they are in the ambient set.
fn keep_on_exec() -> io::Result<()> {
    let mut sets = capabilities(None)?;
    sets.inheritable = sets.permitted;
    set_capabilities(None, sets)?;
    for one in each(sets.permitted) {
        configure_capability_in_ambient_set(one, true)?;
    }
    Ok(())
}

/// The capabilities of a set, one by one.
pub(super) fn each(set: CapabilitySet) -> impl Iterator<Item = CapabilitySet> {
    (0..u64::BITS).map(|bit| CapabilitySet::from_bits_retain(1 << bit)).filter(move |one| set.contains(*one))
}

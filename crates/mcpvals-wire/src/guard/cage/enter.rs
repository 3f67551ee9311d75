//! The last stage: takes from itself what the server must not have, and becomes the server.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use mcpvals_model::SandboxLevel;
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set, remove_capability_from_bounding_set,
    set_capabilities, set_no_new_privs,
};

use super::super::watch::cannot_execute;
use super::{Task, filter, landlock, limits, user};
use crate::os;
use crate::sandbox::VEIL;

/// Returns only where the program cannot be executed, with the code that says so.
pub(super) fn run(task: &Task) -> io::Result<u8> {
    let cage = &task.cage;
    limits::take_on(cage.level)?;
    if cage.level >= SandboxLevel::L2 {
        set_no_new_privs(true)?;
        drop_privileges()?;
        landlock::take_on(cage)?;
        filter::take_on(cage)?;
    }
    os::hand_on_no_files()?;
    let mut command = Command::new(&task.program);
    let error = command.args(&task.args).env_clear().envs(unveiled()).exec();
    Ok(cannot_execute(&task.program, &error))
}

/// The server's variables under their own names.
fn unveiled() -> impl Iterator<Item = (OsString, OsString)> {
    std::env::vars_os().filter_map(|(name, value)| {
        let name = name.as_encoded_bytes().strip_prefix(VEIL.as_bytes())?;
        Some((OsStr::from_bytes(name).to_owned(), value))
    })
}

/// Whoever started us as root has no more privileges in the server than any user.
fn drop_privileges() -> io::Result<()> {
    clear_ambient_capability_set()?;
    let held = capabilities(None)?;
    if held.effective.contains(CapabilitySet::SETPCAP) {
        for one in user::each(CapabilitySet::from_bits_retain(u64::MAX)) {
            match remove_capability_from_bounding_set(one) {
                // This kernel does not know so many.
                Ok(()) | Err(rustix::io::Errno::INVAL) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    let none = CapabilitySet::empty();
    Ok(set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?)
}

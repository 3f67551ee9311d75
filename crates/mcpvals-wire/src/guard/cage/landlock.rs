//! Which files the server may touch, held by the kernel whatever the view of them is.

use std::io;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, CompatLevel, Compatible as _, Ruleset, RulesetAttr as _, RulesetCreatedAttr as _,
    RulesetStatus, Scope, path_beneath_rules,
};
use mcpvals_model::SandboxLevel;

use super::files;
use crate::sandbox::Cage;

/// What Linux 6.12 has; what an older kernel lacks is left out. Below the first there is no Landlock.
const KNOWN: ABI = ABI::V6;
/// What Linux 6.2 has.
const NEEDED: ABI = ABI::V3;
/// Devices that a program may read and write.
const DEVICES: [&str; 8] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/fd", "/dev/ptmx"];

/// Restricts us and whatever we start.
///
/// # Errors
/// Where the kernel has no Landlock.
pub(super) fn take_on(cage: &Cage) -> io::Result<()> {
    let (reads, writes) = if cage.level == SandboxLevel::L3 { inside(cage) } else { outside(cage) };
    let restrict = || {
        let reading = AccessFs::from_read(KNOWN);
        let all = AccessFs::from_all(KNOWN);
        // Without namespaces nothing else holds files, and before this version they could be cut short.
        let needed =
            if cage.level == SandboxLevel::L3 { CompatLevel::BestEffort } else { CompatLevel::HardRequirement };
        Ruleset::default()
            .set_compatibility(needed)
            .handle_access(AccessFs::from_all(NEEDED))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)?
            .scope(Scope::AbstractUnixSocket)?
            .scope(Scope::Signal)?
            .create()?
            .add_rules(path_beneath_rules(reads, reading))?
            .add_rules(path_beneath_rules(writes, all))?
            .restrict_self()
    };
    let status = restrict().map_err(|error: landlock::RulesetError| super::told(&error, "Landlock"))?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err(io::Error::other("Landlock: this kernel has none, or it is switched off"));
    }
    Ok(())
}

/// In a view of its own, everything that is there may be read.
fn inside(cage: &Cage) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let mut writes: Vec<PathBuf> = ["/tmp", "/var/tmp", "/dev"].map(PathBuf::from).into();
    writes.push(cage.home.clone());
    writes.extend(cage.layers.iter().cloned());
    writes.extend(cage.second_home.clone());
    (vec![PathBuf::from("/")], writes)
}

/// In the system's own view, what a program needs, and what was granted.
fn outside(cage: &Cage) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let mut reads: Vec<PathBuf> = files::system().collect();
    reads.extend(["/proc", "/sys/devices/system/cpu", "/sys/fs/cgroup"].map(PathBuf::from));
    reads.retain(|path| path != Path::new("/etc"));
    reads.extend(files::harmless_settings());
    reads.extend(cage.reads.iter().chain(&cage.layers).chain(&cage.second_home).cloned());
    let mut reads: Vec<PathBuf> = reads.into_iter().flat_map(|path| files::without(path, &cage.hidden)).collect();
    reads.extend(files::name_servers());
    let mut writes: Vec<PathBuf> = DEVICES.map(PathBuf::from).into();
    writes.extend([cage.home_source(), cage.tmp_source()]);
    (reads, writes)
}

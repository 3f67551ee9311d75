//! What the server may use up. Sizes that Node with WebAssembly and Python with its numerical libraries live in: no limit of addresses, which
//! they reserve by the terabyte.

use std::io;

use mcpvals_model::SandboxLevel;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

const GIB: u64 = 1 << 30;
/// Bytes that one process writes to memory of its own.
const DATA: u64 = 8 * GIB;
/// Bytes of one file.
const FILE: u64 = GIB;
/// Open files of one process.
const OPEN_FILES: u64 = 4096;
/// Seconds of processor time of one process.
const CPU: u64 = 1800;
/// Threads in the sandbox, where they are counted for it alone.
const THREADS: u64 = 2048;

/// The limits of this level.
fn all(level: SandboxLevel) -> Vec<(Resource, u64)> {
    let mut all = vec![
        (Resource::Core, 0),
        (Resource::Data, DATA),
        (Resource::Fsize, FILE),
        (Resource::Nofile, OPEN_FILES),
        (Resource::Cpu, CPU),
        (Resource::Rtprio, 0),
    ];
    // Elsewhere, the user's other processes count as well.
    if level == SandboxLevel::L3 {
        all.push((Resource::Nproc, THREADS));
    }
    all
}

/// Takes them on, for us and whatever we start. One that is lower already stays.
pub(super) fn take_on(level: SandboxLevel) -> io::Result<()> {
    for (resource, most) in all(level) {
        let most = getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most));
        let soft = getrlimit(resource).current.map_or(most, |current| current.min(most));
        setrlimit(resource, Rlimit { current: Some(soft), maximum: Some(most) })?;
    }
    Ok(())
}

/// Do they hold for us?
pub(super) fn hold(level: SandboxLevel) -> bool {
    all(level).into_iter().all(|(resource, most)| getrlimit(resource).maximum.is_some_and(|maximum| maximum <= most))
}

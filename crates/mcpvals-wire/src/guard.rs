//! The guard process: between us and the server, so that no process outlives us.

use std::ffi::OsString;
use std::process::ExitCode;

/// The guard's main: `<lifeline fd> -- command args…`. Returns when nothing is left to guard.
pub fn run(_args: impl Iterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}

//! The machine that something was measured on, or is to run on.

use std::path::Path;
use std::process::Command;

/// `2 cores (name of the processor), linux x86_64; load at the end 0.80`.
pub(crate) fn in_words() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let model = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = model.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or("unknown");
    let model = model.trim_start_matches(['\t', ' ', ':']);
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().unwrap_or("?").to_owned();
    format!("{cores} cores ({model}), {} {}; load at the end {load}", std::env::consts::OS, std::env::consts::ARCH)
}

/// Gigabytes that are free on the disk of a folder, where `df` tells.
pub(crate) fn free_gigabytes(folder: &Path) -> Option<u64> {
    let output = Command::new("df").args(["-Pk"]).arg(folder).output().ok()?;
    let told = String::from_utf8(output.stdout).ok()?;
    let kilobytes: u64 = told.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
    Some(kilobytes / 1_000_000)
}

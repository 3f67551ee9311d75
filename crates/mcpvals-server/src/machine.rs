//! What this machine and process use, as the system says; zeros where it does not.

use std::path::Path;
use std::sync::Mutex;

/// Bytes of this process in memory.
pub(crate) fn own_memory() -> u64 {
    kilobytes("/proc/self/status", "VmRSS:").unwrap_or_default() * 1024
}

/// All bytes of memory, and those in use.
pub(crate) fn memory() -> (u64, u64) {
    let total = kilobytes("/proc/meminfo", "MemTotal:").unwrap_or_default() * 1024;
    let free = kilobytes("/proc/meminfo", "MemAvailable:").unwrap_or_default() * 1024;
    (total, total.saturating_sub(free))
}

fn kilobytes(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The share of all processors that was busy since this was asked last, in percent.
pub(crate) fn processors() -> f64 {
    static LAST: Mutex<(u64, u64)> = Mutex::new((0, 0));
    let Some((busy, all)) = ticks() else { return 0.0 };
    let mut last = LAST.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (busy_since, all_since) = (busy.saturating_sub(last.0), all.saturating_sub(last.1));
    *last = (busy, all);
    percent(busy_since, all_since)
}

fn ticks() -> Option<(u64, u64)> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    let numbers: Vec<u64> = text.lines().next()?.split_whitespace().skip(1).filter_map(|n| n.parse().ok()).collect();
    let all: u64 = numbers.iter().take(8).sum();
    let idle: u64 = numbers.iter().skip(3).take(2).sum();
    Some((all.saturating_sub(idle), all))
}

/// The share of the disk under a folder that is used, in percent.
#[cfg(unix)]
pub(crate) fn disk(folder: &Path) -> f64 {
    let Ok(facts) = rustix::fs::statvfs(folder) else { return 0.0 };
    percent(facts.f_blocks.saturating_sub(facts.f_bfree), facts.f_blocks)
}

/// Not known on this system.
#[cfg(not(unix))]
pub(crate) fn disk(_folder: &Path) -> f64 {
    0.0
}

/// One decimal.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    let (part, whole) = (u128::from(part), u128::from(whole));
    let thousandths = u32::try_from((part * 1000 + whole / 2) / whole).unwrap_or(1000);
    f64::from(thousandths) / 10.0
}

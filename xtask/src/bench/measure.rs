//! What a command uses: wall time, processor time, memory.
//!
//! A process of its own runs the command, so that the kernel's account of "all children" is that command's alone.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use serde::{Deserialize, Serialize};

use crate::Result;
use crate::say::say;

/// `xtask measure`.
#[derive(Debug, Args)]
pub(crate) struct MeasureArgs {
    /// Processes with this word as their program or first argument are the server: their memory is not counted
    #[arg(long, allow_hyphen_values = true)]
    server: String,
    /// How often the command is run
    #[arg(long, default_value_t = 1)]
    times: u32,
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

/// What a command used.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Usage {
    pub(crate) wall_ms: f64,
    /// The command and every process that it waited for: a server on stdio is among them.
    pub(crate) cpu_ms: f64,
    /// The sum of its processes' peaks, the server's left out.
    pub(crate) peak_mb: f64,
    /// The most that its processes have in memory at the same moment, what they share counted once (the kernel's
    /// proportional set size), the server's left out.
    pub(crate) at_once_mb: f64,
}

impl Usage {
    /// Runs `xtask measure …` and reads what it says.
    pub(crate) fn of(mut command: Command) -> Result<Self> {
        let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
        if !output.status.success() {
            let words = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
            let tail: Vec<&str> = words.lines().rev().take(8).collect();
            return Err(tail.into_iter().rev().collect::<Vec<_>>().join("\n"));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| format!("the measurer said nothing usable: {error}"))
    }
}

/// Runs the command and prints its [`Usage`] as JSON. One that is over in milliseconds is run often: its memory is looked
/// at in the first run, and the median of the others is its time, with nobody looking.
pub(crate) fn run(args: &MeasureArgs) -> Result {
    let first = once(args, true)?;
    let before_ms = cpu_ms()?;
    let others = (1..args.times).map(|_| once(args, false)).collect::<Result<Vec<_>>>()?;
    let cpu_ms = if others.is_empty() { before_ms } else { (cpu_ms()? - before_ms) / f64::from(args.times - 1) };
    let walls = others.iter().map(|once| once.wall_ms).collect();
    let wall_ms = median(walls).unwrap_or(first.wall_ms);
    let usage = Usage { wall_ms, cpu_ms, peak_mb: first.peaks.sum_mb(), at_once_mb: first.peaks.at_once_mb() };
    say(&serde_json::to_string(&usage).map_err(|error| error.to_string())?);
    Ok(())
}

struct Once {
    wall_ms: f64,
    /// Nothing where nobody looked.
    peaks: Peaks,
}

/// Memory in kilobytes.
#[derive(Default)]
struct Peaks {
    sum_kb: u32,
    at_once_kb: u32,
}

impl Peaks {
    fn sum_mb(&self) -> f64 {
        f64::from(self.sum_kb) / 1024.0
    }

    fn at_once_mb(&self) -> f64 {
        f64::from(self.at_once_kb) / 1024.0
    }
}

fn once(args: &MeasureArgs, looks: bool) -> Result<Once> {
    let mut command = Command::new(&args.command[0]);
    command.args(&args.command[1..]).stdin(Stdio::null()).stdout(Stdio::null());
    let begin = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("cannot run `{}`: {error}", args.command[0]))?;
    let root = child.id();
    let ended = AtomicBool::new(false);
    let (status, wall, peaks) = thread::scope(|scope| {
        let sampler = looks.then(|| scope.spawn(|| peaks(root, &args.server, &ended)));
        let status = child.wait();
        let wall = begin.elapsed();
        ended.store(true, Ordering::Relaxed);
        (status, wall, sampler.and_then(|sampler| sampler.join().ok()).unwrap_or_default())
    });
    let status = status.map_err(|error| format!("cannot wait for `{}`: {error}", args.command[0]))?;
    if !status.success() {
        return Err(format!("`{}` ended with {status}", args.command.join(" ")));
    }
    Ok(Once { wall_ms: millis(wall), peaks })
}

/// The middle one; `None` of none.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn cpu_ms() -> Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| format!("no account of children: {error}"))?;
    Ok(timeval_ms(usage.user_time()) + timeval_ms(usage.system_time()))
}

fn timeval_ms(time: TimeVal) -> f64 {
    millis(Duration::new(time.tv_sec().try_into().unwrap_or(0), 0))
        + millis(Duration::from_micros(time.tv_usec().try_into().unwrap_or(0)))
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// The kernel keeps each process's peak, so that a look now and then is enough; looking for new processes takes longer
/// and is done less often.
const LOOK: Duration = Duration::from_millis(1);
const LOOKS_BETWEEN_SEARCHES: u32 = 20;

fn peaks(root: u32, server: &str, ended: &AtomicBool) -> Peaks {
    let mut peaks = BTreeMap::from([(root, 0_u32)]);
    let mut at_once_kb = 0;
    for look in 1_u32.. {
        for (pid, peak) in &mut peaks {
            *peak = (*peak).max(peak_of(*pid).unwrap_or(0));
        }
        if ended.load(Ordering::Relaxed) {
            break;
        }
        if look.is_multiple_of(LOOKS_BETWEEN_SEARCHES) {
            let now = tool_processes(root, server);
            at_once_kb = at_once_kb.max(now.iter().filter_map(|pid| share_of(*pid)).sum());
            for pid in now {
                peaks.entry(pid).or_default();
            }
        }
        thread::sleep(LOOK);
    }
    Peaks { sum_kb: peaks.values().sum(), at_once_kb }
}

/// The root and what descends from it, without the server and what descends from that.
fn tool_processes(root: u32, server: &str) -> Vec<u32> {
    let all: Vec<(u32, u32)> = std::fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
        .filter_map(|pid| Some((pid, parent_of(pid)?)))
        .collect();
    let mut found = vec![root];
    let mut at = 0;
    while at < found.len() {
        let parent = found[at];
        let words = command_line(parent);
        let children = all.iter().filter(|(_, its_parent)| *its_parent == parent).map(|(pid, _)| *pid);
        // A child with its parent's command line is a copy that has not become another program yet.
        found.extend(children.filter(|pid| {
            let child = command_line(*pid);
            child != words && !child.iter().take(2).any(|word| word == server)
        }));
        at += 1;
    }
    found
}

fn parent_of(pid: u32) -> Option<u32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may have blanks in it; what follows has none.
    stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()
}

fn command_line(pid: u32) -> Vec<String> {
    let bytes = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    bytes.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned()).collect()
}

/// The process's part of the memory that it shares, and all of its own.
fn share_of(pid: u32) -> Option<u32> {
    line_of(&format!("/proc/{pid}/smaps_rollup"), "Pss:")
}

fn peak_of(pid: u32) -> Option<u32> {
    line_of(&format!("/proc/{pid}/status"), "VmHWM:")
}

/// The kilobytes that a line of a file of the kernel's says.
fn line_of(path: &str, name: &str) -> Option<u32> {
    let text = std::fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

//! Does the server still do anything? Told by the processor time of its session, and by waits for a disk.

use std::fs;

use rustix::process::Pid;

/// So many looks in a row must find nothing done.
const QUIET_LOOKS: u32 = 3;

/// A server that is asked to end, and looked at from time to time.
#[derive(Debug, Default)]
pub(super) struct Activity {
    ticks: Option<u64>,
    quiet_looks: u32,
    told: bool,
}

impl Activity {
    /// Looks again; true once, when the server has been at rest for a while.
    pub(super) fn has_come_to_rest(&mut self, server: Pid) -> bool {
        let ticks = busy_ticks(server);
        let is_quiet = ticks.is_some() && ticks == self.ticks;
        self.ticks = ticks;
        self.quiet_looks = if is_quiet { self.quiet_looks + 1 } else { 0 };
        let rests = self.quiet_looks >= QUIET_LOOKS && !self.told;
        self.told |= rests;
        rests
    }
}

/// Clock ticks that the processes of the server's session have used; `None` while one of them waits for a disk, and
/// where nothing can be seen.
fn busy_ticks(server: Pid) -> Option<u64> {
    let entries = fs::read_dir("/proc").ok()?.flatten();
    let pids = entries.filter(|entry| entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok()));
    let stats = pids.filter_map(|entry| fs::read_to_string(entry.path().join("stat")).ok());
    let own = stats.filter_map(|stat| Stat::read(&stat)).filter(|stat| stat.session == server.as_raw_nonzero().get());
    own.map(|stat| (stat.state != "D").then_some(stat.ticks)).sum()
}

/// What `/proc/PID/stat` says (`proc_pid_stat(5)`).
struct Stat {
    state: String,
    session: i32,
    ticks: u64,
}

impl Stat {
    /// The second field, the program's name, is in brackets and may hold anything.
    fn read(stat: &str) -> Option<Self> {
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_ascii_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        Some(Self {
            state: (*fields.first()?).to_owned(),
            session: fields.get(3)?.parse().ok()?,
            ticks: number(11)? + number(12)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Stat;

    #[test]
    fn the_fields_are_found_behind_any_name() {
        let stat = Stat::read("17 (a) b (c)) S 1 17 16 0 -1 4 5 0 0 0 30 12 0 0 20 0 1 0 99").unwrap();
        assert_eq!((stat.state.as_str(), stat.session, stat.ticks), ("S", 16, 42));
    }

    #[test]
    fn a_line_of_another_form_is_none() {
        assert!(Stat::read("17 (cat) S 1").is_none());
    }
}

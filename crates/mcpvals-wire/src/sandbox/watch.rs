//! What is seen from outside: baits that are opened (inotify), and what the sinkhole wrote down.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use super::Seen;

/// So much is read of one record in one go.
const BYTES_MAX: u64 = 1 << 20;
/// So many sightings of one drain.
const SIGHTINGS_MAX: usize = 500;

/// One thing that was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sighting {
    /// A bait was opened: its name, relative to HOME.
    Opened(&'static str),
    /// Something was to be reached.
    Reached {
        /// `tcp`, `udp`, `dns`, `http`, `tls` or `icmp`.
        protocol: String,
        /// An address or a name.
        to: String,
        /// 0 where there is none.
        port: u16,
        /// The first bytes of what was said.
        said: String,
    },
}

/// Over all slots.
#[derive(Debug)]
pub(super) struct Watch {
    slots: BTreeSet<PathBuf>,
    records: BTreeMap<PathBuf, Record>,
    baits: baits::Baits,
}

/// How far a record was read.
#[derive(Debug, Default)]
struct Record {
    offset: u64,
    /// The beginning of a line whose end has not come.
    rest: Vec<u8>,
}

impl Watch {
    pub(super) fn new() -> Self {
        Self { slots: BTreeSet::new(), records: BTreeMap::new(), baits: baits::Baits::new() }
    }

    /// Watches one more slot.
    pub(super) fn add(&mut self, slot: &Path) {
        if self.slots.insert(slot.to_owned()) {
            self.baits.add(slot);
            self.records.insert(slot.join("seen.jsonl"), Record::default());
        }
    }

    /// What has come since the last time; each thing once.
    pub(super) fn drain(&mut self) -> Vec<Sighting> {
        let mut sightings: Vec<Sighting> = self.baits.opened().into_iter().map(Sighting::Opened).collect();
        for (path, record) in &mut self.records {
            for Seen { protocol, to, port, said } in record.read(path) {
                let sighting = Sighting::Reached { protocol, to, port, said };
                if sightings.len() < SIGHTINGS_MAX && !sightings.contains(&sighting) {
                    sightings.push(sighting);
                }
            }
        }
        sightings
    }
}

impl Record {
    fn read(&mut self, path: &Path) -> Vec<Seen> {
        let mut bytes = std::mem::take(&mut self.rest);
        let read = || -> std::io::Result<Vec<u8>> {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(self.offset))?;
            let mut new = Vec::new();
            file.take(BYTES_MAX).read_to_end(&mut new)?;
            Ok(new)
        };
        let new = read().unwrap_or_default();
        self.offset += new.len() as u64;
        bytes.extend(new);
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        self.rest = bytes.split_off(whole);
        bytes.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }
}

#[cfg(target_os = "linux")]
mod baits {
    use std::collections::{BTreeMap, BTreeSet};
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};

    use super::super::BAITS;

    /// So many events are read in one go.
    const EVENTS_MAX: usize = 10_000;

    #[derive(Debug)]
    pub(super) struct Baits {
        events: Option<OwnedFd>,
        watched: BTreeMap<i32, &'static str>,
    }

    impl Baits {
        /// Where the system gives no more of them, nothing is seen.
        pub(super) fn new() -> Self {
            Self { events: inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok(), watched: BTreeMap::new() }
        }

        pub(super) fn add(&mut self, slot: &Path) {
            let Some(events) = &self.events else { return };
            for folder in ["home", "baits"] {
                for name in BAITS {
                    let path = slot.join(folder).join(name);
                    if let Ok(watch) = inotify::add_watch(events, &path, WatchFlags::OPEN | WatchFlags::ACCESS) {
                        self.watched.insert(watch, name);
                    }
                }
            }
        }

        pub(super) fn opened(&self) -> BTreeSet<&'static str> {
            let Some(events) = &self.events else { return BTreeSet::new() };
            let mut buffer = [MaybeUninit::uninit(); 4096];
            let mut reader = Reader::new(events, &mut buffer);
            let mut opened = BTreeSet::new();
            for _ in 0..EVENTS_MAX {
                let Ok(event) = reader.next() else { break };
                if event.events().intersects(ReadFlags::OPEN | ReadFlags::ACCESS) {
                    opened.extend(self.watched.get(&event.wd()).copied());
                }
            }
            opened
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod baits {
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Nothing is seen.
    #[derive(Debug)]
    pub(super) struct Baits;

    impl Baits {
        pub(super) fn new() -> Self {
            Self
        }

        #[expect(clippy::unused_self, reason = "as on Linux")]
        pub(super) fn add(&mut self, _: &Path) {}

        #[expect(clippy::unused_self, reason = "as on Linux")]
        pub(super) fn opened(&self) -> BTreeSet<&'static str> {
            BTreeSet::new()
        }
    }
}

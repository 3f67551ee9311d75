//! The sandbox of servers that are not trusted: what is asked for, what is had, and what is seen from outside.
//!
//! [`Sandbox::prepare`] tries the levels on this machine, the strongest first, each by starting a program of ours in it that
//! tries what must not succeed. What a report says of guarantees is what came of that. A server is then started by the guard
//! in several stages (`guard/cage/`); here are the folders it gets, and the watch over its baits and its network.

mod cage;
mod ground;
mod guarantee;
mod scratch;
#[cfg(target_os = "linux")]
mod trial;
mod watch;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use mcpvals_model::{SandboxFacts, SandboxGuarantee, SandboxLevel, Secret};
use serde::{Deserialize, Serialize};

pub(crate) use self::cage::{BAITS, Cage, SOCKET, Seen, VEIL};
use self::ground::Ground;
pub(crate) use self::guarantee::Looks;
use self::scratch::Scratch;
pub(crate) use self::scratch::{Lease, remove};
pub use self::watch::Sighting;
use self::watch::Watch;

/// A file that a trial tries to make beside the one that it must not read.
pub(crate) const BESIDE: &str = "beside";

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxSetting {
    /// Which level; without one, the strongest that this machine gives.
    pub level: Option<SandboxLevel>,
    /// The least that will do.
    pub required: Option<SandboxLevel>,
    /// What the server reaches.
    pub network: Network,
}

/// What a server in a sandbox reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// Nothing: every address ends with us, where the level gives that.
    None,
    /// What this machine reaches.
    Host,
}

/// Why there is no sandbox.
#[derive(Debug, thiserror::Error)]
pub enum SandboxProblem {
    /// It was to be at least this strong.
    #[error("no server is started: a sandbox of level {wanted} is not to be had here: {why}")]
    TooWeak {
        /// What was asked for.
        wanted: SandboxLevel,
        /// Level by level, what stood in the way.
        why: String,
    },
    /// The folder for it cannot be made.
    #[error("no server is started: the sandbox's folder cannot be made in `{folder}`: {source}")]
    NoFolder {
        /// Where.
        folder: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// A sandbox, shared by all servers of a run. Cloning it is cheap. Its folder goes with the last clone.
#[derive(Debug, Clone)]
pub struct Sandbox {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    requested: String,
    /// Absent where this system has none at all: then servers are started as without.
    level: Option<SandboxLevel>,
    network: Network,
    guarantees: Vec<SandboxGuarantee>,
    ground: Ground,
    scratch: Scratch,
    watch: Mutex<Watch>,
}

/// The addresses that names stand for in a sandbox without network (RFC 5737, RFC 3849).
pub fn sinkhole_addresses() -> impl Iterator<Item = String> {
    [IpAddr::from(NAMED_IPV4), IpAddr::from(NAMED_IPV6)].into_iter().map(|address| address.to_string())
}

/// What every name is said to be.
pub(crate) const NAMED_IPV4: [u8; 4] = [198, 51, 100, 7];
/// The same in IPv6.
pub(crate) const NAMED_IPV6: [u8; 16] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7];

/// What a server is started with in a sandbox.
#[derive(Debug)]
pub(crate) struct Cell {
    pub(crate) cage: Cage,
    pub(crate) lease: Lease,
    pub(crate) environment: BTreeMap<String, String>,
}

impl Sandbox {
    /// Finds out what this machine gives, and lays out the folders. `environment` is ours, `guard` the program of
    /// [`crate::ConnectOptions::guard`].
    ///
    /// # Errors
    /// Where it would be weaker than what is required. Nothing was started then but trials of our own.
    pub async fn prepare(
        setting: SandboxSetting,
        guard: Option<&Path>,
        environment: &BTreeMap<String, String>,
    ) -> Result<Self, SandboxProblem> {
        let temporary = environment.get("TMPDIR").filter(|path| Path::new(path).is_absolute());
        let folder = PathBuf::from(temporary.map_or("/tmp", String::as_str));
        let scratch = Scratch::new(&folder).map_err(|source| SandboxProblem::NoFolder { folder, source })?;
        let ground = Ground::new(environment);
        let tried = tried(setting, guard, &ground, &scratch).await;
        let least = setting.required.max(setting.level);
        match least {
            Some(wanted) if tried.level < Some(wanted) => {
                return Err(SandboxProblem::TooWeak { wanted, why: tried.why.join("; ") });
            }
            _ => {}
        }
        let requested = setting.level.map_or("auto", SandboxLevel::as_str).to_owned();
        let Tried { level, guarantees, why } = tried;
        let guarantees = guarantees.unwrap_or_else(|| guarantee::none(&why));
        let inner = Inner {
            requested,
            level,
            network: setting.network,
            guarantees,
            ground,
            scratch,
            watch: Mutex::new(Watch::new()),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// What is had. What was seen comes from [`Self::seen`].
    pub fn facts(&self) -> SandboxFacts {
        SandboxFacts {
            requested: self.inner.requested.clone(),
            level: self.inner.level,
            guarantees: self.inner.guarantees.clone(),
            ..SandboxFacts::default()
        }
    }

    /// What has been seen since the last time: baits that were opened, addresses that were to be reached. Bounded.
    pub fn seen(&self) -> Vec<Sighting> {
        self.inner.watch.lock().unwrap_or_else(PoisonError::into_inner).drain()
    }

    /// The bait whose words stand in this text: nobody has them who has not read the file.
    pub fn bait_in(&self, text: &[u8]) -> Option<&'static str> {
        self.inner.scratch.bait_in(text)
    }

    /// What a server is to be started in; nothing, where this system has no sandbox.
    ///
    /// # Errors
    /// Where its folders cannot be made.
    pub(crate) fn cell(
        &self,
        program: &Path,
        args: &[String],
        named: &BTreeMap<String, Secret>,
        cwd: &Path,
    ) -> std::io::Result<Option<Cell>> {
        let Some(level) = self.inner.level else { return Ok(None) };
        let key = format!("{} {args:?} {}", program.display(), cwd.display());
        let lease = self.inner.scratch.lease(&key)?;
        let cage = self.inner.ground.cage((level, self.inner.network), lease.folder(), (program, args, named, cwd));
        self.inner.watch.lock().unwrap_or_else(PoisonError::into_inner).add(lease.folder());
        let environment = self.inner.ground.environment(&cage, named);
        Ok(Some(Cell { cage, lease, environment }))
    }
}

/// What came of the trials.
#[derive(Default)]
struct Tried {
    level: Option<SandboxLevel>,
    guarantees: Option<Vec<SandboxGuarantee>>,
    /// What stood in the way of stronger ones.
    why: Vec<String>,
}

#[cfg(target_os = "linux")]
async fn tried(setting: SandboxSetting, guard: Option<&Path>, ground: &Ground, scratch: &Scratch) -> Tried {
    let mut tried = Tried::default();
    let Some(guard) = guard else {
        tried.why.push("there is no guard program that could make one".to_owned());
        return tried;
    };
    let levels = [SandboxLevel::L3, SandboxLevel::L2, SandboxLevel::L1];
    for level in levels.into_iter().filter(|level| setting.level.is_none_or(|wanted| wanted == *level)) {
        match trial::of_level(level, setting.network, guard, ground, scratch).await {
            Ok(looks) => {
                tried.guarantees = Some(guarantee::all(level, setting.network, &looks, &tried.why));
                tried.level = Some(level);
                return tried;
            }
            Err(why) => tried.why.push(format!("{level}: {why}")),
        }
    }
    tried
}

#[cfg(not(target_os = "linux"))]
async fn tried(_: SandboxSetting, _: Option<&Path>, _: &Ground, _: &Scratch) -> Tried {
    Tried { why: vec!["this system has none that mcpvals knows".to_owned()], ..Tried::default() }
}

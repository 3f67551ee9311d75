//! What the helper stages are told: the shape of one sandbox, as a word of the guard's command line. No secret is in it.

use std::path::PathBuf;

use mcpvals_model::SandboxLevel;
use serde::{Deserialize, Serialize};

use super::Network;

/// The files that are laid out as bait, relative to HOME.
pub(crate) const BAITS: [&str; 5] = [".ssh/id_rsa", ".aws/credentials", ".env", ".npmrc", ".cursor/mcp.json"];

/// The server's variables are called so until it is the server that reads them.
pub(crate) const VEIL: &str = "MCPVALS_CAGED_";
/// A socket that a trial tries to reach, beside the file that it must not read.
pub(crate) const SOCKET: &str = "socket";

/// The shape of one sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cage {
    /// How strong.
    pub(crate) level: SandboxLevel,
    /// What the server reaches.
    pub(crate) network: Network,
    /// A folder of ours with `home`, `tmp`, `baits`, `over`, `root`: outside of the sandbox.
    pub(crate) scratch: PathBuf,
    /// Where the server finds its HOME.
    pub(crate) home: PathBuf,
    /// Where it starts; HOME where that is not there.
    pub(crate) cwd: PathBuf,
    /// Folders and files that it may read, beside those of the system. Absolute.
    pub(crate) reads: Vec<PathBuf>,
    /// Folders that it may write to, and whose changes are thrown away. Absolute.
    pub(crate) layers: Vec<PathBuf>,
    /// A folder that the config names as HOME.
    pub(crate) second_home: Option<PathBuf>,
    /// What is not to be seen, also where it lies in a folder of the system. Absolute.
    pub(crate) hidden: Vec<PathBuf>,
}

impl Cage {
    /// What the server finds as its HOME, as we see it.
    pub(crate) fn home_source(&self) -> PathBuf {
        self.scratch.join("home")
    }

    /// The same for TMPDIR.
    pub(crate) fn tmp_source(&self) -> PathBuf {
        self.scratch.join("tmp")
    }

    /// Where it is written down what the sinkhole saw.
    pub(crate) fn record(&self) -> PathBuf {
        self.scratch.join("seen.jsonl")
    }

    /// Where the first process of the sandbox leaves the signal that ended the server.
    pub(crate) fn ending(&self) -> PathBuf {
        self.scratch.join("ending")
    }

    /// As a word of a command line.
    pub(crate) fn to_word(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// From a word of a command line.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        serde_json::from_str(word).ok()
    }
}

/// One line of what the sinkhole saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// `tcp`, `udp`, `dns`, `http`, `tls` or `icmp`.
    pub(crate) protocol: String,
    /// An address, or the name that was asked for.
    pub(crate) to: String,
    /// 0 where there is none.
    pub(crate) port: u16,
    /// The first bytes of what was said, as text.
    #[serde(default)]
    pub(crate) said: String,
}

//! In which sandbox a server ran, what of it held, and what was seen from outside.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How strong a sandbox is, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SandboxLevel {
    /// Limits of resources, and a process group that ends with us.
    L1,
    /// The same, with Landlock and a filter of system calls.
    L2,
    /// The same, in namespaces of its own: files, processes, network.
    L3,
}

/// The sandbox of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SandboxFacts {
    /// What was asked for: `auto`, `l1`, `l2` or `l3`.
    pub requested: String,
    /// What was had; absent where nothing was started here, or this system has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<SandboxLevel>,
    /// What was promised, and whether it held: each was tried from inside before the server was started.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guarantees: Vec<SandboxGuarantee>,
    /// Files that were laid out as bait and that the server opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baits: Vec<BaitOpened>,
    /// Where the server wanted to connect to. None of it left this machine where the network is held.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub egress: Vec<Egress>,
}

/// One promise of a sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SandboxGuarantee {
    /// `filesystem`, `home`, `network`, `processes`, `system-calls`, `privileges`, `limits` or `ending`.
    pub name: String,
    /// Did it hold?
    pub held: bool,
    /// How, or why not.
    pub how: String,
}

/// A bait that was opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct BaitOpened {
    /// The file, as `~/.ssh/id_rsa`.
    pub bait: String,
    /// What the server was doing: the request, in words.
    pub during: String,
}

/// A place that the server wanted to connect to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Egress {
    /// `tcp`, `udp`, `dns`, `http`, `tls` or `icmp`.
    pub protocol: String,
    /// A name where one was said, or an address.
    pub to: String,
    /// 0 where there is none.
    pub port: u16,
    /// The first line of what was said, where it could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// What the server was doing: the request, in words.
    pub during: String,
}

impl SandboxLevel {
    /// As the command line has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::L1 => "l1",
            Self::L2 => "l2",
            Self::L3 => "l3",
        }
    }
}

impl fmt::Display for SandboxLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for SandboxLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::L1, Self::L2, Self::L3]
            .into_iter()
            .find(|level| level.as_str().eq_ignore_ascii_case(text))
            .ok_or_else(|| "there are: l1, l2, l3".to_owned())
    }
}

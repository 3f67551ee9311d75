//! The revisions of the protocol, and which of them a test server speaks.

use std::fmt;
use std::str::FromStr;

/// A published revision of the Model Context Protocol, in order of age.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    /// 2024-11-05: HTTP+SSE, no annotations.
    V2024_11_05,
    /// 2025-03-26: Streamable HTTP, batches, annotations.
    V2025_03_26,
    /// 2025-06-18: structured content, elicitation, no batches.
    V2025_06_18,
    /// 2025-11-25: invalid arguments are tool errors, polling of event streams.
    V2025_11_25,
    /// 2026-07-28: stateless, `_meta` on each request, no handshake.
    V2026_07_28,
}

impl Revision {
    /// Every revision with a handshake, oldest first.
    pub const LEGACY: [Self; 4] = [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];

    /// The date that stands in `protocolVersion`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Whether the revision opens with `initialize`.
    pub fn is_legacy(self) -> bool {
        self < Self::V2026_07_28
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that is not in the list it should be in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What kind of name was read: `revision`, `era`, `flaw`.
    pub kind: &'static str,
    /// The name as it was given.
    pub name: String,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`", self.kind, self.name)
    }
}

impl std::error::Error for UnknownName {}

impl FromStr for Revision {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Self::LEGACY.into_iter().chain([Self::V2026_07_28]);
        known
            .into_iter()
            .find(|revision| revision.as_str() == name)
            .ok_or_else(|| UnknownName { kind: "revision", name: name.to_owned() })
    }
}

/// The eras a server speaks (MCP 2026-07-28, versioning: terminology).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Era {
    /// Only revisions with a handshake.
    Legacy,
    /// Only 2026-07-28.
    Modern,
    /// Both, chosen by how the client opens.
    #[default]
    Dual,
}

impl FromStr for Era {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "legacy" => Ok(Self::Legacy),
            "modern" => Ok(Self::Modern),
            "dual" => Ok(Self::Dual),
            _ => Err(UnknownName { kind: "era", name: name.to_owned() }),
        }
    }
}

/// What a good server does where the protocol leaves it the choice.
#[derive(Clone, Debug, Default)]
pub struct ServerOptions {
    /// Which eras it speaks.
    pub era: Era,
    /// The only legacy revision it negotiates; `None` for all four.
    pub revision: Option<Revision>,
    /// Entries per page of `tools/list` and `resources/list`; `None` for one page.
    pub page_size: Option<usize>,
    /// Resources in all; two are always there.
    pub resources: usize,
    /// Registers the tool `late` a moment after `notifications/initialized`, and says so.
    pub late_tools: bool,
    /// Ends a stream of `subscriptions/listen` with its result as soon as it has announced a change.
    pub end_streams: bool,
}

impl ServerOptions {
    /// The legacy revisions spoken, oldest first.
    pub fn legacy_revisions(&self) -> Vec<Revision> {
        match (self.era, self.revision) {
            (Era::Modern, _) => Vec::new(),
            (Era::Legacy | Era::Dual, Some(only)) => vec![only],
            (Era::Legacy | Era::Dual, None) => Revision::LEGACY.to_vec(),
        }
    }

    /// Every revision spoken, newest first, as `server/discover` lists them.
    pub fn supported(&self) -> Vec<&'static str> {
        let modern = (self.era != Era::Legacy).then_some(Revision::V2026_07_28);
        modern.into_iter().chain(self.legacy_revisions().into_iter().rev()).map(Revision::as_str).collect()
    }
}

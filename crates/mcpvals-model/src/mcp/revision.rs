//! The protocol's dated revisions.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A revision of the Model Context Protocol that mcpvals speaks, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Revision {
    /// The first: stdio, and HTTP with SSE.
    #[serde(rename = "2024-11-05")]
    V2024_11_05,
    /// Streamable HTTP, batches, tool annotations.
    #[serde(rename = "2025-03-26")]
    V2025_03_26,
    /// Structured output, elicitation; batches are gone.
    #[serde(rename = "2025-06-18")]
    V2025_06_18,
    /// Tasks, icons, URL elicitation.
    #[serde(rename = "2025-11-25")]
    V2025_11_25,
    /// Stateless: no handshake, `_meta` on every request.
    #[serde(rename = "2026-07-28")]
    V2026_07_28,
}

impl Revision {
    /// Every revision, oldest first.
    pub const ALL: [Self; 5] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25, Self::V2026_07_28];

    /// The newest that begins with `initialize`.
    pub const NEWEST_WITH_HANDSHAKE: Self = Self::V2025_11_25;

    /// The date by which the protocol names it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Is there no handshake, and `_meta` on every request instead?
    pub fn is_stateless(self) -> bool {
        self >= Self::V2026_07_28
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is no revision that mcpvals knows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no known protocol revision")]
pub struct UnknownRevision(pub String);

impl FromStr for Revision {
    type Err = UnknownRevision;

    fn from_str(text: &str) -> Result<Self, UnknownRevision> {
        Self::ALL.into_iter().find(|r| r.as_str() == text).ok_or_else(|| UnknownRevision(text.to_owned()))
    }
}

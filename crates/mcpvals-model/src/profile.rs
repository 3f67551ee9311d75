//! What we declare as a client, and how we answer what a server asks of us.
//!
//! What a server offers depends on what the client declares, so a profile is part of every plan. The default
//! declares what mcpvals really answers.

use serde_json::{Value, json};

/// A client as the server sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct ClientProfile {
    /// The profile's name, for reports; `custom` where the file changed one.
    pub profile: String,
    /// `clientInfo.name`.
    pub name: String,
    /// `clientInfo.version`.
    pub version: String,
    /// `capabilities` as they are sent.
    pub capabilities: Value,
    /// How the server's requests are answered.
    pub answers: PeerAnswers,
}

/// Answers to what a server may ask of its client.
#[derive(Debug, Clone, PartialEq)]
pub struct PeerAnswers {
    /// `roots/list`.
    pub roots: Vec<Root>,
    /// `sampling/createMessage`: the text of the assistant's message; `None` refuses.
    pub sampling: Option<String>,
    /// `elicitation/create`.
    pub elicitation: ElicitationAnswer,
}

/// A folder that the client offers to the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// `file://…`.
    pub uri: String,
    /// A name for people.
    pub name: Option<String>,
}

/// The user's answer to a form.
#[derive(Debug, Clone, PartialEq)]
pub enum ElicitationAnswer {
    /// Accept: these members, and for the rest the schema's defaults, its first enum value, or a plain value of the
    /// right type.
    Accept(serde_json::Map<String, Value>),
    /// Decline.
    Decline,
    /// Cancel.
    Cancel,
}

impl Default for ClientProfile {
    fn default() -> Self {
        Self::full()
    }
}

impl Default for PeerAnswers {
    fn default() -> Self {
        Self {
            roots: Vec::new(),
            sampling: Some("This is a fixed answer of mcpvals: no model was asked.".to_owned()),
            elicitation: ElicitationAnswer::Accept(serde_json::Map::new()),
        }
    }
}

/// What a client that people use declares, as seen on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observed {
    /// The profile's name.
    pub profile: &'static str,
    /// `clientInfo.name`.
    pub name: &'static str,
    /// `clientInfo.version` when it was seen.
    pub version: &'static str,
    /// The month in which it was seen.
    pub as_of: &'static str,
    /// How it is known.
    pub source: &'static str,
    capabilities: &'static str,
}

/// Clients that people use. What they declare changes with their versions: each row is dated.
pub const OBSERVED: [Observed; 4] = [
    Observed {
        profile: "claude-code",
        name: "claude-code",
        version: "2.1.233",
        as_of: "2026-08",
        source: "an `initialize` request captured from Claude Code 2.1.233 (2.1.221 sends the same)",
        capabilities: r#"{"roots": {"listChanged": true}, "elicitation": {}}"#,
    },
    Observed {
        profile: "claude-desktop",
        name: "claude-ai",
        version: "0.1.0",
        as_of: "2025-12",
        source: "`initialize` requests in Claude Desktop's own logs, 2025-06 to 2025-12",
        capabilities: "{}",
    },
    Observed {
        profile: "cursor",
        name: "cursor-vscode",
        version: "1.0.0",
        as_of: "2026-09",
        source: "an `initialize` request of Cursor with protocol 2025-11-25, kept in a public project's tests",
        capabilities: r#"{"roots": {"listChanged": false}}"#,
    },
    Observed {
        profile: "vscode",
        name: "Visual Studio Code",
        version: "1.140.0",
        as_of: "2026-10",
        source: "the `initialize` request of VS Code 1.140, kept in a public project's tests",
        capabilities: r#"{"roots": {"listChanged": true}, "sampling": {}, "elicitation": {"form": {}, "url": {}},
            "tasks": {"list": {}, "cancel": {}, "requests": {"sampling": {"createMessage": {}}, "elicitation": {"create": {}}}},
            "extensions": {"io.modelcontextprotocol/ui": {"mimeTypes": ["text/html;profile=mcp-app"]}}}"#,
    },
];

impl ClientProfile {
    /// The names that [`ClientProfile::named`] knows.
    pub const NAMES: [&str; 6] = ["bare", "full", "claude-code", "claude-desktop", "cursor", "vscode"];

    /// The profile with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "bare" => Some(Self::bare()),
            "full" => Some(Self::full()),
            _ => OBSERVED.iter().find(|observed| observed.profile == name).map(Observed::profile),
        }
    }

    /// Declares nothing.
    pub fn bare() -> Self {
        Self::ours("bare", json!({}))
    }

    /// Declares everything that mcpvals answers: roots, sampling, elicitation by form and by URL.
    pub fn full() -> Self {
        Self::ours("full", json!({"roots": {}, "sampling": {}, "elicitation": {"form": {}, "url": {}}}))
    }

    fn ours(profile: &str, capabilities: Value) -> Self {
        Self {
            profile: profile.to_owned(),
            name: "mcpvals".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            capabilities,
            answers: PeerAnswers::default(),
        }
    }
}

impl Observed {
    fn profile(&self) -> ClientProfile {
        ClientProfile {
            name: self.name.to_owned(),
            version: self.version.to_owned(),
            ..ClientProfile::ours(self.profile, serde_json::from_str(self.capabilities).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ClientProfile;

    #[test]
    fn every_name_is_a_profile_that_declares_an_object() {
        for name in ClientProfile::NAMES {
            let profile = ClientProfile::named(name).unwrap();
            assert_eq!(profile.profile, name);
            assert!(profile.capabilities.is_object(), "{name}");
        }
    }
}

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

impl ClientProfile {
    /// The names that [`ClientProfile::named`] knows.
    pub const NAMES: [&str; 2] = ["bare", "full"];

    /// The profile with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "bare" => Some(Self::bare()),
            "full" => Some(Self::full()),
            _ => None,
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

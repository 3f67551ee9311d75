//! What we declare as a client, and how we answer what a server asks of us.
//!
//! What a server offers depends on what the client declares, so a profile is part of every plan. The default
//! declares what mcpvals really answers.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::expect::millis;
use crate::{Playback, Recorded};

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PeerAnswers {
    /// `roots/list`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roots: Vec<Root>,
    /// `roots/list`, once the client has said that its roots have changed; the same where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed_roots: Vec<Root>,
    /// `sampling/createMessage`, one after the other; the last answers all that follow. Without any, it is refused.
    pub sampling: Vec<PeerAnswer>,
    /// `sampling/createMessage`, as it was answered once; where that is replayed, instead of the script.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cassette: Option<Playback>,
    /// `elicitation/create`, in the same way.
    pub elicitation: Vec<PeerAnswer>,
}

/// A folder that the client offers to the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Root {
    /// `file://…`.
    pub uri: String,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The answer to one request of the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PeerAnswer {
    /// How long the user (or the model) takes.
    #[serde(default, with = "millis", skip_serializing_if = "Duration::is_zero")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub after: Duration,
    /// What is said.
    pub reply: PeerReply,
}

/// What is said to a request of the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PeerReply {
    /// This result, as it is.
    Result(Value),
    /// A model's message of one text that begins like this and is so long, made when it is sent: tests have many of them.
    Long {
        /// The first characters.
        start: String,
        /// All characters.
        length: usize,
    },
    /// A form is accepted with these members, as far as it asks for them, and for the rest with the schema's defaults,
    /// its first enum value, or a plain value of the right type.
    Form(Map<String, Value>),
    /// A form is accepted with exactly this, which is meant to break it. Where the form takes it, the test is mistaken,
    /// not the server.
    Invalid(Map<String, Value>),
    /// This error.
    Error {
        /// Its code.
        code: i64,
        /// Its words.
        message: String,
    },
    /// What the model of the plan with this name says to it (`sampling/createMessage`).
    Model(String),
    /// Nothing, ever.
    Silence,
}

impl PeerReply {
    /// The code that the protocol's own example has for a user who says no (MCP 2025-11-25, client/sampling).
    const REJECTED: i64 = -1;

    /// A model's message of one text.
    pub fn text(text: &str) -> Self {
        Self::message(&json!({"type": "text", "text": text}))
    }

    /// A model's message with this content: one block, or a list of them.
    pub fn message(content: &Value) -> Self {
        Self::Result(message(content))
    }

    /// What [`PeerReply::Long`] stands for.
    pub fn long(start: &str, length: usize) -> Value {
        let rest = "x".repeat(length.saturating_sub(start.chars().count()));
        message(&json!({"type": "text", "text": format!("{start}{rest}")}))
    }

    /// The user does not want the model to be asked.
    pub fn rejected() -> Self {
        Self::Error { code: Self::REJECTED, message: "the user rejected the sampling request".to_owned() }
    }

    /// The user's action on a form, without content: `decline`, `cancel`.
    pub fn action(action: &str) -> Self {
        Self::Result(json!({"action": action}))
    }
}

fn message(content: &Value) -> Value {
    json!({"role": "assistant", "content": content, "model": "mcpvals", "stopReason": "endTurn"})
}

impl From<Recorded> for PeerReply {
    fn from(recorded: Recorded) -> Self {
        match recorded {
            Recorded::Result(result) => Self::Result(result),
            Recorded::Error { code, message } => Self::Error { code, message },
        }
    }
}

impl From<PeerReply> for PeerAnswer {
    fn from(reply: PeerReply) -> Self {
        Self { after: Duration::ZERO, reply }
    }
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
            changed_roots: Vec::new(),
            sampling: vec![PeerReply::text("This is a fixed answer of mcpvals: no model was asked.").into()],
            cassette: None,
            elicitation: vec![PeerReply::Form(Map::new()).into()],
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

    /// Declares everything that mcpvals answers: roots, sampling, elicitation by form and by URL, and both as tasks.
    pub fn full() -> Self {
        let requests = json!({"sampling": {"createMessage": {}}, "elicitation": {"create": {}}});
        let capabilities = json!({
            "roots": {}, "sampling": {}, "elicitation": {"form": {}, "url": {}},
            "tasks": {"list": {}, "cancel": {}, "requests": requests},
        });
        Self::ours("full", capabilities)
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

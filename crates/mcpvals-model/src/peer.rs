//! Tests of what a server asks of its client: sampling, elicitation, roots.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::profile::PeerAnswers;
use crate::{Bounds, Expectation, ExpectedMessage, Matcher, MetricName, ToolCall};

/// A test of what a server asks: something makes it ask, a script answers, and both sides are looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PeerCase {
    /// What is asked.
    pub asks: Asks,
    /// Which metric it is about.
    pub metric: MetricName,
    /// Must the server offer what the test needs? Where it need not and does not, the test is skipped.
    #[serde(default)]
    pub required: bool,
    /// The client that the server sees; its session is the case's own.
    pub client: ScriptedClient,
    /// What makes the server ask. Several are sent at the same time. Without any, as in files of the npm package 0.1.0,
    /// nothing can be found out.
    pub triggers: Vec<Trigger>,
    /// What it must ask.
    pub requests: ExpectedRequests,
    /// What each trigger must be answered with. Empty asserts that it succeeds; where the model was refused, that it
    /// fails; where a form was, or nothing could be asked, that it does not end in an empty success.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Expectation>,
    /// Each answer of the script has a mark of its own (`answer-0123456789abcdef`), and each trigger one (`question-…`)
    /// where it has a place for it: an answer must come back in the result of the call for which it was asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
    /// After the triggers, the client says that its roots have changed, and the triggers are sent again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub roots_change: bool,
}

/// What a server may ask of its client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Asks {
    /// `sampling/createMessage`.
    Sampling,
    /// `elicitation/create`.
    Elicitation,
    /// `roots/list`.
    Roots,
}

/// A client that answers from a script.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScriptedClient {
    /// `capabilities` as they are sent.
    pub capabilities: Value,
    /// What is answered.
    pub answers: PeerAnswers,
    /// Added to the environment of the server's process, where it has one: canaries.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Files that are there while the server runs: path and text. Canaries, too.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// A request that makes the server ask.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Trigger {
    /// A call of a tool.
    Tool(ToolCall),
    /// A prompt is fetched.
    Prompt {
        /// Its name.
        name: String,
        /// Its arguments.
        args: Map<String, Value>,
    },
    /// A resource is read.
    Resource {
        /// Its URI.
        uri: String,
    },
}

/// What the server must ask.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExpectedRequests {
    /// How often.
    pub count: Bounds,
    /// How many requests may wait for our answer at the same time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_flight: Option<Bounds>,
    /// The first request, the second, and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub in_order: Vec<ExpectedRequest>,
    /// What must be in none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<Absent>,
    /// May a form ask for passwords and the like?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_ask_secrets: bool,
}

/// What one request must say.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExpectedRequest {
    /// `messages`: as many, with these roles, and with this content: a text is in the message's text (case ignored), an
    /// object has its members in one of the content blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub messages: Option<Vec<ExpectedMessage>>,
    /// What must be in any of its texts (case ignored).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub context: Vec<String>,
    /// Members that are texts, each with what must be in it (case ignored).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub texts: BTreeMap<String, String>,
    /// Members that must be there: an object has at least these members, all else is equal.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub members: Map<String, Value>,
    /// Matchers of the whole `params`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Matcher>,
}

/// Something that must not be in a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Absent {
    /// In words: "the environment variable `TOKEN`".
    pub what: String,
    /// A regular expression.
    pub pattern: String,
    /// What is found is harmless where this is found in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except: Option<String>,
    /// What is found is harmless unless its digits have the check digit of payment cards (Luhn).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub luhn: bool,
}

impl Asks {
    /// The method of the request.
    pub fn method(self) -> &'static str {
        match self {
            Self::Sampling => "sampling/createMessage",
            Self::Elicitation => "elicitation/create",
            Self::Roots => "roots/list",
        }
    }

    /// The capability that a client declares.
    pub fn capability(self) -> &'static str {
        match self {
            Self::Sampling => "sampling",
            Self::Elicitation => "elicitation",
            Self::Roots => "roots",
        }
    }
}

impl PeerCase {
    /// Does the client declare that it can be asked?
    pub fn is_declared(&self) -> bool {
        self.client.capabilities.get(self.asks.capability()).is_some()
    }

    /// Does it declare one mode of elicitation, and not the other? Naming none means forms.
    pub fn declares_one_mode(&self) -> bool {
        let modes = self.client.capabilities.get("elicitation");
        let both = |modes: &Value| modes.get("form").is_some() && modes.get("url").is_some();
        self.asks == Asks::Elicitation && modes.is_some_and(|modes| !both(modes))
    }
}

impl Trigger {
    /// The method of the request.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Tool(_) => "tools/call",
            Self::Prompt { .. } => "prompts/get",
            Self::Resource { .. } => "resources/read",
        }
    }

    /// The capability that the server needs for it.
    pub fn capability(&self) -> &'static str {
        match self {
            Self::Tool(_) => "tools",
            Self::Prompt { .. } => "prompts",
            Self::Resource { .. } => "resources",
        }
    }

    /// For people: the tool's or the prompt's name, the resource's URI.
    pub fn name(&self) -> &str {
        match self {
            Self::Tool(call) => &call.tool,
            Self::Prompt { name, .. } => name,
            Self::Resource { uri } => uri,
        }
    }
}

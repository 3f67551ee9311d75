//! `server`: how to reach the server under test, and what we are to it.

use std::collections::BTreeMap;

use mcpvals_model::mcp::Revision;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Auth;

/// A server: a process to start (`stdio`) or an address to speak to (`shttp`, `sse`).
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Server {
    /// How to speak to it: `stdio`, `shttp` (Streamable HTTP; also `http`, `streamable-http`), or `sse` (2024-11-05).
    pub(crate) transport: Transport,
    /// `stdio`: the program to start.
    pub(crate) command: Option<String>,
    /// `stdio`: its arguments.
    pub(crate) args: Option<Vec<String>>,
    /// `stdio`: environment variables beside the few that every server gets (`PATH`, `HOME` and the like).
    pub(crate) env: Option<BTreeMap<String, String>>,
    /// `stdio`: its working directory.
    ///
    /// Relative to where mcpvals runs if the config was named, to the config's folder if it was found by search.
    pub(crate) cwd: Option<String>,
    /// `shttp` and `sse`: the endpoint, `http://…` or `https://…`.
    pub(crate) url: Option<String>,
    /// `shttp` and `sse`: sent with every request.
    pub(crate) headers: Option<BTreeMap<String, String>>,
    /// `sse`: open a broken event stream again?
    pub(crate) reconnect: Option<bool>,
    /// `sse`: milliseconds between two tries.
    #[schemars(range(min = 100, max = 86_400_000))]
    pub(crate) reconnect_interval: Option<f64>,
    /// `sse`: how often to try.
    #[schemars(range(min = 0, max = 1_000_000))]
    pub(crate) max_reconnect_attempts: Option<u32>,
    /// Deadline in milliseconds of start, handshake and listing together; the file's `timeout` where left out.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) startup_timeout: Option<f64>,
    /// The protocol revision to speak; negotiated where left out.
    #[schemars(with = "Option<ProtocolVersion>")]
    pub(crate) protocol_version: Option<Revision>,
    /// `shttp` and `sse`: how our client signs in (OAuth 2.1).
    pub(crate) auth: Option<Auth>,
    /// How fast calls may follow each other, over all workers.
    pub(crate) rate_limit: Option<RateLimit>,
    /// What mcpvals declares as a client: the name of a profile, or its details.
    pub(crate) client: Option<Client>,
}

/// How to speak to a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Transport {
    /// A child process that speaks on stdin and stdout.
    Stdio,
    /// Streamable HTTP.
    Shttp,
    /// Streamable HTTP.
    Http,
    /// Streamable HTTP.
    StreamableHttp,
    /// HTTP with SSE as in 2024-11-05.
    Sse,
}

// For the schema: `Revision` is the model's and knows no schemas of config files.
/// A revision of the protocol.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
enum ProtocolVersion {
    #[serde(rename = "2024-11-05")]
    V2024_11_05,
    #[serde(rename = "2025-03-26")]
    V2025_03_26,
    #[serde(rename = "2025-06-18")]
    V2025_06_18,
    #[serde(rename = "2025-11-25")]
    V2025_11_25,
    #[serde(rename = "2026-07-28")]
    V2026_07_28,
}

/// A token bucket.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RateLimit {
    /// Calls per second in the long run.
    #[schemars(range(min = 0.001, max = 1_000_000))]
    pub(crate) per_second: f64,
    /// Calls that may come at once.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(crate) burst: Option<u32>,
}

/// What mcpvals declares as a client.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Client {
    /// The name of a profile: `bare` declares nothing, `full` all that mcpvals answers.
    Profile(String),
    /// A profile and what differs from it.
    Details(Box<ClientDetails>),
}

/// A client profile and what differs from it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ClientDetails {
    /// The profile to start from.
    pub(crate) profile: Option<String>,
    /// `clientInfo.name`.
    pub(crate) name: Option<String>,
    /// `clientInfo.version`.
    pub(crate) version: Option<String>,
    /// The client's `capabilities`, sent as they are, instead of the profile's.
    pub(crate) capabilities: Option<Map<String, Value>>,
    /// Folders for `roots/list`: paths, `file://` addresses, or `{uri, name}`.
    pub(crate) roots: Option<Vec<RootEntry>>,
    /// The text that answers `sampling/createMessage`; `false` refuses; `{fromModel: true}` asks a model.
    pub(crate) sampling: Option<Sampling>,
    /// The answer to `elicitation/create`: `accept`, `decline`, `cancel`, or an object: accept with these members.
    pub(crate) elicitation: Option<Elicitation>,
}

/// A folder offered to the server.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum RootEntry {
    /// A path or a `file://` address.
    Path(String),
    /// An address with a name.
    Named(NamedRoot),
}

/// A folder offered to the server, with a name for people.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NamedRoot {
    /// A path or a `file://` address.
    pub(crate) uri: String,
    /// A name for people.
    pub(crate) name: Option<String>,
}

/// The answer to `sampling/createMessage`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Sampling {
    /// This text.
    Text(String),
    /// `false`: refused; `true`: the profile's text.
    Enabled(bool),
    /// A model answers.
    Asked(SamplingModel),
}

/// The model that answers `sampling/createMessage`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SamplingModel {
    /// The name of one of `models`, or `true` for the first.
    pub(crate) from_model: FromModel,
}

/// Which model answers.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum FromModel {
    /// The one with this name.
    Named(String),
    /// `true`: the first of `models`.
    First(bool),
}

/// The answer to `elicitation/create`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Elicitation {
    /// An action.
    Action(ElicitationAction),
    /// Accept, with these members; the rest from the schema's defaults.
    Content(Map<String, Value>),
}

/// What the user does with a form.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ElicitationAction {
    /// Fills it in.
    Accept,
    /// Says no.
    Decline,
    /// Closes it.
    Cancel,
}

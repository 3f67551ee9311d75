//! What a server offers: its tools, resources, templates and prompts, as listed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Revision, Tool};

/// What the server said of itself in the handshake (or in `server/discover`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ServerFacts {
    /// The revision that this session speaks.
    pub protocol_version: Revision,
    /// The revision that was asked for, where the server did not agree to it and this session speaks another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_version: Option<Revision>,
    /// Every revision that the server named; empty where it names none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supported_versions: Vec<String>,
    /// `serverInfo.name`, empty where absent.
    pub name: String,
    /// `serverInfo.version`, empty where absent.
    pub version: String,
    /// The other members of `serverInfo`, as they came: clients show them, and models may read them.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub more_info: Box<Map<String, Value>>,
    /// `capabilities` as they came.
    pub capabilities: Value,
    /// `instructions`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
}

/// Everything that the lists gave, over all pages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Offer {
    /// The well-formed tools, in the server's order.
    pub tools: Vec<Arc<Tool>>,
    /// The resources, as they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<Value>,
    /// The resource templates, as they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resource_templates: Vec<Value>,
    /// The prompts, as they came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompts: Vec<Value>,
    /// What stood in a list and is not of the list's kind. It does not hide its neighbours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub malformed: Vec<Malformed>,
    /// Why a list could not be read to its end, by method; empty where all went well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<(String, String)>,
}

/// An entry of a list that is not what it should be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Malformed {
    /// The list's method, for example `tools/list`.
    pub method: String,
    /// Position over all pages, from 0.
    pub index: usize,
    /// The entry's name, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is wrong, in words, for example "`inputSchema` is missing".
    pub problem: String,
    /// Can it still be called (it has a name)?
    pub usable: bool,
    /// The entry as it came: a model may be shown it all the same. Not stored.
    #[serde(skip)]
    pub raw: Value,
}

//! What a server must not give to read.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::optional_millis;
use crate::Expectation;

/// What must be refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceRefusal {
    /// The kinds that are tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<BadUri>,
    /// URIs that are tried besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uris: Vec<String>,
    /// Is a resource that is not there subscribed to, too?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub subscribe: bool,
    /// What each refusal must be; `None`: what the protocol says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Expectation>,
    /// The longest acceptable time of each answer.
    #[serde(default, with = "optional_millis", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub max_latency: Option<Duration>,
}

/// Kinds of URI that a server must not serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum BadUri {
    /// A URI that nobody has.
    UnknownUri,
    /// Texts that are no URI (RFC 3986).
    InvalidUri,
    /// Ways to a file outside of what the server may give, through its templates, its files and `file:` itself.
    Traversal,
}

impl BadUri {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::UnknownUri, Self::InvalidUri, Self::Traversal];
}

//! How requests are made under a revision.

use mcpvals_model::mcp::Revision;
use mcpvals_model::profile::ClientProfile;
use serde_json::{Map, Value, json};

/// How requests are made, once that is known.
#[derive(Debug, Clone)]
pub(crate) struct Dialect {
    pub(crate) revision: Revision,
    /// `_meta` of every request of a stateless revision.
    pub(super) meta: Option<Map<String, Value>>,
}

impl Dialect {
    /// The dialect of a revision.
    pub(crate) fn new(revision: Revision, profile: &ClientProfile) -> Self {
        let meta = revision.is_stateless().then(|| stateless_meta(revision, profile));
        Self { revision, meta }
    }
}

/// MCP 2026-07-28, basic, `_meta`: what every request says of itself and its client.
fn stateless_meta(revision: Revision, profile: &ClientProfile) -> Map<String, Value> {
    let mut capabilities = profile.capabilities.clone();
    // The core of 2026-07-28 has none; its extension's are declared by who wants them.
    capabilities.as_object_mut().and_then(|declared| declared.shift_remove("tasks"));
    let client = json!({"name": profile.name, "version": profile.version});
    let members = [
        ("io.modelcontextprotocol/protocolVersion", json!(revision.as_str())),
        ("io.modelcontextprotocol/clientInfo", client),
        ("io.modelcontextprotocol/clientCapabilities", capabilities),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

//! API keys as they are shown.

use mcpvals_store::Key;
use schemars::JsonSchema;
use serde::Serialize;

use crate::time::{self, timestamp};

/// A key, without what is secret of it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyView {
    /// `key_…`
    pub(crate) id: String,
    /// What people call it.
    pub(crate) name: String,
    /// What it may do.
    pub(crate) scopes: Vec<String>,
    /// What it asks for is begun before what others of a lesser priority ask for.
    pub(crate) priority: i64,
    /// When it was made.
    pub(crate) created_at: String,
    /// From when on it is not taken any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expires_at: Option<String>,
    /// When it was revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) revoked_at: Option<String>,
    /// Is it taken now?
    pub(crate) good: bool,
}

impl From<Key> for KeyView {
    fn from(key: Key) -> Self {
        Self {
            good: key.is_good_at(time::now()),
            id: key.id,
            name: key.name,
            scopes: key.scopes,
            priority: key.priority,
            created_at: timestamp(key.created_at),
            expires_at: key.expires_at.map(timestamp),
            revoked_at: key.revoked_at.map(timestamp),
        }
    }
}

/// A key that was just made, with what is secret of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CreatedKey {
    #[serde(flatten)]
    pub(crate) view: KeyView,
    /// The key itself: in this answer, and never again.
    pub(crate) key: String,
}

/// The keys that there are.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct KeyList {
    /// The newest first.
    pub(crate) keys: Vec<KeyView>,
}

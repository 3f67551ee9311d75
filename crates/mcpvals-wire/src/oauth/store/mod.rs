//! Tokens that outlive the run.

mod file;
mod keyring;

use mcpvals_model::TokenStore;
use serde::{Deserialize, Serialize};

use super::error::Result;

/// What is kept of one server.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Kept {
    pub(in crate::oauth) issuer: String,
    pub(in crate::oauth) client_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::oauth) client_secret: Option<String>,
    /// `client_secret_basic` and so on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::oauth) client_method: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::oauth) scope: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::oauth) resource: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::oauth) access_token: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::oauth) refresh_token: Option<String>,
}

/// What is kept of this server; nothing where there is nothing.
///
/// # Errors
/// Where the store cannot be read, or not be trusted.
pub(super) fn load(store: &TokenStore, server: &str) -> Result<Option<Kept>> {
    match store {
        TokenStore::Memory => Ok(None),
        TokenStore::File(path) => file::load(path, server),
        TokenStore::Keyring => keyring::load(server),
    }
}

/// Keeps it, beside what is there of other servers.
///
/// # Errors
/// Where the store cannot be written.
pub(super) fn save(store: &TokenStore, server: &str, kept: impl FnOnce() -> Kept) -> Result<()> {
    match store {
        TokenStore::Memory => Ok(()),
        TokenStore::File(path) => file::save(path, server, kept()),
        TokenStore::Keyring => keyring::save(server, &kept()),
    }
}

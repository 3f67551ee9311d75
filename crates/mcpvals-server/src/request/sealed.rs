//! What of a request is secret: it waits sealed with the operator's key, and is opened by the worker that runs it.

use std::collections::BTreeMap;

use mcpvals_config::secrets_in_query;
use mcpvals_model::SecretValue;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ServerBlock, called};
use crate::error::ApiError;
use crate::secret::MasterKey;

const PURPOSE: &str = "request";

/// What of a request may be secret: variables, headers, a config with whatever is in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Sealed {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) server: Option<ServerBlock>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) config: Option<Value>,
}

impl Sealed {
    /// What the addresses of its servers have in their queries: keys are there, and no name has to say so.
    /// Filled, where it is filled from these variables.
    pub(crate) fn in_addresses(&self, variables: &BTreeMap<String, String>) -> Vec<SecretValue> {
        let addresses = called::addresses(self.server.as_ref(), self.config.as_ref());
        let filled = |address: &String| mcpvals_config::fill(address, variables).unwrap_or_else(|_| address.clone());
        addresses.iter().flat_map(|address| secrets_in_query(&filled(address))).collect()
    }

    /// As it may be stored.
    pub(crate) fn seal(&self, master: &MasterKey) -> Result<Vec<u8>, ApiError> {
        let text = serde_json::to_vec(self).map_err(|error| ApiError::internal("Unexpected server error", &error))?;
        master.seal(&text, PURPOSE).map_err(|why| ApiError::internal("Unexpected server error", &why))
    }

    /// What was stored; nothing where another key sealed it.
    pub(crate) fn open(sealed: &[u8], master: &MasterKey) -> Option<Self> {
        serde_json::from_slice(&master.open(sealed, PURPOSE)?).ok()
    }
}

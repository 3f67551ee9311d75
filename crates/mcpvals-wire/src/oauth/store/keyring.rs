//! The keyring of the system: on Linux the kernel's (keyutils), which is there without a desktop, and gone after a restart.

use std::sync::Arc;

use keyring_core::api::CredentialStoreApi;
use keyring_core::{Entry, Error};

use super::Kept;
use crate::oauth::error::{Result, SignInError};

const WHAT: &str = "the system's keyring";
/// Under this name, everything of ours is in it.
const SERVICE: &str = "mcpvals";

/// What the keyring has of this server.
///
/// # Errors
/// Where there is no keyring, or what is in it is none of ours.
pub(super) fn load(server: &str) -> Result<Option<Kept>> {
    match entry(server)?.get_password() {
        // The parser's words show a part of what it read.
        Ok(text) => serde_json::from_str(&text).map(Some).map_err(|_| problem("what it has is none of ours")),
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(problem(error)),
    }
}

/// Puts it into the keyring.
///
/// # Errors
/// Where it cannot be written.
pub(super) fn save(server: &str, kept: &Kept) -> Result<()> {
    let text = serde_json::to_string(kept).map_err(problem)?;
    entry(server)?.set_password(&text).map_err(problem)
}

fn entry(server: &str) -> Result<Entry> {
    store()?.build(SERVICE, server, None).map_err(problem)
}

#[cfg(target_os = "linux")]
fn store() -> Result<Arc<dyn CredentialStoreApi>> {
    let store = linux_keyutils_keyring_store::Store::new().map_err(problem)?;
    Ok(store)
}

#[cfg(not(target_os = "linux"))]
fn store() -> Result<Arc<dyn CredentialStoreApi>> {
    Err(problem("there is none that is known here: use a file"))
}

fn problem(why: impl std::fmt::Display) -> SignInError {
    SignInError::new(WHAT, why.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Kept, entry, load, save};

    #[test]
    fn what_is_kept_comes_back() {
        let server = format!("https://server-of-test-{}.example/mcp", std::process::id());
        assert!(load(&server).unwrap().is_none());
        let kept = Kept { access_token: Some("a-token".to_owned()), ..Kept::default() };
        save(&server, &kept).unwrap();
        assert_eq!(load(&server).unwrap().unwrap().access_token.as_deref(), Some("a-token"));
        entry(&server).unwrap().set_password("{a-secret").unwrap();
        assert!(!load(&server).err().unwrap().to_string().contains("a-secret"));
        entry(&server).unwrap().delete_credential().unwrap();
        assert!(load(&server).unwrap().is_none());
    }
}

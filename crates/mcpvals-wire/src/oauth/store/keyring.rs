//! The keyring of the system: on Linux the kernel's (keyutils, the user's keyring), which is there without a desktop, and is
//! gone with the last process of its user.

use super::Kept;
use crate::oauth::error::{Result, SignInError};

const WHAT: &str = "the system's keyring";

/// What the keyring has of this server.
///
/// # Errors
/// Where there is no keyring, or what is in it is none of ours.
pub(super) fn load(place: &str) -> Result<Option<Kept>> {
    let Some(text) = kernel::read(&description(place)).map_err(problem)? else { return Ok(None) };
    // The parser's words show a part of what it read.
    serde_json::from_slice(&text).map(Some).map_err(|_| problem("what it has is none of ours"))
}

/// Puts it into the keyring.
///
/// # Errors
/// Where it cannot be written.
pub(super) fn save(place: &str, kept: &Kept) -> Result<()> {
    let text = serde_json::to_vec(kept).map_err(problem)?;
    kernel::write(&description(place), &text).map_err(problem)
}

fn description(place: &str) -> String {
    format!("mcpvals:{place}")
}

#[cfg(target_os = "linux")]
mod kernel {
    use linux_keyutils::{KeyError, KeyRing, KeyRingIdentifier};

    /// The user's own: it is there as long as the user has any process, whatever session that is in.
    fn ring() -> Result<KeyRing, KeyError> {
        let ring = KeyRing::from_special_id(KeyRingIdentifier::User, true)?;
        // What is in it may only be read by who has it in reach. Where a session has none of its own, it is there already.
        let session = KeyRing::from_special_id(KeyRingIdentifier::Session, true);
        let _ = session.and_then(|session| session.link_keyring(ring));
        Ok(ring)
    }

    pub(super) fn read(description: &str) -> Result<Option<Vec<u8>>, KeyError> {
        match ring()?.search(description) {
            Ok(key) => key.read_to_vec().map(Some),
            Err(KeyError::KeyDoesNotExist | KeyError::KeyExpired | KeyError::KeyRevoked) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) fn write(description: &str, text: &[u8]) -> Result<(), KeyError> {
        ring()?.add_key(description, text).map(|_| ())
    }

    #[cfg(test)]
    pub(super) fn forget(description: &str) -> Result<(), KeyError> {
        let ring = ring()?;
        ring.unlink_key(ring.search(description)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod kernel {
    const NONE: &str = "there is none that is known here: use a file";

    pub(super) fn read(_description: &str) -> Result<Option<Vec<u8>>, &'static str> {
        Err(NONE)
    }

    pub(super) fn write(_description: &str, _text: &[u8]) -> Result<(), &'static str> {
        Err(NONE)
    }
}

fn problem(why: impl std::fmt::Display) -> SignInError {
    SignInError::new(WHAT, why.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Kept, description, kernel, load, save};

    #[test]
    fn what_is_kept_comes_back() {
        let server = format!("https://server-of-test-{}.example/mcp", std::process::id());
        assert!(load(&server).unwrap().is_none());
        let kept = Kept { access_token: Some("a-token".to_owned()), ..Kept::default() };
        save(&server, &kept).unwrap();
        assert_eq!(load(&server).unwrap().unwrap().access_token.as_deref(), Some("a-token"));
        kernel::write(&description(&server), b"{a-secret").unwrap();
        assert!(!load(&server).err().unwrap().to_string().contains("a-secret"));
        kernel::forget(&description(&server)).unwrap();
        assert!(load(&server).unwrap().is_none());
    }
}

//! API keys: `mcpv_ID_SECRET`. The id finds the key, the secret is compared by its hash, in constant time.
//!
//! 256 random bits need no slow hash: nobody guesses them, and a slow one would be a lever for whoever sends many.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use mcpvals_store::{Key, Millis};
use ring::rand::{SecureRandom as _, SystemRandom};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use super::{Caller, Scopes, required};
use crate::error::ApiError;
use crate::service::Service;
use crate::time;

/// With what every key begins, so that scanners of secrets find one that was lost.
pub(crate) const PREFIX: &str = "mcpv_";
const ID_BYTES: usize = 6;
const SECRET_BYTES: usize = 32;
/// How long a key is believed without looking: a revocation by another node that could not tell us counts after this.
const BELIEVED: Duration = Duration::from_secs(5);
const REMEMBERED_MAX: usize = 10_000;

/// A key that was just made: the only time that it can be seen.
#[derive(Debug)]
pub struct FreshKey {
    /// What the user must keep.
    pub text: String,
    /// What is stored.
    pub key: Key,
}

/// Makes a key.
///
/// # Errors
/// That the system has no randomness.
pub fn fresh_key(
    name: &str,
    scopes: Scopes,
    priority: i64,
    (created_at, expires_at): (Millis, Option<Millis>),
) -> Result<FreshKey, String> {
    let mut bytes = [0; ID_BYTES + SECRET_BYTES];
    SystemRandom::new().fill(&mut bytes).map_err(|_| "the system has no randomness".to_owned())?;
    let (id, secret) = (hex(&bytes[..ID_BYTES]), hex(&bytes[ID_BYTES..]));
    let key = Key {
        id: format!("key_{id}"),
        name: name.to_owned(),
        hash: Sha256::digest(&secret).to_vec(),
        scopes: scopes.names().into_iter().map(str::to_owned).collect(),
        priority,
        created_at,
        expires_at,
        revoked_at: None,
    };
    Ok(FreshKey { text: format!("{PREFIX}{id}_{secret}"), key })
}

/// A key, or that there is none, and when that was seen.
#[derive(Debug, Clone)]
struct Looked {
    key: Option<Key>,
    at: Instant,
}

/// Keys that were looked at lately.
#[derive(Debug, Default)]
pub(crate) struct KeyCache {
    known: Mutex<HashMap<String, Looked>>,
}

impl KeyCache {
    /// Something about keys changed.
    pub(crate) fn forget(&self) {
        self.lock().clear();
    }

    /// What was found when it was looked at, which may be nothing.
    fn recall(&self, id: &str) -> Option<Looked> {
        self.lock().get(id).filter(|looked| looked.at.elapsed() < BELIEVED).cloned()
    }

    fn remember(&self, id: &str, key: Option<Key>) {
        let mut known = self.lock();
        if known.len() >= REMEMBERED_MAX {
            known.clear();
        }
        known.insert(id.to_owned(), Looked { key, at: Instant::now() });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Looked>> {
        self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

pub(super) async fn caller(service: &Service, text: &str) -> Result<Caller, ApiError> {
    let refused = || required("The key is not taken");
    let (id, secret) = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_')).ok_or_else(refused)?;
    if id.len() != ID_BYTES * 2 || secret.len() != SECRET_BYTES * 2 {
        return Err(refused());
    }
    let key = find(service, &format!("key_{id}")).await?;
    let hash = Sha256::digest(secret);
    // Compared also where there is no key, so that both take the same time.
    let nothing = [0; 32];
    let known = key.as_ref().map_or(nothing.as_slice(), |key| key.hash.as_slice());
    let is_same = bool::from(hash.as_slice().ct_eq(known));
    let key = key.filter(|key| is_same && key.is_good_at(time::now())).ok_or_else(refused)?;
    Ok(caller_of(&key))
}

pub(super) fn caller_of(key: &Key) -> Caller {
    Caller {
        id: key.id.clone(),
        scopes: Scopes::of(&key.scopes),
        priority: key.priority,
        by_cookie: None,
        until: key.expires_at,
    }
}

pub(super) async fn find(service: &Service, id: &str) -> Result<Option<Key>, ApiError> {
    if let Some(known) = service.keys.recall(id) {
        return Ok(known.key);
    }
    let key = service.store.key(id).await?;
    service.keys.remember(id, key.clone());
    Ok(key)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |half: u8| char::from(DIGITS[usize::from(half & 15)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(*byte)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_stored() {
        let fresh = fresh_key("ci", Scopes::of(["evaluate:read"]), 0, (1, None)).unwrap();
        let secret = fresh.text.rsplit('_').next().unwrap();
        assert_eq!(fresh.text.len(), PREFIX.len() + 12 + 1 + 64);
        assert!(!format!("{:?}", fresh.key).contains(secret));
        assert_eq!(fresh.key.hash, Sha256::digest(secret).to_vec());
        let other = fresh_key("ci", Scopes::default(), 0, (1, None)).unwrap();
        assert_ne!(other.text, fresh.text);
    }
}

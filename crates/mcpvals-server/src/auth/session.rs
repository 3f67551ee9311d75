//! The dashboard's sign-in: a cookie that names a key, sealed with the operator's key, and a second value that only our own
//! pages can send back (CSRF). Nothing is stored but what somebody signed out of; a revoked key ends its sessions.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderMap;
use http::header::COOKIE;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::key::{caller_of, find, hex};
use super::{Caller, required};
use crate::error::ApiError;
use crate::service::Service;
use crate::time;

/// Names a cookie that no other page of the host can set without TLS.
const NAME: &str = "mcpvals_session";
/// How long somebody stays signed in, in seconds.
const LIFE: i64 = 12 * 3600;

/// Somebody who is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Session {
    /// Their key's id.
    pub(crate) key: String,
    /// Until when, in milliseconds since 1970.
    pub(crate) until: i64,
    /// What our own pages send back with whatever changes something.
    pub(crate) csrf: String,
}

impl Session {
    /// By what it is known that it has ended; nobody can sign in or change anything with that.
    pub(crate) fn id(&self) -> String {
        hex(&Sha256::digest(self.csrf.as_bytes()))
    }
}

/// A session for whoever showed this key, and the cookie's value.
///
/// # Errors
/// That the system has no randomness.
pub(crate) fn signed_in(service: &Service, caller: &Caller) -> Result<(Session, String), ApiError> {
    let random = crate::secret::random::<16>().map_err(|why| ApiError::internal("Cannot sign in", &why))?;
    let session = Session { key: caller.id.clone(), until: time::now() + LIFE * 1000, csrf: hex(&random) };
    let text = serde_json::to_vec(&session).map_err(|error| ApiError::internal("Cannot sign in", &error))?;
    let sealed = service.master.seal(&text, "session").map_err(|why| ApiError::internal("Cannot sign in", &why))?;
    let value = URL_SAFE_NO_PAD.encode(sealed);
    Ok((session, value))
}

/// The cookie's header; an empty value takes it away.
pub(crate) fn cookie(value: &str, is_https: bool) -> String {
    let life = if value.is_empty() { 0 } else { LIFE };
    let secure = if is_https { "; Secure" } else { "" };
    format!("{NAME}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={life}{secure}")
}

/// The value of our cookie.
pub(crate) fn cookie_of(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
    all.filter_map(|pair| pair.trim().split_once('=')).find(|(name, _)| *name == NAME).map(|(_, value)| value)
}

/// The session of a caller holds no longer, whoever has its cookie.
///
/// # Errors
/// What the database says.
pub(crate) async fn sign_out(service: &Service, caller: &Caller) -> Result<(), ApiError> {
    if let Some(session) = &caller.by_cookie {
        service.store.end_session(&session.id(), session.until).await?;
    }
    Ok(())
}

/// Did they sign out since? Where the database does not answer, they did not.
pub(super) async fn has_ended(service: &Service, caller: &Caller) -> bool {
    let Some(session) = &caller.by_cookie else { return false };
    service.store.has_session_ended(&session.id()).await.unwrap_or(false)
}

pub(super) async fn caller(service: &Service, cookie: &str) -> Result<Caller, ApiError> {
    let refused = || required("You are not signed in any more");
    let sealed = URL_SAFE_NO_PAD.decode(cookie).map_err(|_| refused())?;
    let text = service.master.open(&sealed, "session").ok_or_else(refused)?;
    let session: Session = serde_json::from_slice(&text).map_err(|_| refused())?;
    let now = time::now();
    let key = find(service, &session.key).await?.filter(|key| key.is_good_at(now) && now < session.until);
    let key = key.ok_or_else(refused)?;
    if service.store.has_session_ended(&session.id()).await? {
        return Err(refused());
    }
    let known = caller_of(&key);
    let until = known.until.unwrap_or(session.until).min(session.until);
    Ok(Caller { by_cookie: Some(session), until: Some(until), ..known })
}

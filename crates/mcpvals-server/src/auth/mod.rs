//! Who is asking, and what they may do.

mod jwks;
mod key;
mod scope;
mod session;
mod token;

use std::net::IpAddr;

use http::HeaderMap;
use http::header::AUTHORIZATION;
use mcpvals_store::Millis;

use crate::error::{ApiError, Code};
use crate::service::Service;
use crate::time;

pub(crate) use jwks::Jwks;
pub use key::{FreshKey, fresh_key};
pub(crate) use key::{KeyCache, PREFIX as KEY_PREFIX, hex};
pub use scope::{Scope, Scopes};
pub(crate) use session::{Session, cookie, cookie_of, sign_out, signed_in};
pub use token::{Claims, issue};

/// Who is asking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Caller {
    /// What is counted by, and whose an evaluation is: the id of a key, the subject of a token, an address.
    pub(crate) id: String,
    /// What they may do.
    pub(crate) scopes: Scopes,
    /// What they ask for is begun before what others of lesser priority do.
    pub(crate) priority: i64,
    /// Do they come with a cookie, which browsers send unasked?
    pub(crate) by_cookie: Option<Session>,
    /// When their key or token expires, in milliseconds since 1970.
    pub(crate) until: Option<Millis>,
}

/// Finds out who is asking.
///
/// # Errors
/// That nobody may ask without saying who they are, or that what they said is not taken.
pub(crate) async fn caller(service: &Service, headers: &HeaderMap, address: IpAddr) -> Result<Caller, ApiError> {
    match bearer(headers)? {
        Some(bearer) => by_bearer(service, bearer).await,
        None => match cookie_of(headers) {
            Some(cookie) => session::caller(service, cookie).await,
            None if service.settings().security.require_auth => Err(required("No key and no token was sent")),
            None => Ok(anyone(address)),
        },
    }
}

/// Who is asking by a key or token.
pub(crate) async fn by_bearer(service: &Service, bearer: &str) -> Result<Caller, ApiError> {
    if bearer.starts_with(KEY_PREFIX) {
        key::caller(service, bearer).await
    } else {
        token::caller(service, bearer).await
    }
}

/// By what somebody is counted of whom only this is known.
pub(crate) fn unknown(address: IpAddr) -> String {
    format!("addr:{address}")
}

/// Where nobody is asked who they are: everything is allowed, and counted by address.
pub(crate) fn anyone(address: IpAddr) -> Caller {
    Caller { id: unknown(address), scopes: Scopes::ALL, priority: 0, by_cookie: None, until: None }
}

fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().ok().filter(|_| values.next().is_none());
    let words = text.and_then(|text| text.split_once(' '));
    match words {
        Some((scheme, bearer)) if scheme.eq_ignore_ascii_case("bearer") && !bearer.trim().is_empty() => {
            Ok(Some(bearer.trim()))
        }
        _ => Err(required("`Authorization` is not `Bearer KEY`")),
    }
}

/// The answer to whoever is not known. Says nothing of why a key is not taken: that would help those who guess.
pub(crate) fn required(message: &str) -> ApiError {
    ApiError::new(Code::AuthenticationRequired, message)
}

/// Would they still be let in? Whoever keeps a connection open is asked again and again. Where the database does not answer, what
/// was known before holds.
pub(crate) async fn is_still_known(service: &Service, caller: &Caller) -> bool {
    let now = time::now();
    if caller.until.is_some_and(|until| until <= now) {
        return false;
    }
    if !caller.id.starts_with("key_") {
        return true;
    }
    let is_good = match key::find(service, &caller.id).await {
        Ok(key) => key.is_some_and(|key| key.is_good_at(now)),
        Err(_) => true,
    };
    is_good && !session::has_ended(service, caller).await
}

/// Is this the id of a key that is not taken any more?
pub(crate) async fn is_shut_out(service: &Service, id: &str) -> bool {
    let is_key = id.starts_with("key_");
    is_key && matches!(key::find(service, id).await, Ok(Some(key)) if !key.is_good_at(time::now()))
}

impl Caller {
    /// # Errors
    /// That they may not.
    pub(crate) fn may(&self, scope: Scope) -> Result<(), ApiError> {
        if self.scopes.has(scope) {
            return Ok(());
        }
        let error = ApiError::new(Code::InsufficientPermissions, format!("This needs the scope `{}`", scope.as_str()));
        Err(error.with("field", "scopes").with("value", self.scopes.names()).with("constraint", scope.as_str()))
    }
}

//! From which page a request comes, and for whom it is: what keeps other pages in a user's browser away.

use std::net::IpAddr;

use axum::response::Response;
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, HOST, ORIGIN, VARY};
use http::request::Parts;
use http::{HeaderMap, HeaderValue};
use subtle::ConstantTimeEq as _;

use crate::auth::Caller;
use crate::error::{ApiError, Code};
use crate::service::Service;

/// The header in which our own pages send back what only they know.
pub(crate) const CSRF: &str = "x-csrf-token";

/// Where we are reached, as the client sees it.
pub(crate) fn own_origin(parts: &Parts) -> String {
    let host = parts.headers.get(HOST).and_then(|host| host.to_str().ok()).filter(|host| is_plain(host));
    format!("http://{}", host.unwrap_or("localhost"))
}

fn is_plain(host: &str) -> bool {
    host.len() <= 255 && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte))
}

/// A page of a strange name that leads to this machine (DNS rebinding) is refused: on this machine we are called by its names.
pub(crate) fn check_host(service: &Service, headers: &HeaderMap) -> Result<(), ApiError> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = name_of(host);
    let allowed = &service.settings().security.allowed_hosts;
    let is_ours = name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok() || name.is_empty();
    if is_ours || allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(name) || allowed == "*") {
        return Ok(());
    }
    let error = ApiError::new(Code::InsufficientPermissions, "This service is not known under that name");
    Err(error.with("field", "Host").with("value", name).with("constraint", "must be in `security.allowedHosts`"))
}

/// The host without its port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    }
}

/// Is this one of the pages that may use us?
pub(crate) fn is_allowed(service: &Service, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let is_own = origin.split_once("://").is_some_and(|(_, name)| !name.is_empty() && name == host);
    is_own || service.settings().security.allowed_origins.iter().any(|allowed| allowed == origin)
}

/// What changes something comes from our own pages, from allowed ones, or from no page at all.
pub(crate) fn check_origin(service: &Service, parts: &Parts, caller: &Caller) -> Result<(), ApiError> {
    // Methods that change nothing (RFC 9110, 9.2.1).
    if parts.method.is_safe() {
        return Ok(());
    }
    if !is_allowed(service, &parts.headers) {
        let error = ApiError::new(Code::InsufficientPermissions, "Pages of this origin may not change anything here");
        return Err(error.with("field", "Origin").with("constraint", "must be in `security.allowedOrigins`"));
    }
    let Some(session) = &caller.by_cookie else { return Ok(()) };
    let sent = parts.headers.get(CSRF).map(HeaderValue::as_bytes).unwrap_or_default();
    if bool::from(sent.ct_eq(session.csrf.as_bytes())) {
        return Ok(());
    }
    let error = ApiError::new(Code::InsufficientPermissions, "With a cookie, the header `X-CSRF-Token` is needed");
    Err(error.with("field", "X-CSRF-Token").with("constraint", "must be the value of the page"))
}

/// An allowed page of another origin may read the answer (Fetch standard, 3.3).
pub(crate) fn allow_cross_origin(service: &Service, headers: &HeaderMap, response: &mut Response) {
    response.headers_mut().append(VARY, HeaderValue::from_static("Origin"));
    let Some(origin) = headers.get(ORIGIN) else { return };
    let allowed = &service.settings().security.allowed_origins;
    if !allowed.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes()) {
        return;
    }
    let answer = response.headers_mut();
    answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    answer.insert(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static(
            "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Window, Retry-After, Content-Disposition",
        ),
    );
}

#[cfg(test)]
mod tests {
    use super::name_of;

    #[test]
    fn a_host_s_name_is_without_its_port() {
        let names = [("localhost:3457", "localhost"), ("[::1]:80", "::1"), ("example.com", "example.com"), ("", "")];
        assert!(names.iter().all(|(host, name)| name_of(host) == *name));
    }
}

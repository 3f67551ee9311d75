//! Signing in to the dashboard: with an API key, once; after that by cookie.

use axum::extract::{Request, State};
use axum::response::Response;
use http::header::SET_COOKIE;
use http::request::Parts;
use http::{HeaderMap, HeaderValue};
use http_body_util::{BodyExt as _, Limited};
use serde::Deserialize;
use serde_json::json;

use crate::auth::{self, signed_in};
use crate::error::{ApiError, Code};
use crate::gate::{self, check_host};
use crate::rate::{SIGN_IN, Standing};
use crate::reply::{Reply, answer};
use crate::router::Shared;
use crate::service::Service;

/// No longer body is read, in bytes.
const BYTES_MAX: usize = 4096;

#[derive(Deserialize)]
struct Credentials {
    key: String,
}

/// Signs in: the answer has the cookie, and what pages send back with whatever changes something.
pub(super) async fn create(State(shared): State<Shared>, request: Request) -> Response {
    let service = &shared;
    let (parts, body) = request.into_parts();
    let mut standing = None;
    let outcome = async {
        admitted(service, &parts, &mut standing).await?;
        let unreadable = |_| ApiError::field("key", "", "must be sent as JSON");
        let body = Limited::new(body, BYTES_MAX).collect().await.map_err(unreadable)?.to_bytes();
        let Credentials { key } =
            serde_json::from_slice(&body).map_err(|_| ApiError::field("key", "", "is required"))?;
        let unknown = |error: ApiError| match error.code {
            Code::AuthenticationRequired => auth::required("This key is not known, or not taken any more"),
            _ => error,
        };
        let caller = auth::by_bearer(service, key.trim()).await.map_err(unknown)?;
        if !caller.id.starts_with("key_") {
            return Err(ApiError::field("key", "", "must be an API key: tokens end too soon for a session"));
        }
        signed_in(service, &caller).map(|(session, cookie)| (session, cookie, caller.scopes))
    };
    match outcome.await {
        Ok((session, cookie, scopes)) => {
            let data = json!({ "csrf": session.csrf, "scopes": scopes.names() });
            with_cookie(answer(&parts, standing, Reply::ok(&data)), &cookie, &parts.headers)
        }
        Err(error) => answer(&parts, standing, Err(error)),
    }
}

/// Signs out: the session holds no longer, wherever its cookie is. Whoever has none is signed out already.
pub(super) async fn delete(State(shared): State<Shared>, request: Request) -> Response {
    let service = &shared;
    let (parts, _) = request.into_parts();
    let mut standing = None;
    let outcome = async {
        admitted(service, &parts, &mut standing).await?;
        if auth::cookie_of(&parts.headers).is_some()
            && let Ok(caller) = auth::caller(service, &parts.headers, gate::address(&parts)).await
        {
            gate::check_origin(service, &parts, &caller)?;
            auth::sign_out(service, &caller).await?;
        }
        Reply::ok(&json!({ "signedOut": true }))
    };
    let outcome = outcome.await;
    if outcome.is_err() {
        return answer(&parts, standing, outcome);
    }
    with_cookie(answer(&parts, standing, outcome), "", &parts.headers)
}

/// From our own pages only, and not too often: keys are not to be guessed here.
async fn admitted(service: &Service, parts: &Parts, told: &mut Option<Standing>) -> Result<(), ApiError> {
    check_host(service, &parts.headers)?;
    if !gate::is_allowed(service, &parts.headers) {
        return Err(ApiError::new(Code::InsufficientPermissions, "Pages of this origin may not sign in"));
    }
    let caller = auth::unknown(gate::address(parts));
    let standing = service.rates.count(service, SIGN_IN, &caller).await;
    *told = Some(standing);
    if standing.is_over {
        let words = "Too many attempts to sign in";
        return Err(ApiError::new(Code::RateLimitExceeded, words).after(standing.seconds_left()));
    }
    Ok(())
}

fn with_cookie(mut response: Response, value: &str, headers: &HeaderMap) -> Response {
    // Behind a proxy with TLS the cookie never goes without it.
    let is_https = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    if let Ok(cookie) = HeaderValue::try_from(auth::cookie(value, is_https)) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    response
}

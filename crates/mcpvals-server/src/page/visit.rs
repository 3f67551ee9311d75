//! What a request for a page passes: the Host it is for, who is asking, how often, whether they may; then its handler.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::header::{CACHE_CONTROL, LOCATION, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use mcpvals_store::new_id;

use super::frame::{self, Page};
use super::table::PageRoute;
use crate::auth::{self, Caller};
use crate::error::{ApiError, Code};
use crate::gate::{self, Ask, Query, check_host};
use crate::rate::{PAGES, Standing};
use crate::service::Service;

/// Answers a request for a page.
pub(super) async fn pass(service: Arc<Service>, route: &'static PageRoute, request: Request) -> Response {
    let began = Instant::now();
    let (mut parts, _) = request.into_parts();
    let mut standing = None;
    let mut response = match admitted(&service, &parts, &mut standing).await {
        Ok(caller) => {
            let page = page(&service, route, &mut parts, &caller).await.unwrap_or_else(|error| refusal(&error));
            frame::response(page, &caller, route.menu)
        }
        Err(error) if error.code == Code::AuthenticationRequired => to_sign_in(&parts),
        Err(error) => frame::bare(refusal(&error)),
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(standing) = standing {
        tell(standing, response.headers_mut());
    }
    service.meter.count(response.status().as_u16(), began.elapsed());
    response
}

/// How the caller stands, and when to come again where that was one page too many.
fn tell(standing: Standing, headers: &mut HeaderMap) {
    standing.tell(headers);
    if standing.is_over {
        headers.insert(RETRY_AFTER, HeaderValue::from(standing.seconds_left()));
    }
}

async fn admitted(service: &Service, parts: &Parts, told: &mut Option<Standing>) -> Result<Caller, ApiError> {
    let address = gate::address(parts);
    check_host(service, &parts.headers)?;
    let known = auth::caller(service, &parts.headers, address).await;
    let standing = gate::count(service, PAGES, &known, address).await;
    *told = Some(standing);
    if standing.is_over {
        let words = "Too many pages were asked for in this hour";
        return Err(ApiError::new(Code::RateLimitExceeded, words).after(standing.seconds_left()));
    }
    known
}

async fn page(
    service: &Arc<Service>,
    route: &'static PageRoute,
    parts: &mut Parts,
    caller: &Caller,
) -> Result<Page, ApiError> {
    caller.may(route.scope)?;
    let query = Query::read(filled(parts.uri.query()).as_deref(), route.parameters)?;
    let ask = Ask::of(service, parts, (caller.clone(), query, Bytes::new())).await?;
    gate::caught((route.handler)(ask), "The page cannot be made").await
}

/// A form sends all of its fields; those that nobody filled in are none.
fn filled(query: Option<&str>) -> Option<String> {
    let pairs = form_urlencoded::parse(query?.as_bytes()).filter(|(_, value)| !value.is_empty());
    Some(form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish())
}

fn to_sign_in(parts: &Parts) -> Response {
    let next = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("next", next).finish();
    let mut response = StatusCode::SEE_OTHER.into_response();
    if let Ok(location) = HeaderValue::try_from(format!("/signin?{query}")) {
        response.headers_mut().insert(LOCATION, location);
    }
    secured(response)
}

/// What is shown instead of a page that cannot be had.
pub(super) fn refusal(error: &ApiError) -> Page {
    let id = new_id("req");
    if let Some(log) = &error.log {
        tracing::error!(request = id, code = error.code.as_str(), "{}: {log}", error.message);
    }
    let facts = error.code.facts();
    let status = StatusCode::from_u16(facts.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    Page { status, ..Page::refusal(error, &id) }
}

/// Headers of every page.
pub(super) fn secured(mut response: Response) -> Response {
    const HEADERS: [(&str, &str); 5] = [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
             form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn what_nobody_filled_in_is_not_asked_for() {
        assert_eq!(filled(Some("status=&tags=a%2Cb&limit=")).as_deref(), Some("tags=a%2Cb"));
        assert_eq!(filled(None), None);
    }
}

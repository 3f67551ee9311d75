//! Paths and what answers them: the route table, the WebSocket, the documents, the dashboard.

use std::sync::Arc;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{FromRequestParts as _, Request, State, WebSocketUpgrade};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodFilter, any, get, on};
use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD,
    ALLOW, AUTHORIZATION, CONTENT_TYPE, LINK, ORIGIN, UPGRADE,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, StatusCode};

use crate::api::prometheus;
use crate::auth::{self, Scope};
use crate::error::{ApiError, Code};
use crate::gate::{self, allow_cross_origin, check_host, own_origin};
use crate::live::{self, MESSAGE_BYTES_MAX};
use crate::openapi;
use crate::page;
use crate::rate::{PAGES, Standing};
use crate::reply::answer;
use crate::route::{self, BASE, Route};
use crate::service::Service;

/// What handlers share.
pub(crate) type Shared = Arc<Service>;

/// The whole service.
pub(crate) fn router(shared: Shared) -> Router {
    let mut router = Router::new();
    for (path, routes) in by_path() {
        router = router.route(&format!("{BASE}{path}"), methods(routes));
    }
    let others = Router::new()
        .route("/ws", get(socket))
        .route("/metrics", get(metrics))
        .route("/api/v1/openapi.json", get(described))
        .route("/api/v1/asyncapi.json", get(|| async { json(openapi::messages().to_string()) }))
        .route("/api/v0", any(gone))
        .route("/api/v0/", any(gone))
        .route("/api/v0/{*rest}", any(gone))
        .fallback(nothing)
        .method_not_allowed_fallback(no_method)
        .layer(from_fn_with_state(shared.clone(), counted));
    router
        .merge(page::router())
        .method_not_allowed_fallback(no_method)
        .layer(from_fn_with_state(shared.clone(), told))
        .merge(others)
        .with_state(shared)
}

/// The routes of each path, in the order of the table.
fn by_path() -> Vec<(&'static str, &'static [Route])> {
    let mut routes: &'static [Route] = &route::ROUTES;
    let mut found = Vec::new();
    while let Some(first) = routes.first() {
        // The table has all methods of a path together.
        let end = routes.iter().position(|route| route.path != first.path).unwrap_or(routes.len());
        let (these, rest) = routes.split_at(end);
        found.push((first.path, these));
        routes = rest;
    }
    found
}

fn methods(routes: &'static [Route]) -> axum::routing::MethodRouter<Shared> {
    let mut methods = axum::routing::MethodRouter::new();
    for route in routes {
        let handler = move |State(shared): State<Shared>, request: Request| gate::pass(shared, route, request);
        if let Ok(filter) = MethodFilter::try_from(route.method.clone()) {
            methods = methods.merge(on(filter, handler));
        }
    }
    let allowed: Vec<&str> = routes.iter().map(|route| route.method.as_str()).collect();
    let allowed = allowed.join(", ");
    methods.fallback(move |State(shared): State<Shared>, request: Request| other_method(shared, request, allowed))
}

/// `OPTIONS`, and methods that the path does not know.
async fn other_method(shared: Shared, request: Request, allowed: String) -> Response {
    let headers = request.headers().clone();
    let mut response = if request.method() == Method::OPTIONS {
        preflight(&headers, &allowed)
    } else {
        let error = ApiError::new(Code::MethodNotAllowed, format!("`{}` is not one of {allowed}", request.method()));
        refused(&shared, request.into_parts().0, error).await
    };
    if let Ok(allowed) = HeaderValue::try_from(format!("{allowed}, OPTIONS")) {
        response.headers_mut().insert(ALLOW, allowed);
    }
    allow_cross_origin(&shared, &headers, &mut response);
    response
}

/// What a page of another origin may send (Fetch standard, 3.3); whether it may at all, [`allow_cross_origin`] says.
fn preflight(headers: &HeaderMap, allowed: &str) -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    if headers.contains_key(ORIGIN) && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD) {
        let answer = response.headers_mut();
        if let Ok(methods) = HeaderValue::from_str(allowed) {
            answer.insert(ACCESS_CONTROL_ALLOW_METHODS, methods);
        }
        answer.insert(
            ACCESS_CONTROL_ALLOW_HEADERS,
            HeaderValue::from_static("Authorization, Content-Type, Last-Event-ID"),
        );
        answer.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    }
    response
}

/// An error outside of the route table; counted like any other.
async fn refused(service: &Service, parts: Parts, error: ApiError) -> Response {
    let standing = match parts.extensions.get::<Standing>() {
        Some(standing) => *standing,
        None => service.rates.count(service, "*", &auth::unknown(gate::address(&parts))).await,
    };
    let response = answer(&parts, Some(standing), Err(error));
    service.meter.count(response.status().as_u16(), std::time::Duration::ZERO);
    response
}

/// What is neither in the route table nor a page is counted before it is answered: by who asks, where they say so.
async fn counted(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let address = gate::address(&parts);
    let known = if parts.headers.contains_key(AUTHORIZATION) {
        auth::caller(&shared, &parts.headers, address).await
    } else {
        Ok(auth::anyone(address))
    };
    let standing = gate::count(&shared, "*", &known, address).await;
    parts.extensions.insert(standing);
    if standing.is_over {
        return refused(&shared, parts, gate::too_many(standing)).await;
    }
    let mut response = next.run(Request::from_parts(parts, body)).await;
    standing.tell(response.headers_mut());
    response
}

/// A method that a path outside of the route table does not know; the router says in `Allow` which it does.
async fn no_method(State(shared): State<Shared>, request: Request) -> Response {
    let error = ApiError::new(Code::MethodNotAllowed, format!("`{}` is not a method of this page", request.method()));
    refused(&shared, request.into_parts().0, error).await
}

/// Every answer says how its caller stands, documents and files of pages too: by address, as pages.
async fn told(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let caller = auth::unknown(gate::address(&parts));
    let is_page = page::is_of_pages(parts.uri.path());
    let mut response = next.run(Request::from_parts(parts, body)).await;
    if !Standing::is_told(response.headers()) {
        let bucket = if is_page { PAGES } else { "*" };
        shared.rates.count(&shared, bucket, &caller).await.tell(response.headers_mut());
    }
    response
}

async fn nothing(State(shared): State<Shared>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let error = ApiError::not_found("page", parts.uri.path());
    if page::is_wanted(&parts) {
        let page = page::refused(&error);
        shared.meter.count(page.status().as_u16(), std::time::Duration::ZERO);
        return page;
    }
    refused(&shared, parts, error).await
}

async fn gone(State(shared): State<Shared>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let link = format!("{}/docs/migration", own_origin(&parts));
    let error =
        ApiError::new(Code::VersionGone, "API v0 ended on 2025-06-01: use /api/v1").with("migration", link.clone());
    let mut response = refused(&shared, parts, error).await;
    if let Ok(link) = HeaderValue::try_from(format!("<{link}>; rel=\"successor-version\"")) {
        response.headers_mut().insert(LINK, link);
    }
    response.headers_mut().insert("sunset", HeaderValue::from_static("Sun, 01 Jun 2025 00:00:00 GMT"));
    response
}

/// The WebSocket: who is known by a header needs no `auth` message.
async fn socket(State(shared): State<Shared>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let service = Arc::clone(&shared);
    let known = match may_connect(&service, &parts).await {
        Ok(known) => known,
        Err(error) => return refused(&service, parts, error).await,
    };
    let address = gate::address(&parts);
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade,
        Err(rejection) => return no_upgrade(&rejection),
    };
    let upgrade = upgrade.max_message_size(MESSAGE_BYTES_MAX).max_frame_size(MESSAGE_BYTES_MAX);
    upgrade.on_upgrade(move |socket| live::accept(socket, service, (known, address), shared.stop.clone()))
}

fn no_upgrade(rejection: &WebSocketUpgradeRejection) -> Response {
    let mut response = (StatusCode::UPGRADE_REQUIRED, format!("{rejection}\n")).into_response();
    response.headers_mut().insert(UPGRADE, HeaderValue::from_static("websocket"));
    response
}

async fn may_connect(service: &Service, parts: &Parts) -> Result<Option<auth::Caller>, ApiError> {
    check_host(service, &parts.headers)?;
    if !gate::is_allowed(service, &parts.headers) {
        return Err(ApiError::new(Code::InsufficientPermissions, "Pages of this origin may not connect"));
    }
    let has_header = parts.headers.contains_key(AUTHORIZATION);
    let has_cookie = auth::cookie_of(&parts.headers).is_some();
    if !has_header && !has_cookie {
        return Ok(None);
    }
    auth::caller(service, &parts.headers, gate::address(parts)).await.map(Some)
}

/// For Prometheus.
async fn metrics(State(shared): State<Shared>, request: Request) -> Response {
    let service = &shared;
    let (parts, _) = request.into_parts();
    match figures(service, &parts).await {
        Ok(page) => ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], page).into_response(),
        Err(error) => refused(service, parts, error).await,
    }
}

async fn figures(service: &Service, parts: &Parts) -> Result<String, ApiError> {
    check_host(service, &parts.headers)?;
    let caller = auth::caller(service, &parts.headers, gate::address(parts)).await?;
    caller.may(Scope::Read)?;
    prometheus::page(service).await
}

async fn described(State(shared): State<Shared>) -> Response {
    json(openapi::served(shared.settings().security.require_auth).to_string())
}

fn json(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

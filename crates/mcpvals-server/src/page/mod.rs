//! Pages for people: the dashboard, signing in, the documents of errors and of the API.
//!
//! A page is made of the same views as the answers of the API, and needs the same scopes. It is whole without a script;
//! small scripts of ours bring what happens meanwhile, and send forms to the API.

mod asset;
mod compare;
mod docs;
mod evaluation;
mod evaluations;
mod frame;
mod history;
mod html;
mod keys;
mod matrix;
mod playground;
mod reports;
mod session;
mod settings;
mod signin;
mod table;
mod traces;
mod visit;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{get, post};
use http::header::ACCEPT;
use http::request::Parts;

use crate::error::ApiError;
use crate::route::BASE;
use crate::router::Shared;

/// All pages.
pub(crate) fn router() -> Router<Shared> {
    let mut router = Router::new()
        .route("/docs", get(docs::index))
        .route("/docs/errors/{code}", get(docs::error))
        .route("/docs/migration", get(docs::migration))
        .route("/session", post(session::create).delete(session::delete))
        .route("/signin", get(signin::page))
        .route("/static/{name}", get(asset::get));
    for page in &table::PAGES {
        let handler = move |State(shared): State<Shared>, request: Request| visit::pass(shared, page, request);
        router = router.route(page.path, get(handler));
    }
    router
}

/// A document, or a file that pages are made with?
pub(crate) fn is_of_pages(path: &str) -> bool {
    ["/static/", "/docs", "/signin"].iter().any(|start| path.starts_with(start))
}

/// Does somebody ask who would rather read a page than JSON?
pub(crate) fn is_wanted(parts: &Parts) -> bool {
    let accepted = parts.headers.get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.contains("text/html") && !parts.uri.path().starts_with(BASE)
}

/// Instead of a page that cannot be had, for anybody.
pub(crate) fn refused(error: &ApiError) -> Response {
    frame::bare(visit::refusal(error))
}

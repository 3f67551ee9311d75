//! Pages for people: the documents of errors and of the API, and signing in.

mod docs;
mod session;

use axum::Router;
use axum::routing::{get, post};

use crate::router::Shared;

/// All pages.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/docs", get(docs::index))
        .route("/docs/errors/{code}", get(docs::error))
        .route("/docs/migration", get(docs::migration))
        .route("/session", post(session::create).delete(session::delete))
}

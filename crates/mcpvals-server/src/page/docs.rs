//! What the API answers, in words: its routes, its errors, what changed since v0.

use std::fmt::Write as _;

use axum::extract::Path;
use axum::response::Response;
use http::StatusCode;
use mcpvals_report::page::Markup;

use super::frame::{Page, bare};
use crate::error::Code;
use crate::route::{self, BASE};

/// Every route.
pub(super) async fn index() -> Response {
    let mut rows = String::new();
    for route in &route::ROUTES {
        let scope = route.scope.map_or("everybody", crate::auth::Scope::as_str);
        let limit = crate::rate::limit_of(&route.bucket(), &crate::settings::Limits::default());
        // Writing to a string cannot fail.
        let _ = writeln!(
            rows,
            "<tr><td><code>{}</code></td><td><code>{BASE}{}</code></td><td>{}</td><td><code>{scope}</code></td><td>{limit}</td></tr>",
            route.method, route.path, route.summary
        );
    }
    let mut errors = String::new();
    for code in Code::ALL {
        let facts = code.facts();
        let _ = writeln!(
            errors,
            "<li><a href=\"/docs/errors/{0}\"><code>{0}</code></a>: {1}</li>",
            facts.name, facts.title
        );
    }
    let body = format!(
        "<p>The whole of it for programs: <a href=\"/api/v1/openapi.json\">OpenAPI 3.1</a>, \
         <a href=\"/api/v1/asyncapi.json\">AsyncAPI 3.0</a> of the WebSocket at <code>/ws</code>.</p>\n<h2 id=\"routes\">Routes</h2>\n<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-labelledby=\"routes\">\n<table>\n\
         <thead><tr><th scope=\"col\">Method</th><th scope=\"col\">Path</th><th scope=\"col\">What it does</th><th scope=\"col\">Scope</th><th scope=\"col\">An hour</th></tr></thead>\n<tbody>\n{rows}</tbody></table>\n</div>\n\
         <h2>Errors</h2>\n<ul>\n{errors}</ul>\n<p><a href=\"/docs/migration\">From v0 to v1</a></p>"
    );
    page(StatusCode::OK, "The API of mcpvals", &body)
}

/// One error.
pub(super) async fn error(Path(code): Path<String>) -> Response {
    let Some(known) = Code::ALL.into_iter().find(|known| known.as_str() == code) else {
        return page(StatusCode::NOT_FOUND, "There is no such error", "<p><a href=\"/docs\">All errors</a></p>");
    };
    let facts = known.facts();
    let retry =
        if facts.retry_safe { "The same request may be sent again." } else { "The same request will fail again." };
    let body = format!(
        "<p>{}. HTTP status {}.</p>\n<h2>What to do</h2>\n<p>{}</p>\n<p>{retry}</p>\n<p><a href=\"/docs\">All errors</a></p>",
        facts.title, facts.status, facts.remedy
    );
    page(StatusCode::OK, facts.name, &body)
}

/// What changed since v0.
pub(super) async fn migration() -> Response {
    let body = "<p>v0 ended on 2025-06-01, and answers 410. In v1:</p>\n<ul>\n\
         <li>An evaluation is created (<code>POST /api/v1/evaluations</code>), and its result is fetched when it has ended \
         (<code>GET /api/v1/evaluations/{id}</code>, or the WebSocket at <code>/ws</code>); v0 waited for it in one call.</li>\n\
         <li>Every answer is an envelope: the resource stands in <code>data</code>, an error in <code>error</code>.</li>\n\
         <li>The WebSocket asks who you are: send <code>auth</code> first.</li>\n\
         <li>Callbacks are gone: subscribe to events, or have them posted to a webhook.</li>\n</ul>\n<p><a href=\"/docs\">The API</a></p>";
    page(StatusCode::OK, "From v0 to v1", body)
}

/// A page for everybody.
fn page(status: StatusCode, title: &str, body: &str) -> Response {
    bare(Page { status, ..Page::new(title, "", Markup::new(body)) })
}

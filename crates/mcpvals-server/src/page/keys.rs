//! API keys: those that there are, a new one, an end to one.

use askama::Template;
use mcpvals_report::page::Markup;

use super::frame::Page;
use super::html::moment;
use crate::api::keys;
use crate::auth::Scope;
use crate::error::ApiError;
use crate::gate::Ask;
use crate::view::KeyView;

/// Scopes and what they are for.
const SCOPES: [(Scope, &str); 4] = [
    (Scope::Read, "view evaluations"),
    (Scope::Write, "start and stop evaluations, try tools"),
    (Scope::Export, "make and download reports"),
    (Scope::Admin, "everything, settings and keys included"),
];

#[derive(Template)]
#[template(path = "keys.html")]
struct Keys {
    rows: Vec<Row>,
    scopes: Vec<(&'static str, &'static str)>,
}

struct Row {
    view: KeyView,
    is_good: bool,
    is_own: bool,
    created: Markup,
    expires: Option<Markup>,
    revoked: Option<Markup>,
}

/// The page.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    let row = |view: KeyView| Row {
        is_good: view.good,
        is_own: view.id == ask.caller.id,
        created: moment(&view.created_at),
        expires: view.expires_at.as_deref().map(moment),
        revoked: view.revoked_at.as_deref().map(moment),
        view,
    };
    let rows = keys::all(&ask.service).await?.keys.into_iter().map(row).collect();
    let scopes = SCOPES.map(|(scope, words)| (scope.as_str(), words)).into();
    let line = "What is secret of a key is shown once, when it is made: only its hash is kept.";
    Ok(Page::new("API keys", line, Markup::of(&Keys { rows, scopes })))
}

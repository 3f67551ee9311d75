//! The frame of every page: head, menu, who is signed in.

use askama::Template;
use axum::response::{Html, IntoResponse as _, Response};
use http::StatusCode;
use mcpvals_report::page::{Assets, Hero, Layout, Link, Markup, text};

use super::table::PAGES;
use super::visit::secured;
use crate::auth::{Caller, Scope};
use crate::error::{ApiError, Code};

/// A page before its frame.
pub(super) struct Page {
    pub(super) status: StatusCode,
    pub(super) title: String,
    /// Its parts.
    pub(super) contents: Vec<Link>,
    /// Name and outcome.
    pub(super) hero: Markup,
    /// What is on it.
    pub(super) main: Markup,
    /// Does it replay a trace?
    pub(super) replays: bool,
}

impl Page {
    /// A page of this name, with one line that says what it is for.
    pub(super) fn new(title: &str, line: &str, main: Markup) -> Self {
        let lines = if line.is_empty() { Vec::new() } else { vec![text(line)] };
        let hero = Hero { title: title.to_owned(), lines, ..Hero::default() };
        Self { hero: hero.html(), ..Self::bare(title, main) }
    }

    /// A page without a head of ours.
    pub(super) fn bare(title: &str, main: Markup) -> Self {
        Self {
            status: StatusCode::OK,
            title: title.to_owned(),
            contents: Vec::new(),
            hero: Markup::default(),
            main,
            replays: false,
        }
    }

    /// A page that the kit laid out.
    pub(super) fn of(layout: Layout) -> Self {
        let Layout { title, contents, hero, main, replays, .. } = layout;
        Self { status: StatusCode::OK, title, contents, hero, main, replays }
    }

    /// Instead of a page that cannot be had.
    pub(super) fn refusal(error: &ApiError, id: &str) -> Self {
        let facts = error.code.facts();
        let main = Markup::of(&Refusal {
            code: facts.name,
            message: &error.message,
            remedy: facts.remedy,
            problems: problems(error),
            id: if facts.status >= 500 { id } else { "" },
            has_scope: error.code == Code::InsufficientPermissions,
        });
        Self::new(facts.title, "", main)
    }
}

#[derive(Template)]
#[template(path = "refusal.html")]
struct Refusal<'a> {
    code: &'static str,
    message: &'a str,
    remedy: &'static str,
    problems: Vec<String>,
    id: &'a str,
    has_scope: bool,
}

/// What is wrong with a request, in words.
fn problems(error: &ApiError) -> Vec<String> {
    let violations = error.details.get("violations").and_then(|all| all.as_array());
    let words = |one: &serde_json::Value| {
        format!("`{}` {}", one["field"].as_str().unwrap_or_default(), one["constraint"].as_str().unwrap_or_default())
    };
    violations.into_iter().flatten().map(words).collect()
}

#[derive(Template)]
#[template(path = "head.html")]
struct Head<'a> {
    csrf: &'a str,
}

#[derive(Template)]
#[template(path = "foot.html")]
struct Foot<'a> {
    version: &'static str,
    who: &'a str,
    scopes: String,
    is_signed_in: bool,
}

/// A page for somebody who is known.
pub(super) fn response(page: Page, caller: &Caller, current: &str) -> Response {
    let csrf = caller.by_cookie.as_ref().map(|session| session.csrf.as_str());
    let foot = Foot {
        version: env!("CARGO_PKG_VERSION"),
        who: &caller.id,
        scopes: caller.scopes.names().join(", "),
        is_signed_in: caller.by_cookie.is_some(),
    };
    let menu = menu(caller, current);
    let head = Markup::of(&Head { csrf: csrf.unwrap_or_default() });
    whole(page, menu, head, Markup::of(&foot))
}

/// A page for anybody: nothing of it is anybody's.
pub(super) fn bare(page: Page) -> Response {
    let foot = text(&format!("mcpvals {}", env!("CARGO_PKG_VERSION")));
    let link = |(href, text): (&str, &str)| Link { href: href.to_owned(), text: text.to_owned(), is_current: false };
    let menu = [("/", "Dashboard"), ("/docs", "API")].map(link).into();
    whole(page, menu, Markup::of(&Head { csrf: "" }), foot)
}

fn whole(page: Page, menu: Vec<Link>, head: Markup, foot: Markup) -> Response {
    let Page { status, title, contents, hero, main, replays } = page;
    let title = format!("{title} · mcpvals");
    let layout = Layout { title, assets: Assets::Linked, head, replays, menu, contents, hero, main, foot };
    secured((status, Html(layout.render().into_string())).into_response())
}

/// The pages that somebody may see, and the documents of the API.
fn menu(caller: &Caller, current: &str) -> Vec<Link> {
    let shown = PAGES.iter().filter(|page| !page.menu.is_empty() && caller.scopes.has(page.scope));
    let link =
        |href: &str, text: &str| Link { href: href.to_owned(), text: text.to_owned(), is_current: text == current };
    shown.map(|page| link(page.path, page.menu)).chain([link("/docs", "API")]).collect()
}

/// May the reader do that?
pub(super) fn may(caller: &Caller, scope: Scope) -> bool {
    caller.scopes.has(scope)
}

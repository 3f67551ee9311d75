//! Tools, tried by hand: a form made of each one's schema. What a server says is put into the page by a script, as text.

use askama::Template;
use mcpvals_report::page::Markup;

use super::frame::Page;
use crate::error::ApiError;
use crate::gate::Ask;

#[derive(Template)]
#[template(path = "playground.html")]
struct Playground<'a> {
    server_path: &'a str,
}

/// The page.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    let main = Markup::of(&Playground { server_path: ask.query.text("serverPath").unwrap_or_default() });
    let line = "List the tools of a server, call one with arguments of your own, and keep the call as a test.";
    Ok(Page::new("Tool playground", line, main))
}

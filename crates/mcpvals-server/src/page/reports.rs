//! Reports that were made and have not expired.

use askama::Template;
use mcpvals_report::page::Markup;

use super::frame::Page;
use super::html::{moment, size};
use crate::api::reports;
use crate::error::ApiError;
use crate::gate::Ask;
use crate::view::ReportView;

#[derive(Template)]
#[template(path = "reports.html")]
struct Reports {
    rows: Vec<Row>,
}

struct Row {
    view: ReportView,
    size: String,
    created: Markup,
    expires: Markup,
}

/// The list.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    let row = |view: ReportView| Row {
        size: size(view.size),
        created: moment(&view.created_at),
        expires: moment(&view.expires_at),
        view,
    };
    let rows = reports::all(&ask.service).await?.reports.into_iter().map(row).collect();
    let line = "Made on the page of an evaluation, or by the API; each is kept until it expires.";
    Ok(Page::new("Reports", line, Markup::of(&Reports { rows })))
}

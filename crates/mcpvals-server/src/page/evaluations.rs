//! All evaluations: the list of the API as a table that follows what happens, its filters in the address.

use askama::Template;
use mcpvals_report::page::Markup;

use super::frame::{Page, may};
use super::html::query;
use crate::api::evaluations;
use crate::auth::Scope;
use crate::error::ApiError;
use crate::gate::{Ask, Query};
use crate::view::{EvaluationList, ListedEvaluation, Pagination};

const STATUSES: &[&str] = &["queued", "running", "completed", "failed", "cancelled"];
const SORTS: &[(&str, &str)] = &[("", "accepted"), ("updatedAt", "changed"), ("score", "score")];
/// What the address of a list may say, besides where its page is.
const FILTERS: [&str; 8] = ["status", "serverPath", "tags", "dateFrom", "dateTo", "sortBy", "sortOrder", "limit"];

#[derive(Template)]
#[template(path = "evaluations.html")]
struct List<'a> {
    status: &'a str,
    server_path: &'a str,
    tags: &'a str,
    from: &'a str,
    to: &'a str,
    sort_by: &'a str,
    sort_order: &'a str,
    is_filtered: bool,
    counted: String,
    rows: &'a [ListedEvaluation],
    /// Queries of the pages beside this one.
    before: String,
    after: String,
    may_write: bool,
}

/// The list.
pub(super) async fn page(ask: Ask) -> Result<Page, ApiError> {
    let list = evaluations::page(&ask.service, &ask.query).await?;
    let main = Markup::of(&of(&ask, &list));
    Ok(Page::new("Evaluations", "Servers that were looked at and tried, the last first.", main))
}

fn of<'a>(ask: &'a Ask, list: &'a EvaluationList) -> List<'a> {
    let asked = |name| ask.query.text(name).unwrap_or_default();
    let Pagination { limit, offset, has_next, has_prev, .. } = list.pagination;
    List {
        status: asked("status"),
        server_path: asked("serverPath"),
        tags: asked("tags"),
        from: day(asked("dateFrom")),
        to: day(asked("dateTo")),
        sort_by: asked("sortBy"),
        sort_order: asked("sortOrder"),
        is_filtered: FILTERS.iter().any(|name| !asked(name).is_empty()),
        counted: counted(list),
        rows: &list.evaluations,
        before: if has_prev { elsewhere(&ask.query, (offset - limit).max(0)) } else { String::new() },
        after: if has_next { elsewhere(&ask.query, offset + limit) } else { String::new() },
        may_write: may(&ask.caller, Scope::Write),
    }
}

/// A field for days shows nothing else.
fn day(text: &str) -> &str {
    text.get(..10).unwrap_or_default()
}

/// `21 to 40 of 57 evaluations`.
fn counted(list: &EvaluationList) -> String {
    let Pagination { total, total_is_at_least, offset, .. } = list.pagination;
    let shown = i64::try_from(list.evaluations.len()).unwrap_or(0);
    let more = if total_is_at_least { "more than " } else { "" };
    let noun = if total == 1 { "evaluation" } else { "evaluations" };
    if offset == 0 && shown == total {
        return format!("{total} {noun}");
    }
    format!("{} to {} of {more}{total} {noun}", offset + 1, offset + shown)
}

/// The same list from another place on.
fn elsewhere(asked: &Query, offset: i64) -> String {
    let offset = offset.to_string();
    let mut pairs: Vec<(&str, &str)> =
        FILTERS.iter().map(|name| (*name, asked.text(name).unwrap_or_default())).collect();
    pairs.push(("offset", &offset));
    query(&pairs)
}

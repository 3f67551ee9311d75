//! Frames of an evaluation: the replay of one trace, and the whole run of a config with the frames of its cases.

use mcpvals_model::Report;
use mcpvals_report::page::{self, Assets, Layout, Markup, text};
use mcpvals_report::trace_file::{self, StoredTrace};

use super::evaluation::{TRACES, document};
use super::frame::Page;
use crate::api::reports::OF_RUN;
use crate::error::ApiError;
use crate::gate::Ask;

/// Traces that are read for one page, in bytes.
const BYTES_MAX: usize = 64 << 20;

/// One trace, to be played.
pub(super) async fn replay(ask: Ask) -> Result<Page, ApiError> {
    let name = ask.path.get("name").map(String::as_str).unwrap_or_default();
    let found = ask.service.store.document(ask.id(), &format!("{TRACES}{name}")).await?;
    let body = found.ok_or_else(|| ApiError::not_found("trace", name))?;
    let trace = read(body).await.ok_or_else(|| ApiError::not_found("readable trace", name))?;
    Ok(below(ask.id(), page::replay::layout(&[trace], Assets::Linked)))
}

/// The run of a config.
pub(super) async fn run(ask: Ask) -> Result<Page, ApiError> {
    let report: Option<Report> = document(&ask, OF_RUN).await?;
    let report = report.ok_or_else(|| ApiError::not_found("run of a config in evaluation", ask.id()))?;
    let mut traces = Vec::new();
    let mut room = BYTES_MAX;
    for (name, size) in ask.service.store.documents(ask.id()).await? {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if !name.starts_with(TRACES) || size > room {
            continue;
        }
        room -= size;
        let body = ask.service.store.document(ask.id(), &name).await?;
        traces.extend(read(body.unwrap_or_default()).await);
    }
    Ok(below(ask.id(), page::run::layout(&report, &traces, Assets::Linked)))
}

/// With the way back to its evaluation.
fn below(id: &str, layout: Layout) -> Page {
    let page = Page::of(layout);
    let link = format!("<p><a href=\"/evaluations/{}\">Back to the evaluation</a></p>\n", text(id));
    Page { hero: [Markup::new(link), page.hero].into_iter().collect(), ..page }
}

/// Parsing takes a while, and others wait for this thread.
async fn read(body: Vec<u8>) -> Option<StoredTrace> {
    tokio::task::spawn_blocking(move || trace_file::read(body.as_slice()).ok()).await.ok().flatten()
}

//! The report of a run as a page: all that the console and Markdown show, to be looked at, unfolded and searched.

mod case;
mod cases;
mod charts;
mod found;
mod summary;

use std::io::{self, Write};

use mcpvals_model::Report;

use super::{Assets, Ids, Layout, Link, Markup, blocks, code};
use crate::trace_file::StoredTrace;

/// A part of the page: id, heading, content.
type Part = (&'static str, String, Markup);

/// Writes the report as one file that needs nothing else; the frames of its cases are in it, where traces were kept.
///
/// # Errors
/// What the writer says; nothing else can go wrong.
pub fn write(report: &Report, traces: &[StoredTrace], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(layout(report, traces, Assets::Inline).render().as_str().as_bytes())
}

/// The page before it is put together.
pub fn layout(report: &Report, traces: &[StoredTrace], assets: Assets) -> Layout {
    let mut ids = Ids::default();
    let parts = parts(report, traces, &mut ids);
    let part = |(id, title, inner): &Part| blocks::part(id, title, inner.clone(), &mut Ids::default());
    Layout {
        title: format!("{}: {}", summary::title(report), report.run.config),
        assets,
        head: Markup::default(),
        replays: false,
        menu: Vec::new(),
        contents: parts.iter().map(|(id, title, _)| Link::to_part(id, title)).collect(),
        hero: summary::hero(report).html(),
        main: parts.iter().map(part).collect(),
        foot: Markup::new(format!("mcpvals {}, config {}", super::text(&report.mcpvals), code(&report.run.config))),
    }
}

/// Those that say something.
fn parts(report: &Report, traces: &[StoredTrace], ids: &mut Ids) -> Vec<Part> {
    let count = |noun: &str, n: usize| format!("{noun} ({})", crate::wording::number(n));
    let mut shown = case::Shown::new(traces, ids);
    let cases = cases::html(report, &mut shown);
    let mut charts = charts::html(report, ids);
    let mut summary = summary::tiles(report);
    summary.push(&found::notes(report, ids));
    summary.push(&std::mem::take(&mut charts));
    let warnings = report.cases().map(|case| case.warnings.len()).sum();
    let all = [
        ("summary", "Summary".to_owned(), summary),
        ("cases", count("Cases", report.summary.total), cases),
        ("violations", count("Protocol violations", report.violations.len()), found::violations(report, ids)),
        ("warnings", count("Warnings", warnings), found::warnings(report, ids)),
        ("matrix", "Models and servers".to_owned(), found::matrix(report, ids)),
        ("baseline", "Compared with an earlier run".to_owned(), found::baseline(report, ids)),
        ("models", "Models".to_owned(), found::models(report, ids)),
        ("judges", "LLM judge".to_owned(), found::judges(report, ids)),
        ("coverage", "Coverage".to_owned(), found::coverage(report, ids)),
        ("servers", "Servers".to_owned(), found::servers(report, ids)),
        ("sandbox", "Sandbox".to_owned(), found::sandbox(report, ids)),
    ];
    all.into_iter().filter(|(_, _, inner)| !inner.is_empty()).collect()
}

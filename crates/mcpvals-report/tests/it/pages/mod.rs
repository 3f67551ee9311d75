//! Pages: what is in them, how they look to a browser and to a screen reader, and that nothing of a server's runs there.

mod browser;
mod charts;
mod replay;
mod run;

use mcpvals_model::{CaseId, Report, SuiteName, Verdict};
use mcpvals_report::trace_file::{Header, StoredTrace, TraceOf, Writer, read};
use mcpvals_report::{Format, Style, page, render};

use crate::sample;

/// A page without style and scripts, which are files of their own.
pub(crate) fn without_assets(page: &str) -> String {
    let mut rest = page;
    let mut kept = String::new();
    while let Some((before, element)) = ["<style>", "<script>", "<script type=\"module\">"]
        .into_iter()
        .filter_map(|open| rest.find(open).map(|at| (at, open)))
        .min()
    {
        let from = before + element.len();
        let to = from + rest[from..].find("</").unwrap();
        kept.push_str(&rest[..from]);
        kept.push('…');
        rest = &rest[to..];
    }
    // The hashes change with the files.
    let page = kept + rest;
    let hashes = page.find("style-src").map(|from| from..from + page[from..].find("; base-uri").unwrap());
    hashes.map_or_else(|| page.clone(), |place| [&page[..place.start], "…", &page[place.end..]].concat())
}

fn html(report: &Report) -> String {
    let mut out = Vec::new();
    render(Format::Html, report, &Style::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn with_traces(report: &Report, traces: &[StoredTrace]) -> String {
    let mut out = Vec::new();
    page::run::write(report, traces, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn replay_html(traces: &[StoredTrace]) -> String {
    let mut out = Vec::new();
    page::replay::write(traces, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A suite's trace and its session's own.
fn traces() -> [StoredTrace; 2] {
    let header = |of| Header::new("2026-08-01T12:00:00Z", "mcp-eval.config.yaml", of);
    let (mut writer, mut suite) = Writer::begin(header(TraceOf::Suite(SuiteName::new("Calculator"))));
    suite += &writer.session_lines(&sample::session_start(1));
    suite += &writer.case_lines(&sample::played("divide", 1, Verdict::failed(sample::a_mismatch())));
    suite += &writer.done_line();
    let (mut writer, mut session) = Writer::begin(header(TraceOf::Session(1)));
    session += &writer.session_lines(&sample::session_start(1));
    session += &writer.end_lines(&sample::session_end());
    [suite, session].map(|text| read(text.as_bytes()).unwrap())
}

/// The id of a case of the sample.
fn id(title: &str) -> CaseId {
    CaseId::new(&SuiteName::new("Calculator"), title)
}

//! Every page of the documents, each a test of its own.

use std::path::{Path, PathBuf};

use super::page;
use super::snippet::{Snippet, snippets};

/// A test for each page that has something to try.
macro_rules! pages {
    ($($name:ident: $path:literal,)*) => {
        const PAGES: &[&str] = &[$($path),*];
        $(
            #[test]
            fn $name() {
                check($path);
            }
        )*
    };
}

pages! {
    readme: "README.md",
    sdk_for_node: "sdks/node/README.md",
    sdk_for_python: "sdks/python/README.md",
    tutorial: "docs/tutorial.md",
    install: "docs/guide/install.md",
    getting_started: "docs/guide/getting-started.md",
    writing_tests: "docs/guide/writing-tests.md",
    matchers: "docs/guide/matchers.md",
    servers: "docs/guide/servers.md",
    reports: "docs/guide/reports.md",
    traces: "docs/guide/traces.md",
    secrets: "docs/guide/secrets.md",
    ci: "docs/guide/ci.md",
    oauth: "docs/guide/oauth.md",
    workflows: "docs/guide/workflows.md",
    audit: "docs/guide/audit.md",
    service: "docs/guide/service.md",
    dashboard: "docs/guide/dashboard.md",
    migration: "docs/migration.md",
    statistics: "docs/explanation/statistics.md",
    command_line: "docs/reference/cli.md",
    config_reference: "docs/reference/config.md",
    cassette: "docs/reference/cassette.md",
    report: "docs/reference/report.md",
    trace: "docs/reference/trace.md",
    evaluation_events: "docs/reference/evaluation-events.md",
    evaluation_xml: "docs/reference/evaluation-xml.md",
    evaluator_config: "docs/reference/evaluator-config.md",
}

#[track_caller]
fn check(path: &str) {
    let tried = page::check(path);
    assert!(tried.faults.is_empty(), "{}", tried.faults.join("\n"));
    assert!(tried.snippets > 0, "{path} has nothing to try: take it out of the list");
}

#[test]
fn no_page_is_left_out() {
    let missing: Vec<String> = written()
        .into_iter()
        .filter(|(path, found)| found.iter().any(Snippet::is_tried) && !PAGES.contains(&path.as_str()))
        .map(|(path, _)| path)
        .collect();
    assert!(missing.is_empty(), "add a test for {missing:?}");
}

/// What nobody runs is little, and known: a new one is written down here.
#[test]
fn what_is_not_run_is_written_down() {
    let reasons = written().into_iter().flat_map(|(path, found)| {
        let reasons = found.into_iter().filter_map(|snippet| snippet.not_run);
        reasons.map(move |reason| format!("{path}: {reason}\n")).collect::<Vec<_>>()
    });
    assert_eq!(reasons.collect::<String>(), include_str!("not-run.txt"), "keep documents/not-run.txt current");
}

/// The pages that we write, with what they show; those about real servers are made by a program, of others' words.
fn written() -> Vec<(String, Vec<Snippet>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = markdown(&root.join("docs"));
    paths.extend(["README.md", "sdks/node/README.md", "sdks/python/README.md"].map(|name| root.join(name)));
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        (!name.starts_with("docs/findings/")).then(|| (name, snippets(&std::fs::read_to_string(path).unwrap())))
    };
    paths.into_iter().filter_map(read).collect()
}

fn markdown(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pages = |path: PathBuf| {
        let is_page = path.extension().is_some_and(|ending| ending == "md");
        if path.is_dir() { markdown(&path) } else { Some(path).filter(|_| is_page).into_iter().collect() }
    };
    entries.flat_map(pages).collect()
}

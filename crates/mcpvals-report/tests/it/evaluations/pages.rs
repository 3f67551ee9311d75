//! HTML reports in Chromium: accessible, whole without the network, and fitting a narrow window; in light and dark.

use std::process::Command;

use mcpvals_report::evaluation::{Format, Template};

use super::{by_template, clean, installed, rich, text};

#[test]
fn pages_are_accessible_and_need_no_network() {
    let folder = tempfile::tempdir().unwrap();
    let mut pages = Vec::new();
    let all = Template::ALL.map(|template| ("rich", rich(), template));
    for (name, evaluation, template) in all.into_iter().chain([("clean", clean(), Template::Submission)]) {
        let path = folder.path().join(format!("{name}-{template}.html"));
        std::fs::write(&path, text(Format::Html, &evaluation, &by_template(template))).unwrap();
        pages.push(path);
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pages/look.mjs");
    let mut node = Command::new("node");
    node.arg(script).args(&pages).env("PAGE_PACKAGES", installed("node_modules"));
    let output = node.output().expect("`node` cannot be run");
    let said = String::from_utf8_lossy(&output.stdout);
    let trouble = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{trouble}");
    // Each page in both colour schemes, and in a narrow window.
    assert_eq!(said.lines().filter(|line| line.starts_with("ok ")).count(), pages.len() * 3, "{said}\n{trouble}");
}

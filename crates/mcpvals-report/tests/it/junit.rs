//! JUnit XML against a schema, with `xmllint`.

use std::io::Write as _;
use std::process::{Command, Stdio};

use mcpvals_model::Report;
use mcpvals_report::{Format, Style, render};
use proptest::prelude::*;

use crate::properties::any_report;
use crate::sample;

/// What is wrong with the document, in the words of `xmllint`; empty where nothing is.
fn problems(xml: &[u8]) -> String {
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/fixtures/junit.xsd");
    let mut command = Command::new("xmllint");
    command.args(["--noout", "--nonet", "--schema", schema, "-"]);
    let child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("`xmllint` cannot be run: install the Debian package `libxml2-utils`");
    child.stdin.take().unwrap().write_all(xml).unwrap();
    let output = child.wait_with_output().unwrap();
    if output.status.success() { String::new() } else { String::from_utf8_lossy(&output.stderr).into_owned() }
}

fn junit(report: &Report) -> Vec<u8> {
    let mut out = Vec::new();
    render(Format::Junit, report, &Style::default(), &mut out).unwrap();
    out
}

#[test]
fn the_sample_is_valid() {
    assert_eq!(problems(&junit(&sample::report())), "");
}

#[test]
fn a_run_of_nothing_is_valid() {
    assert_eq!(problems(&junit(&Report::fold(&[]))), "");
}

#[test]
fn the_schema_refuses_what_jenkins_refuses() {
    let wrong = [
        "<testsuites skipped=\"1\"/>",
        "<testsuites><testcase name=\"a\"/></testsuites>",
        "<testsuites><testsuite name=\"a\" tests=\"1\" failures=\"0\" errors=\"0\"><testcase name=\"a\" file=\"b\"/></testsuite></testsuites>",
        "<testsuites><testsuite name=\"a\" tests=\"1\" failures=\"0\" errors=\"0\"><testcase name=\"a\"><properties/></testcase></testsuite></testsuites>",
        "<testsuites time=\"soon\"/>",
    ];
    for xml in wrong {
        assert!(problems(xml.as_bytes()).contains("Schemas validity error"), "{xml}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_gives_a_valid_document(report in any_report()) {
        let xml = junit(&report);
        prop_assert_eq!(problems(&xml), "", "{}", String::from_utf8_lossy(&xml));
    }
}

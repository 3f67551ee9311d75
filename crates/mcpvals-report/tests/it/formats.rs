//! Snapshots of the formats for machines and for pages.

use mcpvals_report::{Format, Style, render, step_summary};

use crate::sample;

#[track_caller]
fn check(format: Format) -> String {
    let mut out = Vec::new();
    render(format, &sample::report(), &Style::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn json_has_everything() {
    insta::assert_snapshot!(check(Format::Json));
}

#[test]
fn json_reads_back_as_the_same_report() {
    let mut read: mcpvals_model::Report = serde_json::from_str(&check(Format::Json)).unwrap();
    // What the server offered is in the trace files, and only its tools' names are in the report.
    let mut report = sample::report();
    report.run.suites.clear();
    read.sessions.iter_mut().zip(&report.sessions).for_each(|(read, told)| read.offer = told.offer.clone());
    assert_eq!(read, report);
}

#[test]
fn junit_has_a_test_case_for_each_case() {
    insta::assert_snapshot!(check(Format::Junit));
}

#[test]
fn markdown_fits_a_comment() {
    insta::assert_snapshot!(check(Format::Markdown));
}

#[test]
fn markdown_of_many_failures_is_cut_and_says_so() {
    let mut report = sample::report();
    let failure = report.suites[0].cases[1].clone();
    report.suites[0].cases.extend(std::iter::repeat_n(failure, 1_000));
    let mut out = Vec::new();
    render(Format::Markdown, &report, &Style::default(), &mut out).unwrap();
    let page = String::from_utf8(out).unwrap();
    assert!(page.chars().count() < 65_536, "{} characters", page.chars().count());
    assert!(page.contains("more cases that did not pass: too many for one page"));
    assert!(step_summary(&report).len() < 1 << 20);
}

#[test]
fn github_annotates_what_did_not_pass() {
    insta::assert_snapshot!(check(Format::Github));
}

#[test]
fn tap_counts_each_case() {
    insta::assert_snapshot!(check(Format::Tap));
}

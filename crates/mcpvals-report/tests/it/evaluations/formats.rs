//! Snapshots of each format.

use mcpvals_model::{RuntimeStatus, RuntimeTest};
use mcpvals_report::evaluation::{Format, Options, Template};
use mcpvals_report::{Level, Style};

use super::{by_template, clean, rich, text};
use crate::pages::without_assets;

fn console(style: Style) -> Options {
    Options { style, ..Options::default() }
}

#[test]
fn console_begins_with_what_it_came_to() {
    insta::assert_snapshot!(text(Format::Console, &rich(), &console(Style { width: Some(100), ..Style::default() })));
}

#[test]
fn console_is_short_on_a_clean_server() {
    insta::assert_snapshot!(text(Format::Console, &clean(), &Options::default()));
}

#[test]
fn console_says_less_and_more() {
    let quiet = console(Style { level: Level::Quiet, ..Style::default() });
    insta::assert_snapshot!(text(Format::Console, &rich(), &quiet));
    let verbose = console(Style { level: Level::Verbose, ..Style::default() });
    insta::assert_snapshot!(text(Format::Console, &rich(), &verbose));
}

#[test]
fn console_tells_once_what_was_answered_alike() {
    let mut evaluation = rich();
    let tool = &mut evaluation.results.runtime.as_mut().unwrap().tool_tests[0];
    let first = RuntimeTest { test: "t1".to_owned(), status: RuntimeStatus::Warned, ..tool.tests[0].clone() };
    let named = |name: &str| RuntimeTest { test: name.to_owned(), ..first.clone() };
    let other = RuntimeTest { actual: "another answer".to_owned(), ..named("t3") };
    tool.tests = vec![first.clone(), named("t2"), other, named("t4")];
    let page = text(Format::Console, &evaluation, &Options::default());
    assert!(page.contains("likewise  t2, t4\n"), "{page}");
    let heads = |page: &str| page.lines().filter(|line| line.contains("/t")).count();
    assert_eq!(heads(&page), 2, "{page}");
    let verbose = console(Style { level: Level::Verbose, ..Style::default() });
    assert_eq!(heads(&text(Format::Console, &evaluation, &verbose)), 4);
}

#[test]
fn json_is_the_document() {
    let json = text(Format::Json, &rich(), &Options::default());
    assert_eq!(serde_json::from_str::<mcpvals_model::Evaluation>(&json).unwrap(), rich());
}

#[test]
fn markdown_has_three_templates() {
    for template in Template::ALL {
        insta::assert_snapshot!(
            format!("markdown_{template}"),
            text(Format::Markdown, &rich(), &by_template(template))
        );
    }
}

#[test]
fn html_has_three_templates() {
    for template in Template::ALL {
        let page = text(Format::Html, &rich(), &by_template(template));
        insta::assert_snapshot!(format!("html_{template}"), without_assets(&page));
    }
}

#[test]
fn xml_sarif_and_junit_have_everything() {
    insta::assert_snapshot!("xml", text(Format::Xml, &rich(), &Options::default()));
    insta::assert_snapshot!("sarif", text(Format::Sarif, &rich(), &Options::default()));
    insta::assert_snapshot!("junit", text(Format::Junit, &rich(), &Options::default()));
}

/// Verdicts, scores and counts are those of the whole; what asks nobody to do anything is not there.
#[test]
fn data_for_a_merge_request_has_what_did_not_come_as_expected() {
    let read = |template| -> mcpvals_model::Evaluation {
        serde_json::from_str(&text(Format::Json, &rich(), &by_template(template))).unwrap()
    };
    assert_eq!(read(Template::Submission), rich());
    assert_eq!(read(Template::Summary), rich());
    let short = read(Template::Ci);
    assert_eq!(
        (short.score, short.summary, &short.recommendations),
        (rich().score, rich().summary, &rich().recommendations)
    );
    let severities = |one: &mcpvals_model::Evaluation| -> Vec<_> {
        let of_tools = one.tools.iter().flat_map(|tool| &tool.findings);
        of_tools.chain(&one.findings).map(|finding| finding.severity).collect()
    };
    let mut expected = severities(&rich());
    expected.retain(|severity| *severity != mcpvals_model::Severity::Low);
    assert!(!expected.is_empty() && expected.len() < severities(&rich()).len());
    assert_eq!(severities(&short), expected);
    for format in [Format::Json, Format::Xml, Format::Sarif, Format::Junit] {
        let whole = text(format, &rich(), &by_template(Template::Summary));
        let short = text(format, &rich(), &by_template(Template::Ci));
        assert!(short.len() < whole.len(), "{format} is not shorter");
    }
    insta::assert_snapshot!("junit_ci", text(Format::Junit, &rich(), &by_template(Template::Ci)));
}

#[test]
fn a_clean_server_has_every_format_too() {
    insta::assert_snapshot!("clean_submission", text(Format::Markdown, &clean(), &by_template(Template::Submission)));
    insta::assert_snapshot!("clean_ci", text(Format::Markdown, &clean(), &by_template(Template::Ci)));
    insta::assert_snapshot!("clean_xml", text(Format::Xml, &clean(), &Options::default()));
    insta::assert_snapshot!("clean_sarif", text(Format::Sarif, &clean(), &Options::default()));
    insta::assert_snapshot!("clean_junit", text(Format::Junit, &clean(), &Options::default()));
}

#[test]
fn evidence_and_recommendations_are_left_out_where_not_asked_for() {
    let options = Options { include_evidence: false, include_recommendations: false, ..Options::default() };
    for format in Format::ALL {
        let text = text(format, &rich(), &options);
        assert!(!text.contains("pandoc report.md"), "{format} shows evidence");
        assert!(!text.contains("Start `pandoc`") && !text.contains("Use a larger icon"), "{format} recommends");
        for remedy in rich().rules.iter().map(|rule| &rule.remedy).filter(|remedy| !remedy.is_empty()) {
            assert!(!text.contains(remedy.as_str()), "{format} says what to do: {remedy}");
        }
    }
}

//! The report of a run as a page.

use mcpvals_report::{Format, Level, Style, render};

use super::{html, id, traces, with_traces, without_assets};
use crate::sample;

/// What a reader of a page reads: text without tags, white space as one blank.
fn words(page: &str) -> String {
    let body = &page[page.find("<body>").unwrap()..];
    let mut text = String::new();
    for token in html5gum::Tokenizer::new(body).map(Result::unwrap) {
        match token {
            html5gum::Token::String(part) => text.push_str(&String::from_utf8_lossy(&part)),
            html5gum::Token::StartTag(_) | html5gum::Token::EndTag(_) => text.push(' '),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn page_has_every_part() {
    insta::assert_snapshot!(without_assets(&html(&sample::report())));
}

#[test]
fn page_says_all_that_the_console_says_of_cases() {
    let page = words(&html(&sample::report()));
    let style = Style { level: Level::Verbose, width: Some(10_000), ..Style::default() };
    let mut out = Vec::new();
    render(Format::Console, &sample::report(), &style, &mut out).unwrap();
    let console = String::from_utf8(out).unwrap();
    let labels = [
        "expected", "actual", "reason", "attempts", "rate", "latency", "metrics", "warning", "protocol", "stderr",
        "rerun",
    ];
    let mut seen = 0;
    for line in console.lines() {
        let Some((label, said)) = line.trim().split_once("  ") else { continue };
        if labels.contains(&label) && line.starts_with("  ") && !line.contains('…') {
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(page.contains(&said), "`{said}` is not in {page}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn frames_of_a_case_stand_below_it() {
    let page = with_traces(&sample::report(), &traces());
    assert!(page.contains("id=\"case-calculator-divide-frame-7\""), "{page}");
    assert!(page.contains("<a href=\"#case-calculator-divide-frame-7\">frame 7</a>"));
    assert!(!html(&sample::report()).contains("class=\"timeline\""));
}

#[test]
fn page_of_many_cases_is_cut_and_says_so() {
    let mut report = sample::report();
    let case = report.suites[0].cases[0].clone();
    report.suites[0].cases.extend(std::iter::repeat_n(case, 6_000));
    report.summary.total = report.cases().count();
    let page = html(&report);
    assert_eq!(page.matches("<details class=\"case ").count(), 5_000);
    assert!(page.contains("And 1,012 more cases: the JSON report has all."));
    assert_eq!(report.suites[0].cases[0].id, id("add"));
}

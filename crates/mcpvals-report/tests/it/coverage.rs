//! Coverage: as a table on the console, in Markdown and in JSON.

use std::sync::Arc;

use mcpvals_model::{Covered, Event, ItemKind, Report, RunEnd, SessionEnd};
use mcpvals_report::console::Live;
use mcpvals_report::{Format, Level, Style, render};

use crate::sample;

fn calculator() -> Covered {
    let mut covered = Covered::new("calculator");
    let offered: [&[&str]; 11] = [
        &["add"],
        &["add", "a"],
        &["add", "b"],
        &["add", "round"],
        &["add", "round", "true"],
        &["add", "round", "false"],
        &["convert"],
        &["convert", "unit"],
        &["convert", "unit", "\"celsius\""],
        &["convert", "options.digits"],
        &[sample::HOSTILE],
    ];
    for path in offered {
        covered.offer(ItemKind::Tool, path);
    }
    for uri in ["memo://1", "memo://2"] {
        covered.offer(ItemKind::Resource, &[uri]);
    }
    covered.offer(ItemKind::ResourceTemplate, &["memo://{id}"]);
    covered.offer(ItemKind::Prompt, &["greet", "who"]);
    covered.exercise(ItemKind::Tool, &["add", "a"]);
    covered.exercise(ItemKind::Tool, &["add", "round", "true"]);
    covered.exercise(ItemKind::ResourceTemplate, &["memo://{id}"]);
    covered
}

/// A server that offers more than is counted.
fn endless(server: &str) -> Covered {
    let mut covered = Covered::new(server);
    (0..20_000).for_each(|n| covered.offer(ItemKind::Tool, &[&format!("tool-{n}")]));
    covered
}

fn events(servers: &[Covered]) -> Vec<Event> {
    let mut events = sample::events();
    events.retain(|event| matches!(event, Event::RunStarted(_)));
    events.extend(servers.iter().map(|covered| {
        let covered = Some(Arc::new(covered.clone()));
        Event::SessionFinished(Box::new(SessionEnd { violations: Vec::new(), covered, ..sample::session_end() }))
    }));
    events.push(Event::RunFinished(RunEnd { duration_ms: 10.0, interrupted: false }));
    events
}

/// Live, and of the finished report, which must read the same.
#[track_caller]
fn console(servers: &[Covered], style: &Style) -> String {
    let mut live = Live::new(style.clone());
    let text: String = events(servers).iter().map(|event| live.on_event(event)).collect();
    assert_eq!(rendered(Format::Console, servers, style), text);
    text
}

fn rendered(format: Format, servers: &[Covered], style: &Style) -> String {
    let mut out = Vec::new();
    render(format, &Report::fold(&events(servers)), style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn console_has_a_line_for_each_tool() {
    insta::assert_snapshot!(console(&[calculator()], &Style::default()));
}

#[test]
fn narrow_console_cuts_what_is_missing() {
    let text = console(&[calculator()], &Style { width: Some(50), ..Style::default() });
    assert!(text.contains("  resources           0/2  not read: memo://1, me…\n"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 85), "{text}");
}

#[test]
fn quiet_console_says_the_shares_alone() {
    let style = Style { level: Level::Quiet, ..Style::default() };
    let text = console(&[calculator(), endless("endless")], &style);
    let shares = text.lines().skip_while(|line| !line.starts_with("coverage")).collect::<Vec<_>>();
    assert_eq!(
        shares,
        [
            "coverage of calculator: 31.2 % (5 of 16)",
            "coverage of endless: 0 % (0 of 10,000)",
            "  Not all that it offers could be listed and counted: the rest is in no number here.",
            "coverage 0 % (5 of 10,016)",
        ]
    );
}

#[test]
fn ten_thousand_tools_are_a_hundred_lines() {
    let text = console(&[endless("endless")], &Style::default());
    assert!(text.lines().count() < 120, "{} lines", text.lines().count());
    assert!(
        text.ends_with("  tool-99  -           -       not called\n  … 9,900 more tools (-v shows each)\n"),
        "{text}"
    );
    let verbose = console(&[endless("endless")], &Style { level: Level::Verbose, ..Style::default() });
    assert!(verbose.lines().count() > 10_000);
}

#[test]
fn markdown_has_a_table_to_unfold() {
    insta::assert_snapshot!(rendered(Format::Markdown, &[calculator()], &Style::default()));
    let endless: Vec<Covered> = (0..60).map(|n| endless(&format!("s{n}"))).collect();
    let page = rendered(Format::Markdown, &endless, &Style::default());
    assert!(page.chars().count() < 60_000, "{} characters", page.chars().count());
    assert!(page.contains("and 9,950 more: the JSON report has all."));
}

#[test]
fn json_has_every_item_and_is_valid() {
    let report: serde_json::Value =
        serde_json::from_str(&rendered(Format::Json, &[calculator()], &Style::default())).unwrap();
    crate::schemas::check_report(&report);
    insta::assert_snapshot!(format!("{:#}", report["coverage"]));
}

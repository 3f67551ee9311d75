//! The console: live and of a finished report, at each level.

use mcpvals_model::mcp::{Revision, ServerFacts};
use mcpvals_model::{Event, Fault, Report, RunEnd, RunStart, SkipReason, SuiteKind, SuiteName, SuiteStart, Verdict};
use mcpvals_report::console::Live;
use mcpvals_report::{Format, Level, Style, render};

use crate::sample;

fn live(events: &[Event], style: &Style) -> String {
    let mut live = Live::new(style.clone());
    events.iter().map(|event| live.on_event(event)).collect()
}

fn at(level: Level) -> Style {
    Style { level, ..Style::default() }
}

#[test]
fn normal_shows_failures_in_full() {
    insta::assert_snapshot!(live(&sample::events(), &Style::default()));
}

#[test]
fn quiet_shows_what_did_not_pass() {
    insta::assert_snapshot!(live(&sample::events(), &at(Level::Quiet)));
}

#[test]
fn verbose_shows_everything() {
    insta::assert_snapshot!(live(&sample::events(), &at(Level::Verbose)));
}

#[test]
fn colour_changes_nothing_but_colour() {
    let style = Style { color: true, ..Style::default() };
    let coloured = live(&sample::events(), &style);
    insta::assert_snapshot!(coloured.replace('\u{1b}', "^["));
    let parts = coloured.split('\u{1b}').enumerate();
    let plain = parts.map(|(n, part)| if n == 0 { part } else { part.split_once('m').unwrap().1 });
    assert_eq!(plain.collect::<String>(), live(&sample::events(), &Style::default()));
}

#[test]
fn a_finished_report_reads_as_the_run_did() {
    let mut out = Vec::new();
    render(Format::Console, &sample::report(), &Style::default(), &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), live(&sample::events(), &Style::default()));
}

/// A run of one suite, as it would be told.
fn run(verdicts: impl IntoIterator<Item = Verdict>, style: &Style) -> String {
    let suite = SuiteName::new("many");
    let results = verdicts.into_iter().enumerate();
    let results = results.map(|(n, verdict)| sample::result("many", &format!("case {n}"), verdict)).collect::<Vec<_>>();
    let start = RunStart {
        started_at: String::new(),
        config: "c.yaml".to_owned(),
        suites: vec![SuiteStart { name: suite, kind: SuiteKind::ToolHealth, combination: None, cases: results.len() }],
        seed: 0,
        notes: Vec::new(),
    };
    let mut events = vec![Event::RunStarted(start)];
    events.extend(results.into_iter().map(|result| Event::CaseFinished(Box::new(result))));
    events.push(Event::RunFinished(RunEnd { duration_ms: 10.0, interrupted: false }));
    live(&events, style)
}

#[test]
fn ten_thousand_passed_cases_are_a_hundred_lines() {
    let mut verdicts = vec![Verdict::Passed; 10_000];
    verdicts[5_000] = Verdict::failed(sample::a_mismatch());
    let text = run(verdicts, &Style::default());
    assert!(text.lines().count() < 120, "{} lines", text.lines().count());
    assert!(text.contains("…     4,900 more passed (-v shows each)\nFAIL  many/case 5000  12 ms\n"), "{text}");
    assert!(
        text.ends_with(
            "…     4,999 more passed (-v shows each)\n      9,999 of 10,000 passed, 99.9 %\n\
         \x20     Result Correctness 99.9 %, Latency 100 %, Success 100 %\n\n\
         score 99.9 % (9,999 of 10,000 passed)\n10,000 cases: 9,999 passed, 1 failed in 10 ms\n"
        ),
        "{text}"
    );
}

#[test]
fn of_many_mismatches_the_first_are_shown() {
    let verdict = || Verdict::Failed { first: sample::a_mismatch(), rest: vec![sample::a_mismatch(); 32] };
    let shown = |style: &Style| run([verdict()], style).matches("  expected  ").count();
    assert_eq!((shown(&Style::default()), shown(&at(Level::Verbose))), (10, 33));
    assert!(run([verdict()], &Style::default()).contains("\n            … and 23 more (-v shows all)\n"));
}

#[test]
fn verbose_shows_each_of_ten_thousand() {
    let text = run(vec![Verdict::Skipped(SkipReason::NotOnly); 10_000], &at(Level::Verbose));
    assert_eq!(text.lines().filter(|line| line.starts_with("SKIP")).count(), 10_000);
}

#[test]
fn a_dead_server_is_told_once() {
    let fault = Fault::Unreachable { reason: "the process ended".to_owned() };
    let text = run(vec![Verdict::Errored(fault); 1_000], &Style::default());
    assert_eq!(text.matches("the process ended").count(), 1);
    assert!(text.contains("…     899 more errored as above (-v shows each)"), "{text}");
}

#[test]
fn progress_is_one_plain_line() {
    let mut live = Live::new(Style::default());
    for event in &sample::events()[..10] {
        live.on_event(event);
    }
    insta::assert_snapshot!(live.progress(), @"3 of 12 cases · 2 failed · Calculator/power");
}

#[test]
fn an_interrupted_run_says_so() {
    let report = Report::fold(&[Event::RunFinished(RunEnd { duration_ms: 5.0, interrupted: true })]);
    let mut out = Vec::new();
    render(Format::Console, &report, &Style::default(), &mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), "The run was stopped before its end.\n0 cases: 0 passed in 5.0 ms\n");
}

#[test]
fn another_revision_than_was_asked_for_is_told() {
    let mut events = sample::events();
    for event in &mut events {
        if let Event::SessionStarted(session) = event {
            let facts = ServerFacts { asked_version: Some(Revision::V2026_07_28), ..sample::facts() };
            session.facts = Some(facts.into());
        }
    }
    let shown = live(&events, &Style::default());
    assert!(shown.contains("MCP 2025-11-25 (not 2026-07-28, as asked)"), "{shown}");
}

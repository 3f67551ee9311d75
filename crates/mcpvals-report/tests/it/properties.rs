//! What must hold for any text that a server or a config can have.

use mcpvals_model::{
    CaseId, CaseResult, Covered, Event, Fault, ItemKind, Mismatch, Report, RunEnd, RunStart, SessionEnd, SessionStart,
    SkipReason, SuiteKind, SuiteName, SuiteStart, Verdict, Violation, Warning,
};
use mcpvals_report::{Format, Level, Style, render};
use proptest::prelude::*;

use crate::sample;

/// Text with a liking for what is special somewhere.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let special =
        proptest::string::string_regex("[|`<>&\"'\\\\\n\r\t#:,%@\u{1b}\u{7}\u{9b}\u{202e}\u{fffe}a-c ]{0,12}");
    prop_oneof![3 => special.unwrap(), 1 => any::<String>()]
}

pub(crate) fn any_report() -> impl Strategy<Value = Report> {
    proptest::collection::vec(any_text(), 1..12).prop_map(|texts| report_of(&texts))
}

/// The sample with its texts replaced, one after the other.
fn report_of(texts: &[String]) -> Report {
    let mut texts = texts.iter().cycle().cloned();
    let mut next = || texts.next().unwrap_or_default();
    let suite = SuiteName::new(next());
    let start = RunStart {
        started_at: "2026-08-01T12:00:00Z".to_owned(),
        config: next(),
        suites: vec![SuiteStart { name: suite.clone(), kind: SuiteKind::ToolHealth, combination: None, cases: 4 }],
        seed: 1,
        notes: vec![next()],
    };
    let mut facts = sample::facts();
    (facts.name, facts.version) = (next(), next());
    let session = SessionStart {
        server: next(),
        profile: next(),
        tools: vec![next(), next()],
        facts: Some(facts.into()),
        ..sample::session_start(1)
    };
    let mut events = vec![Event::RunStarted(start), Event::SessionStarted(session)];
    let mismatch = Mismatch {
        expected: next(),
        actual: next(),
        pointer: Some(next()),
        diff: Some(next()),
        ..sample::a_mismatch()
    };
    let verdicts = [
        Verdict::Passed,
        Verdict::failed(mismatch),
        Verdict::Errored(Fault::Setup { reason: next() }),
        Verdict::Skipped(SkipReason::Config { reason: next() }),
    ];
    for verdict in verdicts {
        let result = filled(&suite, verdict, &mut next);
        events.push(Event::CaseFinished(Box::new(result)));
    }
    let covered = Some(covered(&mut next).into());
    events.push(Event::SessionFinished(Box::new(SessionEnd { covered, ..sample::session_end() })));
    events.push(Event::RunFinished(RunEnd { duration_ms: 5.0, interrupted: true }));
    Report::fold(&events)
}

fn covered(next: &mut impl FnMut() -> String) -> Covered {
    let mut covered = Covered::new(&next());
    for kind in [ItemKind::Tool, ItemKind::Resource, ItemKind::ResourceTemplate, ItemKind::Prompt] {
        covered.offer(kind, &[&next()]);
    }
    let (tool, parameter) = (next(), next());
    covered.exercise(ItemKind::Tool, &[&tool, &parameter]);
    covered.offer(ItemKind::Tool, &[&tool, &parameter, &next()]);
    covered
}

fn filled(suite: &SuiteName, verdict: Verdict, next: &mut impl FnMut() -> String) -> CaseResult {
    let mut result = sample::result("s", "t", verdict);
    let title = next();
    result.id = CaseId::new(suite, &title);
    result.suite = suite.clone();
    result.title = title;
    result.place.file = next();
    result.answer = Some(next());
    result.stderr_tail = next();
    result.rerun = next();
    let known = sample::report();
    let warning = known.cases().find_map(|case| case.warnings.first()).cloned().unwrap();
    result.warnings = vec![Warning { message: next(), ..warning }];
    let violation = known.violations[0].clone();
    result.violations = vec![Violation { message: next(), server: next(), spec: next(), ..violation }];
    result
}

fn rendered(format: Format, report: &Report, style: &Style) -> String {
    let mut out = Vec::new();
    render(format, report, style, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Bars that end a cell: all that have no backslash before them.
fn cells(row: &str) -> usize {
    assert!(!row.contains("\\\\|"), "readers disagree about {row}");
    row.replace("\\|", "").matches('|').count() - 1
}

/// Consecutive rows of each table.
fn tables(page: &str) -> Vec<Vec<&str>> {
    let mut tables = vec![Vec::new()];
    let mut fenced = false;
    for line in page.lines() {
        fenced ^= line.starts_with("```");
        match (line.starts_with('|') && !fenced, tables.last_mut()) {
            (true, Some(table)) => table.push(line),
            (_, _) => tables.push(Vec::new()),
        }
    }
    tables.into_iter().filter(|table| !table.is_empty()).collect()
}

proptest! {
    #[test]
    fn the_console_passes_no_control_character_on(report in any_report(), verbose in any::<bool>()) {
        let level = if verbose { Level::Verbose } else { Level::Normal };
        let text = rendered(Format::Console, &report, &Style { level, ..Style::default() });
        prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    }

    #[test]
    fn in_colour_every_escape_is_ours(report in any_report()) {
        let style = Style { color: true, ..Style::default() };
        let text = rendered(Format::Console, &report, &style);
        for part in text.split('\u{1b}').skip(1) {
            let code = part.strip_prefix('[').and_then(|part| part.split_once('m')).map(|(code, _)| code);
            prop_assert!(code.is_some_and(|code| code.chars().all(|c| c.is_ascii_digit() || c == ';')), "{part:?}");
        }
        let rest = text.replace('\u{1b}', "");
        prop_assert!(rest.chars().all(|c| c == '\n' || !c.is_control()), "{rest:?}");
    }

    #[test]
    fn markdown_tables_never_break(report in any_report()) {
        let page = rendered(Format::Markdown, &report, &Style::default());
        let tables = tables(&page);
        prop_assert!(tables.len() >= 3, "{page}");
        for table in tables {
            prop_assert!(table.iter().all(|row| cells(row) == cells(table[0])), "{table:#?}");
        }
    }

    #[test]
    fn github_gets_no_commands_but_ours(report in any_report()) {
        let text = rendered(Format::Github, &report, &Style::default());
        // Two that did not pass, four warnings and a violation or more, the metrics of each suite, and the summary.
        let is_ours = |line: &&str| ["::error ", "::warning ", "metrics of "].iter().any(|start| line.starts_with(start));
        prop_assert_eq!(text.lines().filter(is_ours).count(), text.lines().count() - 1);
    }

    #[test]
    fn tap_has_as_many_points_as_planned(report in any_report()) {
        let text = rendered(Format::Tap, &report, &Style::default());
        prop_assert_eq!(text.lines().filter(|line| line.starts_with("ok ") || line.starts_with("not ok ")).count(), 4);
        prop_assert_eq!(text.matches("# SKIP").count(), 1);
    }

    #[test]
    fn json_reads_back(report in any_report()) {
        let text = rendered(Format::Json, &report, &Style::default());
        prop_assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
        let read: Report = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&read.suites, &report.suites);
        prop_assert_eq!(&read.violations, &report.violations);
    }
}

//! Models and servers side by side: on the console, in Markdown and in JSON.

use mcpvals_model::{
    Attempt, CaseResult, Combination, Event, Report, RunEnd, RunStart, SuiteKind, SuiteName, SuiteStart, Usage,
    Verdict, VerdictWord, WorkflowFacts,
};
use mcpvals_report::{Format, Level, Style, render};

use crate::sample;
use crate::schemas::check_report;

/// A workflow with this model on this server; a letter for each repetition, `p` passed, `f` failed, `x` errored.
type Cell<'a> = ([&'a str; 3], &'a str);

fn name(of: [&str; 3]) -> SuiteName {
    SuiteName::new(format!("{} [model={}, server={}]", of[0], of[1], of[2]))
}

fn start((of, _): &Cell<'_>) -> SuiteStart {
    let [workflow, model, server] = of.map(str::to_owned);
    let combination = Some(Combination { workflow, model, server, replayed: false });
    SuiteStart { name: name(*of), kind: SuiteKind::Workflow, combination, cases: 1 }
}

fn result((of, letters): &Cell<'_>) -> CaseResult {
    let attempts = letters.chars().zip(1..).map(|(letter, repetition)| {
        let verdict = match letter {
            'p' => VerdictWord::Passed,
            'f' => VerdictWord::Failed,
            _ => VerdictWord::Errored,
        };
        Attempt { repetition, attempt: 1, verdict, latency_ms: None, problem: None, unfinished: false }
    });
    let facts = |took_ms| WorkflowFacts {
        model_ms: 0.0,
        model: of[1].to_owned(),
        turns: 2,
        calls: 1,
        repeated_calls: 0,
        unknown_tools: 0,
        ill_arguments: 0,
        usage: Usage { input: 100, output: 20, ..Usage::default() },
        judge_usage: Usage::default(),
        cost: (of[1] == "gpt-4o").then_some(0.002),
        took_ms,
        first_call_ms: None,
        replayed: false,
        judgement: None,
    };
    let workflow = letters.chars().zip([900.0, 1200.0, 2000.0]).map(|(_, took)| facts(took)).collect();
    let suite = name(*of);
    CaseResult { attempts: attempts.collect(), workflow, ..sample::result(suite.as_str(), of[0], Verdict::Passed) }
}

fn report(cells: &[Cell<'_>]) -> Report {
    let start = RunStart { suites: cells.iter().map(start).collect(), notes: Vec::new(), ..sample::run_start() };
    let finished = cells.iter().map(|cell| Event::CaseFinished(Box::new(result(cell))));
    let end = Event::RunFinished(RunEnd { duration_ms: 1234.5, interrupted: false });
    Report::fold(&[Event::RunStarted(start)].into_iter().chain(finished).chain([end]).collect::<Vec<_>>())
}

/// One model is better, and on one server much errored.
pub(crate) fn two_by_two() -> Report {
    report(&[
        (["calculation", "gpt-4o", "local"], "pppppp"),
        (["calculation", "gpt-4o", sample::HOSTILE], "pppfp"),
        (["calculation", "small", "local"], "ffffpf"),
        (["calculation", "small", sample::HOSTILE], "xxfff"),
    ])
}

fn rendered(format: Format, report: &Report, level: Level) -> String {
    let mut out = Vec::new();
    render(format, report, &Style { level, width: Some(120), ..Style::default() }, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// What stands below the summary.
fn below(report: &Report, level: Level) -> String {
    mcpvals_report::console::compared(report, &Style { level, width: Some(120), ..Style::default() })
}

#[test]
fn console_has_a_row_for_each_combination() {
    let text = below(&two_by_two(), Level::Normal);
    assert!(rendered(Format::Console, &two_by_two(), Level::Normal).ends_with(&text));
    insta::assert_snapshot!(text);
}

#[test]
fn quiet_console_has_only_what_is_made_of_it() {
    insta::assert_snapshot!(below(&two_by_two(), Level::Quiet));
}

#[test]
fn markdown_has_a_table_to_unfold() {
    let page = rendered(Format::Markdown, &two_by_two(), Level::Normal);
    let from = page.find("- `models").unwrap();
    let to = from + page[from..].find("</details>").unwrap();
    insta::assert_snapshot!(&page[from..to]);
}

#[test]
fn json_is_valid_and_reads_back_as_the_same_matrix() {
    let report = two_by_two();
    let text = rendered(Format::Json, &report, Level::Normal);
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    check_report(&value);
    insta::assert_snapshot!(serde_json::to_string_pretty(&value["matrix"]["comparisons"]).unwrap());
    let read: Report = serde_json::from_str(&text).unwrap();
    assert_eq!((&read.matrix, &read.suites), (&report.matrix, &report.suites));
}

#[test]
fn matrix_of_many_is_cut_and_says_so() {
    let names: Vec<String> = (0..50).map(|number| format!("model-{number}")).collect();
    let cells = names.iter().flat_map(|model| ["a", "b", "c"].map(|server| (["w", model, server], "p")));
    let report = report(&cells.collect::<Vec<_>>());
    let text = below(&report, Level::Normal);
    assert!(text.lines().count() < 130 && text.contains("103 more rows (-v shows each)"), "{text}");
    assert!(text.contains("and 1,208 more: the JSON report has all"), "{text}");
    assert!(below(&report, Level::Verbose).lines().count() > 1_400);
    let page = rendered(Format::Markdown, &report, Level::Normal);
    assert!(page.chars().count() < 65_536 && page.contains("and 153 more: the JSON report has all."), "{page}");
}

#[test]
fn report_without_a_matrix_says_nothing_of_one() {
    assert_eq!(below(&sample::report(), Level::Normal), "");
    assert!(!rendered(Format::Json, &sample::report(), Level::Normal).contains("matrix"));
}

//! Letters for repetitions: `p` passed, `f` failed, `x` errored.

use serde_json::{Value, json};

use super::{Difference, Dimension, Matrix, PairedComparison};
use crate::SuiteReport;

fn suite([workflow, model, server]: [&str; 3], letters: &str) -> SuiteReport {
    let name = format!("{workflow} [{model}, {server}]");
    let attempts: Vec<Value> = letters.chars().zip(1..).map(attempt).collect();
    let case = json!({
        "id": format!("{name}/{workflow}"), "suite": name, "title": workflow, "verdict": "passed", "metrics": [],
        "place": {"file": "", "line": 0, "column": 0}, "attempts": attempts, "durationMs": 1.0, "rerun": "",
    });
    let combination = json!({"workflow": workflow, "model": model, "server": server});
    let summary = json!({"total": 1, "passed": 1, "failed": 0, "errored": 0, "skipped": 0});
    let suite = json!({
        "name": name, "kind": "workflow", "passed": true, "score": 1.0, "summary": summary, "cases": [case],
        "combination": combination,
    });
    serde_json::from_value(suite).unwrap()
}

fn attempt((letter, repetition): (char, u32)) -> Value {
    let verdict = match letter {
        'p' => "passed",
        'f' => "failed",
        _ => "errored",
    };
    json!({"repetition": repetition, "attempt": 1, "verdict": verdict})
}

fn matrix(cells: &[([&str; 3], &str)]) -> Matrix {
    let suites: Vec<SuiteReport> = cells.iter().map(|(names, letters)| suite(*names, letters)).collect();
    Matrix::of(&suites).unwrap()
}

/// Two models on one task.
fn two(a: &str, b: &str) -> PairedComparison {
    matrix(&[(["w", "a", "s"], a), (["w", "b", "s"], b)]).comparisons.remove(0)
}

fn counts(comparison: &PairedComparison) -> [u32; 4] {
    [comparison.pairs, comparison.only_a, comparison.only_b, comparison.left_out]
}

#[test]
fn nothing_is_varied_where_no_suite_is_a_combination() {
    assert_eq!(Matrix::of(&[SuiteReport { combination: None, ..suite(["w", "a", "s"], "p") }]), None);
}

#[test]
fn runs_are_paired_by_their_number_and_those_that_errored_left_out() {
    let comparison = two("ppfxp", "pffpx");
    assert_eq!(counts(&comparison), [3, 1, 0, 2]);
    assert_eq!((comparison.p_value, comparison.difference), (1.0, Difference::NotShown));
    assert_eq!(counts(&two("ppp", "p")), [1, 0, 0, 0]);
}

#[test]
fn what_is_replayed_counts_once() {
    let replayed = |model, letters| {
        let mut suite = suite(["w", model, "s"], letters);
        suite.combination.iter_mut().for_each(|combination| combination.replayed = true);
        suite
    };
    let matrix = Matrix::of(&[replayed("a", "pppppppppp"), replayed("b", "ffffffffff")]).unwrap();
    assert_eq!((counts(&matrix.comparisons[0]), matrix.comparisons[0].p_value), ([1, 1, 0, 0], 1.0));
    assert_eq!((matrix.cells[0].tally.runs, matrix.by_model[1].tally.runs), (1, 1));
}

#[test]
fn difference_is_one_only_where_the_test_says_so() {
    let (ten, three) = (two("pppppppppp", "ffffffffff"), two("ppp", "fff"));
    assert_eq!((ten.p_value, ten.difference), (0.001_953_125, Difference::Different));
    assert_eq!((three.p_value, three.difference), (0.25, Difference::NotShown));
    let (five, six) = (two("ppppp", "fffff"), two("pppppp", "ffffff"));
    assert_eq!((five.difference, six.difference), (Difference::NotShown, Difference::Different));
}

#[test]
fn several_comparisons_are_corrected() {
    let of = |model| ["w", model, "s"];
    let matrix = matrix(&[(of("a"), "pppppp"), (of("b"), "ffffff"), (of("c"), "pppppp")]);
    let found: Vec<(f64, f64, Difference)> =
        matrix.comparisons.iter().map(|it| (it.p_value, it.corrected_p_value, it.difference)).collect();
    let (alone, none) = ((0.03125, 0.09375, Difference::NotShown), (1.0, 1.0, Difference::NotShown));
    // The second least is multiplied by two only, but is never below the least.
    assert_eq!(found, [alone, none, alone]);
}

#[test]
fn pairs_share_workflow_and_the_other_dimension() {
    let cells = [
        (["v", "a", "s"], "p"),
        (["v", "b", "s"], "f"),
        (["w", "a", "s"], "p"),
        (["w", "a", "t"], "p"),
        (["w", "b", "t"], "f"),
        (["u", "c", "t"], "f"),
    ];
    let found = matrix(&cells).comparisons;
    let of = |a: &str, b: &str| counts(found.iter().find(|it| it.a == a && it.b == b).unwrap());
    assert_eq!([of("a", "b"), of("a", "c"), of("s", "t")], [[2, 2, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]]);
    assert_eq!(found.iter().filter(|it| it.dimension == Dimension::Server).count(), 1);
}

#[test]
fn cells_and_totals_have_rates_with_their_intervals() {
    let matrix = matrix(&[(["w", "a", "s"], "ppfx"), (["w", "b", "s"], "xx"), (["w", "a", "t"], "p")]);
    let [first, second] = [0, 1].map(|index| &matrix.cells[index].tally);
    assert_eq!((first.runs, first.passed, first.errored, second.rate, second.interval), (3, 2, 1, None, None));
    let (low, high) = first.interval.unwrap();
    assert!((low - 0.2077).abs() < 1e-3 && (high - 0.9385).abs() < 1e-3, "{low} {high}");
    let totals: Vec<(&str, u32, u32)> = matrix
        .by_model
        .iter()
        .chain(&matrix.by_server)
        .map(|it| (it.name.as_str(), it.tally.passed, it.tally.runs))
        .collect();
    assert_eq!(totals, [("a", 3, 4), ("b", 0, 0), ("s", 2, 3), ("t", 1, 1)]);
}

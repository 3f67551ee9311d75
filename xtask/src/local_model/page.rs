//! The figures in docs/local-model.md.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mcpvals_model::PassRate;

use super::trial::{Outcome, TRIALS};
use super::weights::Weights;
use crate::Result;
use crate::codegen::between;
use crate::machine;
use crate::project::Project;

const PATH: &str = "docs/local-model.md";
const PROBLEM_CHARS_MAX: usize = 240;

/// Puts the figures between the page's marks.
pub(super) fn write(project: &Project, text: &str) -> Result {
    let path = project.path(PATH);
    let page = std::fs::read_to_string(&path).map_err(|error| format!("cannot read `{PATH}`: {error}"))?;
    let page = between(&page, "local-model test --write", text.trim_end())
        .ok_or_else(|| format!("`{PATH}` lacks the marks around its figures"))?;
    std::fs::write(&path, page).map_err(|error| format!("cannot write `{PATH}`: {error}"))
}

/// What was played when with what, a row for each trial, and what went wrong.
pub(super) fn render(weights: Weights, outcomes: &[Outcome], repeat: u32) -> String {
    let date = outcomes.first().map_or("", |outcome| &outcome.date);
    let mut text = format!(
        "{date}, {repeat} repetitions each. Model: {weights}, sha256 `{}`. {}.\n\n{HEAD}",
        weights.sha256(),
        machine::in_words(),
    );
    for (trial, outcome) in TRIALS.iter().zip(outcomes) {
        text += &row(trial.config, trial.server, outcome);
    }
    for (trial, outcome) in TRIALS.iter().zip(outcomes).filter(|(_, outcome)| !outcome.problems.is_empty()) {
        let _ = write!(text, "\nWhat went wrong in {}:\n\n{}", link(trial.config), problems(&outcome.problems));
    }
    text
}

const HEAD: &str = "\
| workflow | server | passed | 95 % interval | turns | calls | seconds a turn: median, longest | tokens: read (of these kept), written |
|---|---|--:|--:|--:|--:|--:|--:|
";

/// Turns, calls and tokens are means of a repetition, whatever became of it.
fn row(config: &str, server: &str, outcome: &Outcome) -> String {
    let PassRate { passed, runs, rate, interval, .. } = &outcome.rate;
    let mean = |sum: u64| count(sum) / f64::from(*runs);
    let turn = |at: usize| outcome.turns_ms.get(at).map_or(f64::NAN, |ms| ms / 1000.0);
    let turns = outcome.turns_ms.len();
    let errored = if outcome.errored > 0 { format!("; {} without an end", outcome.errored) } else { String::new() };
    format!(
        "| {} | {server} | {passed} of {runs}: {:.0} %{errored} | {:.0} to {:.0} % | {:.1} | {:.1} | {:.1}, {:.1} | {:.0} ({:.0}), {:.0} |\n",
        link(config),
        rate * 100.0,
        interval.0 * 100.0,
        interval.1 * 100.0,
        mean(outcome.turns),
        mean(outcome.calls),
        turn(turns / 2),
        turn(turns.saturating_sub(1)),
        mean(outcome.read),
        mean(outcome.cached),
        mean(outcome.written),
    )
}

fn link(config: &str) -> String {
    format!("[{}](../{config})", config.rsplit('/').next().unwrap_or(config))
}

/// Each once, with how often it came; it quotes a model, so it stands in a block of code.
fn problems(problems: &[String]) -> String {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for problem in problems {
        let mut line: String = problem.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
        if let Some((cut, _)) = line.char_indices().nth(PROBLEM_CHARS_MAX) {
            line.truncate(cut);
            line.push('…');
        }
        *counts.entry(line).or_default() += 1;
    }
    let mut sorted: Vec<_> = counts.into_iter().collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let lines: Vec<String> = sorted.into_iter().map(|(problem, count)| format!("{count} × {problem}\n")).collect();
    format!("```text\n{}```\n", lines.concat())
}

#[expect(clippy::cast_precision_loss, reason = "counts of tokens are far below 2^53")]
fn count(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_means_and_the_interval() {
        let outcome = Outcome {
            passed: true,
            date: "2026-01-02".to_owned(),
            rate: PassRate::new(3, 5),
            errored: 1,
            turns: 20,
            calls: 15,
            read: 5000,
            cached: 3750,
            written: 500,
            turns_ms: vec![1000.0, 2000.0, 9000.0],
            problems: Vec::new(),
        };
        assert_eq!(
            row("examples/local-model/x.yaml", "a server", &outcome),
            "| [x.yaml](../examples/local-model/x.yaml) | a server | 3 of 5: 60 %; 1 without an end | 23 to 88 % | 4.0 | 3.0 | 2.0, 9.0 | 1000 (750), 100 |\n"
        );
    }

    #[test]
    fn the_same_problem_is_said_once() {
        let problems = problems(&["a `b`".to_owned(), "c".to_owned(), "a\n`b`".to_owned()]);
        assert_eq!(problems, "```text\n2 × a 'b'\n1 × c\n```\n");
    }
}

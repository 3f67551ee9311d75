//! Models and servers side by side, in words.

use mcpvals_model::{Difference, Dimension, Matrix, MatrixTally, PairedComparison, Score};

use crate::{model, visible, wording};

/// The columns of [`rows`].
pub(crate) const COLUMNS: [&str; 8] = ["workflow", "model", "server", "passed", "rate", "median", "tokens", "cost"];

/// Characters of a name: a long one must not push the numbers off the screen.
const NAME_CHARS_MAX: usize = 40;

/// `2 workflows with 3 models on 1 server`.
pub(crate) fn head(matrix: &Matrix) -> String {
    let workflows = wording::count(matrix.workflows.len(), "workflow");
    let models = wording::count(matrix.models.len(), "model");
    format!("{workflows} with {models} on {}", wording::count(matrix.servers.len(), "server"))
}

/// Each combination; then each model and each server over all, where they stand for more than one.
pub(crate) fn rows(matrix: &Matrix) -> Vec<[String; 8]> {
    let all = || "all".to_owned();
    let cell = |cell: &mcpvals_model::MatrixCell| {
        let of = &cell.combination;
        row([&of.workflow, &of.model, &of.server].map(|it| name(it)), &cell.tally)
    };
    let is_summed = |count: usize| count > 1 && matrix.cells.len() > count;
    let models = matrix.by_model.iter().filter(|_| is_summed(matrix.models.len()));
    let servers = matrix.by_server.iter().filter(|_| is_summed(matrix.servers.len()));
    let models = models.map(|total| row([all(), name(&total.name), all()], &total.tally));
    let servers = servers.map(|total| row([all(), all(), name(&total.name)], &total.tally));
    matrix.cells.iter().map(cell).chain(models).chain(servers).collect()
}

fn row([workflow, model, server]: [String; 3], tally: &MatrixTally) -> [String; 8] {
    let errored = if tally.errored > 0 { format!(", {} errored", tally.errored) } else { String::new() };
    [
        workflow,
        model,
        server,
        format!("{} of {}{errored}", tally.passed, tally.runs),
        rate(tally),
        tally.median_ms.map(wording::millis).unwrap_or_default(),
        wording::number(usize::try_from(tally.tokens).unwrap_or(usize::MAX)),
        tally.cost.map(model::dollars).unwrap_or_default(),
    ]
}

/// `70 % (48.1 % to 85.4 %)`.
fn rate(tally: &MatrixTally) -> String {
    let percent = |part: f64| Score::new(part).map(wording::percent).unwrap_or_default();
    let Some((rate, (low, high))) = tally.rate.zip(tally.interval) else { return String::new() };
    format!("{} ({} to {})", percent(rate), percent(low), percent(high))
}

/// What each two are to one another, differences first; at most so many.
pub(crate) fn comparisons(matrix: &Matrix, most: usize) -> Vec<String> {
    let mut comparisons: Vec<&PairedComparison> = matrix.comparisons.iter().collect();
    comparisons.sort_by_key(|comparison| comparison.difference == Difference::NotShown);
    let mut lines: Vec<String> = comparisons.iter().take(most).map(|comparison| compared(comparison)).collect();
    let left = comparisons.len().saturating_sub(most);
    lines.extend((left > 0).then(|| format!("and {} more: the JSON report has all", wording::number(left))));
    lines
}

/// How rates and differences are found.
pub(crate) fn method(matrix: &Matrix) -> String {
    let has_pairs = !matrix.comparisons.is_empty();
    let test = if has_pairs { "; p by McNemar's exact test of paired repetitions" } else { "" };
    let correction = match matrix.comparisons.len() {
        0 | 1 => String::new(),
        n => format!(", after Holm's correction for {} comparisons", wording::number(n)),
    };
    let is_replayed = matrix.cells.iter().any(|cell| cell.combination.replayed);
    let replayed = if is_replayed { "; what is replayed counts once" } else { "" };
    format!("rates with 95 % intervals{test}{correction}{replayed}")
}

/// `models a and b: different, p = 0.002 (of 10 pairs, only a passed in 10, only b in 0)`.
fn compared(of: &PairedComparison) -> String {
    let noun = match of.dimension {
        Dimension::Model => "models",
        Dimension::Server => "servers",
    };
    let difference = match of.difference {
        Difference::Different => "different",
        Difference::NotShown => "no difference shown",
    };
    let (a, b) = (name(&of.a), name(&of.b));
    let left_out = if of.left_out > 0 { format!("; {} left out, which errored", of.left_out) } else { String::new() };
    let pairs = wording::count(of.pairs as usize, "pair");
    let counts = format!("of {pairs}, only {a} passed in {}, only {b} in {}{left_out}", of.only_a, of.only_b);
    format!("{noun} {a} and {b}: {difference}, {} ({counts})", probability(of.corrected_p_value))
}

/// `p = 0.002`. Rounded to what decides nothing.
fn probability(p: f64) -> String {
    if p < 0.0001 {
        return "p < 0.0001".to_owned();
    }
    let digits = format!("{p:.4}");
    format!("p = {}", digits.trim_end_matches('0').trim_end_matches('.'))
}

fn name(text: &str) -> String {
    visible::excerpt(text, NAME_CHARS_MAX, "…")
}

//! A run beside an earlier one, in lines.

use mcpvals_model::{CaseId, Comparison, Moved, Score};

use crate::{model, visible, wording};

/// Cases that a line names.
const NAMED_MAX: usize = 10;

/// `compared with base.json: 1 better, 2 worse`, and the cases by name; an empty text where nothing is another.
pub(crate) fn lines(comparison: &Comparison) -> Vec<String> {
    let of_cases = [
        ("better", &comparison.better),
        ("worse", &comparison.worse),
        ("flaky now", &comparison.flaky),
        ("new", &comparison.new),
        ("new and not passed", &comparison.new_failing),
        ("gone", &comparison.gone),
    ];
    let mut lines: Vec<String> =
        of_cases.iter().filter(|(_, cases)| !cases.is_empty()).map(|(word, cases)| named(word, cases, id)).collect();
    let changed = |word, changes: &[Moved], shown: fn(f64) -> String| {
        let line = || {
            named(word, changes, |change| {
                format!("{} ({} to {})", id(&change.case), shown(change.from), shown(change.to))
            })
        };
        (!changes.is_empty()).then(line)
    };
    let part = |rate: f64| Score::new(rate).map(wording::percent).unwrap_or_default();
    lines.extend(changed("with another rate", &comparison.rate, part));
    lines.extend(changed("slower", &comparison.slower, wording::millis));
    lines.extend(changed("dearer", &comparison.dearer, model::dollars));
    let same = if lines.is_empty() { ": nothing is another" } else { "" };
    lines.insert(0, format!("compared with {}{same}", visible::line(&comparison.file)));
    lines
}

fn named<T>(word: &str, all: &[T], name: impl Fn(&T) -> String) -> String {
    let mut names: Vec<String> = all.iter().take(NAMED_MAX).map(name).collect();
    let left = all.len().saturating_sub(NAMED_MAX);
    names.extend((left > 0).then(|| format!("and {} more", wording::number(left))));
    format!("  {} {word}: {}", wording::number(all.len()), names.join(", "))
}

fn id(id: &CaseId) -> String {
    visible::line(id.as_str()).into_owned()
}

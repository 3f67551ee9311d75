//! How well a judge agrees with labels, in words.

use std::fmt::Write as _;

use mcpvals_model::{Agreement, CalibratedExample, Calibration};

use crate::{model, visible, wording};

/// Disagreements that are shown.
const SHOWN_MAX: usize = 50;

/// For a terminal: the figures, then each example of which judge and label say otherwise.
pub fn calibration(calibration: &Calibration) -> String {
    let mut text = String::new();
    let threshold = calibration.pass_threshold.value();
    let _ =
        writeln!(text, "judge       {} (prompt {}), passes from {threshold}", calibration.judge, calibration.prompt);
    let _ = writeln!(text, "agreement   {}", agreement(&calibration.agreement));
    let _ = writeln!(text, "kappa       {}", kappa(&calibration.agreement));
    text.push_str(&table(&calibration.agreement));
    if let Some(error) = calibration.mean_absolute_error {
        let _ = writeln!(text, "scores      {error:.3} from those of the labels, on average");
    }
    let tokens = wording::count(usize::try_from(calibration.usage.total()).unwrap_or(usize::MAX), "token");
    let cost = calibration.cost.map(|cost| format!(", {}", model::dollars(cost))).unwrap_or_default();
    let _ = writeln!(text, "took        {tokens}{cost}");
    if calibration.errored > 0 {
        let errored = wording::count(calibration.errored as usize, "example");
        let _ = writeln!(text, "no score    of {errored}, which count in nothing above");
    }
    text.push_str(&differences(calibration));
    visible(&text).into_owned()
}

fn agreement(agreement: &Agreement) -> String {
    let same = agreement.both_pass + agreement.both_fail;
    let of = format!("{same} of {}", wording::count(agreement.runs() as usize, "example"));
    match agreement.rate.zip(agreement.interval) {
        Some((rate, (low, high))) => {
            format!("{of}, {} (between {} and {})", percent(rate), percent(low), percent(high))
        }
        None => of,
    }
}

fn kappa(agreement: &Agreement) -> String {
    match agreement.kappa.zip(agreement.kappa_interval) {
        Some((kappa, (low, high))) => format!("{kappa:.2}, {} (between {low:.2} and {high:.2})", agreement.word()),
        None => "not defined: the judge or the labels always say the same".to_owned(),
    }
}

fn table(agreement: &Agreement) -> String {
    let row = |name: &str, pass: u32, fail: u32| format!("            {name:<12} {pass:>12} {fail:>12}\n");
    let head = format!("            {:<12} {:>12} {:>12}\n", "", "label: pass", "label: fail");
    let pass = row("judge: pass", agreement.both_pass, agreement.only_judge);
    format!("{head}{pass}{}", row("judge: fail", agreement.only_label, agreement.both_fail))
}

fn differences(calibration: &Calibration) -> String {
    let differs = |one: &&CalibratedExample| one.judged(calibration.pass_threshold) != Some(one.label);
    let all: Vec<&CalibratedExample> = calibration.examples.iter().filter(differs).collect();
    let mut text: String = all.iter().take(SHOWN_MAX).map(|one| difference(one)).collect();
    if all.len() > SHOWN_MAX {
        let _ = writeln!(text, "\n… and {} more", all.len() - SHOWN_MAX);
    }
    text
}

fn difference(one: &CalibratedExample) -> String {
    let label = if one.label { "pass" } else { "fail" };
    let spread = match one.spread {
        Some((low, high)) if low != high => format!(" (votes from {} to {})", low.value(), high.value()),
        _ => String::new(),
    };
    let score = one.score.map_or_else(|| "no score".to_owned(), |score| format!("{:.2}{spread}", score.value()));
    format!("\n{}: labelled {label}, the judge gives {score}\n  {}\n", one.id, one.reason)
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

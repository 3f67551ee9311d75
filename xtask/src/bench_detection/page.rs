//! The figures as tables, and docs/detection.md.

use std::fmt::Write as _;

use mcpvals_model::Severity;

use super::figures::{self, Share, Verdicts};
use crate::labelled::{Labelled, Subset};
use crate::machine;

pub(super) fn render(
    tools: &[Labelled],
    all: &[Verdicts],
    texts: &[Labelled],
    of_texts: &[Verdicts],
    absent: &[String],
) -> String {
    let mut text = format!("{} tools, {} texts. {}.\n", tools.len(), texts.len(), machine::in_words());
    text.push_str(&overview(tools, all));
    if !absent.is_empty() {
        let _ = write!(text, "\nNot measured: {}.\n", absent.join(", "));
    }
    if let Some(ours) = all.first() {
        text.push_str(&groups("category", tools, ours, |tool| (tool.subset, tool.category.clone())));
        text.push_str(&groups("source", tools, ours, |tool| (tool.subset, tool.source.clone())));
    }
    text.push_str(&free_texts(texts, of_texts));
    text
}

fn overview(tools: &[Labelled], all: &[Verdicts]) -> String {
    let mut text = String::from(
        "\n| | instruction-bearing: high+, medium+ | offensive: high+ | near misses: high+, medium+ | honest: high+, medium+ | precision, F1 (high+) | CPU s per 1,000 |\n|---|---|---|---|---|---|---|\n",
    );
    for verdicts in all {
        let rates = figures::rates(tools, verdicts);
        let both = |subset| format!("{}, {}", percent(rates.high(subset)), percent(rates.medium(subset)));
        let (precision, f1) = rates.precision_and_f1();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {precision:.3}, {f1:.3} | {:.3} |",
            verdicts.name,
            both(Subset::Instruction),
            percent(rates.high(Subset::Offensive)),
            both(Subset::NearMiss),
            both(Subset::Honest),
            per_thousand(verdicts),
        );
    }
    text
}

fn groups(title: &str, tools: &[Labelled], ours: &Verdicts, key: impl Fn(&Labelled) -> (Subset, String)) -> String {
    let at = |level| figures::by(tools, ours, Some(level), |tool| Some(key(tool)));
    let (high, medium) = (at(Severity::High), at(Severity::Medium));
    let mut text = format!("\n| {title} | of | high+ | medium+ |\n|---|---|---|---|\n");
    for ((key, high), medium) in high.iter().zip(medium.values()) {
        let (subset, name) = key;
        let _ =
            writeln!(text, "| {name} ({}) | {} | {} | {} |", word(*subset), high.of, percent(*high), percent(*medium));
    }
    text
}

fn free_texts(texts: &[Labelled], all: &[Verdicts]) -> String {
    let mut text = String::from("\n| texts | malicious: high+, medium+ | harmless: high+, medium+ |\n|---|---|---|\n");
    for verdicts in all {
        let rates = figures::rates(texts, verdicts);
        let both = |subset| format!("{}, {}", percent(rates.high(subset)), percent(rates.medium(subset)));
        let _ = writeln!(text, "| {} | {} | {} |", verdicts.name, both(Subset::Instruction), both(Subset::Honest));
    }
    text
}

fn word(subset: Subset) -> &'static str {
    match subset {
        Subset::Instruction => "instruction-bearing",
        Subset::Lure => "lure",
        Subset::SideAction => "side action",
        Subset::Offensive => "offensive",
        Subset::NearMiss => "near miss",
        Subset::Honest => "honest",
    }
}

fn percent(share: Share) -> String {
    format!("{:.2} %", share.rate() * 100.0)
}

#[expect(clippy::cast_precision_loss, reason = "counts of tools are small")]
fn per_thousand(verdicts: &Verdicts) -> f64 {
    verdicts.cpu_seconds * 1000.0 / verdicts.worst.len().max(1) as f64
}

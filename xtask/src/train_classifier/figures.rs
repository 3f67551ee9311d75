//! What is found of a source that was left out.

use std::fmt::Write as _;

use mcpvals_lint::training::Kind;
use mcpvals_model::Severity;

use super::Judge;
use super::examples::Example;

/// The head of the table.
pub(super) const HEAD: &str = "| left out | orders, high+: patterns, with weights | lures, medium+ | side actions, medium+ | honest, high+ | honest, medium+ |\n|---|---|---|---|---|---|\n";

/// A line of the table: what the patterns find alone, and with what was learnt from all other sources.
pub(super) fn line(source: &str, held: &[&Example], judge: &Judge) -> String {
    let share = |kind: Option<Kind>, level: Severity| {
        let of: Vec<_> = held.iter().filter(|one| one.kind == kind).collect();
        let alone = of.iter().filter(|one| one.patterns >= Some(level)).count();
        let both = of.iter().filter(|one| one.patterns.max(judge.worst(one)) >= Some(level)).count();
        if of.is_empty() { "–".to_owned() } else { format!("{alone}, {both} of {}", of.len()) }
    };
    let mut line = String::new();
    let _ = writeln!(
        line,
        "| {source} | {} | {} | {} | {} | {} |",
        share(Some(Kind::Order), Severity::High),
        share(Some(Kind::Lure), Severity::Medium),
        share(Some(Kind::SideAction), Severity::Medium),
        share(None, Severity::High),
        share(None, Severity::Medium),
    );
    line
}

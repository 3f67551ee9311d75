//! In which sandbox the server ran, and what was seen of it there.

use mcpvals_model::{Evaluation, SandboxFacts};

use super::{Block, Line, Section, Table};
use crate::wording;

/// Rows of one table.
const ROWS_MAX: usize = 100;

/// All of it; empty, and so left away, where there was none.
pub(super) fn section(evaluation: &Evaluation) -> Section {
    Section::new("sandbox", "Sandbox").with(evaluation.sandbox.iter().flat_map(blocks))
}

/// The same, wherever else a sandbox is told of.
pub(crate) fn blocks(sandbox: &SandboxFacts) -> Vec<Block> {
    let gist = Block::words(format!("{}.", gist(sandbox)));
    [Some(gist), guarantees(sandbox), baits(sandbox), egress(sandbox)].into_iter().flatten().collect()
}

/// `Level L3 (asked for: auto); held: all of 8; 1 bait was opened, 2 places were to be reached`.
pub(crate) fn gist(sandbox: &SandboxFacts) -> String {
    let level = sandbox.level.map_or_else(|| "No sandbox".to_owned(), |level| format!("Level {level}"));
    let missed: Vec<&str> = sandbox.guarantees.iter().filter(|one| !one.held).map(|one| one.name.as_str()).collect();
    let held = match missed.as_slice() {
        [] => format!("held: all of {}", sandbox.guarantees.len()),
        missed => format!("not held: {}", missed.join(", ")),
    };
    let opened = wording::count(sandbox.baits.len(), "opening of a bait");
    let opened = opened.replace("opening of a baits", "openings of baits");
    let reached = wording::count(sandbox.egress.len(), "attempt");
    format!("{level} (asked for: {}); {held}; seen: {opened}, {reached} to connect to others", sandbox.requested)
}

fn guarantees(sandbox: &SandboxFacts) -> Option<Block> {
    let mut table = Table::new("What the sandbox promises, as it was tried from within", ["Guarantee", "Held", "How"]);
    for one in &sandbox.guarantees {
        let held = if one.held { "yes" } else { "no" };
        table.row([Line::words(&one.name), Line::words(held), Line::words(&one.how)]);
    }
    table.block()
}

fn baits(sandbox: &SandboxFacts) -> Option<Block> {
    let mut table = Table::new("Baits that were opened", ["File", "During"]);
    for bait in sandbox.baits.iter().take(ROWS_MAX) {
        table.row([Line::code(&bait.bait), Line::words(&bait.during)]);
    }
    table.block()
}

fn egress(sandbox: &SandboxFacts) -> Option<Block> {
    let heads = ["To", "Port", "Protocol", "Said", "During"];
    let mut table = Table::new("Where the server wanted to connect to", heads);
    for one in sandbox.egress.iter().take(ROWS_MAX) {
        table.row([
            Line::code(&one.to),
            Line::words(one.port.to_string()),
            Line::words(&one.protocol),
            one.said.as_ref().map(Line::code).unwrap_or_default(),
            Line::words(&one.during),
        ]);
    }
    table.block()
}

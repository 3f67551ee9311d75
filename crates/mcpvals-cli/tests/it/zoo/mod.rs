//! Every way to be wrong that the testkit knows, run with the binary: the right verdict, the words that a user needs,
//! no harm to the neighbours, within its deadline and its memory, and no process left.
//!
//! What the right outcome is was decided from each flaw's rule. An answer that a usual client could not use fails, in
//! words; what every client gets along with passes, and is a violation at most; where no session can come about, no
//! case was run (exit code 3).

mod envelope;
mod eras;
mod fixture;
mod flood;
mod handshake;
mod http;
mod judge;
mod listing;
mod load;
mod outcome;
mod process;
mod row;
mod run;
mod sse;
mod stdio;
mod text;
mod traffic;

use std::collections::BTreeSet;

use mcpvals_testkit::{Family, Flaw};

use row::{Row, Via};

/// All tables.
fn rows() -> Vec<Row> {
    [
        envelope::rows(),
        flood::rows(),
        handshake::rows(),
        http::rows(),
        listing::rows(),
        outcome::rows(),
        process::rows(),
        sse::rows(),
        stdio::rows(),
        text::rows(),
        traffic::rows(),
    ]
    .concat()
}

/// Over HTTP the server is no process of ours: how it ends, and what it leaves behind, is not for us to see.
fn is_shown_over_stdio_only(flaw: Flaw) -> bool {
    matches!(
        flaw,
        Flaw::ExitsAtStart
            | Flaw::IgnoresShutdown
            | Flaw::LeavesChild
            | Flaw::LeavesDetachedChild
            | Flaw::ChildHoldsStdout
    )
}

fn ways(flaw: Flaw) -> impl Iterator<Item = (Flaw, Via)> {
    let ways = [(Via::Stdio, flaw.on_stdio()), (Via::Http, flaw.on_http()), (Via::Sse, flaw.on_sse())];
    let shown = move |(via, fits): (Via, bool)| fits && (via == Via::Stdio || !is_shown_over_stdio_only(flaw));
    ways.into_iter().filter(move |way| shown(*way)).map(move |(via, _)| (flaw, via))
}

/// The rows here call tools; prompts, what a server asks, resources and utilities are tested in `prompts.rs`,
/// `peers.rs`, `subscriptions.rs`, `utilities.rs` and `tasks.rs`.
fn has_tables_of_its_own(flaw: Flaw) -> bool {
    use Family::{Entry, Prompt, Question, Resource, Task, Utility};
    matches!(flaw.family(), Entry | Prompt | Question | Resource | Task | Utility)
}

#[test]
fn every_flaw_has_a_row_for_every_transport_that_can_show_it() {
    let of_tools = Flaw::ALL.iter().copied().filter(|flaw| !has_tables_of_its_own(*flaw));
    let wanted: BTreeSet<(Flaw, Via)> = of_tools.flat_map(ways).collect();
    let had: BTreeSet<(Flaw, Via)> = rows().iter().flat_map(|row| row.via.iter().map(|via| (row.flaw, *via))).collect();
    let missing: Vec<String> = wanted.difference(&had).map(|(flaw, via)| format!("{flaw} over {via:?}")).collect();
    assert_eq!(missing, [""; 0]);
}

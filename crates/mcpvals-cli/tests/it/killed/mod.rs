//! API nodes and workers are killed at random under load, PostgreSQL itself with them: every evaluation that was accepted has
//! exactly one end, a good one unless its worker was lost again and again, its events are whole and in order, and no process and no
//! file of it is left.
//!
//! Twelve seconds of it in every run; `MCPVALS_KILL_SECONDS=300 cargo nextest run -p mcpvals-cli -E 'test(killed::)'` for five
//! minutes.

mod count;
mod nodes;

use std::time::{Duration, Instant};

use mcpvals_testkit::postgres::Postgres;

use nodes::{Kind, Nodes};

fn seconds() -> u64 {
    std::env::var("MCPVALS_KILL_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

/// A small generator (`SplitMix64`): the same kills each time, as far as time allows.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % most
    }
}

/// So many evaluations make a load, however slow the machine is.
const LOAD_MIN: usize = 12;
/// Nobody is killed for longer.
const KILLING_MAX: Duration = Duration::from_mins(6);

/// Kills, starts again, and restarts the database where that is given; returns what was accepted meanwhile.
fn play(nodes: &mut Nodes, mut database: Option<&mut Postgres>) -> Vec<String> {
    let time = Duration::from_secs(seconds());
    let (began, mut dice, mut restarts) = (Instant::now(), Dice(7), 0);
    let load = nodes.load();
    while began.elapsed() < time || load.accepted() < LOAD_MIN && began.elapsed() < KILLING_MAX {
        std::thread::sleep(Duration::from_millis(400 + dice.below(2_600)));
        let which = usize::try_from(dice.below(nodes.number())).unwrap();
        nodes.kill(which, if dice.below(3) == 0 { "TERM" } else { "KILL" });
        nodes.start(which);
        if let Some(database) = database.as_deref_mut()
            && began.elapsed() > time / 3 * (restarts + 1)
            && restarts < 2
        {
            restarts += 1;
            database.restart();
        }
    }
    load.end()
}

#[expect(clippy::print_stderr, reason = "what was counted is what is claimed (`--no-capture`)")]
fn check(mut nodes: Nodes, database: Option<&mut Postgres>) {
    let accepted = play(&mut nodes, database);
    assert!(accepted.len() >= LOAD_MIN, "there was load: {}", accepted.len());
    nodes.wait_until_idle();
    let ends = count::ends(&nodes, &accepted);
    assert_eq!(ends.values().sum::<usize>(), accepted.len(), "{ends:?}");
    let number = |status: &str| ends.get(status).copied().unwrap_or_default();
    let wanted = accepted.len() - number("cancelled");
    assert!(number("completed") * 10 > wanted * 9, "most complete: {ends:?}");
    eprintln!("{} were accepted, and ended: {ends:?}", accepted.len());
    nodes.end();
}

#[test]
fn nothing_is_lost_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("service.db").display().to_string();
    check(Nodes::start_all(folder.path(), &database, &[Kind::Both, Kind::Worker]), None);
}

#[test]
fn nothing_is_lost_on_postgres() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = tempfile::tempdir().unwrap();
    let mut postgres = Postgres::start(cluster.path());
    let database = postgres.database("killed");
    let kinds = [Kind::Api, Kind::Api, Kind::Worker, Kind::Worker];
    check(Nodes::start_all(folder.path(), &database, &kinds), Some(&mut postgres));
}

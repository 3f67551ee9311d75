//! Medians, and what they are to the floor.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::contender::Contender;
use super::measure::{Usage, median};
use super::server::Server;
use super::workload::{WAIT_CONCURRENCY, WAIT_MS, Workload};

/// Who played what against which server.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub(super) server: Server,
    pub(super) workload: Workload,
    pub(super) contender: Contender,
}

/// Every measurement.
#[derive(Debug, Default)]
pub(super) struct Results {
    cells: BTreeMap<Cell, Vec<Usage>>,
}

impl Results {
    pub(super) fn add(&mut self, cell: Cell, usage: Usage) {
        self.cells.entry(cell).or_default().push(usage);
    }

    fn median(&self, cell: &Cell, of: fn(&Usage) -> f64) -> Option<f64> {
        median(self.cells.get(cell)?.iter().map(of).collect())
    }

    fn servers(&self) -> Vec<&Server> {
        let mut servers: Vec<&Server> = self.cells.keys().map(|cell| &cell.server).collect();
        servers.dedup();
        servers
    }
}

/// One table a server, then the cost of a call.
pub(super) fn render(results: &Results) -> String {
    let mut text = String::new();
    for server in results.servers() {
        let _ = writeln!(text, "### {server}\n");
        text +=
            "| workload | client | wall, ms | to the floor | CPU, ms | peak memory, MB |\n|---|---|--:|--:|--:|--:|\n";
        for cell in results.cells.keys().filter(|cell| cell.server == *server) {
            text += &row(results, cell);
        }
        text.push('\n');
    }
    text + "### The cost of one call\n\n" + &per_call(results)
}

fn row(results: &Results, cell: &Cell) -> String {
    let middle = |of| results.median(cell, of).unwrap_or(f64::NAN);
    let wall = middle(|usage| usage.wall_ms);
    let floor = floor_ms(results, cell).map(|floor| format!("{:.2}×", wall / floor)).unwrap_or_default();
    format!(
        "| {} | {} | {wall:.1} | {floor} | {:.1} | {:.1} |\n",
        cell.workload,
        cell.contender,
        middle(|usage| usage.cpu_ms),
        middle(|usage| usage.peak_mb),
    )
}

/// What the floor took for the same work; for waiting calls, what the waits alone take.
fn floor_ms(results: &Results, cell: &Cell) -> Option<f64> {
    let workload = match cell.workload {
        Workload::Waiting(calls) => return Some(count(calls * WAIT_MS / WAIT_CONCURRENCY)),
        Workload::Parallel(calls) | Workload::Repeated(calls) => Workload::Sequence(calls),
        same @ (Workload::First | Workload::Sequence(_)) => same,
    };
    results.median(&Cell { workload, contender: Contender::Floor, ..cell.clone() }, |usage| usage.wall_ms)
}

/// 10,000 calls minus one, by the calls between: start and end fall out.
fn per_call(results: &Results) -> String {
    let mut text = "| server | client | wall a call, µs | to the floor |\n|---|---|--:|--:|\n".to_owned();
    for server in results.servers() {
        let floor = call_us(results, server, Contender::Floor, Workload::Sequence(CALLS));
        for (contender, workload, name) in KINDS_OF_CALL {
            let Some(us) = call_us(results, server, contender, workload) else { continue };
            let ratio = floor.map(|floor| format!("{:.2}×", us / floor)).unwrap_or_default();
            let _ = writeln!(text, "| {server} | {name} | {us:.1} | {ratio} |");
        }
    }
    text
}

const CALLS: usize = 10_000;
const KINDS_OF_CALL: [(Contender, Workload, &str); 6] = [
    (Contender::Floor, Workload::Sequence(CALLS), "floor"),
    (Contender::Mcpvals, Workload::Repeated(CALLS), "mcpvals, one test repeated"),
    (Contender::McpvalsTraced, Workload::Repeated(CALLS), "mcpvals --trace, one test repeated"),
    (Contender::Mcpvals, Workload::Sequence(CALLS), "mcpvals, tests of their own"),
    (Contender::McpvalsTraced, Workload::Sequence(CALLS), "mcpvals --trace, tests of their own"),
    (Contender::NpmMcpvals, Workload::Sequence(1000), "npm mcpvals 0.4.0 (of 1,000)"),
];

/// `None` where it was not measured, or the server's own noise is greater than what is measured.
fn call_us(results: &Results, server: &Server, contender: Contender, workload: Workload) -> Option<f64> {
    let wall = |workload, contender| {
        results.median(&Cell { server: server.clone(), workload, contender }, |usage| usage.wall_ms)
    };
    wall(Workload::Sequence(CALLS), Contender::Floor)?;
    // A start with traces is a start: that workload is played without.
    let starter = if contender == Contender::McpvalsTraced { Contender::Mcpvals } else { contender };
    let extra_ms = wall(workload, contender)? - wall(Workload::First, starter)?;
    Some(extra_ms * 1000.0 / count(workload.calls() - 1))
}

#[expect(clippy::cast_precision_loss, reason = "counts of calls are far below 2^53")]
fn count(calls: usize) -> f64 {
    calls as f64
}

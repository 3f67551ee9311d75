//! What was exercised of what each server offers, to be unfolded.

use mcpvals_model::{Coverage, ServerCoverage};

use super::text::{code, html, row};
use crate::gaps::{self, Gap};
use crate::{visible, wording};

/// Lines of all tables together: what is around them needs room, too.
const LISTED_MAX: usize = 50;
/// Characters of a cell.
const CELL_CHARS_MAX: usize = 120;

/// The lines for all servers.
pub(super) fn lines(coverage: Option<&Coverage>) -> Vec<String> {
    let Some(coverage) = coverage else { return Vec::new() };
    let mut room = LISTED_MAX;
    let head = format!("<details><summary>Coverage {}</summary>", gaps::total(coverage.total));
    let mut lines = vec![String::new(), head];
    let shown = coverage.servers.iter().take(LISTED_MAX);
    lines.extend(shown.flat_map(|server| of_server(server, &mut room)));
    lines.extend([String::new(), "</details>".to_owned(), String::new()]);
    lines
}

fn of_server(server: &ServerCoverage, room: &mut usize) -> Vec<String> {
    let name = html(&short(&server.server));
    let mut lines = vec![String::new(), format!("<code>{name}</code>: {}", gaps::total(server.total))];
    lines.extend(server.cut.then(|| gaps::CUT.to_owned()));
    let others = gaps::of_others(server);
    let left = (server.tools.len() + others.len()).saturating_sub(*room);
    let rows: Vec<String> = tools(server).chain(others.into_iter().map(other)).take(*room).collect();
    *room -= rows.len();
    if !rows.is_empty() {
        lines.push(String::new());
        lines.push(row(&["Offered", "Exercised", "Values", "Not exercised"].map(str::to_owned)));
        lines.push("|:--|--:|--:|:--|".to_owned());
        lines.extend(rows);
    }
    lines.extend((left > 0).then(|| format!("\nand {} more: the JSON report has all.", wording::number(left))));
    lines
}

fn tools(server: &ServerCoverage) -> impl Iterator<Item = String> {
    server.tools.iter().map(gaps::of_tool).map(|tool| {
        row(&[code(&short(&tool.name)), tool.parameters.words(), tool.values.words(), code(&short(&tool.missing))])
    })
}

fn other(gap: Gap) -> String {
    row(&[gap.name, gap.count.words(), String::new(), code(&short(&gap.missing))])
}

fn short(text: &str) -> String {
    visible::excerpt(text, CELL_CHARS_MAX, "…")
}

//! What was exercised of what each server offers, as a table below the summary.

use mcpvals_model::{Coverage, ServerCoverage};

use super::{Level, Page, Role, Style};
use crate::table::Table;
use crate::{gaps, visible, wording};

/// Tools of a server that are shown one by one.
const TOOLS_MAX: usize = 100;
/// Characters of a tool's name: a hostile one must not push the numbers off the screen.
const NAME_CHARS_MAX: usize = 40;

/// The tables of all servers; only the shares, where little is to be said.
pub(super) fn of(coverage: &Coverage, style: &Style) -> String {
    let mut page = Page::new(style);
    for server in &coverage.servers {
        add_server(&mut page, server);
    }
    if coverage.servers.len() > 1 {
        separate(&mut page);
        page.line(&page.style.paint(Role::Strong, &format!("coverage {}", gaps::total(coverage.total))));
    }
    page.finish()
}

fn add_server(page: &mut Page<'_>, server: &ServerCoverage) {
    separate(page);
    let head = format!("coverage of {}: {}", visible::line(&server.server), gaps::total(server.total));
    page.line(&page.style.paint(Role::Strong, &head));
    if server.cut {
        page.line(&page.style.paint(Role::Warning, &format!("  {}", gaps::CUT)));
    }
    if page.style.level != Level::Quiet {
        add_tools(page, server);
        add_others(page, server);
    }
}

fn separate(page: &mut Page<'_>) {
    if page.style.level != Level::Quiet {
        page.blank();
    }
}

fn add_tools(page: &mut Page<'_>, server: &ServerCoverage) {
    if server.tools.is_empty() {
        return;
    }
    let shown = if page.style.level == Level::Verbose { usize::MAX } else { TOOLS_MAX };
    let mut table = Table::new();
    table.row(["tool", "parameters", "values", "not exercised"].map(str::to_owned));
    for tool in server.tools.iter().take(shown).map(gaps::of_tool) {
        let name = visible::excerpt(&tool.name, NAME_CHARS_MAX, page.style.ellipsis());
        table.row([name, tool.parameters.words(), tool.values.words(), tool.missing]);
    }
    let lines = lines(&table, page.style);
    for (index, line) in lines.iter().enumerate() {
        let role = Role::Dim;
        page.line(&if index == 0 { page.style.paint(role, line) } else { line.clone() });
    }
    let more = server.tools.len().saturating_sub(shown);
    if more > 0 {
        page.line(&format!("  {} {} (-v shows each)", page.style.ellipsis(), wording::count(more, "more tool")));
    }
}

fn add_others(page: &mut Page<'_>, server: &ServerCoverage) {
    let mut table = Table::new();
    for other in gaps::of_others(server) {
        table.row([other.name, other.count.words(), other.missing]);
    }
    for line in lines(&table, page.style) {
        page.line(&line);
    }
}

/// Cut to the terminal, unless everything is asked for.
fn lines(table: &Table, style: &Style) -> Vec<String> {
    let columns = if style.level == Level::Verbose { usize::MAX } else { style.columns() };
    table.lines(columns, style.ellipsis())
}

//! Models and servers side by side, as a table below the summary.

use mcpvals_model::Matrix;

use super::{Level, Page, Role, Style};
use crate::table::Table;
use crate::{matrix, wording};

/// Rows that are shown.
const ROWS_MAX: usize = 100;
/// Comparisons that are shown.
const COMPARISONS_MAX: usize = 20;

/// The table, and what is made of it; only that, where little is to be said.
pub(super) fn of(found: &Matrix, style: &Style) -> String {
    let mut page = Page::new(style);
    let most = if style.level == Level::Verbose { usize::MAX } else { COMPARISONS_MAX };
    if style.level != Level::Quiet {
        page.blank();
        page.line(&style.paint(Role::Strong, &format!("matrix of {}", matrix::head(found))));
        add_table(&mut page, found);
    }
    for line in matrix::comparisons(found, most) {
        page.line(&format!("  {line}"));
    }
    if style.level != Level::Quiet {
        page.line(&style.paint(Role::Dim, &format!("  {}", matrix::method(found))));
    }
    page.finish()
}

fn add_table(page: &mut Page<'_>, found: &Matrix) {
    let style = page.style;
    let shown = if style.level == Level::Verbose { usize::MAX } else { ROWS_MAX };
    let rows = matrix::rows(found);
    let mut table = Table::new();
    table.row(matrix::COLUMNS.map(str::to_owned));
    for row in rows.iter().take(shown) {
        table.row(row.clone());
    }
    for (index, line) in table.lines(style.columns(), style.ellipsis()).iter().enumerate() {
        page.line(&if index == 0 { style.paint(Role::Dim, line) } else { line.clone() });
    }
    let more = rows.len().saturating_sub(shown);
    if more > 0 {
        page.line(&format!("  {} {} (-v shows each)", style.ellipsis(), wording::count(more, "more row")));
    }
}

//! Tables in columns that line up, whatever script the text is in, and that fit the terminal.

use unicode_width::UnicodeWidthStr;

use crate::visible;

/// Rows of cells. The last column is cut where the line would be too wide.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { rows: Vec::new() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a row; the cells become visible lines.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| visible::line(&cell).into_owned()).collect());
    }

    /// The lines, each indented by two and at most `columns` wide (but for what the first columns need).
    pub(crate) fn lines(&self, columns: usize, ellipsis: &str) -> Vec<String> {
        let widths = self.widths();
        self.rows.iter().map(|row| line(row, &widths, columns, ellipsis)).collect()
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
        (0..columns).map(|column| width(column).unwrap_or(0)).collect()
    }
}

fn line(row: &[String], widths: &[usize], columns: usize, ellipsis: &str) -> String {
    const GAP: usize = 2;
    let mut line = " ".repeat(GAP);
    for (cell, width) in row.iter().zip(widths).take(row.len().saturating_sub(1)) {
        line.push_str(cell);
        line.push_str(&" ".repeat(width - cell.width() + GAP));
    }
    if let Some(last) = row.last() {
        // Enough room to say anything at all, however narrow the terminal is.
        const ROOM_MIN: usize = 20;
        let room = columns.saturating_sub(line.width()).max(ROOM_MIN);
        line.push_str(&fit(last, room, ellipsis));
    }
    line.truncate(line.trim_end().len());
    line
}

/// The beginning of a text that is at most so wide.
fn fit(text: &str, room: usize, ellipsis: &str) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let room = room.saturating_sub(ellipsis.width());
    let mut width = 0;
    let fitting = text.chars().take_while(|c| {
        width += unicode_width::UnicodeWidthChar::width(*c).unwrap_or(0);
        width <= room
    });
    let fitting = fitting.collect::<String>();
    format!("{}{ellipsis}", fitting.trim_end())
}

#[cfg(test)]
mod tests {
    use super::Table;

    fn check(rows: &[&[&str]], columns: usize, expected: &[&str]) {
        let mut table = Table::new();
        for row in rows {
            table.row(row.iter().map(|cell| (*cell).to_owned()));
        }
        assert_eq!(table.lines(columns, "…"), expected);
    }

    #[test]
    fn columns_line_up_in_any_script() {
        check(&[&["日本", "a"], &["x", "b"]], 80, &["  日本  a", "  x     b"]);
    }

    #[test]
    fn the_last_column_is_cut_to_fit() {
        let long = "word ".repeat(10);
        check(&[&["a", &long]], 30, &["  a  word word word word word…"]);
    }

    #[test]
    fn cells_are_one_line_and_visible() {
        check(&[&["a\u{1b}[0m", "b\nc"]], 80, &["  a\\x1b[0m  b\\nc"]);
    }
}

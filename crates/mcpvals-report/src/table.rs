//! Tables in columns that line up, whatever script the text is in, and that fit the terminal.

use unicode_width::UnicodeWidthStr;

use crate::visible;

/// Columns before the first cell and between two.
const GAP: usize = 2;

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

    /// As [`Self::lines`]; but where the first columns leave too little room for the last, it stands below them.
    pub(crate) fn lines_or_below(&self, columns: usize, ellipsis: &str) -> Vec<String> {
        const ROOM_MIN: usize = 40;
        let widths = self.widths();
        let (last, first) = widths.split_last().unwrap_or((&0, &[]));
        let room = columns.saturating_sub(first.iter().map(|width| width + GAP).sum::<usize>() + GAP);
        if *last <= room || room >= ROOM_MIN {
            return self.lines(columns, ellipsis);
        }
        self.rows.iter().flat_map(|row| two_lines(row, first, columns, ellipsis)).collect()
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

fn two_lines(row: &[String], widths: &[usize], columns: usize, ellipsis: &str) -> Vec<String> {
    const INDENT: usize = 6;
    let (last, first) = row.split_last().map_or(("", row), |(last, first)| (last.as_str(), first));
    let below = format!("{:INDENT$}{}", "", fit(last, columns.saturating_sub(INDENT), ellipsis));
    // The first columns are not cut, whatever room there is.
    let lines = [line(first, widths, usize::MAX, ellipsis), below];
    lines.into_iter().filter(|line| !line.trim().is_empty()).collect()
}

fn line(row: &[String], widths: &[usize], columns: usize, ellipsis: &str) -> String {
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
pub(crate) fn fit(text: &str, room: usize, ellipsis: &str) -> String {
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
    fn the_last_column_stands_below_where_it_has_no_room() {
        let mut table = Table::new();
        table.row(["a".repeat(30), "b".to_owned(), "word ".repeat(10)]);
        table.row(["c".to_owned(), "d".to_owned(), String::new()]);
        let room = format!(
            "  {}  b\n      word word word word word word word word word word\n  c{:29}  d",
            "a".repeat(30),
            ""
        );
        assert_eq!(table.lines_or_below(60, "…").join("\n").replace("word \n", "word\n"), room);
        assert_eq!(table.lines_or_below(120, "…").len(), 2);
    }

    #[test]
    fn cells_are_one_line_and_visible() {
        check(&[&["a\u{1b}[0m", "b\nc"]], 80, &["  a\\x1b[0m  b\\nc"]);
    }
}

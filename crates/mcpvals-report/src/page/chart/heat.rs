//! A table whose cells are coloured by a share: models against servers and workflows.

use super::label::short;
use super::svg::{Area, Svg, f, px, share};
use super::{Chart, empty, id};
use crate::page::{Ids, Markup};
use crate::wording;

/// Rows and columns that are drawn; the table has the others.
const ROWS_MAX: usize = 40;
const COLUMNS_MAX: usize = 12;
const LABEL: f64 = 200.0;
const CELL: f64 = 112.0;
const ROW: f64 = 40.0;
const HEAD: f64 = 26.0;
/// So much more of the small letters has the same room.
const SMALLER: f64 = 12.0 / 10.5;

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatCell {
    /// From 0 to 1; `None` where nothing was found out.
    pub share: Option<f64>,
    /// The share in words.
    pub shown: String,
    /// Below it: the interval.
    pub below: String,
}

/// A coloured table.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// Of what.
    pub title: String,
    /// What the rows are.
    pub head: String,
    /// Names of columns.
    pub columns: Vec<String>,
    /// Names of rows with their cells.
    pub rows: Vec<(String, Vec<Option<HeatCell>>)>,
}

/// The chart.
pub fn heat(data: &Heat, ids: &mut Ids) -> Markup {
    let columns = &data.columns[..data.columns.len().min(COLUMNS_MAX)];
    let rows = &data.rows[..data.rows.len().min(ROWS_MAX)];
    if columns.is_empty() || rows.is_empty() {
        return empty(&data.title);
    }
    let mut svg = Svg::default();
    for (at, name) in columns.iter().enumerate() {
        svg.text((LABEL + CELL * (f(at) + 0.5), HEAD - 9.0), "middle", "label", &short(name, CELL - 8.0));
    }
    for (at, (name, cells)) in rows.iter().enumerate() {
        let y = HEAD + ROW * f(at);
        svg.text((LABEL - 10.0, y + ROW / 2.0 + 4.0), "end", "label", &short(name, LABEL - 12.0));
        for (column, cell) in cells.iter().take(columns.len()).enumerate() {
            let says = format!("{name}, {}", columns[column]);
            add_cell(&mut svg, cell.as_ref(), (LABEL + CELL * f(column), y), &says);
        }
    }
    let cells = |(name, cells): &(String, Vec<Option<HeatCell>>)| {
        let words = cells.iter().map(|cell| cell.as_ref().map_or_else(String::new, HeatCell::words));
        [name.clone()].into_iter().chain(words).collect()
    };
    Chart {
        id: id(ids),
        title: &data.title,
        says: says(data, rows.len(), columns.len()),
        width: px(LABEL + CELL * f(columns.len())),
        height: px(HEAD + ROW * f(rows.len())),
        body: svg.finish(),
        legend: Vec::new(),
        heads: [data.head.clone()].into_iter().chain(data.columns.iter().cloned()).collect(),
        rows: data.rows.iter().map(cells).collect(),
        left: 0,
    }
    .html()
}

fn says(data: &Heat, rows: usize, columns: usize) -> String {
    let size = format!("{} and {}", wording::count(rows, "row"), wording::count(columns, "column"));
    let is_cut = rows < data.rows.len() || columns < data.columns.len();
    let cut = if is_cut { "; not all are drawn, the table below has all" } else { "" };
    format!("{size}{cut}.")
}

impl HeatCell {
    fn words(&self) -> String {
        if self.below.is_empty() { self.shown.clone() } else { format!("{} ({})", self.shown, self.below) }
    }
}

fn add_cell(svg: &mut Svg, cell: Option<&HeatCell>, (x, y): (f64, f64), of: &str) {
    let area = Area { x: x + 1.0, y: y + 1.0, width: CELL - 2.0, height: ROW - 2.0 };
    let Some(cell) = cell else {
        svg.rect(area, "track", &format!("{of}: not played"));
        return svg.text((x + CELL / 2.0, y + ROW / 2.0 + 4.0), "middle", "label", "–");
    };
    let step = cell.share.map_or(0, |part| px(share(part) * 10.0));
    svg.rect(
        area,
        if cell.share.is_some() { STEPS[step.min(10) as usize] } else { "track" },
        &format!("{of}: {}", cell.words()),
    );
    svg.text((x + CELL / 2.0, y + ROW / 2.0 - 1.0), "middle", "number", &short(&cell.shown, CELL - 8.0));
    svg.text((x + CELL / 2.0, y + ROW / 2.0 + 13.0), "middle", "small", &short(&cell.below, CELL * SMALLER));
}

/// Classes of the style, from none to all.
const STEPS: [&str; 11] =
    ["heat-0", "heat-1", "heat-2", "heat-3", "heat-4", "heat-5", "heat-6", "heat-7", "heat-8", "heat-9", "heat-10"];

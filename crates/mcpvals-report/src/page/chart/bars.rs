//! Bars beside one another, each with its name and its number.

use super::label::short;
use super::svg::{Area, Svg, f, px};
use super::{Chart, Tone, empty, id};
use crate::page::{Ids, Markup};
use crate::wording;

/// Bars that are drawn; the table has the others.
const DRAWN_MAX: usize = 40;
const WIDTH: f64 = 560.0;
const LABEL: f64 = 190.0;
const NUMBER: f64 = 76.0;
const ROW: f64 = 24.0;

/// A bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Its name.
    pub label: String,
    /// Its length.
    pub value: f64,
    /// The number in words.
    pub shown: String,
    /// Its colour.
    pub tone: Tone,
}

/// Bars beside one another.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// Of what.
    pub title: String,
    /// What the names and the numbers are.
    pub heads: [String; 2],
    /// The length of a full bar; that of the longest where there is none.
    pub full: Option<f64>,
    /// The bars.
    pub bars: Vec<Bar>,
}

/// The chart.
pub fn bars(data: &Bars, ids: &mut Ids) -> Markup {
    let drawn = &data.bars[..data.bars.len().min(DRAWN_MAX)];
    if drawn.is_empty() {
        return empty(&data.title);
    }
    let longest = drawn.iter().map(|bar| bar.value).filter(|value| value.is_finite()).fold(0.0, f64::max);
    let full = data.full.filter(|full| *full > 0.0).unwrap_or(longest).max(f64::MIN_POSITIVE);
    let mut svg = Svg::default();
    for (index, bar) in drawn.iter().enumerate() {
        row(&mut svg, bar, full, ROW * f(index));
    }
    let left = data.bars.len() - drawn.len();
    let more =
        if left > 0 { format!(", and {} more that are not drawn", wording::number(left)) } else { String::new() };
    Chart {
        id: id(ids),
        title: &data.title,
        says: format!("{}{more}. The table below has the numbers.", wording::count(drawn.len(), "bar")),
        width: px(WIDTH),
        height: px(ROW * f(drawn.len())),
        body: svg.finish(),
        legend: Vec::new(),
        heads: data.heads.to_vec(),
        rows: data.bars.iter().map(|bar| vec![bar.label.clone(), bar.shown.clone()]).collect(),
        left: 0,
    }
    .html()
}

fn row(svg: &mut Svg, bar: &Bar, full: f64, y: f64) {
    let room = WIDTH - LABEL - NUMBER;
    let value = if bar.value.is_finite() { bar.value.clamp(0.0, full) } else { 0.0 };
    let says = format!("{}: {}", bar.label, bar.shown);
    svg.text((LABEL - 10.0, y + 16.0), "end", "label", &short(&bar.label, LABEL - 12.0));
    svg.rect(Area { x: LABEL, y: y + 5.0, width: room, height: 14.0 }, "track", "");
    svg.toned(Area { x: LABEL, y: y + 5.0, width: room * (value / full), height: 14.0 }, bar.tone, &says);
    svg.text((WIDTH - NUMBER + 8.0, y + 16.0), "start", "number", &bar.shown);
}

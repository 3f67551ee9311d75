//! A number over time, with the band in which the truth may lie.

use super::label::short;
use super::svg::{Area, Svg, f, path_of, px};
use super::{Chart, empty, id};
use crate::page::{Ids, Markup};
use crate::wording;

/// Points that are drawn: more than there are pixels would only be slower.
const DRAWN_MAX: usize = 400;
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 200.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 28.0;
/// For each of the two labels below.
const LABEL: f64 = 270.0;

/// A number at one time.
#[derive(Debug, Clone, PartialEq)]
pub struct TrendPoint {
    /// When.
    pub label: String,
    /// The number.
    pub value: f64,
    /// In which band the truth lies.
    pub interval: Option<(f64, f64)>,
}

/// A number over time.
#[derive(Debug, Clone)]
pub struct Trend {
    /// Of what.
    pub title: String,
    /// What the times and the numbers are.
    pub heads: [String; 2],
    /// Where the axis begins and ends; at 0 and the highest, where nothing is said.
    pub range: Option<(f64, f64)>,
    /// The number in words.
    pub shown: fn(f64) -> String,
    /// In order.
    pub points: Vec<TrendPoint>,
}

/// From numbers to places.
struct Scale {
    low: f64,
    high: f64,
    count: usize,
}

impl Scale {
    fn of(data: &Trend, points: &[&TrendPoint]) -> Self {
        let ends = points.iter().flat_map(|point| [point.value, point.interval.map_or(point.value, |(_, high)| high)]);
        let highest = ends.filter(|value| value.is_finite()).fold(0.0, f64::max);
        let (low, high) = data.range.filter(|(low, high)| high > low).unwrap_or((0.0, highest));
        Self { low, high: if high > low { high } else { low + 1.0 }, count: points.len() }
    }

    fn x(&self, index: usize) -> f64 {
        let room = WIDTH - LEFT - RIGHT;
        if self.count < 2 { LEFT + room / 2.0 } else { LEFT + room * f(index) / f(self.count - 1) }
    }

    fn y(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share)
    }
}

/// The chart.
pub fn trend(data: &Trend, ids: &mut Ids) -> Markup {
    let known: Vec<&TrendPoint> = data.points.iter().filter(|point| point.value.is_finite()).collect();
    let points = thinned(&known);
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return empty(&data.title) };
    let scale = Scale::of(data, &points);
    let mut svg = Svg::default();
    axes(&mut svg, data, &scale, (first, last));
    band(&mut svg, &points, &scale);
    svg.path(&path_of(points.iter().enumerate().map(|(at, point)| (scale.x(at), scale.y(point.value)))), "trend");
    for (at, point) in points.iter().enumerate().filter(|_| points.len() <= 60) {
        let says = format!("{}: {}{}", point.label, (data.shown)(point.value), interval(data, point));
        svg.circle((scale.x(at), scale.y(point.value)), 3.0, "dot", &says);
    }
    let says = format!(
        "{}, from {} to {}.",
        wording::count(known.len(), "point"),
        (data.shown)(first.value),
        (data.shown)(last.value)
    );
    let row = |point: &TrendPoint| vec![point.label.clone(), (data.shown)(point.value) + &interval(data, point)];
    Chart {
        id: id(ids),
        title: &data.title,
        says,
        width: px(WIDTH),
        height: px(HEIGHT),
        body: svg.finish(),
        legend: Vec::new(),
        heads: data.heads.to_vec(),
        rows: known.iter().rev().map(|point| row(point)).collect(),
        left: 0,
    }
    .html()
}

/// Every so many, and always the last.
fn thinned<'a>(points: &[&'a TrendPoint]) -> Vec<&'a TrendPoint> {
    let step = points.len().div_ceil(DRAWN_MAX).max(1);
    let last = points.len().saturating_sub(1);
    points.iter().enumerate().filter(|(at, _)| at % step == 0 || *at == last).map(|(_, point)| *point).collect()
}

fn axes(svg: &mut Svg, data: &Trend, scale: &Scale, (first, last): (&TrendPoint, &TrendPoint)) {
    for part in [0.0, 0.5, 1.0] {
        let value = scale.low + (scale.high - scale.low) * part;
        let y = scale.y(value);
        svg.line((LEFT, y), (WIDTH - RIGHT, y), "grid");
        svg.text((LEFT - 8.0, y + 4.0), "end", "label", &(data.shown)(value));
    }
    svg.text((LEFT, HEIGHT - 8.0), "start", "label", &short(&first.label, LABEL));
    if scale.count > 1 {
        svg.text((WIDTH - RIGHT, HEIGHT - 8.0), "end", "label", &short(&last.label, LABEL));
    }
}

fn band(svg: &mut Svg, points: &[&TrendPoint], scale: &Scale) {
    let band = points.iter().enumerate().filter_map(|(at, point)| Some((scale.x(at), point.interval?)));
    let band: Vec<(f64, (f64, f64))> = band.filter(|(_, (low, high))| low.is_finite() && high.is_finite()).collect();
    match band[..] {
        [] => {}
        [(x, (low, high))] => {
            let (top, bottom) = (scale.y(high), scale.y(low));
            svg.rect(Area { x: x - 6.0, y: top, width: 12.0, height: bottom - top }, "band", "");
        }
        _ => {
            let upper = band.iter().map(|(x, (_, high))| (*x, scale.y(*high)));
            let lower = band.iter().rev().map(|(x, (low, _))| (*x, scale.y(*low)));
            svg.path(&(path_of(upper.chain(lower)) + "Z"), "band");
        }
    }
}

fn interval(data: &Trend, point: &TrendPoint) -> String {
    let words = |(low, high): (f64, f64)| format!(" ({} to {})", (data.shown)(low), (data.shown)(high));
    point.interval.map(words).unwrap_or_default()
}

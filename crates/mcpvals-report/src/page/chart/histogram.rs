//! How often which latency came, with the percentiles that are promised.

use super::svg::{Area, Svg, f, px};
use super::{Chart, empty, id};
use crate::page::{Ids, Markup};
use crate::wording;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 26.0;
const BINS: usize = 28;
/// No call takes longer: thirty years.
const MILLIS_MAX: f64 = 1e12;

/// How often which latency came.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// Of what.
    pub title: String,
    /// What is counted: `case`, `call`.
    pub noun: String,
    /// Milliseconds, in any order.
    pub values: Vec<f64>,
}

/// The axis: in equal steps, or in equal ratios where the slowest is much slower than the fastest.
struct Axis {
    low: f64,
    high: f64,
    by_ratio: bool,
}

impl Axis {
    fn of(sorted: &[f64]) -> Self {
        const RATIO_MIN: f64 = 30.0;
        let (low, high) = (sorted.first().copied().unwrap_or(0.0), sorted.last().copied().unwrap_or(0.0));
        if low > 0.0 && high / low >= RATIO_MIN {
            return Self { low, high, by_ratio: true };
        }
        Self { low: 0.0, high: if high > 0.0 { high } else { 1.0 }, by_ratio: false }
    }

    /// From 0 to 1.
    fn place(&self, value: f64) -> f64 {
        let place = if self.by_ratio {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        if place.is_finite() { place.clamp(0.0, 1.0) } else { 0.0 }
    }

    fn value(&self, place: f64) -> f64 {
        if self.by_ratio {
            self.low * (self.high / self.low).powf(place)
        } else {
            self.low + (self.high - self.low) * place
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the number of bins")]
    fn bin(&self, value: f64) -> usize {
        ((self.place(value) * f(BINS)) as usize).min(BINS - 1)
    }
}

/// The chart.
pub fn histogram(data: &Histogram, ids: &mut Ids) -> Markup {
    let mut sorted: Vec<f64> = data.values.iter().copied().filter(|ms| (0.0..=MILLIS_MAX).contains(ms)).collect();
    sorted.sort_by(f64::total_cmp);
    if sorted.is_empty() {
        return empty(&data.title);
    }
    let axis = Axis::of(&sorted);
    let mut counts = [0_usize; BINS];
    for value in &sorted {
        counts[axis.bin(*value)] += 1;
    }
    let marks = [50, 95, 99].map(|percent| (percent, percentile(&sorted, percent)));
    let mut svg = Svg::default();
    columns(&mut svg, &counts, &axis, &data.noun);
    percentiles(&mut svg, &axis, marks);
    let [p50, p95, p99] = marks.map(|(_, value)| wording::millis(value));
    let says = format!("{}: p50 {p50}, p95 {p95}, p99 {p99}.", wording::count(sorted.len(), &data.noun));
    let filled = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let mut rows: Vec<Vec<String>> =
        filled.map(|(bin, count)| vec![range(&axis, bin), wording::number(*count)]).collect();
    rows.extend(marks.map(|(percent, value)| vec![format!("p{percent}"), wording::millis(value)]));
    Chart {
        id: id(ids),
        title: &data.title,
        says,
        width: px(WIDTH),
        height: px(HEIGHT),
        body: svg.finish(),
        legend: Vec::new(),
        heads: vec!["Latency".to_owned(), format!("{}s", data.noun)],
        rows,
        left: 0,
    }
    .html()
}

/// By nearest rank. The values are sorted, and there is one.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or(0.0)
}

fn range(axis: &Axis, bin: usize) -> String {
    let [from, to] = [bin, bin + 1].map(|at| wording::millis(axis.value(f(at) / f(BINS))));
    format!("{from} to {to}")
}

fn columns(svg: &mut Svg, counts: &[usize; BINS], axis: &Axis, noun: &str) {
    let (room, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let width = room / f(BINS);
    svg.line((LEFT, HEIGHT - BOTTOM), (WIDTH - RIGHT, HEIGHT - BOTTOM), "axis");
    svg.text((LEFT - 6.0, TOP + 8.0), "end", "label", &wording::number(most));
    svg.text((LEFT - 6.0, HEIGHT - BOTTOM), "end", "label", "0");
    for (bin, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let tall = (height * f(*count) / f(most)).max(2.0);
        let says = format!("{}: {}", range(axis, bin), wording::count(*count, noun));
        let area = Area { x: LEFT + width * f(bin), y: HEIGHT - BOTTOM - tall, width: width - 1.5, height: tall };
        svg.rect(area, "plain", &says);
    }
    for part in [0.0, 0.5, 1.0] {
        let anchor = ["start", "middle", "end"][if part < 0.25 {
            0
        } else if part < 0.75 {
            1
        } else {
            2
        }];
        let words = wording::millis(axis.value(part));
        svg.text((LEFT + room * part, HEIGHT - 8.0), anchor, "label", &words);
    }
}

/// A line for each, and words above, one beside another.
fn percentiles(svg: &mut Svg, axis: &Axis, marks: [(usize, f64); 3]) {
    let room = WIDTH - LEFT - RIGHT;
    let mut free = 0.0;
    for (percent, value) in marks {
        let x = LEFT + room * axis.place(value);
        let words = format!("p{percent} {}", wording::millis(value));
        let width = 7.6 * f(words.chars().count());
        let from = (x - width / 2.0).clamp(LEFT, WIDTH - width).max(free);
        let from = from.min(WIDTH - width);
        let row = if from < free { 12.0 } else { 24.0 };
        svg.line((x, TOP - 6.0), (x, HEIGHT - BOTTOM), "percentile");
        svg.text((from, row), "start", "number", &words);
        free = from + width + 8.0;
    }
}

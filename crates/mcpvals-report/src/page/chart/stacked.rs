//! Bars in parts: how many of each kind.

use super::label::short;
use super::svg::{Area, Svg, f, px};
use super::{Chart, Tone, empty, id};
use crate::page::{Ids, Markup};
use crate::wording;

const DRAWN_MAX: usize = 40;
const WIDTH: f64 = 560.0;
const LABEL: f64 = 190.0;
const NUMBER: f64 = 76.0;
const ROW: f64 = 24.0;

/// A bar in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// Its name.
    pub label: String,
    /// How many of each kind.
    pub parts: Vec<usize>,
}

/// Bars in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stacked {
    /// Of what.
    pub title: String,
    /// What the bars are.
    pub head: String,
    /// The kinds: colour and word.
    pub kinds: Vec<(Tone, String)>,
    /// The bars.
    pub stacks: Vec<Stack>,
}

impl Stack {
    fn total(&self) -> usize {
        self.parts.iter().sum()
    }
}

/// The chart. Each bar has the same length, so that few are seen beside many.
pub fn stacked(data: &Stacked, ids: &mut Ids) -> Markup {
    let drawn = &data.stacks[..data.stacks.len().min(DRAWN_MAX)];
    if drawn.iter().all(|stack| stack.total() == 0) {
        return empty(&data.title);
    }
    let mut svg = Svg::default();
    for (index, stack) in drawn.iter().enumerate() {
        row(&mut svg, stack, &data.kinds, ROW * f(index));
    }
    let of_kind = |kind: usize| data.stacks.iter().filter_map(|stack| stack.parts.get(kind)).sum::<usize>();
    let used = data.kinds.iter().enumerate().filter(|(kind, _)| of_kind(*kind) > 0);
    let sums = used.clone().map(|(kind, (_, word))| format!("{} {word}", wording::number(of_kind(kind))));
    let says = format!("Over all: {}.", sums.collect::<Vec<_>>().join(", "));
    let heads = [data.head.clone()].into_iter().chain(data.kinds.iter().map(|(_, word)| word.clone()));
    let cells = |stack: &Stack| {
        let numbers = stack.parts.iter().map(|n| wording::number(*n));
        [stack.label.clone()].into_iter().chain(numbers).collect()
    };
    Chart {
        id: id(ids),
        title: &data.title,
        says,
        width: px(WIDTH),
        height: px(ROW * f(drawn.len())),
        body: svg.finish(),
        legend: used.map(|(_, (tone, word))| (*tone, word.as_str())).collect(),
        heads: heads.collect(),
        rows: data.stacks.iter().map(cells).collect(),
        left: 0,
    }
    .html()
}

fn row(svg: &mut Svg, stack: &Stack, kinds: &[(Tone, String)], y: f64) {
    let room = WIDTH - LABEL - NUMBER;
    let total = f(stack.total());
    svg.text((LABEL - 10.0, y + 16.0), "end", "label", &short(&stack.label, LABEL - 12.0));
    svg.rect(Area { x: LABEL, y: y + 5.0, width: room, height: 14.0 }, "track", "");
    let mut x = LABEL;
    for ((tone, word), count) in kinds.iter().zip(&stack.parts).filter(|(_, count)| **count > 0) {
        let width = room * f(*count) / total;
        let says = format!("{}: {} {word}", stack.label, wording::number(*count));
        svg.toned(Area { x, y: y + 5.0, width: (width - 1.0).max(1.0), height: 14.0 }, *tone, &says);
        x += width;
    }
    let good = stack.parts.first().copied().unwrap_or(0);
    let shown = format!("{} of {}", wording::number(good), wording::number(stack.total()));
    svg.text((WIDTH - NUMBER + 8.0, y + 16.0), "start", "number", &shown);
}

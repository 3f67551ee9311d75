//! A share as a ring, with words for who does not see it.

use askama::Template;

use super::Tone;
use super::svg::share;
use crate::page::Markup;

const RADIUS: f64 = 52.0;

/// A share as a ring.
#[derive(Debug, Clone, PartialEq)]
pub struct Gauge {
    /// From 0 to 1.
    pub share: f64,
    /// The number in the middle.
    pub shown: String,
    /// What stands below it.
    pub unit: String,
    /// All of it in words.
    pub says: String,
    /// Its colour.
    pub tone: Tone,
}

#[derive(Template)]
#[template(path = "gauge.html")]
struct Ring<'a> {
    gauge: &'a Gauge,
    filled: String,
    rest: String,
}

/// The ring; a page has one.
pub fn gauge(gauge: &Gauge) -> Markup {
    let around = std::f64::consts::TAU * RADIUS;
    let filled = around * share(gauge.share);
    Markup::of(&Ring { gauge, filled: format!("{filled:.2}"), rest: format!("{:.2}", around - filled) })
}

//! Charts as SVG: pure functions from data to text, each with a title, a description and a table that says the same.
//!
//! Numbers that are none (NaN, infinite) are drawn as nothing; what is too many to be seen is drawn as fewer, and said.
//! Colours are variables of the style, in both themes; what they mean is also a shape or a word.

mod bars;
mod gauge;
mod heat;
mod histogram;
mod label;
mod stacked;
mod svg;
mod trend;

use askama::Template;

use super::{Ids, Markup};

pub use bars::{Bar, Bars, bars};
pub use gauge::{Gauge, gauge};
pub use heat::{Heat, HeatCell, heat};
pub use histogram::{Histogram, histogram};
pub use stacked::{Stack, Stacked, stacked};
pub use trend::{Trend, TrendPoint, trend};

/// What a colour means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it should be.
    Good,
    /// Not quite.
    Fair,
    /// Wrong.
    Bad,
    /// Not found out.
    Unknown,
    /// Left out.
    Idle,
    /// Nothing of all that.
    Plain,
}

impl Tone {
    /// The class of the style.
    pub fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Fair => "fair",
            Self::Bad => "bad",
            Self::Unknown => "unknown",
            Self::Idle => "idle",
            Self::Plain => "plain",
        }
    }

    /// Lines in a square of 12, for who does not see the colour.
    fn mark(self) -> Option<&'static str> {
        match self {
            Self::Bad => Some("M0 12 12 0M0 6 6 0M6 12 12 6"),
            Self::Unknown => Some("M0 12 12 0M0 6 6 0M6 12 12 6M0 0 12 12M6 0 12 6M0 6 6 12"),
            Self::Fair => Some("M0 3H12M0 9H12"),
            Self::Good | Self::Idle | Self::Plain => None,
        }
    }
}

/// Rows of the table beside a chart.
const ROWS_MAX: usize = 200;

/// A drawing and what it says.
#[derive(Template)]
#[template(path = "chart.html")]
struct Chart<'a> {
    id: String,
    title: &'a str,
    says: String,
    width: u32,
    height: u32,
    body: String,
    legend: Vec<(Tone, &'a str)>,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Rows that were left out.
    left: usize,
}

impl Chart<'_> {
    fn html(mut self) -> Markup {
        self.left = self.rows.len().saturating_sub(ROWS_MAX);
        self.rows.truncate(ROWS_MAX);
        Markup::of(&self)
    }
}

/// What is shown where there is nothing to draw.
fn empty(title: &str) -> Markup {
    Markup::new(format!("<p class=\"empty\">{}: nothing to show.</p>\n", super::text(title)))
}

fn id(ids: &mut Ids) -> String {
    ids.unique("chart")
}

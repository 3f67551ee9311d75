//! The head of a page: what it is of, and what it came to.

use askama::Template;

use super::Markup;

/// What stands above all parts.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "hero.html")]
pub struct Hero {
    /// A drawing at its side; may be empty.
    pub gauge: Markup,
    /// What kind of page it is.
    pub kind: String,
    /// Its name.
    pub title: String,
    /// Words of judgement.
    pub badges: Vec<Markup>,
    /// Lines below.
    pub lines: Vec<Markup>,
}

impl Hero {
    /// Its HTML.
    pub fn html(&self) -> Markup {
        Markup::of(self)
    }
}

//! HTML that was escaped where it had to be.

use std::fmt;

/// HTML. Whoever makes one answers for it: templates write it as it is (`safe`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Markup(String);

impl Markup {
    /// This HTML: text of others in it is escaped already.
    pub fn new(html: impl Into<String>) -> Self {
        Self(html.into())
    }

    /// What a template makes. Writing to memory does not fail, and our templates raise nothing of their own.
    pub fn of(template: &impl askama::Template) -> Self {
        Self(template.render().unwrap_or_default())
    }

    /// The HTML.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Is there nothing?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The HTML, owned.
    pub fn into_string(self) -> String {
        self.0
    }

    /// Adds what comes after it.
    pub fn push(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromIterator<Self> for Markup {
    fn from_iter<I: IntoIterator<Item = Self>>(parts: I) -> Self {
        let mut all = Self::default();
        parts.into_iter().for_each(|part| all.push(&part));
        all
    }
}

//! For whom a document is made.

use std::fmt;
use std::str::FromStr;

/// For whom a document is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Template {
    /// The reviewer of a directory: all that it asks, requirement by requirement.
    Submission,
    /// The server's makers: what came out, and what to do.
    #[default]
    Summary,
    /// A comment on a pull request: what came out, in few lines.
    Ci,
}

/// The text names no template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no known template (known: {known})", known = Template::NAMES.join(", "))]
pub struct UnknownTemplate {
    /// What was given.
    pub name: String,
}

impl Template {
    /// Every template.
    pub const ALL: [Self; 3] = [Self::Submission, Self::Summary, Self::Ci];

    /// The names that [`Template::from_str`] knows.
    pub const NAMES: [&str; 3] = ["submission", "summary", "ci"];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Submission => "submission",
            Self::Summary => "summary",
            Self::Ci => "ci",
        }
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Template {
    type Err = UnknownTemplate;

    fn from_str(name: &str) -> Result<Self, UnknownTemplate> {
        let known = Self::ALL.into_iter().find(|template| template.as_str() == name);
        known.ok_or_else(|| UnknownTemplate { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::Template;

    #[test]
    fn every_name_is_read_back() {
        assert_eq!(Template::NAMES.map(|name| name.parse::<Template>().unwrap()), Template::ALL);
        assert!("short".parse::<Template>().is_err());
    }
}

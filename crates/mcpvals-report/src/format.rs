//! The formats of a report, and the one door to all of them.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use mcpvals_model::Report;

use crate::{Style, console, github, json, junit, markdown, page, tap};

/// A format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Lines for people.
    Console,
    /// One JSON document, as `schemas/report.schema.json` describes it.
    Json,
    /// JUnit XML.
    Junit,
    /// Markdown, for comments on pull requests.
    Markdown,
    /// Annotations of GitHub Actions.
    Github,
    /// TAP 14.
    Tap,
    /// One HTML file that needs nothing else.
    Html,
}

/// The text names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no known report format (known: {known})", known = Format::NAMES.join(", "))]
pub struct UnknownFormat {
    /// What was given.
    pub name: String,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 7] =
        [Self::Console, Self::Json, Self::Junit, Self::Markdown, Self::Github, Self::Tap, Self::Html];

    /// The names that [`Format::from_str`] knows.
    pub const NAMES: [&str; 7] = ["console", "json", "junit", "markdown", "github", "tap", "html"];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Console => "console",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
            Self::Github => "github",
            Self::Tap => "tap",
            Self::Html => "html",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let known = Self::ALL.into_iter().find(|format| format.as_str() == name);
        known.ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}

/// Writes the whole report in one format. The style counts for [`Format::Console`] only.
///
/// # Errors
/// What the writer says; nothing else can go wrong.
pub fn render(format: Format, report: &Report, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Console => console::write(report, style, out),
        Format::Json => json::write_json(report, out),
        Format::Junit => junit::write(report, out),
        Format::Markdown => out.write_all(markdown::comment(report).as_bytes()),
        Format::Github => github::write(report, out),
        Format::Tap => tap::write(report, out),
        Format::Html => page::run::write(report, &[], out),
    }
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn every_name_is_read_back() {
        assert_eq!(Format::NAMES.map(|name| name.parse::<Format>().unwrap()), Format::ALL);
    }

    #[test]
    fn an_unknown_name_says_which_are_known() {
        let error = "xml".parse::<Format>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`xml` is no known report format (known: console, json, junit, markdown, github, tap, html)"
        );
    }
}

//! An evaluation as a document: for terminals, programs, pages, reviewers, code hosts and CI servers.
//!
//! Markdown and HTML are made of the same [`Paper`](paper::Paper), so that they say the same; what a server says is
//! escaped where text becomes mark-up, and nowhere else.

mod clause;
mod console;
mod cut;
mod found;
mod html;
mod junit;
mod markdown;
mod paper;
mod sarif;
mod template;
mod words;
mod xml;

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use mcpvals_model::Evaluation;

use crate::page::{Assets, Layout};
use crate::{Style, write_json};

pub(crate) use paper::{sandbox_blocks, sandbox_gist};
pub use template::{Template, UnknownTemplate};

/// XML Schema of an evaluation as XML.
pub const XSD: &str = include_str!("evaluation.xsd");

/// A format of an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Lines for people.
    Console,
    /// One JSON document, as `schemas/evaluation.schema.json` describes it.
    Json,
    /// Markdown, by template.
    Markdown,
    /// One HTML file that needs nothing else, by template.
    Html,
    /// XML, as `schemas/evaluation.xsd` describes it.
    Xml,
    /// SARIF 2.1.0.
    Sarif,
    /// JUnit XML.
    Junit,
}

/// The text names no format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no known format of an evaluation (known: {known})", known = Format::NAMES.join(", "))]
pub struct UnknownFormat {
    /// What was given.
    pub name: String,
}

/// What goes into a document, and how it looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// For whom; not for [`Format::Console`].
    pub template: Template,
    /// Is shown what was seen: evidence of requirements and findings, results of calls?
    pub include_evidence: bool,
    /// Is said what to do?
    pub include_recommendations: bool,
    /// Counts for [`Format::Console`] only.
    pub style: Style,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            template: Template::Summary,
            include_evidence: true,
            include_recommendations: true,
            style: Style::default(),
        }
    }
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 7] =
        [Self::Console, Self::Json, Self::Markdown, Self::Html, Self::Xml, Self::Sarif, Self::Junit];

    /// The names that [`Format::from_str`] knows.
    pub const NAMES: [&str; 7] = ["console", "json", "markdown", "html", "xml", "sarif", "junit"];

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Console => "console",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Xml => "xml",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
        }
    }

    /// Are documents of this format made for somebody?
    pub fn has_templates(self) -> bool {
        self != Self::Console
    }

    /// Is it text that is written for the reader of this template, and not the same data for all?
    pub fn is_written_for(self, template: Template) -> bool {
        match self {
            Self::Markdown | Self::Html => true,
            Self::Xml => template == Template::Submission,
            Self::Console | Self::Json | Self::Sarif | Self::Junit => false,
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

/// The page of an evaluation before it is put together, for whoever serves it.
pub fn page(evaluation: &Evaluation, template: Template, assets: Assets) -> Layout {
    html::layout(evaluation, template, assets)
}

/// Writes the whole evaluation in one format.
///
/// # Errors
/// What the writer says; nothing else can go wrong.
pub fn render(format: Format, evaluation: &Evaluation, options: &Options, out: &mut dyn Write) -> io::Result<()> {
    let shown = cut::shown(format, evaluation, options);
    match format {
        Format::Console => out.write_all(console::page(&shown, &options.style).as_bytes()),
        Format::Json => write_json(&*shown, out),
        Format::Markdown => out.write_all(markdown::page(&shown, options.template).as_bytes()),
        Format::Html => html::write(&shown, options.template, out),
        Format::Xml => xml::write(&shown, options.template, out),
        Format::Sarif => write_json(&sarif::log(&shown), out),
        Format::Junit => junit::write(&shown, out),
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
        let error = "csv".parse::<Format>().unwrap_err();
        assert!(error.to_string().contains("(known: console, json, markdown, html, xml, sarif, junit)"));
    }
}

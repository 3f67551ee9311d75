//! Data formats: a file's text becomes data with the place of every value.

mod json;
mod toml;
mod yaml;

use std::path::Path;
use std::sync::Arc;

use serde_json::{Number, Value};

use crate::document::Document;
use crate::error::{ConfigError, ConfigErrors};
use crate::pointer::Pointer;
use crate::source::{Source, Span};
use crate::spans::Spans;

/// How deep a file may nest; well below the limit of `serde_json`, through which scripts hand over their data.
pub(crate) const DEPTH_MAX: usize = 100;

/// The extensions of config files, in the order in which they are looked for.
pub(crate) const EXTENSIONS: [&str; 9] = ["ts", "mts", "js", "mjs", "json", "jsonc", "yaml", "yml", "toml"];

/// How a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// JSON, with comments and trailing commas.
    Json,
    /// YAML 1.2.
    Yaml,
    /// TOML.
    Toml,
    /// A module that exports its data by default.
    Script,
}

impl Format {
    /// By the file's extension.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "json" | "jsonc" => Some(Self::Json),
            "yaml" | "yml" => Some(Self::Yaml),
            "toml" => Some(Self::Toml),
            "ts" | "mts" | "js" | "mjs" => Some(Self::Script),
            _ => None,
        }
    }
}

/// What a data format gives: data and places, or what is wrong with the text.
type Parsed = Result<Read, Vec<TextFault>>;

/// Data with its places, and what is wrong with it though it could be read: a name that is given twice.
struct Read {
    value: Value,
    spans: Spans,
    faults: Vec<TextFault>,
}

/// Something wrong with a text at a place.
struct TextFault {
    span: Option<Span>,
    message: String,
}

impl TextFault {
    fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span: Some(span), message: message.into() }
    }
}

/// Reads JSON, with comments and trailing commas.
pub(crate) fn parse_json(source: Source) -> Result<Document, ConfigErrors> {
    finish(json::parse(&source.text), source)
}

/// Reads YAML.
pub(crate) fn parse_yaml(source: Source) -> Result<Document, ConfigErrors> {
    finish(yaml::parse(&source), source)
}

/// Reads TOML.
pub(crate) fn parse_toml(source: Source) -> Result<Document, ConfigErrors> {
    finish(toml::parse(&source.text), source)
}

fn finish(parsed: Parsed, source: Source) -> Result<Document, ConfigErrors> {
    let source = Arc::new(source);
    let error = |fault: TextFault| ConfigError::new(&source, fault.span, &Pointer::root(), fault.message, None);
    match parsed {
        Ok(Read { value, spans, faults }) => {
            let faults = faults.into_iter().map(error).collect();
            let others = Vec::new();
            Ok(Document { source, value, spans, others, faults, secrets: Vec::new(), problems: Vec::new() })
        }
        Err(faults) => {
            let unknown = || ConfigErrors::of_file(&source.name, "the file cannot be read");
            Err(ConfigErrors::new(faults.into_iter().map(error).collect()).unwrap_or_else(unknown))
        }
    }
}

/// Does the number hold what is written? Whole numbers have 64 bits; what is larger would be rounded without a word.
pub(crate) fn is_exact(number: &Number, written: &str) -> bool {
    !number.is_f64() || written.contains(['.', 'e', 'E'])
}

fn too_deep(span: Span) -> TextFault {
    TextFault::new(span, format!("nested deeper than {DEPTH_MAX} levels"))
}

fn duplicate(name: &str, span: Span) -> TextFault {
    TextFault::new(span, format!("`{name}` is given twice"))
}

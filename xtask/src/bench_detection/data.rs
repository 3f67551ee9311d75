//! Labelled tools and texts.

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::{Map, Value};

use crate::Result;

/// What it is an example of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subset {
    /// It bears instructions to the model.
    Instruction,
    /// It is openly harmful.
    Offensive,
    /// It looks like an attack and is none.
    NearMiss,
    /// It is honest, as far as anybody knows.
    Honest,
}

/// A tool or a text, with what is known of it.
#[derive(Debug, Clone)]
pub(super) struct Labelled {
    pub(super) source: String,
    pub(super) category: String,
    pub(super) subset: Subset,
    /// A tool as listed, or a text.
    pub(super) value: Value,
}

/// Tools, in the order of the file.
pub(super) fn tools(path: &Path) -> Result<Vec<Labelled>> {
    let tool = |line: &Value| {
        let members = ["name", "title", "description", "inputSchema", "annotations"];
        let known = members.iter().filter_map(|name| Some((*name, line.get(*name).filter(|value| !value.is_null())?)));
        Value::Object(known.map(|(name, value)| (name.to_owned(), value.clone())).collect::<Map<_, _>>())
    };
    lines(path, tool)
}

/// Texts, in the order of the file.
pub(super) fn texts(path: &Path) -> Result<Vec<Labelled>> {
    lines(path, |line| line["text"].clone())
}

fn lines(path: &Path, value: impl Fn(&Value) -> Value) -> Result<Vec<Labelled>> {
    let shown = path.display();
    let file = std::fs::File::open(path).map_err(|error| format!("the labelled data `{shown}` are absent: {error}"))?;
    let read = |line: std::io::Result<String>| -> Result<Labelled> {
        let line = line.map_err(|error| format!("cannot read `{shown}`: {error}"))?;
        let line: Value = serde_json::from_str(&line).map_err(|error| format!("`{shown}`: {error}"))?;
        let word = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        let (label, category) = (word("label"), word("category"));
        Ok(Labelled { source: word("source"), subset: subset(&label, &category), category, value: value(&line) })
    };
    BufReader::new(GzDecoder::new(file)).lines().map(read).collect()
}

fn subset(label: &str, category: &str) -> Subset {
    match (label, category) {
        ("malicious", "offensive_capability") => Subset::Offensive,
        ("malicious", _) => Subset::Instruction,
        (_, "near_miss") => Subset::NearMiss,
        _ => Subset::Honest,
    }
}

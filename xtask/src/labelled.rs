//! Labelled tools and texts: our own authors', and those of others.

use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::{Map, Value};

use crate::Result;

/// The folder of our own authors' tools: a file for each author.
pub(crate) const OURS: &str = "crates/mcpvals-lint/training";
/// The author whose tools nothing is learnt from.
pub(crate) const HELD_OUT: &str = "held-out";

/// What it is an example of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Subset {
    /// It bears instructions to the model.
    Instruction,
    /// It is to be chosen, or told what the model knows.
    Lure,
    /// It does more than it is called for.
    SideAction,
    /// It is openly harmful.
    Offensive,
    /// It looks like an attack and is none.
    NearMiss,
    /// It is honest, as far as anybody knows.
    Honest,
}

/// A tool or a text, with what is known of it.
#[derive(Debug, Clone)]
pub(crate) struct Labelled {
    /// Who wrote it.
    pub(crate) source: String,
    pub(crate) is_ours: bool,
    /// The server that it was taken from.
    pub(crate) server: String,
    pub(crate) category: String,
    /// It and its twin, of the same source, differ in one part only.
    pub(crate) pair: Option<String>,
    pub(crate) subset: Subset,
    /// A tool as listed, or a text.
    pub(crate) value: Value,
}

/// Tools of others, in the order of the file.
pub(crate) fn tools(path: &Path) -> Result<Vec<Labelled>> {
    lines(path, BufReader::new(GzDecoder::new(open(path)?)), None, tool)
}

/// Texts of others, in the order of the file.
pub(crate) fn texts(path: &Path) -> Result<Vec<Labelled>> {
    lines(path, BufReader::new(GzDecoder::new(open(path)?)), None, |line| line["text"].clone())
}

/// Our own authors' tools: all files of the folder, by name.
pub(crate) fn ours(folder: &Path) -> Result<Vec<Labelled>> {
    let listed = std::fs::read_dir(folder).map_err(|error| format!("cannot list `{}`: {error}", folder.display()))?;
    let mut paths: Vec<_> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        all.extend(of_author(&path)?);
    }
    Ok(all)
}

/// One author's tools, in the order of the file.
pub(crate) fn of_author(path: &Path) -> Result<Vec<Labelled>> {
    let author = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    lines(path, BufReader::new(open(path)?), Some(&author), tool)
}

/// As a server lists it.
fn tool(line: &Value) -> Value {
    let members = ["name", "title", "description", "inputSchema", "annotations"];
    let known = members.iter().filter_map(|name| Some((*name, line.get(*name).filter(|value| !value.is_null())?)));
    Value::Object(known.map(|(name, value)| (name.to_owned(), value.clone())).collect::<Map<_, _>>())
}

pub(crate) fn open(path: &Path) -> Result<std::fs::File> {
    std::fs::File::open(path).map_err(|error| format!("the labelled data `{}` are absent: {error}", path.display()))
}

fn lines(
    path: &Path,
    file: impl BufRead,
    author: Option<&str>,
    value: impl Fn(&Value) -> Value,
) -> Result<Vec<Labelled>> {
    let shown = path.display();
    let read = |line: std::io::Result<String>| -> Result<Labelled> {
        let line = line.map_err(|error| format!("cannot read `{shown}`: {error}"))?;
        let line: Value = serde_json::from_str(&line).map_err(|error| format!("`{shown}`: {error}"))?;
        let word = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        let category = if author.is_some() { word("family") } else { word("category") };
        Ok(Labelled {
            source: author.map_or_else(|| word("source"), str::to_owned),
            is_ours: author.is_some(),
            server: word("server"),
            pair: line["pair"].as_str().map(str::to_owned),
            subset: subset(&word("label"), &category),
            category,
            value: value(&line),
        })
    };
    file.lines().map(read).collect()
}

fn subset(label: &str, category: &str) -> Subset {
    match (label, category) {
        ("malicious", "offensive_capability") => Subset::Offensive,
        ("malicious" | "order", _) => Subset::Instruction,
        ("lure", _) => Subset::Lure,
        ("side-action", _) => Subset::SideAction,
        (_, "near_miss") => Subset::NearMiss,
        _ => Subset::Honest,
    }
}

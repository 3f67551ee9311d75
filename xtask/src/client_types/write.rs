//! Types as Rust.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::names::{pascal, snake};
use super::{Member, Type};

const HEAD: &str = "\
//! Requests and answers. Made by `cargo xtask codegen` from `schemas/openapi.json`: change that, and not this.

#![allow(clippy::doc_markdown, clippy::struct_excessive_bools, reason = \"as the service's description has it\")]

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
";

pub(super) fn module(types: &BTreeMap<String, Type>) -> String {
    let mut text = HEAD.to_owned();
    for (name, made) in types {
        text.push('\n');
        match made {
            Type::Struct { words, members } => structure(&mut text, name, words, members),
            Type::Words { words, values } => enumeration(&mut text, name, words, values),
        }
    }
    text
}

fn structure(text: &mut String, name: &str, words: &str, members: &[Member]) {
    docs(text, "", words);
    text.push_str("#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]\n#[serde(default)]\n");
    let _ = writeln!(text, "pub struct {name} {{");
    for member in members {
        field(text, member);
    }
    text.push_str("}\n");
}

fn field(text: &mut String, member: &Member) {
    let Member { name, words, of, is_optional } = member;
    docs(text, "    ", words);
    let rust = snake(name);
    let renamed = (rust != *name).then(|| format!("rename = \"{name}\""));
    let skipped = is_optional.then(|| "skip_serializing_if = \"Option::is_none\"".to_owned());
    let attributes: Vec<String> = renamed.into_iter().chain(skipped).collect();
    if !attributes.is_empty() {
        let _ = writeln!(text, "    #[serde({})]", attributes.join(", "));
    }
    let of = if *is_optional { format!("Option<{of}>") } else { of.clone() };
    let _ = writeln!(text, "    pub {rust}: {of},");
}

/// What a newer service may say beside is kept.
fn enumeration(text: &mut String, name: &str, words: &str, values: &[(String, String)]) {
    docs(text, "", words);
    text.push_str("#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]\n#[non_exhaustive]\n");
    let _ = writeln!(text, "pub enum {name} {{");
    for (index, (value, words)) in values.iter().enumerate() {
        docs(text, "    ", words);
        if index == 0 {
            text.push_str("    #[default]\n");
        }
        let _ = writeln!(text, "    #[serde(rename = \"{value}\")]\n    {},", pascal(value));
    }
    text.push_str("    /// What this version does not know.\n    #[serde(untagged)]\n    Other(String),\n}\n");
    display(text, name, values);
}

fn display(text: &mut String, name: &str, values: &[(String, String)]) {
    let _ = write!(
        text,
        "\nimpl fmt::Display for {name} {{\n    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {{\n        f.write_str(match self {{\n"
    );
    for (value, _) in values {
        let _ = writeln!(text, "            Self::{} => \"{value}\",", pascal(value));
    }
    text.push_str("            Self::Other(word) => word,\n        })\n    }\n}\n");
}

/// Without names in brackets, which rustdoc takes for links.
fn docs(text: &mut String, indent: &str, words: &str) {
    let words = words.replace('[', "\\[").replace(']', "\\]");
    for line in words.lines() {
        let _ = writeln!(text, "{}", format!("{indent}/// {line}").trim_end());
    }
}

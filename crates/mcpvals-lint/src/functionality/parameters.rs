//! What is said of parameters, by the schema and by the description.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use mcpvals_model::{Finding, Span};
use regex::Regex;
use serde_json::{Map, Value};

use super::{quoted, rules, said};
use crate::effect::lead;
use crate::words;

type Properties = Map<String, Value>;

/// More parameters are not looked at.
const PROPERTIES_MAX: usize = 500;
/// More of a description is not, in bytes.
const DESCRIPTION_BYTES_MAX: usize = 32 << 10;

pub(super) fn find(tool: &Value) -> Vec<Finding> {
    let schema = &tool["inputSchema"];
    if !schema.is_object() {
        return Vec::new();
    }
    let none = Properties::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    let found = [
        misdocumented(tool, properties),
        undescribed(tool, properties),
        loose(properties),
        without_example(properties),
    ];
    let at = || Span::Metadata { pointer: "/inputSchema/properties".to_owned(), start: 0, end: 0 };
    let mut findings: Vec<Finding> = found.into_iter().flatten().map(|finding| finding.at(at())).collect();
    findings.extend(unlimited(tool, properties));
    findings
}

/// Parameters in an `Args:` block of the description that the schema does not have.
fn misdocumented(tool: &Value, properties: &Properties) -> Option<Finding> {
    let (_, description) = said(tool);
    let documented = arguments_block(description);
    if documented.is_empty() || properties.is_empty() {
        return None;
    }
    let folded = |name: &str| words::of_name(name).concat();
    let known: BTreeSet<String> = properties.keys().take(PROPERTIES_MAX).map(|name| folded(name)).collect();
    let has = |name: &str| known.contains(&folded(name)) || properties.len() > PROPERTIES_MAX;
    // What a framework hands in is documented for programmers, and is no parameter.
    let handed_in = |name: &str| matches!(name, "ctx" | "context" | "self" | "cls");
    let absent: Vec<&str> = documented.iter().copied().filter(|name| !has(name) && !handed_in(name)).collect();
    // Where none fits, they are the members of the one object that the tool takes.
    let nested = absent.len() == documented.len();
    (!absent.is_empty() && !nested).then(|| {
        rules::MISDOCUMENTED.found(format!("the description has {}, which the schema does not have", quoted(absent)))
    })
}

/// The names in the list behind `Args:`.
fn arguments_block(description: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut indent = None;
    let mut lines = description.lines().take(400).skip_while(|line| !ARGUMENTS.is_match(line));
    lines.next();
    for line in lines {
        let depth = line.len() - line.trim_start().len();
        let Some(captures) = ARGUMENT.captures(line) else {
            if line.trim().is_empty() || indent.is_none_or(|indent| depth > indent) {
                continue;
            }
            break;
        };
        match indent {
            None => indent = Some(depth),
            Some(indent) if depth > indent => continue,
            Some(indent) if depth < indent => break,
            Some(_) => {}
        }
        let name = captures.get(1).map_or("", |name| name.as_str());
        if NO_ARGUMENTS.contains(&name.to_lowercase().as_str()) {
            break;
        }
        names.push(name);
    }
    names
}

fn head(text: &str) -> &str {
    let end = (0..=text.len().min(DESCRIPTION_BYTES_MAX)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[..end]
}

fn undescribed(tool: &Value, properties: &Properties) -> Option<Finding> {
    let (_, description) = said(tool);
    let description = head(description);
    let documented = arguments_block(description);
    let bare = |(name, schema): &(&String, &Value)| {
        let described = schema["description"].as_str().is_some_and(|text| !text.trim().is_empty());
        let elsewhere = documented.contains(&name.as_str()) || description.contains(&format!("`{name}`"));
        !described && !elsewhere && !schema["$ref"].is_string()
    };
    let names: Vec<&str> = properties.iter().take(PROPERTIES_MAX).filter(bare).map(|(name, _)| name.as_str()).collect();
    let mean = if names.len() == 1 { "means" } else { "mean" };
    (!names.is_empty())
        .then(|| rules::UNDESCRIBED_PARAMETERS.found(format!("nothing says what {} {mean}", quoted(names))))
}

/// Parameters without a type, and objects of which nothing is known.
fn loose(properties: &Properties) -> Option<Finding> {
    let says = |schema: &Value, members: &[&str]| members.iter().any(|member| schema.get(member).is_some());
    let typed = ["type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"];
    let open = ["properties", "additionalProperties", "patternProperties", "$ref", "anyOf", "oneOf", "allOf"];
    let untyped = properties.iter().filter(|(_, schema)| !says(schema, &typed));
    let free = properties.iter().filter(|(_, schema)| schema["type"] == "object" && !says(schema, &open));
    let untyped: Vec<&str> = untyped.map(|(name, _)| name.as_str()).collect();
    let free: Vec<&str> = free.map(|(name, _)| name.as_str()).collect();
    let message = match (untyped.is_empty(), free.is_empty()) {
        (true, true) => return None,
        (false, _) => format!("nothing says of what type {} is", quoted(untyped)),
        (true, false) => format!("nothing says what the object {} holds", quoted(free)),
    };
    Some(rules::LOOSE_SCHEMA.found(message))
}

/// A pattern or a format that is not shown filled in.
fn without_example(properties: &Properties) -> Option<Finding> {
    let shown = |schema: &Value| {
        let member =
            ["examples", "example", "default", "enum", "const"].iter().any(|member| schema.get(member).is_some());
        member || schema["description"].as_str().is_some_and(|text| EXAMPLE.is_match(text))
    };
    let well_known = |format: &str| {
        matches!(format, "uri" | "url" | "email" | "uuid" | "binary" | "float" | "double" | "int32" | "int64")
    };
    let hard = |schema: &Value| {
        schema["pattern"].is_string() || schema["format"].as_str().is_some_and(|format| !well_known(format))
    };
    let names: Vec<&str> =
        properties.iter().filter(|(_, schema)| hard(schema) && !shown(schema)).map(|(name, _)| name.as_str()).collect();
    (!names.is_empty()).then(|| rules::NO_EXAMPLE.found(format!("{} has a strict form and no example", quoted(names))))
}

/// A tool that lists or searches, and takes nothing by which its answer could be kept short.
fn unlimited(tool: &Value, properties: &Properties) -> Option<Finding> {
    let (name, description) = said(tool);
    let lead = lead(&words::of_name(name), &tool["inputSchema"])?;
    let lists = matches!(lead.word.as_str(), "list" | "search" | "query" | "browse" | "grep");
    let limited = properties.keys().any(|name| words::of_name(name).iter().any(|word| LIMITS.contains(&word.as_str())));
    let finding = || rules::UNLIMITED.found(format!("`{name}` takes no limit, page or cursor"));
    (lists && !limited && !LIMITED.is_match(description)).then(finding)
}

/// Headings that end the list.
const NO_ARGUMENTS: [&str; 11] =
    ["return", "returns", "raises", "example", "examples", "note", "notes", "yields", "usage", "output", "response"];

/// Words in the names of parameters that keep an answer short.
const LIMITS: [&str; 27] = [
    "limit",
    "max",
    "count",
    "page",
    "pages",
    "cursor",
    "offset",
    "top",
    "first",
    "last",
    "size",
    "num",
    "n",
    "k",
    "per",
    "take",
    "skip",
    "start",
    "after",
    "before",
    "pagination",
    "results",
    "limits",
    "maximum",
    "number",
    "token",
    "tokens",
];

static ARGUMENTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s*(?:#+\s*)?(?:args|arguments|parameters|params)\s*:\s*$").expect("constant, and tested")
});
static ARGUMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:[-*•]\s+)?[`*]{0,3}([A-Za-z_][\w-]{0,60})[`*]{0,3}\s*(?:\([^)]{0,80}\)\s*)?:(?:\s|$)")
        .expect("constant, and tested")
});
static EXAMPLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\be\.?g\.?\b|\bexamples?\b|\bsuch as\b|\bformat\b|\blike\b|YYYY|ISO|['`].+['`]")
        .expect("constant, and tested")
});
static LIMITED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:up to|at most|first|top|maximum|paginat\w*|limited to|latest)\b")
        .expect("constant, and tested")
});

//! Calls of tools that a document shows: as JSON, as requests of the protocol, and as a client or a model would write them.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::{Value, json};

use super::markdown::{Block, BlockKind};
use super::place::Page;
use super::{Example, ExampleKind};
use crate::literal;

/// More calls in one block are not read.
const CALLS_MAX: usize = 50;
/// Nor more lines.
const LINES_MAX: usize = 500;

pub(super) fn find(blocks: &[Block], page: &Page<'_>, known: &BTreeSet<&str>) -> Vec<Example> {
    let mut found = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let calls = match &block.kind {
            BlockKind::Code { language } => {
                let calls = in_code(&block.text, language, known);
                if calls.is_empty() { arguments_alone(blocks, at, known).into_iter().collect() } else { calls }
            }
            BlockKind::Item { .. } | BlockKind::Paragraph { .. } => {
                block.marked.code.iter().filter_map(|code| written_call(code, known)).collect()
            }
            BlockKind::Heading(_) | BlockKind::Row { .. } => Vec::new(),
        };
        let only = calls.len() == 1;
        found.extend(calls.into_iter().take(CALLS_MAX).map(|(tool, arguments)| Example {
            kind: ExampleKind::Call { tool, arguments },
            text: super::prompts::cut(&block.text),
            span: page.span(&block.place),
            expected: if only { expected(blocks, at) } else { None },
        }));
    }
    found
}

type Call = (String, Value);

fn in_code(text: &str, language: &str, known: &BTreeSet<&str>) -> Vec<Call> {
    if let Some(value) = literal::value(text.trim()) {
        return of_value(&value, known);
    }
    let mut calls: Vec<Call> =
        CLIENT.captures_iter(text).take(CALLS_MAX).filter_map(|captures| client_call(text, &captures)).collect();
    calls.extend(REQUEST.find_iter(text).take(CALLS_MAX).filter_map(|found| request(text, found.start())));
    if calls.is_empty() && !matches!(language, "bash" | "sh" | "shell" | "console" | "zsh") {
        calls.extend(from_each_line(text).take(LINES_MAX).filter_map(|rest| written_call(rest, known)));
    }
    calls
}

/// The text from each of its lines on: a call may go on in the next ones.
fn from_each_line(text: &str) -> impl Iterator<Item = &str> {
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(end, _)| end + 1));
    starts.map(|start| text[start..].trim_start_matches([' ', '\t']))
}

/// Arguments alone, behind words that say that they are such, and of which tool.
fn arguments_alone(blocks: &[Block], at: usize, known: &BTreeSet<&str>) -> Option<Call> {
    let value = literal::value(blocks[at].text.trim()).filter(Value::is_object)?;
    let is_other = |member: &&str| value.get(*member).is_some();
    if ["properties", "mcpServers", "servers", "content", "result", "error", "jsonrpc", "command", "$schema"]
        .iter()
        .any(is_other)
        || value.as_object().is_some_and(|members| members.values().any(says_a_type))
    {
        return None;
    }
    let before =
        blocks[..at].last().filter(|block| !matches!(block.kind, BlockKind::Code { .. } | BlockKind::Row { .. }))?;
    // "Page views of some days:", under the name of a tool.
    let own = blocks[at].under.last().is_some_and(|heading| known.contains(heading.text.trim()));
    let shows = ARGUMENTS.is_match(&before.text) || own && before.text.trim_end().ends_with(':');
    if !shows || RESULT.is_match(&before.text) {
        return None;
    }
    let named_by = |text: &str| -> Option<String> {
        let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
        let named: BTreeSet<&str> = words.filter(|word| known.contains(word)).collect();
        named.first().filter(|_| named.len() == 1).map(|name| (*name).to_owned())
    };
    // The sentence names it, or else the heading that it stands under.
    let tool =
        named_by(&before.text).or_else(|| blocks[at].under.iter().rev().find_map(|heading| named_by(&heading.text)))?;
    Some((tool, value))
}

/// `"string (optional)"` says what is taken, and is nothing that anybody sends.
fn says_a_type(value: &Value) -> bool {
    value.as_str().is_some_and(|text| A_TYPE.is_match(text))
}

/// A call as JSON, or several of them.
fn of_value(value: &Value, known: &BTreeSet<&str>) -> Vec<Call> {
    if let Some(items) = value.as_array() {
        return items.iter().take(CALLS_MAX).flat_map(|item| of_value(item, known)).collect();
    }
    if value["method"] == "tools/call" {
        return of_params(&value["params"]).into_iter().collect();
    }
    of_members(value, known).into_iter().collect()
}

fn of_params(params: &Value) -> Option<Call> {
    let arguments = if params["arguments"].is_null() { json!({}) } else { params["arguments"].clone() };
    Some((params["name"].as_str()?.to_owned(), arguments)).filter(|(_, arguments)| arguments.is_object())
}

/// `{"name": …, "arguments": {…}}` and its kin; a tool's definition is none of them.
fn of_members(value: &Value, known: &BTreeSet<&str>) -> Option<Call> {
    if value["inputSchema"].is_object() || value["description"].is_string() && value["parameters"].is_object() {
        return None;
    }
    let named = ["tool", "tool_name", "toolName", "name"]
        .into_iter()
        .find_map(|key| value[key].as_str().map(|name| (key, name)));
    let (key, name) = named?;
    let keys = ["arguments", "args", "parameters", "params", "input", "tool_input"];
    let arguments = keys.into_iter().map(|key| &value[key]).find(|arguments| arguments.is_object())?;
    // `name` beside `parameters` may be anything: it must say `arguments`, or the tool must be known.
    let sure = key != "name" || value["arguments"].is_object() || known.contains(name);
    let is_schema = arguments["properties"].is_object() || arguments["type"] == "object";
    (sure && !is_schema).then(|| (name.to_owned(), arguments.clone()))
}

/// A request of the protocol within something else: a command line, a program.
fn request(text: &str, at: usize) -> Option<Call> {
    let start = text[..at].rfind('{')?;
    let (value, _) = literal::leading(&text[start..])?;
    (value["method"] == "tools/call").then(|| of_params(&value["params"])).flatten()
}

/// `client.callTool({name: …, arguments: …})`, `session.call_tool("…", {…})`.
fn client_call(text: &str, captures: &regex::Captures<'_>) -> Option<Call> {
    let rest = &text[captures.get(0)?.end()..];
    if rest.trim_start().starts_with('{') {
        let (value, _) = literal::leading(rest)?;
        return of_params(&value);
    }
    let (Value::String(name), rest) = literal::leading(rest)? else { return None };
    let rest = rest.trim_start();
    let Some(rest) = rest.strip_prefix(',') else { return Some((name, json!({}))) };
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("arguments=").or_else(|| rest.strip_prefix("arguments =")).unwrap_or(rest);
    let (arguments, _) = literal::leading(rest)?;
    arguments.is_object().then_some((name, arguments))
}

/// `name(a=1)`, `name({a: 1})`, `name {"a": 1}`, where the tool is one that the document describes: other names are code.
fn written_call(code: &str, known: &BTreeSet<&str>) -> Option<Call> {
    let captures = WRITTEN.captures(code)?;
    let name = captures.get(1)?.as_str();
    if !known.contains(name) {
        return None;
    }
    let rest = code[captures.get(1)?.end()..].trim_start();
    let arguments = match rest.strip_prefix('(') {
        Some(inner) if inner.trim_start().starts_with('{') => literal::leading(inner).map(|(value, _)| value)?,
        Some(inner) => literal::named_arguments(inner).filter(|arguments| arguments != &json!({}))?,
        None => literal::leading(rest).map(|(value, _)| value)?,
    };
    arguments.is_object().then(|| (name.to_owned(), arguments))
}

/// The block behind, where it is said to be what comes of it.
fn expected(blocks: &[Block], at: usize) -> Option<String> {
    let mut said = false;
    for block in blocks[at + 1..].iter().take(3) {
        match &block.kind {
            BlockKind::Code { .. } => return said.then(|| super::prompts::cut(&block.text)),
            BlockKind::Heading(_) | BlockKind::Paragraph { .. } | BlockKind::Item { .. }
                if RESULT.is_match(&block.text) =>
            {
                said = true;
            }
            _ => return None,
        }
    }
    None
}

static CLIENT: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:callTool|call_tool|CallTool)\(\s*").expect("constant, and tested"));
static REQUEST: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#"["']?method["']?\s*:\s*["']tools/call["']"#).expect("constant, and tested"));
static WRITTEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:(?:await|return|const \w+ =|let \w+ =|\w+ =|>)\s+){0,3}([A-Za-z][\w-]{1,63})\s*[({]")
        .expect("constant, and tested")
});
static A_TYPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:string|str|number|integer|int|float|boolean|bool|array|object|enum|any)(?:\[\])?(?:\s*[(|:,-].*)?$",
    )
    .expect("constant, and tested")
});
static ARGUMENTS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:examples?|requests?|inputs?|arguments|calls?|usage|e\.g\.|parameters)\b")
        .expect("constant, and tested")
});
static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:outputs?|responses?|returns?|results?|responds?|answers?|expected)\b")
        .expect("constant, and tested")
});

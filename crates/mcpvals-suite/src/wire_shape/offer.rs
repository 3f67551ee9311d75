//! What the server offers, over all pages of its lists.

use std::collections::BTreeSet;

use mcpvals_model::ViolationKind;
use mcpvals_model::mcp::{Malformed, Offer, Revision, Tool};
use serde_json::Value;

use super::breach::Breach;
use super::words::{member, wrong};
use crate::{excerpt, schema};

/// What is wrong with the entries of the lists.
pub(super) fn breaches(offer: &Offer, revision: Option<Revision>) -> Vec<Breach> {
    let malformed = offer.malformed.iter().map(malformed);
    let tools = offer.tools.iter().flat_map(|tool| of_tool(tool, revision));
    let unread = offer.unread.iter().filter_map(|(method, why)| endless(method, why));
    malformed.chain(tools).chain(duplicates(offer)).chain(unread).collect()
}

fn malformed(entry: &Malformed) -> Breach {
    let name = entry.name.as_ref().map(|name| format!(" ({})", excerpt::quoted_to(name, 80))).unwrap_or_default();
    let words = format!("`{}`, entry {}{name}: {}", entry.method, entry.index + 1, excerpt::block(&entry.problem, 300));
    Breach::new(ViolationKind::MalformedEntry, words).at(page(&entry.method))
}

/// What the reader of the list lets pass, since the tool can be called all the same.
fn of_tool(tool: &Tool, revision: Option<Revision>) -> Vec<Breach> {
    let object = |value: &Value| value == "object";
    let input =
        member(tool.input_schema(), "type", "\"object\"", object).map(|problem| format!("in `inputSchema`, {problem}"));
    // Before 2025-06-18 nobody knew the member; from 2026-07-28 on, it may describe any value.
    let bound = matches!(revision, Some(Revision::V2025_06_18 | Revision::V2025_11_25));
    let output = tool.output_schema().filter(|_| bound);
    let output = output.and_then(|schema| member(schema, "type", "\"object\"", object));
    let output = output.map(|problem| format!("in `outputSchema`, {problem}"));
    let words = |problem| format!("`tools/list`, {}: {problem}", excerpt::quoted_to(tool.name(), 80));
    let breach = |problem| Breach::new(ViolationKind::MalformedEntry, words(problem)).at(page("tools/list"));
    let name = misnamed(tool).filter(|_| revision >= Some(Revision::V2025_11_25));
    let schemas = no_schema("inputSchema", Some(tool.input_schema()));
    let schemas = schemas.into_iter().chain(no_schema("outputSchema", tool.output_schema()));
    name.into_iter().chain(input).chain(output).chain(task_support(tool)).chain(schemas).map(breach).collect()
}

/// Clients compile schemas when they read the list, and refuse the tool (or the list) where they cannot.
fn no_schema(member: &str, value: Option<&Value>) -> Option<String> {
    let problem = schema::invalid(value?)?;
    Some(format!("`{member}` is no valid JSON Schema: {}", excerpt::block(&problem, 200)))
}

/// Since 2025-11-25: 1 to 128 letters, digits, `_`, `-` and `.`.
fn misnamed(tool: &Tool) -> Option<String> {
    const NAME_CHARS_MAX: usize = 128;
    let name = tool.name();
    if name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')) {
        let long = name.len() > NAME_CHARS_MAX;
        return long.then(|| format!("the name has more than {NAME_CHARS_MAX} characters"));
    }
    Some("the name has characters other than letters, digits, `_`, `-` and `.`".to_owned())
}

fn task_support(tool: &Tool) -> Option<String> {
    let support = tool.raw().pointer("/execution/taskSupport")?;
    let known = ["forbidden", "optional", "required"].iter().any(|name| support == *name);
    (!known).then(|| wrong("execution.taskSupport", support, "\"forbidden\", \"optional\" or \"required\""))
}

fn duplicates(offer: &Offer) -> Vec<Breach> {
    let tools: Vec<&str> = offer.tools.iter().map(|tool| tool.name()).collect();
    let lists = [
        ("tools/list", "name", tools),
        ("resources/list", "uri", names(&offer.resources, "uri")),
        ("resources/templates/list", "uriTemplate", names(&offer.resource_templates, "uriTemplate")),
        ("prompts/list", "name", names(&offer.prompts, "name")),
    ];
    // Of a list that never ends, the same page was read twice.
    let ends = |list: &str| !offer.unread.iter().any(|(method, why)| method == list && is_endless(why));
    let ending = lists.into_iter().filter(|(list, _, _)| ends(list));
    ending.flat_map(|(list, key, names)| duplicate_names(list, key, &names)).collect()
}

fn names<'a>(entries: &'a [Value], key: &str) -> Vec<&'a str> {
    entries.iter().filter_map(|entry| entry.get(key)?.as_str()).collect()
}

fn duplicate_names(list: &'static str, key: &str, names: &[&str]) -> Vec<Breach> {
    let mut seen = BTreeSet::new();
    let words = |name| format!("`{list}` has two entries with the {key} {}", excerpt::quoted_to(name, 80));
    let again = names.iter().filter(|name| !seen.insert(**name));
    again.map(|name| Breach::new(ViolationKind::DuplicateName, words(name)).at(page(list))).collect()
}

fn endless(method: &str, why: &str) -> Option<Breach> {
    let breach = || Breach::new(ViolationKind::EndlessPages, format!("`{method}`: {}", excerpt::block(why, 300)));
    is_endless(why).then(breach)
}

/// The session says in words why it gave up a list; only this reason is a breach.
fn is_endless(why: &str) -> bool {
    why.contains("pages never end")
}

fn page(method: &str) -> &'static str {
    match method {
        "resources/list" => "server/resources#resource",
        "resources/templates/list" => "server/resources#resource-templates",
        "prompts/list" => "server/prompts#prompt",
        _ => "server/tools#tool",
    }
}

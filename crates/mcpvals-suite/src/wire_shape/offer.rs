//! What the server offers, over all pages of its lists.

use std::collections::BTreeSet;

use mcpvals_model::ViolationKind;
use mcpvals_model::mcp::{Malformed, Offer, Revision, Tool};
use serde_json::Value;

use super::breach::Breach;
use super::words::{member, wrong};
use crate::excerpt;

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
    input.into_iter().chain(output).chain(task_support(tool)).map(breach).collect()
}

fn task_support(tool: &Tool) -> Option<String> {
    let support = tool.raw.pointer("/execution/taskSupport")?;
    let known = ["forbidden", "optional", "required"].iter().any(|name| support == *name);
    (!known).then(|| wrong("execution.taskSupport", support, "\"forbidden\", \"optional\" or \"required\""))
}

fn duplicates(offer: &Offer) -> Vec<Breach> {
    let tools = offer.tools.iter().map(|tool| tool.name());
    let of = |list: &'static str, values: &[Value], key: &str| -> Vec<Breach> {
        duplicate_names(list, key, values.iter().filter_map(|value| value.get(key)?.as_str()))
    };
    let mut breaches = duplicate_names("tools/list", "name", tools);
    breaches.extend(of("resources/list", &offer.resources, "uri"));
    breaches.extend(of("resources/templates/list", &offer.resource_templates, "uriTemplate"));
    breaches.extend(of("prompts/list", &offer.prompts, "name"));
    breaches
}

fn duplicate_names<'a>(list: &'static str, key: &str, names: impl Iterator<Item = &'a str>) -> Vec<Breach> {
    let mut seen = BTreeSet::new();
    let words = |name| format!("`{list}` has two entries with the {key} {}", excerpt::quoted_to(name, 80));
    let again = names.filter(|name| !seen.insert(*name));
    again.map(|name| Breach::new(ViolationKind::DuplicateName, words(name)).at(page(list))).collect()
}

/// The session says in words why it gave up a list; only one reason is a breach.
fn endless(method: &str, why: &str) -> Option<Breach> {
    let endless = why.contains("pages never end");
    endless.then(|| Breach::new(ViolationKind::EndlessPages, format!("`{method}`: {}", excerpt::block(why, 300))))
}

fn page(method: &str) -> &'static str {
    match method {
        "resources/list" => "server/resources#resource",
        "resources/templates/list" => "server/resources#resource-templates",
        "prompts/list" => "server/prompts#prompt",
        _ => "server/tools#tool",
    }
}

//! What a server says of itself, and its lists of resources, templates and prompts.

use mcpvals_model::mcp::{Offer, ServerFacts};
use serde_json::Value;

use super::Inspected;
use crate::console::{Page, Role};
use crate::table::Table;
use crate::{visible, wording};

/// Lines of the instructions that are shown: they are written for models.
const INSTRUCTION_LINES_MAX: usize = 6;

pub(super) fn add(page: &mut Page<'_>, inspected: Inspected<'_>) {
    let facts = inspected.facts;
    page.line(&page.style.paint(Role::Strong, &visible::line(format!("{} {}", facts.name, facts.version).trim())));
    page.field("protocol", &protocol(facts));
    page.field("profile", inspected.profile);
    page.field("can", &capabilities(&facts.capabilities));
    if let Some(instructions) = &facts.instructions {
        page.field_to("says", instructions, INSTRUCTION_LINES_MAX);
    }
}

fn protocol(facts: &ServerFacts) -> String {
    let spoken = facts.protocol_version.as_str();
    let others: Vec<&str> = facts.supported_versions.iter().map(String::as_str).filter(|v| *v != spoken).collect();
    let agreed = wording::revision(facts);
    if others.is_empty() { agreed } else { format!("{agreed} (it also names {})", others.join(", ")) }
}

/// `tools (listChanged), logging`
fn capabilities(capabilities: &Value) -> String {
    let Some(members) = capabilities.as_object() else { return capabilities.to_string() };
    let named = |(name, value): (&String, &Value)| {
        let inner = value.as_object().into_iter().flatten().filter(|(_, value)| **value != Value::Bool(false));
        let inner = inner.map(|(name, _)| name.clone()).collect::<Vec<_>>();
        if inner.is_empty() { name.clone() } else { format!("{name} ({})", inner.join(", ")) }
    };
    let all = members.iter().map(named).collect::<Vec<_>>();
    if all.is_empty() { "nothing declared".to_owned() } else { all.join(", ") }
}

/// A list whose entries have an address and a name.
pub(super) fn add_list(page: &mut Page<'_>, noun: &str, entries: &[Value], address: &str) {
    let mut table = Table::new();
    for entry in entries {
        table.row([text(entry, address), text(entry, "name"), text(entry, "mimeType"), summary(entry)]);
    }
    add_table(page, noun, entries.len(), &table);
}

pub(super) fn add_prompts(page: &mut Page<'_>, prompts: &[Value]) {
    let mut table = Table::new();
    for prompt in prompts {
        table.row([text(prompt, "name"), arguments(prompt), summary(prompt)]);
    }
    add_table(page, "prompt", prompts.len(), &table);
}

/// `name, [style]`: what may be left out stands in brackets.
fn arguments(prompt: &Value) -> String {
    let arguments = prompt.get("arguments").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let shown = arguments.iter().map(|argument| {
        let name = text(argument, "name");
        if argument.get("required") == Some(&Value::Bool(true)) { name } else { format!("[{name}]") }
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Entries that are not of their list's kind, and lists that could not be read to their end.
pub(super) fn add_faults(page: &mut Page<'_>, offer: &Offer) {
    let mut table = Table::new();
    for entry in &offer.malformed {
        let name = entry.name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        table.row([entry.method.clone(), format!("entry {}{name}", entry.index), entry.problem.clone()]);
    }
    for (method, problem) in &offer.unread {
        table.row([method.clone(), "not read to its end".to_owned(), problem.clone()]);
    }
    let faults = offer.malformed.len() + offer.unread.len();
    if faults > 0 {
        add_table(page, "fault", faults, &table);
    }
}

/// A heading with the count, and the table below it.
pub(super) fn add_table(page: &mut Page<'_>, noun: &str, entries: usize, table: &Table) {
    if table.is_empty() {
        return;
    }
    page.blank();
    page.line(&page.style.paint(Role::Strong, &wording::count(entries, noun)));
    for line in table.lines_or_below(page.style.columns(), page.style.ellipsis()) {
        page.line(&line);
    }
}

/// A member as text; anything else than text as JSON, so that nothing odd is hidden.
pub(super) fn text(entry: &Value, member: &str) -> String {
    match entry.get(member) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// The first line of the description.
pub(super) fn summary(entry: &Value) -> String {
    description(entry).lines().next().unwrap_or_default().to_owned()
}

/// The description, else the title.
pub(super) fn description(entry: &Value) -> String {
    let description = text(entry, "description");
    let words = if description.trim().is_empty() { text(entry, "title") } else { description };
    words.trim().to_owned()
}

//! How the offers to two client profiles differ: what only one of them sees, and what they see differently.

use std::collections::BTreeMap;

use mcpvals_model::mcp::Offer;
use serde_json::{Value, json};
use similar::{Algorithm, udiff};

use super::Inspected;
use crate::console::{Page, Role};
use crate::{Style, visible, wording};

/// How one list differs.
struct ListDifference {
    list: &'static str,
    only_first: Vec<String>,
    only_second: Vec<String>,
    changed: Vec<(String, Value, Value)>,
    same: usize,
}

/// The difference for people.
pub fn difference(first: Inspected<'_>, second: Inspected<'_>, style: &Style) -> String {
    let mut page = Page::new(style);
    for side in [first, second] {
        let version = wording::revision(side.facts);
        page.line(&format!("profile {} (MCP {version}): {}", visible::line(side.profile), counts(side.offer)));
    }
    let lists = lists(first.offer, second.offer);
    let same_capabilities = first.facts.capabilities == second.facts.capabilities;
    if same_capabilities && !lists.iter().any(ListDifference::differs) {
        page.line("no difference");
    }
    for list in lists.iter().filter(|list| list.differs()) {
        page.blank();
        page.line(&style.paint(Role::Strong, list.list));
        add_names(&mut page, Role::Removed, &format!("- only {}", first.profile), &list.only_first);
        add_names(&mut page, Role::Added, &format!("+ only {}", second.profile), &list.only_second);
        for (name, before, after) in &list.changed {
            page.line(&format!("  ~ {}", visible::line(name)));
            page.diff(&diff(before, after));
        }
    }
    if !same_capabilities {
        page.blank();
        page.line(&style.paint(Role::Strong, "capabilities"));
        page.diff(&diff(&first.facts.capabilities, &second.facts.capabilities));
    }
    page.finish()
}

/// The difference for other programs.
pub fn difference_json(first: Inspected<'_>, second: Inspected<'_>) -> Value {
    let lists = lists(first.offer, second.offer).into_iter().map(|list| {
        let changed = list.changed.into_iter();
        let changed = changed.map(|(name, before, after)| json!({"name": name, "first": before, "second": after}));
        let value = json!({
            "onlyFirst": list.only_first,
            "onlySecond": list.only_second,
            "changed": changed.collect::<Vec<_>>(),
            "same": list.same,
        });
        (list.list.to_owned(), value)
    });
    json!({
        "first": first.profile,
        "second": second.profile,
        "sameCapabilities": first.facts.capabilities == second.facts.capabilities,
        "lists": lists.collect::<serde_json::Map<_, _>>(),
    })
}

fn counts(offer: &Offer) -> String {
    let counts = [
        (offer.tools.len(), "tool"),
        (offer.resources.len(), "resource"),
        (offer.resource_templates.len(), "template"),
        (offer.prompts.len(), "prompt"),
    ];
    counts.map(|(n, noun)| wording::count(n, noun)).join(", ")
}

fn add_names(page: &mut Page<'_>, role: Role, label: &str, names: &[String]) {
    if !names.is_empty() {
        let label = page.style.paint(role, &visible::line(label));
        page.line(&format!("  {label}: {}", visible::line(&names.join(", "))));
    }
}

fn diff(before: &Value, after: &Value) -> String {
    const CONTEXT_LINES: usize = 2;
    let [before, after] = [before, after].map(|value| format!("{value:#}\n"));
    udiff::unified_diff(Algorithm::Myers, &before, &after, CONTEXT_LINES, None)
}

fn lists(first: &Offer, second: &Offer) -> [ListDifference; 4] {
    let tools = |offer: &Offer| offer.tools.iter().map(|tool| tool.raw().clone()).collect::<Vec<_>>();
    [
        compare("tools", "name", &tools(first), &tools(second)),
        compare("resources", "uri", &first.resources, &second.resources),
        compare("resourceTemplates", "uriTemplate", &first.resource_templates, &second.resource_templates),
        compare("prompts", "name", &first.prompts, &second.prompts),
    ]
}

fn compare(list: &'static str, key: &str, first: &[Value], second: &[Value]) -> ListDifference {
    let named = |entries| by_name(entries, key);
    let (before, after) = (named(first), named(second));
    let only = |side: &BTreeMap<String, &Value>, other: &BTreeMap<String, &Value>| {
        side.keys().filter(|name| !other.contains_key(*name)).cloned().collect::<Vec<_>>()
    };
    let both = before.iter().filter_map(|(name, entry)| Some((name, *entry, *after.get(name)?)));
    let (same, changed): (Vec<_>, Vec<_>) = both.partition(|(_, entry, other)| entry == other);
    ListDifference {
        list,
        only_first: only(&before, &after),
        only_second: only(&after, &before),
        changed: changed.into_iter().map(|(name, a, b)| (name.clone(), a.clone(), b.clone())).collect(),
        same: same.len(),
    }
}

/// Of entries with one name the first counts, as it does for a client.
fn by_name<'a>(entries: &'a [Value], key: &str) -> BTreeMap<String, &'a Value> {
    let mut named = BTreeMap::new();
    for entry in entries {
        named.entry(super::facts::text(entry, key)).or_insert(entry);
    }
    named
}

impl ListDifference {
    fn differs(&self) -> bool {
        !(self.only_first.is_empty() && self.only_second.is_empty() && self.changed.is_empty())
    }
}

//! What the server offers, over all pages of its lists, as the session read them.

use std::collections::BTreeSet;

use mcpvals_model::mcp::{Offer, Revision};
use mcpvals_model::{OfferedList, ViolationKind};
use serde_json::Value;

use super::breach::Breach;
use super::{entry, tool};
use crate::excerpt;

/// What is wrong with the entries of the lists.
pub(super) fn breaches(offer: &Offer, revision: Option<Revision>) -> Vec<Breach> {
    let tools = tools(offer, revision);
    let others = [
        (OfferedList::Resources, &offer.resources),
        (OfferedList::ResourceTemplates, &offer.resource_templates),
        (OfferedList::Prompts, &offer.prompts),
    ];
    let entries = others.into_iter().flat_map(|(list, entries)| {
        entries.iter().enumerate().flat_map(move |(index, entry)| malformed(list, index, entry, revision))
    });
    let unread = offer.unread.iter().filter_map(|(method, why)| endless(method, why));
    tools.chain(entries).chain(duplicates(offer)).chain(unread).collect()
}

/// The reader of the tools says itself what it could not take.
fn tools(offer: &Offer, revision: Option<Revision>) -> impl Iterator<Item = Breach> {
    let list = OfferedList::Tools;
    let unread = offer.malformed.iter().filter(move |entry| entry.method == list.method());
    let unread = unread.map(move |entry| at_place(list, entry.index, entry.name.as_deref(), &entry.problem));
    let problems = offer.tools.iter().flat_map(move |tool| {
        let place = format!("`{}`, {}", list.method(), excerpt::quoted_to(tool.name(), 80));
        tool::problems(tool, revision).into_iter().map(move |problem| format!("{place}: {problem}"))
    });
    unread.chain(problems.map(move |words| Breach::new(ViolationKind::MalformedEntry, words).at(page(list))))
}

/// What is wrong with the entry at this place, counted from 0 over all pages.
pub(super) fn malformed(
    list: OfferedList,
    index: usize,
    entry: &Value,
    revision: Option<Revision>,
) -> impl Iterator<Item = Breach> {
    let name = entry.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    entry::problems(list, entry, revision).into_iter().map(move |problem| at_place(list, index, name, &problem))
}

fn at_place(list: OfferedList, index: usize, name: Option<&str>, problem: &str) -> Breach {
    let name = name.map(|name| format!(" ({})", excerpt::quoted_to(name, 80))).unwrap_or_default();
    let words = format!("`{}`, entry {}{name}: {}", list.method(), index + 1, excerpt::block(problem, 300));
    Breach::new(ViolationKind::MalformedEntry, words).at(page(list))
}

fn duplicates(offer: &Offer) -> impl Iterator<Item = Breach> {
    let tools: Vec<&str> = offer.tools.iter().map(|tool| tool.name()).collect();
    let lists = [
        (OfferedList::Tools, tools),
        (OfferedList::Resources, names(OfferedList::Resources, &offer.resources)),
        (OfferedList::ResourceTemplates, names(OfferedList::ResourceTemplates, &offer.resource_templates)),
        (OfferedList::Prompts, names(OfferedList::Prompts, &offer.prompts)),
    ];
    // Of a list that never ends, the same page was read twice.
    let ends = |list: OfferedList| !offer.unread.iter().any(|(method, why)| method == list.method() && is_endless(why));
    let ending = lists.into_iter().filter(move |(list, _)| ends(*list));
    ending.flat_map(|(list, names)| {
        let mut seen = BTreeSet::new();
        let again: Vec<Breach> =
            names.into_iter().filter(|name| !seen.insert(*name)).map(|name| duplicate(list, name)).collect();
        again
    })
}

fn names(list: OfferedList, entries: &[Value]) -> Vec<&str> {
    entries.iter().filter_map(|entry| entry.get(list.key())?.as_str()).collect()
}

/// An entry that a list has once more.
pub(super) fn duplicate(list: OfferedList, name: &str) -> Breach {
    let words = format!("`{}` has two entries with the {} {}", list.method(), list.key(), excerpt::quoted_to(name, 80));
    Breach::new(ViolationKind::DuplicateName, words).at(page(list))
}

fn endless(method: &str, why: &str) -> Option<Breach> {
    let breach = || Breach::new(ViolationKind::EndlessPages, format!("`{method}`: {}", excerpt::block(why, 300)));
    is_endless(why).then(breach)
}

/// The session says in words why it gave up a list; only this reason is a breach.
fn is_endless(why: &str) -> bool {
    why.contains("pages never end")
}

fn page(list: OfferedList) -> &'static str {
    match list {
        OfferedList::Resources => "server/resources#resource",
        OfferedList::ResourceTemplates => "server/resources#resource-templates",
        OfferedList::Prompts => "server/prompts#prompt",
        OfferedList::Tools => "server/tools#tool",
    }
}

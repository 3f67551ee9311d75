//! Names of a server's tools together: twice, in several styles, with the client's prefix, or somebody else's.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Subject};

use super::known::KnownServer;
use super::{likeness, rules, shape};
use crate::words;

/// How a name of several words is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Style {
    /// `get_user`.
    Snake,
    /// `get-user`.
    Kebab,
    /// `getUser`.
    Camel,
    /// `GetUser`.
    Pascal,
}

impl Style {
    fn told(self) -> &'static str {
        match self {
            Self::Snake => "snake_case",
            Self::Kebab => "kebab-case",
            Self::Camel => "camelCase",
            Self::Pascal => "PascalCase",
        }
    }
}

/// How a name is written; none where it is one word, or several styles at once.
pub(super) fn style(name: &str) -> Option<Style> {
    let has = |wanted: fn(char) -> bool| name.contains(wanted);
    let (snake, kebab) = (has(|c| c == '_'), has(|c| c == '-'));
    let (capitals, small) = (has(char::is_uppercase), has(char::is_lowercase));
    match (snake, kebab, capitals && small) {
        (true, false, false) if !capitals => Some(Style::Snake),
        (false, true, false) => Some(Style::Kebab),
        (false, false, true) if name.starts_with(char::is_uppercase) => Some(Style::Pascal),
        (false, false, true) => Some(Style::Camel),
        _ => None,
    }
}

pub(super) fn find(metadata: &Metadata) -> Vec<Finding> {
    let names: Vec<&str> = metadata.tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    let mut findings = twice(&names);
    findings.extend(prefixed(metadata, &names));
    let server = || Subject::Server(metadata.name.clone());
    findings.extend(styles(&names).map(|finding| finding.about(server())));
    findings.extend(clashes(metadata, &names).into_iter().map(|finding| finding.about(server())));
    findings
}

fn twice(names: &[&str]) -> Vec<Finding> {
    let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names {
        alike.entry(words::of_name(name).concat()).or_default().push(name);
    }
    let mut findings = Vec::new();
    for (_, same) in alike.into_iter().filter(|(folded, same)| !folded.is_empty() && same.len() > 1) {
        let (first, second) = (same[0], same[1]);
        let equal = same.iter().enumerate().find(|(at, name)| same[..*at].contains(name));
        let finding = match equal {
            Some((_, name)) => rules::TWICE
                .found(format!("{} tools are called `{name}`", same.iter().filter(|other| *other == name).count()))
                .about(Subject::Tool((*name).to_owned())),
            None => rules::TWICE_BUT_FOR_CASE
                .found(format!("`{first}` and `{second}` are one name but for case and separators"))
                .about(Subject::Tool(second.to_owned())),
        };
        findings.push(finding);
    }
    findings
}

/// Names that are too long behind `mcp__server__`, as the clients write it that put the server's name before it.
fn prefixed(metadata: &Metadata, names: &[&str]) -> Vec<Finding> {
    // People call a server by its package without the scope.
    let called = metadata.name.rsplit('/').next().unwrap_or_default();
    let server: String = called.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect();
    if server.is_empty() {
        return Vec::new();
    }
    let length = |name: &str| "mcp____".len() + server.len() + name.chars().count();
    let fits = |name: &str| length(name) <= shape::DIRECTORY_MAX;
    let alone = |name: &str| name.chars().count() <= shape::DIRECTORY_MAX;
    let long = names.iter().filter(|name| !fits(name) && alone(name));
    long.map(|name| {
        let message = format!("`mcp__{server}__{name}` has {} characters", length(name));
        rules::PREFIXED.found(message).about(Subject::Tool((*name).to_owned()))
    })
    .collect()
}

fn styles(names: &[&str]) -> Option<Finding> {
    let mut by_style: BTreeMap<Style, Vec<&str>> = BTreeMap::new();
    for name in names {
        if let Some(style) = style(name) {
            by_style.entry(style).or_default().push(name);
        }
    }
    if by_style.len() < 2 {
        return None;
    }
    let told: Vec<String> =
        by_style.iter().map(|(style, names)| format!("{} in {} (`{}`)", names.len(), style.told(), names[0])).collect();
    Some(rules::STYLES.found(told.join(", ")))
}

/// One for each well-known server, the one that shares most names first; a name is told once.
fn clashes(metadata: &Metadata, all: &[&str]) -> Vec<Finding> {
    let title = metadata.server_info["title"].as_str().unwrap_or_default();
    let called = format!("{} {title}", metadata.name);
    let mut owned: BTreeMap<&str, (&KnownServer, Vec<&str>)> = BTreeMap::new();
    for name in all {
        for owner in likeness::owners(name, &called) {
            owned.entry(owner.name).or_insert((owner, Vec::new())).1.push(name);
        }
    }
    let mut owned: Vec<(&KnownServer, Vec<&str>)> = owned.into_values().collect();
    owned.sort_by_key(|(known, names)| (Reverse(names.len()), known.name));
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let mut findings = Vec::new();
    for (known, mut names) in owned {
        names.retain(|name| !told.contains(name));
        let is_told = if metadata.name.is_empty() { tells(&names, known, all) } else { !names.is_empty() };
        if is_told {
            findings.push(rules::CLASH.found(format!(
                "it has the names {} of the {} server",
                quoted(&names),
                known.name
            )));
            told.extend(names);
        }
    }
    findings
}

/// Of a server that does not say who it is, nearly all of the names tell that it is the well-known one, and one alone tells
/// nothing, unless it begins with the other's name as hardly any other tool does.
fn tells(names: &[&str], known: &KnownServer, all: &[&str]) -> bool {
    let is_nearly_all = names.len() * 4 >= known.tools().count() * 3;
    let begins = |name: &&&str| words::of_name(name).first().is_some_and(|first| first == known.name);
    let is_stray = || names.iter().any(|name| begins(&name)) && all.iter().filter(begins).count() * 2 < all.len();
    !is_nearly_all && (names.len() > 1 || is_stray())
}

fn quoted(names: &[&str]) -> String {
    const NAMED_MAX: usize = 5;
    let quoted: Vec<String> = names.iter().take(NAMED_MAX).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(NAMED_MAX);
    if more > 0 { format!("{} and {more} more", quoted.join(", ")) } else { quoted.join(", ") }
}

/// Tools of these names.
#[cfg(test)]
pub(super) fn named(names: &[&str]) -> Vec<serde_json::Value> {
    names.iter().map(|name| serde_json::json!({"name": name})).collect()
}

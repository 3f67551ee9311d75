//! Annotations against what the tool's own words say.

use std::sync::LazyLock;

use mcpvals_model::{Finding, Severity};
use regex::Regex;
use serde_json::Value;

use super::deeds::{self, Deed};
use super::{at, rules, said};
use crate::effect::{heads_with_a_deed, lead, name_is_explained, said_to_do, says_read_only};
use crate::words::{self, Verb};

pub(super) fn find(tool: &Value) -> Vec<Finding> {
    let annotations = &tool["annotations"];
    let mut findings = Vec::new();
    if !annotations["readOnlyHint"].is_boolean() && !annotations["destructiveHint"].is_boolean() {
        let message = if annotations.is_object() {
            "it has neither `readOnlyHint` nor `destructiveHint`"
        } else {
            "it has no annotations"
        };
        findings.push(rules::NO_HINTS.found(message));
    }
    if annotations["readOnlyHint"] == true {
        findings.extend(writes(tool));
    } else if annotations["destructiveHint"] == false {
        findings.extend(destroys(tool));
    }
    findings.extend(goes_to_the_web(tool));
    findings
}

/// Read-only, and yet its name or its description says that it does something.
///
/// Verbs that say of a view what others say of a thing (`open_page`, `mark_text`, `start_search`) are not held against it.
fn writes(tool: &Value) -> Option<Finding> {
    let (name, description) = said(tool);
    if says_read_only(description) || name_is_explained(tool) {
        return None;
    }
    let lead = lead(&words::of_name(name), &tool["inputSchema"]);
    // What adds numbers says "add", and reads.
    let computes = lead.as_ref().filter(|lead| lead.verb == Verb::Read).map(|lead| lead.word.clone());
    if let Some(lead) = lead.filter(|lead| lead.verb != Verb::Read && words::is_plain_deed(&lead.word)) {
        let message = format!("the name says `{}`, and `readOnlyHint` is true", lead.word);
        return Some(rules::NOT_READ_ONLY.found(message).at(at("/name", name)));
    }
    let found = |words: &str| {
        let message = format!("the description says `{words}`, and `readOnlyHint` is true");
        let finding = rules::NOT_READ_ONLY.found(message).at(at("/description", description)).showing(description);
        finding.as_bad_as(Severity::Medium).as_sure_as(0.7)
    };
    let deed = || deeds::of(tool).map(|deed| of_deed(deed, name, &found));
    if let Some(word) = heads_with_a_deed(description) {
        return deed().or_else(|| Some(found(&word)));
    }
    let said = said_to_do(description).filter(|said| matches!(said.verb, Verb::Write | Verb::Delete));
    let plain = said.filter(|said| {
        let verb = said.words.rsplit(' ').next().unwrap_or_default();
        let is_sum = computes.is_some_and(|word| verb.to_lowercase().starts_with(&word));
        !is_sum && (words::is_plain_deed(verb) || verb.strip_suffix('s').is_some_and(words::is_plain_deed))
    });
    deed().or_else(|| plain.map(|said| found(&said.words)))
}

/// What both the name and the description say is sure; what one of them says may be put badly.
fn of_deed(deed: Deed, name: &str, described: &dyn Fn(&str) -> Finding) -> Finding {
    let named = |message: String| rules::NOT_READ_ONLY.found(message).at(at("/name", name));
    match deed {
        Deed::Both(word, head) => {
            named(format!("the name says `{word}`, the description `{head}`, and `readOnlyHint` is true"))
        }
        Deed::Name(word) => named(format!("the name says `{word}`, and `readOnlyHint` is true"))
            .as_bad_as(Severity::Medium)
            .as_sure_as(0.7),
        Deed::Description(words) => described(&words),
    }
}

/// Not destructive, and yet its name says that it deletes.
fn destroys(tool: &Value) -> Option<Finding> {
    const GONE: [&str; 10] =
        ["delete", "drop", "purge", "truncate", "destroy", "erase", "wipe", "kill", "shred", "overwrite"];
    let (name, _) = said(tool);
    let lead = lead(&words::of_name(name), &tool["inputSchema"]).filter(|lead| lead.verb == Verb::Delete)?;
    let message = format!("the name says `{}`, and `destructiveHint` is false", lead.word);
    let finding = rules::NOT_HARMLESS.found(message).at(at("/name", name));
    // What is removed, cancelled or cleared may well be made again; what is deleted is gone.
    Some(if GONE.contains(&lead.word.as_str()) { finding } else { finding.as_bad_as(Severity::Low).as_sure_as(0.5) })
}

fn goes_to_the_web(tool: &Value) -> Option<Finding> {
    let (name, description) = said(tool);
    if tool["annotations"]["openWorldHint"] != false {
        return None;
    }
    let words = words::of_name(name);
    let named = words.iter().any(|word| matches!(word.as_str(), "web" | "internet" | "url" | "http" | "website"));
    let place = WEB.find(description).map(|found| found.as_str());
    let message = match (named, place) {
        (true, _) => format!("`{name}` goes to the web, and `openWorldHint` is false"),
        (false, Some(words)) => format!("the description says `{words}`, and `openWorldHint` is false"),
        (false, None) => return None,
    };
    Some(rules::NOT_CLOSED.found(message).at(at("/description", description)))
}

static WEB: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:(?:search(?:es)?|browses?|crawls?|scrapes?) the (?:web|internet)|web ?(?:search|page|site)s?|from (?:a|any|the given) url|(?:sends?|makes?) an? https? request)\b")
        .expect("constant, and tested")
});

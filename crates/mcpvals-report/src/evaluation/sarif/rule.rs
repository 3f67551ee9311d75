//! The rules of the log: those of the findings, and one for each runtime test that did not go well.

use std::collections::BTreeMap;

use mcpvals_model::{Evaluation, Requirement, RuleFacts, Severity};
use serde_json::{Value, json};

use super::super::found::{self, Tried};
use super::hook;
use super::taxonomy::Taxonomies;
use super::{HOME, level};
use crate::markdown::prose;

/// The rules in the order of the log.
pub(super) struct Rules<'e> {
    facts: BTreeMap<&'e str, &'e RuleFacts>,
    names: Vec<String>,
}

/// What a test is called as a rule.
pub(super) fn of_test(one: &Tried<'_>) -> String {
    format!("runtime-{}-{}", one.group.as_str(), one.test.test)
}

impl<'e> Rules<'e> {
    /// Those that the document tells of, those that its findings name all the same, and those of its tests.
    pub(super) fn of(evaluation: &'e Evaluation) -> Self {
        let troubled = evaluation.results.runtime.as_ref().map(found::troubled).unwrap_or_default();
        let told = evaluation.rules.iter().map(|rule| rule.id.clone());
        let by_findings = found::all(evaluation).into_iter().map(|found| found.finding.rule.to_string());
        let by_tests = troubled.iter().map(of_test);
        let mut names: Vec<String> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for name in told.chain(by_findings).chain(by_tests).chain(hook::rules(evaluation)) {
            if seen.insert(name.clone()) {
                names.push(name);
            }
        }
        Self { facts: found::rules(evaluation), names }
    }

    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    pub(super) fn descriptors(&self, taxonomies: &Taxonomies) -> Vec<Value> {
        let descriptor = |name: &String| match self.facts.get(name.as_str()) {
            Some(rule) => descriptor(rule, taxonomies),
            None => unknown(name),
        };
        self.names.iter().map(descriptor).collect()
    }
}

fn descriptor(rule: &RuleFacts, taxonomies: &Taxonomies) -> Value {
    let title = sentence(&rule.title);
    let see =
        if rule.references.is_empty() { String::new() } else { format!("\n\nSee {}.", rule.references.join(", ")) };
    let [head, why, remedy] = [&title, &rule.why, &rule.remedy].map(|text| prose(text));
    // It may not have been asked for.
    let to_do =
        |before: &str, remedy: &str| if remedy.is_empty() { String::new() } else { format!("{before}{remedy}") };
    let text = format!("{title}\n\n{}{}{see}", rule.why, to_do("\n\n", &rule.remedy));
    let markdown = format!("**{head}**\n\n{why}{}{see}", to_do("\n\n**What to do**: ", &remedy));
    json!({
        "id": rule.id,
        "name": pascal(&rule.id),
        "shortDescription": { "text": title },
        "fullDescription": { "text": rule.why },
        "help": { "text": text, "markdown": markdown },
        "helpUri": HOME,
        "defaultConfiguration": { "level": level(rule.severity) },
        "relationships": taxonomies.relationships(rule),
        "properties": {
            "tags": tags(rule),
            "requirement": rule.requirement,
            "security-severity": security_severity(rule.severity),
            "problem.severity": problem_severity(rule.severity),
        },
    })
}

/// A rule of which the document tells nothing: a runtime test, or one of a hook.
fn unknown(name: &str) -> Value {
    let text = if name.starts_with("runtime-") {
        "The running server did not do what was expected."
    } else if name.starts_with("hook-") {
        "A hook of the user's says that a requirement is not met."
    } else {
        "A rule of which this document tells nothing."
    };
    json!({
        "id": name,
        "name": pascal(name),
        "shortDescription": { "text": text },
        "help": { "text": text, "markdown": text },
        "defaultConfiguration": { "level": "warning" },
    })
}

/// Tags by which code hosts sort: what is no matter of security must not stand there as one.
fn tags(rule: &RuleFacts) -> Vec<String> {
    let is_security = match rule.requirement {
        Requirement::PromptInjection | Requirement::SecurityCode | Requirement::SupplyChain | Requirement::Privacy => {
            true
        }
        Requirement::FunctionalityMatch
        | Requirement::ToolNaming
        | Requirement::WorkingExamples
        | Requirement::ErrorHandling => false,
    };
    let mut tags = vec!["mcp".to_owned(), rule.requirement.as_str().to_owned()];
    tags.extend(is_security.then(|| "security".to_owned()));
    let numbers = rule.references.iter().filter_map(|reference| reference.strip_prefix("CWE-")?.parse::<u32>().ok());
    tags.extend(numbers.map(|number| format!("external/cwe/cwe-{number:03}")));
    tags
}

/// The middle of each band that code hosts make of it.
fn security_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "9.5",
        Severity::High => "8.0",
        Severity::Medium => "5.5",
        Severity::Low => "2.0",
    }
}

fn problem_severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical | Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low => "recommendation",
    }
}

/// `hidden-tags` as `HiddenTags`.
fn pascal(id: &str) -> String {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
    };
    id.split(|c: char| !c.is_alphanumeric()).map(capital).collect()
}

/// A noun phrase as a sentence.
fn sentence(title: &str) -> String {
    let mut chars = title.chars();
    let capital: String = chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect());
    if capital.ends_with('.') { capital } else { format!("{capital}.") }
}

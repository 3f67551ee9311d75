//! Families of attacks, praise, twins and honest tools: what is found, and what is left alone.

mod attacks;
mod honest;

use mcpvals_model::{Requirement, Severity};
use serde_json::json;

fn worst(name: &str, description: &str) -> Option<Severity> {
    let findings = crate::tool(&json!({"name": name, "description": description}));
    findings
        .into_iter()
        .filter(|finding| finding.requirement == Requirement::PromptInjection)
        .map(|finding| finding.severity)
        .max()
}

fn is_at_least(severity: Severity, name: &str, description: &str) -> bool {
    worst(name, description) >= Some(severity)
}

#[test]
fn every_family_of_attacks_is_found() {
    let missed: Vec<String> = attacks::FAMILIES
        .iter()
        .flat_map(|(family, tools)| tools.iter().map(move |tool| (family, tool)))
        .filter(|(_, (name, description))| !is_at_least(Severity::High, name, description))
        .map(|(family, (name, description))| format!("{family}: {name}: {description} {:?}", worst(name, description)))
        .collect();
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn praise_is_found() {
    let missed: Vec<_> = attacks::PRAISE
        .iter()
        .chain(attacks::PRAISE_FURTHER)
        .filter(|(name, description)| !is_at_least(Severity::Medium, name, description))
        .collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn what_is_done_on_the_side_is_found_and_its_harmless_twin_is_not() {
    let missed: Vec<_> = attacks::TWINS
        .iter()
        .filter(|(name, bad, _)| !is_at_least(Severity::Medium, name, bad))
        .map(|twin| twin.1)
        .collect();
    let wrong: Vec<_> = attacks::TWINS
        .iter()
        .filter(|(name, _, good)| is_at_least(Severity::Medium, name, good))
        .map(|twin| twin.2)
        .collect();
    assert!(missed.is_empty() && wrong.is_empty(), "missed {missed:#?}\nwrong {wrong:#?}");
}

#[test]
fn honest_tools_are_left_alone() {
    let wrong: Vec<String> = honest::TOOLS
        .iter()
        .filter(|(name, description)| is_at_least(Severity::Medium, name, description))
        .map(|(name, description)| {
            format!("{name}: {description}: {:?}", crate::tool(&json!({"name": name, "description": description})))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

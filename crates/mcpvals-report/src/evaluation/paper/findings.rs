//! Findings, the worst first, with reason and remedy once for each rule.

use mcpvals_model::{Evaluation, RuleFacts};

use super::super::found::{self, Found};
use super::super::words;
use super::{Block, Line, Section, Table};
use crate::wording;

/// Places of one rule that are listed one by one.
const PLACES_MAX: usize = 100;
/// So many are shown without being asked for.
const OPEN_MAX: usize = 10;

/// A section for each rule that was broken.
pub(super) fn by_rule(evaluation: &Evaluation, found: &[Found<'_>], prefix: &str) -> Vec<Section> {
    let rules = found::rules(evaluation);
    let broken = found::by_rule(found).into_iter();
    broken.map(|(id, found)| section(id, rules.get(id).copied(), &found, prefix)).collect()
}

fn section(id: &str, rule: Option<&RuleFacts>, found: &[Found<'_>], prefix: &str) -> Section {
    let title = rule.map_or_else(|| id.to_owned(), |rule| capital(&rule.title));
    let mut section = Section::new(format!("{prefix}-{}", slug(id)), title);
    section.blocks.push(Block::Facts(facts(id, rule, found)));
    let summary = Line::words(wording::count(found.len(), "place"));
    section.blocks.push(Block::Fold { summary, blocks: table(found), is_open: found.len() <= OPEN_MAX });
    section
}

fn facts(id: &str, rule: Option<&RuleFacts>, found: &[Found<'_>]) -> Vec<(&'static str, Line)> {
    let worst = found.iter().map(|found| found.finding.severity).max();
    let places = wording::count(found.len(), "place");
    let mut facts = vec![("Rule", Line::code(id))];
    facts.extend(worst.map(|worst| ("Severity", Line::verdict(worst.as_str()).and_words(format!(", in {places}")))));
    if let Some(rule) = rule {
        facts.push(("Why", Line::words(&rule.why)));
        facts.extend((!rule.remedy.is_empty()).then(|| ("Remedy", Line::words(&rule.remedy))));
        facts.push(("See", Line::words(rule.references.join(", "))));
    }
    facts
}

/// Where, and what stands there.
fn table(found: &[Found<'_>]) -> Vec<Block> {
    let mut table = Table::new("Places", ["About", "Severity", "Sure", "Where", "What", "Evidence"]);
    for one in found.iter().take(PLACES_MAX) {
        let finding = one.finding;
        table.row([
            about(one),
            Line::verdict(finding.severity.as_str()),
            Line::words(words::share(Some(finding.confidence))),
            words::place(finding).map(Line::code).unwrap_or_default(),
            Line::words(&finding.message),
            finding.evidence.as_ref().map(Line::code).unwrap_or_default(),
        ]);
    }
    let left = found.len().saturating_sub(PLACES_MAX);
    let more = format!("And {} more: the JSON document has all.", wording::number(left));
    table.block().into_iter().chain((left > 0).then(|| Block::words(more))).collect()
}

pub(super) fn about(found: &Found<'_>) -> Line {
    match found.about() {
        ("server", "") => Line::words("the server"),
        (kind, "") => Line::words(format!("{kind} without a name")),
        (kind, name) => Line::words(format!("{kind} ")).and_code(name),
    }
}

/// `rule-id` as part of a name for links.
pub(super) fn slug(text: &str) -> String {
    let kept = text.chars().take(80).map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    kept.collect()
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

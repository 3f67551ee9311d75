//! What to do, once for each rule, the most urgent first.

use std::collections::{BTreeMap, BTreeSet};

use mcpvals_model::{Finding, Phase, Priority, Recommendation, RequirementStatus, Severity};

use super::HookResult;
use super::evidence::some;
use super::place::{place_of, subject_of};
use crate::catalogue;

/// The remedies of the rules that are broken, each once, the worst first.
pub(super) fn remedies(findings: &[&Finding]) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for finding in findings {
        let remedy = catalogue::rule(&finding.rule).map(|rule| rule.remedy.to_owned());
        seen.extend(remedy.filter(|remedy| !seen.contains(remedy)));
    }
    seen
}

/// One for each rule that is broken, with where, and what hooks recommend; the most urgent first.
pub fn recommendations<'a>(
    findings: impl Iterator<Item = (Phase, &'a Finding)>,
    hooks: &[HookResult],
) -> Vec<Recommendation> {
    let mut by_rule: BTreeMap<&str, Vec<(Phase, &Finding)>> = BTreeMap::new();
    for (phase, finding) in findings {
        by_rule.entry(finding.rule.as_ref()).or_default().push((phase, finding));
    }
    let mut all: Vec<Recommendation> = by_rule.into_iter().filter_map(|(id, broken)| one(id, &broken)).collect();
    all.sort_by_key(|recommendation| recommendation.requirement);
    all.extend(hooks.iter().flat_map(of_hook));
    all.sort_by_key(|recommendation| (recommendation.priority, recommendation.category));
    all
}

/// What a hook recommends; where it found a fault and recommends nothing, that it be looked at.
fn of_hook(hook: &HookResult) -> Vec<Recommendation> {
    let (priority, is_fault) = match hook.status {
        RequirementStatus::Fail => (Priority::High, true),
        RequirementStatus::Warn => (Priority::Medium, true),
        RequirementStatus::Pass | RequirementStatus::NeedMoreInfo => (Priority::Low, false),
    };
    let seen = hook.evidence.first().map(|evidence| format!(": {evidence}")).unwrap_or_default();
    let one = |recommendation: &str| Recommendation {
        priority,
        category: Phase::Static,
        requirement: hook.requirement,
        issue: format!("{}: your hook {}{seen}", hook.title, hook.verdict.name),
        recommendation: recommendation.to_owned(),
    };
    if hook.recommendations.is_empty() && is_fault && hook.verdict.failure.is_none() {
        return vec![one("Mend what the hook found.")];
    }
    hook.recommendations.iter().map(|recommendation| one(recommendation)).collect()
}

fn one(id: &str, broken: &[(Phase, &Finding)]) -> Option<Recommendation> {
    let worst = broken.iter().map(|(_, finding)| finding.severity).max()?;
    let (phase, first) = broken.first()?;
    let rule = catalogue::rule(id);
    let title = rule.map_or(first.message.as_str(), |rule| rule.title);
    Some(Recommendation {
        priority: priority(worst),
        category: *phase,
        requirement: Some(first.requirement),
        issue: format!("{title} ({id}): {}", places(broken)),
        recommendation: rule.map_or_else(|| "Mend it.".to_owned(), |rule| rule.remedy.to_owned()),
    })
}

/// Where, each place once.
fn places(broken: &[(Phase, &Finding)]) -> String {
    let place = |finding: &Finding| {
        let subject = finding.subject.as_ref().map(subject_of);
        subject.or_else(|| place_of(finding)).unwrap_or_else(|| "the project as a whole".to_owned())
    };
    let mut seen = BTreeSet::new();
    let places = broken.iter().map(|(_, finding)| place(finding)).filter(|place| seen.insert(place.clone()));
    some(&places.collect::<Vec<_>>())
}

fn priority(severity: Severity) -> Priority {
    match severity {
        Severity::Critical => Priority::Critical,
        Severity::High => Priority::High,
        Severity::Medium => Priority::Medium,
        Severity::Low => Priority::Low,
    }
}

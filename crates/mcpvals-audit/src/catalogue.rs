//! Every rule that there is, whichever crate looks for what breaks it.

use mcpvals_model::{Finding, Rule, RuleFacts};

/// All, in the order of requirements, then of names.
pub fn rules() -> Vec<&'static Rule> {
    let mut rules = mcpvals_lint::rules();
    rules.extend(mcpvals_source::rules());
    rules.extend(mcpvals_project::rules());
    rules.extend(mcpvals_project::documents::rules());
    rules.extend(crate::runtime::rules::ALL);
    rules.push(&crate::static_phase::pattern::CUSTOM);
    rules.sort_by_key(|rule| (rule.requirement, rule.id));
    rules.dedup_by_key(|rule| rule.id);
    rules
}

/// The rule with this name.
pub fn rule(id: &str) -> Option<&'static Rule> {
    rules().into_iter().find(|rule| rule.id == id)
}

/// The rules that these findings break, in the order of [`rules`].
pub fn named_by<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<RuleFacts> {
    let named: std::collections::BTreeSet<&str> = findings.map(|finding| finding.rule.as_ref()).collect();
    rules().into_iter().filter(|rule| named.contains(rule.id)).map(RuleFacts::from).collect()
}

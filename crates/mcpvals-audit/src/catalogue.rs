//! Every rule that there is, whichever crate looks for what breaks it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use mcpvals_model::{Finding, Rule, RuleFacts};

/// Collected once: each finding is looked up in them.
static RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(collected);
static BY_NAME: LazyLock<BTreeMap<&'static str, &'static Rule>> =
    LazyLock::new(|| RULES.iter().map(|rule| (rule.id, *rule)).collect());

/// All, in the order of requirements, then of names.
pub fn rules() -> &'static [&'static Rule] {
    &RULES
}

/// The rule with this name.
pub fn rule(id: &str) -> Option<&'static Rule> {
    BY_NAME.get(id).copied()
}

/// The rules that these findings break, in the order of [`rules`].
pub fn named_by<'a>(findings: impl Iterator<Item = &'a Finding>) -> Vec<RuleFacts> {
    let named: BTreeSet<&str> = findings.map(|finding| finding.rule.as_ref()).collect();
    rules().iter().filter(|rule| named.contains(rule.id)).map(|rule| RuleFacts::from(*rule)).collect()
}

fn collected() -> Vec<&'static Rule> {
    let mut rules = mcpvals_lint::rules();
    rules.extend(mcpvals_source::rules());
    rules.extend(mcpvals_project::rules());
    rules.extend(mcpvals_project::documents::rules());
    rules.extend(crate::runtime::rules::ALL);
    rules.push(&crate::static_phase::pattern::CUSTOM);
    rules.sort_by_key(|rule| (rule.requirement, rule.id));
    rules
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::rules;

    #[test]
    fn each_name_stands_for_one_rule() {
        let names: BTreeSet<&str> = rules().iter().map(|rule| rule.id).collect();
        let twice: Vec<&str> =
            rules().windows(2).filter(|pair| pair[0].id == pair[1].id).map(|pair| pair[0].id).collect();
        assert_eq!((names.len(), twice), (rules().len(), Vec::new()));
    }
}

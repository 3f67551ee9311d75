//! A project that has our rules in it audits clean: ours.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use mcpvals_model::Severity;
use mcpvals_project::{OpenOptions, open, rules};

#[test]
fn our_own_repository_has_no_high_finding() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let project = open(".", &OpenOptions::new(root, BTreeMap::new())).unwrap();
    assert!(project.source.len() > 100, "it was read");
    let bad: Vec<_> =
        project.findings(None).into_iter().filter(|finding| finding.severity >= Severity::Medium).collect();
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn each_rule_has_a_name_of_its_own_and_says_why() {
    let names: BTreeSet<&str> = rules().iter().map(|rule| rule.id).collect();
    assert_eq!(names.len(), rules().len());
    for rule in rules() {
        assert!(rule.why.ends_with('.') && rule.remedy.ends_with('.') && !rule.title.ends_with('.'), "{}", rule.id);
        assert!(!rule.references.is_empty(), "{}", rule.id);
    }
}

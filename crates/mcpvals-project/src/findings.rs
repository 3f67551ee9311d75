//! What is wrong with a project, and the rules by which it is.

use std::cmp::Reverse;

use mcpvals_model::{Finding, Rule};

use crate::{Advisories, Project, privacy, secrets, supply};

impl Project {
    /// What is wrong with its files, manifests and dependencies: the worst first, then by rule and place. Dependencies are
    /// compared with `advisories` where some are given.
    pub fn findings(&self, advisories: Option<&Advisories>) -> Vec<Finding> {
        let mut findings = secrets::find(self);
        findings.extend(supply::find(self, advisories));
        findings.extend(privacy::find(self));
        findings.sort_by(|a, b| {
            let key = |finding: &Finding| (Reverse(finding.severity), finding.rule.clone(), finding.span.clone());
            key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
        });
        findings
    }
}

/// All rules that a finding here may name.
pub fn rules() -> Vec<&'static Rule> {
    let of_secrets = [&secrets::rules::HARD_CODED, &secrets::rules::PRIVATE_KEY, &secrets::rules::LIKELY];
    of_secrets.into_iter().chain(supply::rules::ALL).chain(privacy::rules::ALL).collect()
}

//! Which findings count: what the user asked for, and what was looked at and accepted, with a reason.

use mcpvals_model::{Finding, Requirement, Span, Subject};

use crate::catalogue;

/// Which findings count; all, where nothing is said.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only these requirements; all where empty.
    pub requirements: Vec<Requirement>,
    /// Only these rules; all where empty.
    pub rules: Vec<String>,
    /// Not these.
    pub ignored: Vec<String>,
    /// Accepted by somebody.
    pub suppressed: Vec<Suppression>,
    /// Not in files whose path has one of these parts.
    pub excluded: Vec<String>,
    /// Settings that lie in the evaluated folder, in words, and that nobody vouches for.
    pub own_words: Vec<String>,
}

/// A finding that somebody looked at and accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suppression {
    /// The rule.
    pub rule: String,
    /// Only of the tool, prompt or package with this name; of all where absent.
    pub subject: Option<String>,
    /// Why; never empty.
    pub reason: String,
}

impl Selection {
    /// Those that count, in their order.
    pub fn choose(&self, findings: Vec<Finding>) -> Vec<Finding> {
        findings.into_iter().filter(|finding| self.wants(finding)).collect()
    }

    /// Is the requirement asked for, and at least one of its rules looked for? A row for others would pass unseen.
    pub(crate) fn judges(&self, requirement: Requirement) -> bool {
        let is_asked = self.requirements.is_empty() || self.requirements.contains(&requirement);
        let is_wanted = |rule: &str| self.wants_rule(rule);
        is_asked && catalogue::rules().iter().any(|rule| rule.requirement == requirement && is_wanted(rule.id))
    }

    /// Is the rule among the chosen ones, and not ignored?
    fn wants_rule(&self, rule: &str) -> bool {
        let named = |names: &[String]| names.iter().any(|name| name == rule);
        (self.rules.is_empty() || named(&self.rules)) && !named(&self.ignored)
    }

    fn wants(&self, finding: &Finding) -> bool {
        (self.requirements.is_empty() || self.requirements.contains(&finding.requirement))
            && self.wants_rule(&finding.rule)
            && !self.suppressed.iter().any(|accepted| accepted.is_of(finding))
            && !self.is_excluded(finding)
    }
}

impl Selection {
    fn is_excluded(&self, finding: &Finding) -> bool {
        let Some(Span::File { file, .. }) = &finding.span else { return false };
        self.excluded.iter().any(|part| {
            let part = part.trim_matches(['/', '*']);
            !part.is_empty()
                && (file.starts_with(&format!("{part}/"))
                    || file.contains(&format!("/{part}/"))
                    || file.ends_with(part))
        })
    }
}

impl Suppression {
    fn is_of(&self, finding: &Finding) -> bool {
        let name = finding.subject.as_ref().map(|subject| match subject {
            Subject::Server(name)
            | Subject::Tool(name)
            | Subject::Prompt(name)
            | Subject::Resource(name)
            | Subject::ResourceTemplate(name)
            | Subject::Package(name) => name.as_str(),
        });
        self.rule == finding.rule && (self.subject.is_none() || self.subject.as_deref() == name)
    }
}

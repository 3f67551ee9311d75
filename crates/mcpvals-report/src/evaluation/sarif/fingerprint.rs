//! What stays the same about a finding when lines move: rule, subject, file, and evidence without its blanks and digits.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::super::found::{Found, Tried};
use mcpvals_model::Span;

/// Those given so far: a second finding with the same one is told apart by its number.
#[derive(Default)]
pub(super) struct Fingerprints {
    given: BTreeMap<String, usize>,
}

impl Fingerprints {
    pub(super) fn of_finding(&mut self, found: &Found<'_>) -> String {
        let finding = found.finding;
        let (kind, name) = found.about();
        let place = match &finding.span {
            Some(Span::File { file, .. }) => file.as_str(),
            Some(Span::Metadata { pointer, .. }) => pointer.as_str(),
            None => "",
        };
        let evidence = normal(finding.evidence.as_deref().unwrap_or(""));
        self.give(&[&finding.rule, kind, name, place, &evidence])
    }

    pub(super) fn of_test(&mut self, one: &Tried<'_>, rule: &str) -> String {
        self.give(&[rule, one.group.as_str(), one.name])
    }

    pub(super) fn of_hook(&mut self, rule: &str, requirement: &str) -> String {
        self.give(&[rule, "hook", requirement])
    }

    fn give(&mut self, parts: &[&str]) -> String {
        let mut hash = Sha256::new();
        for part in parts {
            // Lengths, so that no two lists of parts run together to the same bytes.
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        let mut text = String::with_capacity(36);
        for byte in hash.finalize().iter().take(16) {
            let _ = write!(text, "{byte:02x}");
        }
        let times = self.given.entry(text.clone()).or_default();
        *times += 1;
        let _ = write!(text, ":{times}");
        text
    }
}

/// In lower case, with one blank for many.
fn normal(evidence: &str) -> String {
    evidence.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use mcpvals_model::{Finding, Requirement, Severity};

    use super::*;

    fn finding(line: u32, evidence: &str) -> Finding {
        let span = Span::File { file: "a.ts".to_owned(), line, column: 1, end_line: line, end_column: 2 };
        Finding {
            rule: "r".into(),
            requirement: Requirement::SecurityCode,
            severity: Severity::High,
            confidence: 1.0,
            subject: None,
            span: Some(span),
            evidence: Some(evidence.to_owned()),
            message: format!("on line {line}"),
        }
    }

    fn of(findings: &[Finding]) -> Vec<String> {
        let mut fingerprints = Fingerprints::default();
        findings.iter().map(|finding| fingerprints.of_finding(&Found { finding, tool: None })).collect()
    }

    #[test]
    fn a_line_that_moves_stays_the_same() {
        assert_eq!(of(&[finding(3, "exec( x )")]), of(&[finding(90, "exec(  X\n)")]));
        assert_ne!(of(&[finding(3, "exec(x)")]), of(&[finding(3, "exec(y)")]));
    }

    #[test]
    fn the_second_of_the_same_is_told_apart() {
        let both = of(&[finding(3, "x"), finding(4, "x")]);
        assert_eq!(both[0].strip_suffix(":1"), both[1].strip_suffix(":2"));
    }
}

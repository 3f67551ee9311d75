//! The rules about secrets.

use mcpvals_model::{Requirement, Rule, Severity};

/// A secret of a form that one provider gives.
pub(crate) static HARD_CODED: Rule = Rule {
    id: "hard-coded-secret",
    requirement: Requirement::SecurityCode,
    severity: Severity::Critical,
    confidence: 90,
    title: "a secret in a file",
    why: "Whoever has the file can use it, and it stays in the history and in every copy.",
    remedy: "Revoke it with its provider, and read it from the environment or a secret store.",
    references: &["SC-008", "CWE-798", "MCP01:2025"],
};

/// A private key.
pub(crate) static PRIVATE_KEY: Rule = Rule {
    id: "private-key",
    requirement: Requirement::SecurityCode,
    severity: Severity::Critical,
    confidence: 95,
    title: "a private key in a file",
    why: "Whoever has the file can sign and decrypt in its owner's name.",
    remedy: "Replace the key, and keep the new one out of what is shipped.",
    references: &["SC-008", "CWE-321", "MCP01:2025"],
};

/// A text that is called a secret and looks like one.
pub(crate) static LIKELY: Rule = Rule {
    id: "likely-secret",
    requirement: Requirement::SecurityCode,
    severity: Severity::Medium,
    confidence: 65,
    title: "what looks like a secret in a file",
    why: "Its name says that it is a secret, and its value is no word: whoever has the file can use it.",
    remedy: "Read it from the environment or a secret store; if it was real, revoke it.",
    references: &["SC-008", "CWE-798", "MCP01:2025"],
};

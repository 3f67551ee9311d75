//! The rules about documents.

use mcpvals_model::{Requirement, Rule, Severity};

const fn rule(
    id: &'static str,
    requirement: Requirement,
    severity: Severity,
    confidence: u8,
    text: [&'static str; 3],
    references: &'static [&'static str],
) -> Rule {
    let [title, why, remedy] = text;
    Rule { id, requirement, severity, confidence, title, why, remedy, references }
}

pub(super) static UNDELIVERED: Rule = rule(
    "documented-but-absent",
    Requirement::FunctionalityMatch,
    Severity::High,
    80,
    [
        "a tool that is documented and not there",
        "Who installs the server for it is promised something that it does not do.",
        "Add the tool, or take it out of the documentation.",
    ],
    &["ASDP-2.B", "FM-006"],
);
pub(super) static UNDOCUMENTED: Rule = rule(
    "present-but-undocumented",
    Requirement::FunctionalityMatch,
    Severity::Medium,
    85,
    [
        "a tool that is there and documented nowhere",
        "Who reads the documentation approves less than what the server does.",
        "Describe the tool where the others are described.",
    ],
    &["ASDP-2.B", "FM-007"],
);
pub(super) static FEW_EXAMPLES: Rule = rule(
    "examples-too-few",
    Requirement::WorkingExamples,
    Severity::High,
    90,
    [
        "fewer than three examples",
        "The directory asks for three working examples of prompts or uses at least; reviewers try them.",
        "Show three prompts or calls, and what comes of each.",
    ],
    &["ASDP-3.E", "WE-001"],
);
pub(super) static NARROW_EXAMPLES: Rule = rule(
    "examples-too-narrow",
    Requirement::WorkingExamples,
    Severity::Low,
    60,
    [
        "examples of few of the tools",
        "What no example shows, nobody tries before it is used in earnest.",
        "Let the examples cover the different things that the server does.",
    ],
    &["ASDP-3.E", "WE-002"],
);
pub(super) static WRONG_EXAMPLE: Rule = rule(
    "example-does-not-fit",
    Requirement::WorkingExamples,
    Severity::High,
    80,
    [
        "an example call that the server cannot take",
        "Who tries it, reviewers among them, gets an error.",
        "Bring the example and the tool's schema together.",
    ],
    &["ASDP-3.E", "WE-003"],
);
pub(super) static SECTIONS: Rule = rule(
    "documentation-incomplete",
    Requirement::WorkingExamples,
    Severity::Low,
    75,
    [
        "sections that are missing from the documentation",
        "The directory asks how the server works, how it is set up, and what to do when it does not work.",
        "Add a section, or a link, for each.",
    ],
    &["ASDP-3.C", "WE-008"],
);
pub(super) static UNFINISHED: Rule = rule(
    "documentation-unfinished",
    Requirement::WorkingExamples,
    Severity::Low,
    70,
    [
        "texts that were left to be written, or words that say that the server is not done",
        "The directory lists what is ready for everybody's use.",
        "Write what is missing, and release a version that is meant to be used.",
    ],
    &["WE-009"],
);
pub(super) static NO_DOCUMENTS: Rule = rule(
    "documentation-missing",
    Requirement::WorkingExamples,
    Severity::High,
    90,
    [
        "no documentation",
        "The directory asks for documentation with examples and troubleshooting.",
        "Write a README that says what the server does, how it is set up and used.",
    ],
    &["ASDP-3.C", "ASDP-3.E", "WE-001"],
);

/// All rules that a finding about documents may name.
pub fn rules() -> Vec<&'static Rule> {
    vec![
        &UNDELIVERED,
        &UNDOCUMENTED,
        &NO_DOCUMENTS,
        &FEW_EXAMPLES,
        &NARROW_EXAMPLES,
        &WRONG_EXAMPLE,
        &SECTIONS,
        &UNFINISHED,
    ]
}

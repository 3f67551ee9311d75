//! The rules about what a server learns of its users, and whom they can ask.

use mcpvals_model::{Requirement, Rule, Severity};

/// All of them.
pub(crate) static ALL: [&Rule; 5] = [&COLLECTS, &TELEMETRY, &NO_POLICY, &NO_CONTACT, &NO_TERMS];

const fn rule(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    words: [&'static str; 3],
    references: &'static [&'static str],
) -> Rule {
    let [title, why, remedy] = words;
    Rule { id, requirement: Requirement::Privacy, severity, confidence, title, why, remedy, references }
}

pub(crate) static COLLECTS: Rule = rule(
    "collects-content",
    Severity::Medium,
    60,
    [
        "content of calls that goes to analytics",
        "What a model asks a tool is what its user said: nobody expects it at a third party that counts uses.",
        "Send the name of the tool and how it went, and nothing that was said.",
    ],
    &["PV-001", "CWE-359", "ASDP-1.D", "ASDP-1.F"],
);

pub(crate) static TELEMETRY: Rule = rule(
    "telemetry-without-notice",
    Severity::Medium,
    80,
    [
        "telemetry that no document speaks of",
        "Users are counted or watched, and have nowhere to read of it or to say no.",
        "Say in the README what is sent, to whom, and how it is turned off.",
    ],
    &["PV-002", "CWE-359", "ASDP-1.D", "ASDP-3.A"],
);

pub(crate) static NO_POLICY: Rule = rule(
    "no-privacy-policy",
    Severity::Low,
    85,
    [
        "no privacy policy",
        "The directory asks for one of every server, and its users have to know what becomes of what they send.",
        "Link one in the README, and in `privacy_policies` of a bundle's manifest.",
    ],
    &["WE-008", "ASDP-3.A"],
);

pub(crate) static NO_CONTACT: Rule = rule(
    "no-contact",
    Severity::Low,
    90,
    [
        "nobody to ask",
        "Who finds a fault, or a hole, can tell nobody.",
        "Name an address or a place for issues in the manifest or the README.",
    ],
    &["WE-008", "ASDP-3.B"],
);

pub(crate) static NO_TERMS: Rule = rule(
    "no-terms",
    Severity::Low,
    70,
    [
        "no terms of a service that runs elsewhere",
        "Who connects to it uses a service, and has to know on what terms.",
        "Link the terms of service in the README.",
    ],
    &["ASDP-3.H"],
);

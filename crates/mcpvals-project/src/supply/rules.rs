//! The rules about what a project is made of.

use mcpvals_model::{Requirement, Rule, Severity};

/// All of them.
pub(crate) static ALL: [&Rule; 12] = [
    &INSTALL_HOOK,
    &VULNERABLE,
    &UNPINNED_LAUNCH,
    &UNPINNED_DEPENDENCY,
    &OUTDATED_SDK,
    &LOOKALIKE,
    &NO_LICENCE,
    &UNKNOWN_LICENCE,
    &NO_REPOSITORY,
    &NO_LOCK_FILE,
    &CONFIG_SECRET,
    &VERSION_MISMATCH,
];

const fn rule(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    words: [&'static str; 3],
    references: &'static [&'static str],
) -> Rule {
    let [title, why, remedy] = words;
    Rule { id, requirement: Requirement::SupplyChain, severity, confidence, title, why, remedy, references }
}

pub(crate) static INSTALL_HOOK: Rule = rule(
    "install-hook",
    Severity::High,
    80,
    [
        "code that runs when the package is installed",
        "It runs before anybody has started the server or read its source, with all rights of who installs.",
        "Do without it, or do at the first start, with a word to the user, what it does.",
    ],
    &["SU-001", "CWE-506", "MCP04:2025"],
);

pub(crate) static VULNERABLE: Rule = rule(
    "vulnerable-dependency",
    Severity::High,
    95,
    [
        "a dependency with a known vulnerability",
        "What is wrong with it is public, and so are ways to use it.",
        "Move to the version in which it is mended.",
    ],
    &["SU-002", "CWE-1395", "MCP04:2025", "ASDP-5.G"],
);

pub(crate) static UNPINNED_LAUNCH: Rule = rule(
    "unpinned-launch",
    Severity::Medium,
    85,
    [
        "a package that is fetched and run in whatever version there is",
        "Who takes the package over, or its name, runs code on the machine of everybody who starts the server.",
        "Name the version.",
    ],
    &["SU-003", "CWE-829", "MCP04:2025"],
);

pub(crate) static UNPINNED_DEPENDENCY: Rule = rule(
    "unpinned-dependency",
    Severity::Medium,
    85,
    [
        "a dependency in whatever version there is",
        "What is installed tomorrow is other code than what was tested, and nobody has read it.",
        "Name a range, and keep a lock file.",
    ],
    &["SU-003", "CWE-1357", "MCP04:2025"],
);

pub(crate) static OUTDATED_SDK: Rule = rule(
    "outdated-sdk",
    Severity::Medium,
    90,
    [
        "an MCP SDK that is far behind",
        "It speaks none of the newer revisions of the protocol, and what was mended since is not in it.",
        "Move to the present release line.",
    ],
    &["SU-004", "ASDP-5.G", "MCP04:2025"],
);

pub(crate) static LOOKALIKE: Rule = rule(
    "lookalike-package",
    Severity::Medium,
    70,
    [
        "a package whose name is one letter from a well-known one",
        "Names like these are taken by others, so that a slip of the pen installs their code.",
        "See that it is the one that is meant.",
    ],
    &["SU-005", "CWE-1357", "MCP04:2025"],
);

pub(crate) static NO_LICENCE: Rule = rule(
    "no-licence",
    Severity::Low,
    95,
    [
        "no licence",
        "Without one nobody may use or ship it.",
        "Add a licence file, and name it in the manifest by its SPDX identifier.",
    ],
    &["SU-006"],
);

pub(crate) static UNKNOWN_LICENCE: Rule = rule(
    "unknown-licence",
    Severity::Low,
    85,
    [
        "a licence that no tool knows",
        "Who checks licences by machine has to read this one by hand, or refuse it.",
        "Name it by its SPDX identifier, or say `SEE LICENSE IN FILE`.",
    ],
    &["SU-006", "SPDX-2.3"],
);

pub(crate) static NO_REPOSITORY: Rule = rule(
    "no-repository",
    Severity::Low,
    90,
    [
        "no word of where its source is",
        "Nobody can compare what is shipped with what was written.",
        "Name the repository in the manifest.",
    ],
    &["SU-006"],
);

pub(crate) static NO_LOCK_FILE: Rule = rule(
    "no-lock-file",
    Severity::Low,
    85,
    [
        "no lock file",
        "Each installation may be made of other code, and none can be compared with advisories.",
        "Commit the lock file.",
    ],
    &["SU-006"],
);

pub(crate) static CONFIG_SECRET: Rule = rule(
    "secret-in-client-config",
    Severity::Medium,
    85,
    [
        "a secret in a client's config",
        "Configs are copied, shared and shipped, and the secret with them.",
        "Name the variable that holds it, as `${NAME}`, and revoke it if it was real.",
    ],
    &["SU-007", "CWE-798", "MCP01:2025"],
);

/// What the manifests say of one thing is not the same.
pub(crate) static VERSION_MISMATCH: Rule = Rule {
    id: "version-mismatch",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::Medium,
    confidence: 85,
    title: "manifests that name different versions",
    why: "Nobody can tell which version it is, and which advisories and notes are about it.",
    remedy: "Name one version in all manifests.",
    references: &["FM-017"],
};

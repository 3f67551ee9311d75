//! The rules about names.

use mcpvals_model::{Requirement, Rule, Severity};

const fn rule(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    text: [&'static str; 3],
    references: &'static [&'static str],
) -> Rule {
    let [title, why, remedy] = text;
    Rule { id, requirement: Requirement::ToolNaming, severity, confidence, title, why, remedy, references }
}

pub(crate) static MISSING: Rule = rule(
    "name-missing",
    Severity::High,
    100,
    ["a tool without a name", "Nobody can call it.", "Give it a name."],
    &["MCP 2025-11-25 tools", "TN-002"],
);
pub(crate) static LONG: Rule = rule(
    "name-too-long",
    Severity::High,
    100,
    [
        "a name of more than 64 characters",
        "The directory refuses it, and the interfaces of several models do not take it.",
        "Shorten it to 64 characters.",
    ],
    &["ASDP-5.C", "TN-001"],
);
pub(crate) static LONGER: Rule = rule(
    "name-beyond-protocol",
    Severity::High,
    100,
    [
        "a name of more than 128 characters",
        "The protocol ends names at 128 characters; clients may drop the tool.",
        "Shorten it to 64 characters.",
    ],
    &["MCP 2025-11-25 tools", "ASDP-5.C", "TN-001"],
);
pub(crate) static CHARACTERS: Rule = rule(
    "name-characters",
    Severity::Medium,
    100,
    [
        "a name with characters outside `A-Z a-z 0-9 _ - .`",
        "The protocol allows no others, and clients rewrite or refuse such a name.",
        "Use letters, digits, `_` and `-`.",
    ],
    &["MCP 2025-11-25 tools", "TN-002"],
);
pub(crate) static DOT: Rule = rule(
    "name-dot",
    Severity::Low,
    90,
    [
        "a name with a dot",
        "The protocol allows it, but the interfaces of several models take letters, digits, `_` and `-` alone.",
        "Use `_` or `-` instead.",
    ],
    &["MCP 2025-11-25 tools", "TN-002"],
);
pub(crate) static TWICE: Rule = rule(
    "name-twice",
    Severity::High,
    100,
    ["two tools of one name", "Which of them is called is left to chance.", "Give each tool a name of its own."],
    &["MCP 2025-11-25 tools", "ASDP-2.C", "TN-003"],
);
pub(crate) static TWICE_BUT_FOR_CASE: Rule = rule(
    "name-twice-but-for-case",
    Severity::Medium,
    95,
    [
        "two names that differ in case or separators alone",
        "A model mixes them up, and clients that fold case lose one.",
        "Let the names differ in words.",
    ],
    &["MCP 2025-11-25 tools", "TN-003"],
);
pub(crate) static PREFIXED: Rule = rule(
    "name-too-long-with-prefix",
    Severity::Medium,
    70,
    [
        "a name of more than 64 characters with the client's prefix",
        "Clients call it `mcp__server__tool`, and models take 64 characters.",
        "Shorten the tool's name or the server's.",
    ],
    &["ASDP-5.C", "TN-004"],
);
pub(crate) static STYLES: Rule = rule(
    "name-styles-mixed",
    Severity::Low,
    90,
    [
        "names in several styles",
        "A model that has seen one style guesses the next name in it.",
        "Use one style for all names.",
    ],
    &["SEP-986", "TN-005"],
);
pub(crate) static GENERIC: Rule = rule(
    "name-generic",
    Severity::Low,
    80,
    [
        "a name that says nothing of what the tool does",
        "A model chooses by names, and other servers have tools of this name too.",
        "Name the verb and what it is done to, as in `search_orders`.",
    ],
    &["ASDP-2.A", "TN-006"],
);
pub(crate) static VERBLESS: Rule = rule(
    "name-without-verb",
    Severity::Low,
    50,
    [
        "a name without a verb",
        "It does not say whether the tool reads or changes the thing that it names.",
        "Begin with what it does, as in `get_weather`.",
    ],
    &["TN-006"],
);
pub(crate) static LOOKALIKE: Rule = rule(
    "name-lookalike",
    Severity::High,
    85,
    [
        "a name that looks like the name of a well-known server's tool",
        "A person who approves it, and a model, may take it for the other.",
        "Choose a name that cannot be mistaken for the other.",
    ],
    &["ASDP-2.C", "SAFE-T1004", "MCP03:2025", "TN-007"],
);
pub(crate) static CLASH: Rule = rule(
    "name-clash",
    Severity::Low,
    70,
    [
        "names that a well-known server's tools have",
        "Where both servers are connected, a model may call the wrong one.",
        "Put the server's subject into the names.",
    ],
    &["ASDP-2.C", "TN-007", "TN-008"],
);
pub(crate) static TITLE: Rule = rule(
    "title-missing",
    Severity::Low,
    100,
    [
        "a tool without a title",
        "People who approve a call read the title, and the directory asks for one.",
        "Give it a `title`, or `annotations.title`.",
    ],
    &["ASDP-5.E", "MCP 2025-06-18 tools", "TN-009"],
);
pub(crate) static CONTRADICTED: Rule = rule(
    "name-against-annotations",
    Severity::Low,
    80,
    [
        "a name that reads, and annotations that destroy",
        "Who approves the call goes by one of them, and cannot know by which.",
        "Set the annotations to what the tool does, and name it so.",
    ],
    &["ASDP-5.E", "TN-010"],
);
pub(crate) static PARAMETERS: Rule = rule(
    "parameter-names",
    Severity::Low,
    85,
    [
        "parameter names that are no identifiers, or in several styles",
        "A model gets such names wrong, and some interfaces refuse them.",
        "Use letters, digits and `_`, in one style.",
    ],
    &["TN-011"],
);
pub(crate) static MIXED: Rule = rule(
    "reads-and-writes",
    Severity::Medium,
    80,
    [
        "one tool that reads and writes, by a parameter",
        "Nobody can allow its reading without allowing its writing, and its annotations are wrong for one of them.",
        "Make a tool for each, so that readers can be annotated as read-only.",
    ],
    &["ASDP-5.E", "FM-004"],
);
pub(crate) static CATCH_ALL: Rule = rule(
    "catch-all",
    Severity::Medium,
    85,
    [
        "a tool that sends any request to an interface",
        "Safe and unsafe methods stand behind one name, and reviewers refuse that.",
        "Make tools for the things that people do, with safe and unsafe methods apart.",
    ],
    &["ASDP-2.A", "ASDP-5.E", "FM-004"],
);

pub(crate) static ALL: [&Rule; 18] = [
    &MISSING,
    &LONG,
    &LONGER,
    &CHARACTERS,
    &DOT,
    &TWICE,
    &TWICE_BUT_FOR_CASE,
    &PREFIXED,
    &STYLES,
    &GENERIC,
    &VERBLESS,
    &LOOKALIKE,
    &CLASH,
    &TITLE,
    &CONTRADICTED,
    &PARAMETERS,
    &MIXED,
    &CATCH_ALL,
];

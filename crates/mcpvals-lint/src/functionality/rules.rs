//! The rules about what tools are said to do.

use mcpvals_model::{Requirement, Rule, Severity};

const fn rule(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    text: [&'static str; 3],
    references: &'static [&'static str],
) -> Rule {
    let [title, why, remedy] = text;
    Rule { id, requirement: Requirement::FunctionalityMatch, severity, confidence, title, why, remedy, references }
}

pub(crate) static UNDESCRIBED: Rule = rule(
    "description-missing",
    Severity::Medium,
    100,
    [
        "a tool without a description",
        "A model has nothing but the name to go by, and the directory asks for a description of what it does and when to call it.",
        "Say in a sentence or two what it does, what it returns and when to call it.",
    ],
    &["ASDP-2.A", "FM-001"],
);
pub(crate) static VAGUE: Rule = rule(
    "description-vague",
    Severity::Low,
    80,
    [
        "a description that says no more than the name",
        "A model cannot tell when to call the tool, or what it gets.",
        "Say what it does it to, what it returns and when to call it.",
    ],
    &["ASDP-2.A", "FM-002"],
);
pub(crate) static NO_OCCASION: Rule = rule(
    "description-without-occasion",
    Severity::Low,
    50,
    [
        "a description that does not say when to call the tool",
        "A model that has many tools chooses by the occasion.",
        "Add a clause such as `Use it when …`.",
    ],
    &["ASDP-2.A", "FM-003"],
);
pub(crate) static UNNAMED_API: Rule = rule(
    "interface-not-named",
    Severity::Low,
    60,
    [
        "a tool that takes any request, and does not say of which interface",
        "Reviewers ask that such a tool names the interface or links to its documentation.",
        "Name the interface in the description, with a link to its documentation.",
    ],
    &["ASDP-2.A", "FM-005"],
);
pub(crate) static NOT_READ_ONLY: Rule = rule(
    "read-only-but-writes",
    Severity::High,
    85,
    [
        "a tool that is annotated as read-only, and writes by its own words",
        "Clients let such tools run without asking the user.",
        "Set `readOnlyHint` to false, or let the tool read alone.",
    ],
    &["ASDP-5.E", "MCP 2025-11-25 ToolAnnotations", "FM-008", "TN-010"],
);
pub(crate) static NOT_HARMLESS: Rule = rule(
    "destroys-but-said-harmless",
    Severity::High,
    85,
    [
        "a tool that deletes by its own words, and is annotated as not destructive",
        "Clients warn of destructive tools; of this one they do not.",
        "Set `destructiveHint` to true.",
    ],
    &["ASDP-5.E", "MCP 2025-11-25 ToolAnnotations", "FM-009"],
);
pub(crate) static NOT_CLOSED: Rule = rule(
    "closed-world-but-web",
    Severity::Low,
    75,
    [
        "a tool that goes to the web by its own words, and is annotated as closed",
        "What comes from the open world is not to be trusted, and clients go by this hint.",
        "Set `openWorldHint` to true.",
    ],
    &["MCP 2025-11-25 ToolAnnotations", "FM-011"],
);
pub(crate) static NO_HINTS: Rule = rule(
    "annotations-missing",
    Severity::Low,
    100,
    [
        "a tool without `readOnlyHint` or `destructiveHint`",
        "The directory asks for them; their lack is the most frequent reason for which servers are sent back.",
        "Set `readOnlyHint` to true, or to false with `destructiveHint`.",
    ],
    &["ASDP-5.E", "TS-007"],
);
pub(crate) static MISDOCUMENTED: Rule = rule(
    "parameters-misdocumented",
    Severity::Low,
    80,
    [
        "a description with parameters that the schema does not have",
        "A model sends what the description asks for, and the call fails or it is dropped.",
        "Let the description and the schema name the same parameters.",
    ],
    &["ASDP-2.B", "FM-014"],
);
pub(crate) static UNDESCRIBED_PARAMETERS: Rule = rule(
    "parameters-undescribed",
    Severity::Low,
    90,
    [
        "parameters without a description",
        "A model guesses what to put there.",
        "Describe each parameter: what it is, its form, an example.",
    ],
    &["ASDP-2.A", "FM-015"],
);
pub(crate) static LOOSE_SCHEMA: Rule = rule(
    "schema-loose",
    Severity::Low,
    85,
    [
        "a schema that leaves open what it takes",
        "A model guesses, and what is wrong is found late or never.",
        "Give each parameter a type, and each object its properties.",
    ],
    &["FM-016", "HEUR-011"],
);
pub(crate) static MANY: Rule = rule(
    "tools-too-many",
    Severity::Low,
    90,
    [
        "more tools than a model keeps apart, or a list that costs many tokens",
        "The list is part of every request, and with so much of it models choose worse.",
        "Offer fewer tools, or let the user choose sets of them.",
    ],
    &["ASDP-5.B", "TS-005"],
);
pub(crate) static UNSUPPORTED: Rule = rule(
    "kind-not-listed",
    Severity::Medium,
    65,
    [
        "tools of a kind that the directory does not list",
        "Moving money, making images, video or audio, and advertisements are excluded.",
        "Leave these tools out of what is submitted, or ask the directory first.",
    ],
    &["ASDP-4.A", "ASDP-4.B", "ASDP-4.C", "TS-006"],
);
pub(crate) static FLOW: Rule = rule(
    "toxic-flow",
    Severity::Medium,
    60,
    [
        "tools that read private data, read what strangers write, and send out",
        "A stranger's text can tell a model to send the private data out, with tools that are all honest.",
        "Let one of the three be switched off, or ask the user before anything is sent; say so in the documentation.",
    ],
    &["MCP06:2025", "MCP10:2025", "TS-004"],
);
pub(crate) static NO_EXAMPLE: Rule = Rule {
    id: "parameter-without-example",
    requirement: Requirement::WorkingExamples,
    severity: Severity::Low,
    confidence: 70,
    title: "a parameter of a strict form without an example",
    why: "A model gets patterns and formats wrong that it has not seen filled in.",
    remedy: "Add `examples` or a `default` to the parameter's schema.",
    references: &["WE-006"],
};
pub(crate) static UNLIMITED: Rule = Rule {
    id: "list-without-limit",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Low,
    confidence: 60,
    title: "a tool that lists or searches, and takes no limit",
    why: "A long answer is cut by clients, and costs tokens that nobody asked for.",
    remedy: "Take a `limit` and a `cursor`, and say what is left.",
    references: &["ASDP-5.B", "EH-013"],
};

pub(crate) static ALL: [&Rule; 16] = [
    &UNDESCRIBED,
    &VAGUE,
    &NO_OCCASION,
    &UNNAMED_API,
    &NOT_READ_ONLY,
    &NOT_HARMLESS,
    &NOT_CLOSED,
    &NO_HINTS,
    &MISDOCUMENTED,
    &UNDESCRIBED_PARAMETERS,
    &LOOSE_SCHEMA,
    &MANY,
    &UNSUPPORTED,
    &FLOW,
    &NO_EXAMPLE,
    &UNLIMITED,
];

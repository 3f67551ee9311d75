//! The rules about what is said to a model that is none of its user's wishes.

use mcpvals_model::{Requirement, Rule, Severity};

use Severity::{Critical, High, Medium};

const fn rule(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    title: &'static str,
    why: &'static str,
    remedy: &'static str,
    references: &'static [&'static str],
) -> Rule {
    Rule { id, requirement: Requirement::PromptInjection, severity, confidence, title, why, remedy, references }
}

pub(crate) static OVERRIDE: Rule = rule(
    "instruction-override",
    Critical,
    95,
    "an order to disregard other instructions",
    "A description that outranks the user, the client or its safety rules takes the model over.",
    "Take it out: a tool says what it does, and nothing about other instructions.",
    &["ASDP-2.G", "MCP06:2025", "MCP03:2025", "PI-001"],
);
pub(crate) static SECRECY: Rule = rule(
    "secrecy-directive",
    Critical,
    90,
    "an order to keep something from the user",
    "What the user may not know is what the user would not allow.",
    "Take it out, and say openly what the tool does.",
    &["ASDP-2.G", "MCP03:2025", "PI-002"],
);
pub(crate) static MARKUP: Rule = rule(
    "pseudo-markup",
    Critical,
    90,
    "markup that pretends to come from the system",
    "Models give text in such marks the weight of a system prompt.",
    "Write plain text without tags of roles or of importance.",
    &["ASDP-2.G", "MCP03:2025", "PI-003"],
);
pub(crate) static DUTY: Rule = rule(
    "foreign-duty",
    High,
    80,
    "a duty to use other tools or files that the task does not need",
    "The model does more than its user asked for, with rights that were given for something else.",
    "Describe this tool only; what has to be done before it, its handler does.",
    &["ASDP-2.D", "ASDP-2.E", "MCP03:2025", "PI-004"],
);
pub(crate) static SHADOWING: Rule = rule(
    "shadowing",
    High,
    85,
    "orders about how a tool of somebody else is to be used",
    "A tool that is never called changes what another one does.",
    "Say nothing about tools that are not of this server.",
    &["ASDP-2.E", "MCP03:2025", "TS-001"],
);
pub(crate) static TAMPERING: Rule = rule(
    "argument-tampering",
    High,
    85,
    "an order to send other arguments than the user's",
    "The call is not the one that the user asked for and approved.",
    "Leave arguments to the caller; put defaults into the schema.",
    &["ASDP-2.E", "MCP03:2025", "PI-005"],
);
pub(crate) static REDIRECTION: Rule = rule(
    "tool-redirection",
    High,
    75,
    "a claim that another tool is not to be used, with this one in its place",
    "It takes calls away from the tool that the user chose.",
    "Name replacements only for tools of this server, and only where they are retired.",
    &["ASDP-2.C", "ASDP-2.E", "MCP09:2025", "PI-006"],
);
pub(crate) static SECRET_READ: Rule = rule(
    "sensitive-read",
    High,
    85,
    "an order to read keys, passwords or other secrets",
    "A description has no business with the files and keys of whoever runs the model.",
    "Take it out; secrets come from the server's own configuration.",
    &["ASDP-1.D", "ASDP-2.D", "MCP01:2025", "MCP03:2025", "PI-007"],
);
pub(crate) static COMMAND: Rule = rule(
    "command-instruction",
    High,
    80,
    "an order to run commands",
    "What a description tells a model to run, runs with the user's rights.",
    "Take it out; installation belongs into the documentation for people.",
    &["ASDP-2.D", "MCP05:2025", "PI-008"],
);
pub(crate) static EXFILTRATION: Rule = rule(
    "exfiltration-instruction",
    High,
    85,
    "an order to send data elsewhere",
    "Data of the user leave by a way that nobody approved.",
    "Take it out, and send nothing that the task does not need.",
    &["ASDP-1.D", "MCP03:2025", "MCP10:2025", "PI-009"],
);
pub(crate) static PARAMETER: Rule = rule(
    "exfiltration-parameter",
    High,
    85,
    "a parameter that asks for what the model knows, and not for what the task needs",
    "Whatever the model puts there, its conversation, its prompt or its other tools, goes to the server.",
    "Take the parameter out, and ask for what the task needs only.",
    &["ASDP-1.D", "ASDP-1.F", "MCP10:2025", "PI-010"],
);
pub(crate) static CONSENT: Rule = rule(
    "consent-bypass",
    High,
    75,
    "an order to act without asking",
    "The user's approval is the last thing between a model and a mistake.",
    "Take it out, and mark destructive tools as such.",
    &["ASDP-2.D", "MCP02:2025", "PI-013"],
);
pub(crate) static SAFETY: Rule = rule(
    "safety-bypass",
    High,
    75,
    "a claim to work past checks of safety or permission",
    "What checks do not see, nobody approved.",
    "Keep to the checks, and say so.",
    &["ASDP-2.B", "MCP02:2025", "PI-013"],
);
pub(crate) static PREFERENCE: Rule = rule(
    "preference-manipulation",
    Medium,
    75,
    "praise that is to make the model choose this tool",
    "Models take the tool that praises itself, whether or not it suits the task.",
    "Say what the tool does and when it is the right one; leave the choice to the model.",
    &["ASDP-2.A", "ASDP-2.C", "MCP03:2025", "PI-014"],
);
pub(crate) static OUTSIDE: Rule = rule(
    "outside-behaviour",
    High,
    80,
    "behaviour that is taken from outside",
    "Whoever controls that text controls the model, after the approval.",
    "Treat what is fetched as data, and keep instructions in the description.",
    &["ASDP-2.F", "MCP06:2025", "PI-016"],
);
pub(crate) static LASTING: Rule = rule(
    "lasting-order",
    High,
    75,
    "an order that outlasts the call, or waits for its time",
    "A tool describes one call; what holds from then on, or from a certain day or word on, is a program for the model.",
    "Take it out; say what this call does.",
    &["ASDP-2.B", "ASDP-2.F", "MCP06:2025", "TS-002"],
);
pub(crate) static SIDE_ACTION: Rule = rule(
    "side-action",
    Medium,
    65,
    "something done on the side with data that the task does not need",
    "It is said, and still nobody asked for it.",
    "Do what the tool is called for, and nothing beside.",
    &["ASDP-1.D", "ASDP-2.B", "MCP10:2025", "PI-024"],
);
pub(crate) static LANGUAGE: Rule = rule(
    "instruction-in-other-language",
    High,
    75,
    "orders to the model in another language",
    "Reviewers who do not read it approve it, and every model reads it.",
    "Take it out, and describe the tool in the language of the rest.",
    &["ASDP-2.G", "MCP03:2025", "PI-023"],
);
pub(crate) static LIKELY_ORDER: Rule = rule(
    "likely-order",
    High,
    60,
    "words that weigh like an order to the model",
    "Orders come in words that no pattern foresees; these weigh like others that were orders.",
    "Read it as a stranger would: if the user did not ask for it, take it out; if it is help for the call, say what the call does.",
    &["ASDP-2.D", "MCP03:2025", "PI-004"],
);
pub(crate) static LIKELY_LURE: Rule = rule(
    "likely-lure",
    Medium,
    60,
    "words that weigh like a lure for the model, or like a question about what it knows",
    "A tool that courts models, or asks them for their conversation, gets what its user did not mean to give.",
    "Say what the tool does and takes; ask for nothing that the task does not need.",
    &["ASDP-2.A", "ASDP-1.F", "MCP03:2025", "PI-014"],
);
pub(crate) static LIKELY_SIDE_ACTION: Rule = rule(
    "likely-side-action",
    Medium,
    55,
    "words that weigh like a deed that nobody asked for",
    "It is said, and still nobody asked for it.",
    "Do what the tool is called for, and nothing beside; or say why the task needs it.",
    &["ASDP-1.D", "ASDP-2.B", "MCP10:2025", "PI-024"],
);
pub(crate) static ALL: [&Rule; 21] = [
    &OVERRIDE,
    &SECRECY,
    &MARKUP,
    &DUTY,
    &SHADOWING,
    &TAMPERING,
    &REDIRECTION,
    &SECRET_READ,
    &COMMAND,
    &EXFILTRATION,
    &PARAMETER,
    &CONSENT,
    &SAFETY,
    &PREFERENCE,
    &OUTSIDE,
    &SIDE_ACTION,
    &LASTING,
    &LANGUAGE,
    &LIKELY_ORDER,
    &LIKELY_LURE,
    &LIKELY_SIDE_ACTION,
];

/// Whether it is about secrets and data that are brought along, kept or sent away.
pub(super) fn brings_secrets(rule: &Rule) -> bool {
    [&SECRET_READ, &EXFILTRATION, &SIDE_ACTION].iter().any(|other| other.id == rule.id)
}

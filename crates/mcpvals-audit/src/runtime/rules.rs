//! What a running server can do wrong. Each rule is found by one test of this phase.

use mcpvals_model::{Requirement, Rule, Severity};

/// All of them.
pub(crate) const ALL: [&Rule; 30] = [
    &DIES,
    &HANGS,
    &ENDS_AT_GARBAGE,
    &ACCEPTS_INVALID,
    &ACCEPTS_EXTRA,
    &REFUSES_VALID,
    &WRONG_CODE,
    &UNHELPFUL,
    &HELPS_NOWHERE,
    &ANSWERS_TWICE,
    &LEAKS_INTERNALS,
    &ERROR_AS_SUCCESS,
    &STDOUT_NOISE,
    &BREAKS_OUTPUT,
    &BROKEN_ANSWER,
    &LARGE_RESULT,
    &LIST_CHANGES,
    &LIST_ORDER,
    &ASKS_SECRETS,
    &LEAKS_SECRETS,
    &EXAMPLE_FAILS,
    &START_FAILS,
    &UNDECLARED,
    &OTHER_VERSION,
    &SLOW,
    &MALFORMED_TOOL,
    &CONFIG_WRONG,
    &READS_CREDENTIALS,
    &SENDS_CREDENTIALS,
    &PHONES_HOME,
];

pub(crate) static DIES: Rule = Rule {
    id: "server-dies",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Critical,
    confidence: 95,
    title: "A request ends the server",
    why: "One bad request must not take the server from its user: every client of it loses its session.",
    remedy: "Catch what goes wrong in a handler, and answer with an error instead.",
    references: &["EH-001", "ASDP-5.A", "CWE-248"],
};

pub(crate) static HANGS: Rule = Rule {
    id: "server-hangs",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Critical,
    confidence: 85,
    title: "After a request the server answers nothing any more",
    why: "A client waits in vain, and only a restart helps.",
    remedy: "Do not block the loop that reads messages; give every wait an end.",
    references: &["EH-001", "ASDP-5.A", "CWE-400"],
};

pub(crate) static ENDS_AT_GARBAGE: Rule = Rule {
    id: "ends-at-broken-line",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Medium,
    confidence: 90,
    title: "A line that is no JSON ends the session",
    why: "A client that writes one broken line loses the server, with everything that it was about.",
    remedy: "Answer it with -32700 (parse error), or log it on stderr, and read the next line.",
    references: &["EH-001", "ASDP-5.A", "CWE-248", "JSON-RPC 2.0: error object"],
};

pub(crate) static ACCEPTS_INVALID: Rule = Rule {
    id: "accepts-invalid-arguments",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Medium,
    confidence: 80,
    title: "Arguments that break the tool's own schema are taken",
    why: "The model is not told of its mistake, and the handler works with what it was not made for.",
    remedy: "Check the arguments against the schema before they are used, and refuse with the name of the field.",
    references: &["EH-002", "ASDP-5.A", "CWE-20"],
};

pub(crate) static ACCEPTS_EXTRA: Rule = Rule {
    id: "accepts-unknown-arguments",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Low,
    confidence: 80,
    title: "An argument that the schema forbids is passed over in silence",
    why: "A misspelt argument has no effect and nobody says so.",
    remedy: "Refuse what `additionalProperties: false` forbids, or do not declare it.",
    references: &["EH-002", "CWE-20"],
};

pub(crate) static REFUSES_VALID: Rule = Rule {
    id: "refuses-valid-arguments",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::Medium,
    confidence: 70,
    title: "Arguments that the schema itself gives are refused",
    why: "A model goes by the schema, and cannot know what else is wanted.",
    remedy: "Say in the schema what is taken: types, formats, ranges, and examples that work.",
    references: &["EH-003", "ASDP-2.B"],
};

pub(crate) static WRONG_CODE: Rule = Rule {
    id: "wrong-error-channel",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Low,
    confidence: 90,
    title: "An error has another code or form than the protocol gives it",
    why: "Clients tell by the code whether to mend the call, or to stop.",
    remedy: "Answer unknown methods with -32601, unknown tools and malformed requests with -32602, and failures of a tool with `isError: true`.",
    references: &["EH-004", "ASDP-5.A", "MCP tools: error handling"],
};

pub(crate) static UNHELPFUL: Rule = Rule {
    id: "unhelpful-error",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Low,
    confidence: 80,
    title: "An error does not say what is wrong",
    why: "A model that is not told which argument was wrong cannot do better at the next try.",
    remedy: "Name the field, and say what is expected of it.",
    references: &["EH-005", "ASDP-5.A"],
};

pub(crate) static HELPS_NOWHERE: Rule = Rule {
    id: "errors-help-nowhere",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Medium,
    confidence: 85,
    title: "Hardly any error says what is wrong",
    why: "The directory asks for errors that help. Where no tool names the argument that was wrong, a model can only guess, and tries again.",
    remedy: "Check arguments in one place, against the tool's schema, and let the error name the field and what is expected of it.",
    references: &["EH-005", "ASDP-5.A"],
};

pub(crate) static ANSWERS_TWICE: Rule = Rule {
    id: "answers-twice",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Medium,
    confidence: 85,
    title: "A request is answered a second time",
    why: "A request has one answer. A second one is taken for that of another request, or ends the session.",
    remedy: "Answer each request once, with its own id.",
    references: &["EH-004", "ASDP-5.A", "JSON-RPC 2.0: response object"],
};

pub(crate) static LEAKS_INTERNALS: Rule = Rule {
    id: "error-leaks-internals",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Medium,
    confidence: 85,
    title: "An error shows the inside of the server",
    why: "Stack traces and internal errors help nobody who calls a tool, and tell an attacker how it is built.",
    remedy: "Log the details on stderr, and answer in words that help the caller.",
    references: &["EH-006", "ASDP-5.A", "CWE-209"],
};

pub(crate) static ERROR_AS_SUCCESS: Rule = Rule {
    id: "error-told-as-success",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Medium,
    confidence: 75,
    title: "A failure is told as a success",
    why: "Without `isError`, a client counts the call as done, and a model reads the words of the error as a result.",
    remedy: "Set `isError: true` in the result of a call that failed.",
    references: &["EH-007", "ASDP-5.A", "MCP tools: error handling"],
};

pub(crate) static STDOUT_NOISE: Rule = Rule {
    id: "noise-on-stdout",
    requirement: Requirement::ErrorHandling,
    severity: Severity::Medium,
    confidence: 95,
    title: "Something else than messages is written to stdout",
    why: "Over stdio, stdout is for messages only: a client that is strict ends the session.",
    remedy: "Log to stderr.",
    references: &["EH-008", "MCP transports: stdio"],
};

pub(crate) static BREAKS_OUTPUT: Rule = Rule {
    id: "output-breaks-schema",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::Medium,
    confidence: 95,
    title: "A result is not as the tool's outputSchema promises",
    why: "Clients check it, and throw the result away.",
    remedy: "Return `structuredContent` that meets the schema, or correct the schema.",
    references: &["FM-013", "MCP tools: output schema"],
};

pub(crate) static BROKEN_ANSWER: Rule = Rule {
    id: "unusable-answer",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::High,
    confidence: 90,
    title: "What comes back cannot be used as an answer",
    why: "A client gets nothing from the call.",
    remedy: "Answer each request once, with its id and a `result` or an `error` as the protocol has them.",
    references: &["FM-013", "MCP base protocol"],
};

pub(crate) static LARGE_RESULT: Rule = Rule {
    id: "large-result",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::Low,
    confidence: 80,
    title: "A result is larger than clients take",
    why: "Clients cut results at about 25,000 tokens; what is cut is lost to the model.",
    remedy: "Give the tool a limit, pages or a filter.",
    references: &["EH-013", "ASDP-5.B"],
};

pub(crate) static LIST_CHANGES: Rule = Rule {
    id: "tool-list-changes",
    requirement: Requirement::PromptInjection,
    severity: Severity::High,
    confidence: 85,
    title: "The tools that are listed change while they are used",
    why: "A user approves tools by what they say. Who changes them afterwards gets a consent that nobody gave.",
    remedy: "List the same tools to every client at every time, or announce each change with `notifications/tools/list_changed`.",
    references: &["TS-002", "RT-008", "MCP03:2025", "MCP tools: listing"],
};

pub(crate) static LIST_ORDER: Rule = Rule {
    id: "tool-list-order",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::Low,
    confidence: 90,
    title: "The same tools are listed in another order each time",
    why: "Clients that cache prompts lose their cache at every session.",
    remedy: "List them in a fixed order.",
    references: &["EH-016"],
};

pub(crate) static ASKS_SECRETS: Rule = Rule {
    id: "asks-for-secrets",
    requirement: Requirement::Privacy,
    severity: Severity::High,
    confidence: 80,
    title: "The server asks its user for a secret in a form",
    why: "What is typed into a form goes through the client and its model; the protocol forbids to ask for passwords and keys that way.",
    remedy: "Send the user to an address (URL mode), or use OAuth.",
    references: &["RT-012", "MCP client: elicitation"],
};

pub(crate) static LEAKS_SECRETS: Rule = Rule {
    id: "output-holds-secret",
    requirement: Requirement::Privacy,
    severity: Severity::High,
    confidence: 75,
    title: "What the server returns holds a credential",
    why: "Results are read by a model and kept in logs of conversations.",
    remedy: "Leave credentials out of results, or mask them.",
    references: &["RT-009", "MCP01:2025", "CWE-200"],
};

pub(crate) static EXAMPLE_FAILS: Rule = Rule {
    id: "example-fails",
    requirement: Requirement::WorkingExamples,
    severity: Severity::High,
    confidence: 70,
    title: "An example of the documentation does not work",
    why: "The directory asks for examples that work; a reviewer tries them.",
    remedy: "Correct the example, or what it shows.",
    references: &["WE-004", "ASDP-3.E"],
};

pub(crate) static START_FAILS: Rule = Rule {
    id: "server-does-not-start",
    requirement: Requirement::WorkingExamples,
    severity: Severity::High,
    confidence: 60,
    title: "The server does not start as its files say",
    why: "Whoever follows them gets nothing.",
    remedy: "Say in the README and the manifest what it needs, and test the command on a clean machine.",
    references: &["WE-007"],
};

pub(crate) static UNDECLARED: Rule = Rule {
    id: "capability-not-served",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::Medium,
    confidence: 90,
    title: "A capability is declared and not served",
    why: "Clients show what they get nothing from.",
    remedy: "Declare what is served, and nothing else.",
    references: &["FM-018", "MCP lifecycle"],
};

pub(crate) static OTHER_VERSION: Rule = Rule {
    id: "version-differs",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::Low,
    confidence: 80,
    title: "The server names another version than its package",
    why: "Nobody can tell from a report which version it is about.",
    remedy: "Read the version from the package at build time.",
    references: &["FM-017"],
};

pub(crate) static SLOW: Rule = Rule {
    id: "slow-answers",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::Low,
    confidence: 70,
    title: "Simple requests take long",
    why: "A model waits with its user.",
    remedy: "Do what takes long once, at the start, and not with each request.",
    references: &["RT-011"],
};

pub(crate) static MALFORMED_TOOL: Rule = Rule {
    id: "malformed-tool",
    requirement: Requirement::FunctionalityMatch,
    severity: Severity::High,
    confidence: 95,
    title: "An entry of the list of tools is no tool",
    why: "Strict clients refuse the whole list for it, lenient ones show it to their model: nobody knows what is there.",
    remedy: "Give each tool a `name` and an `inputSchema` that is an object.",
    references: &["FM-013", "MCP tools: listing"],
};

pub(crate) static CONFIG_WRONG: Rule = Rule {
    id: "example-config-wrong",
    requirement: Requirement::WorkingExamples,
    severity: Severity::High,
    confidence: 70,
    title: "A client configuration in the documentation starts another package",
    why: "Who copies it gets nothing, or the software of whoever takes the name.",
    remedy: "Name the package as it is published.",
    references: &["WE-007", "ASDP-3.C"],
};

pub(crate) static READS_CREDENTIALS: Rule = Rule {
    id: "reads-credentials",
    requirement: Requirement::SecurityCode,
    severity: Severity::Critical,
    confidence: 95,
    title: "In a sandbox, the server opens credentials that nobody pointed it to",
    why: "Keys, tokens and configurations in HOME are other programs': a server that opens them can use them as its user.",
    remedy: "Take what the server needs from its own variables, and leave other programs' files alone.",
    references: &["RT-004", "MCP01:2025", "CWE-522"],
};

pub(crate) static SENDS_CREDENTIALS: Rule = Rule {
    id: "sends-credentials",
    requirement: Requirement::SecurityCode,
    severity: Severity::Critical,
    confidence: 100,
    title: "In a sandbox, what stood in a file of credentials leaves the server",
    why: "A text that stands nowhere but in a bait came back in a message, or was sent into the network: the server hands secrets on.",
    remedy: "Never return or send what stands in files of credentials.",
    references: &["RT-004", "RT-005", "MCP01:2025", "CWE-200"],
};

pub(crate) static PHONES_HOME: Rule = Rule {
    id: "phones-home",
    requirement: Requirement::Privacy,
    severity: Severity::Medium,
    confidence: 85,
    title: "In a sandbox, the server connects to somebody whom nobody asked for",
    why: "Users do not expect traffic of a server that was only started, or of a tool that declares itself closed; it may carry their data.",
    remedy: "Connect when a tool is called that says so; make telemetry a choice, and document it.",
    references: &["RT-005", "ASDP-1.C", "CWE-359"],
};

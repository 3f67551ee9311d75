//! The rules: what each says, and where it stands.

use mcpvals_model::{Requirement, Rule, Severity};

const fn security(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    title: &'static str,
    why: &'static str,
    remedy: &'static str,
    references: &'static [&'static str],
) -> Rule {
    Rule { id, requirement: Requirement::SecurityCode, severity, confidence, title, why, remedy, references }
}

const fn errors(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    title: &'static str,
    why: &'static str,
    remedy: &'static str,
    references: &'static [&'static str],
) -> Rule {
    Rule { id, requirement: Requirement::ErrorHandling, severity, confidence, title, why, remedy, references }
}

const fn matching(
    id: &'static str,
    severity: Severity,
    confidence: u8,
    title: &'static str,
    why: &'static str,
    remedy: &'static str,
    references: &'static [&'static str],
) -> Rule {
    Rule { id, requirement: Requirement::FunctionalityMatch, severity, confidence, title, why, remedy, references }
}

pub(crate) static COMMAND: Rule = security(
    "command-injection",
    Severity::Critical,
    85,
    "an argument in a command that a shell reads",
    "Whoever steers the model steers the machine: the argument may hold a second command.",
    "Start the program without a shell, with its arguments in a list, or quote the value.",
    &["CWE-78", "MCP05:2025", "SC-001"],
);
pub(crate) static PROGRAM: Rule = security(
    "chosen-program",
    Severity::High,
    70,
    "a program that an argument chooses",
    "Any program of the machine can be started by whoever steers the model.",
    "Take the program from a list of your own.",
    &["CWE-78", "MCP05:2025", "SC-001"],
);
pub(crate) static BY_DESIGN: Rule = security(
    "runs-commands-by-design",
    Severity::Medium,
    80,
    "a tool that runs whatever it is told",
    "It says so, and yet: what the model reads in a web page can end up as a command on its user's machine.",
    "Run it in a sandbox, allow a list of programs only, and say which in the documentation.",
    &["CWE-78", "MCP05:2025", "SC-001"],
);
pub(crate) static CODE: Rule = security(
    "code-injection",
    Severity::Critical,
    85,
    "an argument that is run as code",
    "Whoever steers the model runs code inside of the server, with all that the server may do.",
    "Parse the value with a parser of its own (`ast.literal_eval`, `JSON.parse`), or look it up in a table.",
    &["CWE-94", "CWE-95", "MCP05:2025", "SC-002"],
);
pub(crate) static DESERIALIZE: Rule = security(
    "unsafe-deserialization",
    Severity::Critical,
    80,
    "an argument that is turned into objects of any class",
    "Formats such as pickle run code while they are read.",
    "Use JSON, or the safe loader (`yaml.safe_load`).",
    &["CWE-502", "MCP05:2025", "SC-002"],
);
pub(crate) static PATH: Rule = security(
    "path-traversal",
    Severity::High,
    70,
    "a path from an argument that may lead out of its folder",
    "Files outside of what the server is for can be read or overwritten, keys among them.",
    "Resolve the path with its links, and check that it is within the folder, separator included.",
    &["CWE-22", "SC-003"],
);
pub(crate) static PATH_PREFIX: Rule = security(
    "path-prefix-bypass",
    Severity::High,
    85,
    "a check of a path that a sibling folder passes",
    "`/data-private` starts with `/data`: the check lets folders through that only share the beginning of their name.",
    "Compare with the folder and a separator, or by parts (`is_relative_to`, `path.relative`).",
    &["CWE-22", "CWE-23", "CVE-2025-53110", "SC-003"],
);
pub(crate) static SSRF: Rule = security(
    "server-side-request-forgery",
    Severity::High,
    70,
    "an argument that chooses which machine is asked",
    "The server can be made to ask machines of its own network, and the metadata service of its cloud.",
    "Allow a list of hosts, or refuse private addresses after the name was resolved.",
    &["CWE-918", "SC-004"],
);
pub(crate) static REDIRECT: Rule = security(
    "redirect-after-check",
    Severity::Medium,
    65,
    "a checked URL whose redirects are not checked",
    "The host that was checked may answer with a redirect to one that was not.",
    "Do not follow redirects, or check each hop.",
    &["CWE-918", "SC-004"],
);
pub(crate) static SQL: Rule = security(
    "sql-injection",
    Severity::High,
    80,
    "an argument in the text of a statement",
    "The argument can end the statement and begin another: other rows, other tables.",
    "Give the value as a parameter; take names of tables and columns from a list of your own.",
    &["CWE-89", "SC-005"],
);
pub(crate) static STATEMENT: Rule = security(
    "free-statement",
    Severity::Medium,
    70,
    "a tool that runs whatever statement it is given",
    "Whoever steers the model reads, and where the connection allows it changes, all of the database.",
    "Open the connection read-only, and say in the description what can be done with it.",
    &["CWE-89", "SC-005"],
);
pub(crate) static TEMPLATE: Rule = security(
    "template-injection",
    Severity::High,
    75,
    "an argument that is a template",
    "Templates can reach the objects of the program, and through them run code.",
    "Keep templates constant, and give the argument as a value.",
    &["CWE-1336", "SC-005"],
);
pub(crate) static OPTION: Rule = security(
    "argument-injection",
    Severity::High,
    65,
    "an argument where a program looks for options",
    "A value that starts with a dash is an option; programs such as git, curl and tar have some that write files or run others.",
    "Put `--` before it, or refuse values that start with a dash.",
    &["CWE-88", "SC-006"],
);
pub(crate) static ARCHIVE: Rule = security(
    "archive-extraction",
    Severity::High,
    70,
    "an archive that may write outside of its folder",
    "Names in an archive may have `..` in them, or be links.",
    "Use `filter=\"data\"`, or check where every entry would go before it is written.",
    &["CWE-22", "SC-007"],
);
pub(crate) static ENVIRONMENT: Rule = security(
    "environment-exposed",
    Severity::High,
    80,
    "the whole environment in an answer, or on its way to another machine",
    "The environment holds the keys of everything that the user runs.",
    "Name the variables that are needed.",
    &["CWE-526", "MCP01:2025", "SC-009"],
);
pub(crate) static CREDENTIALS: Rule = security(
    "credentials-read",
    Severity::High,
    85,
    "a file of keys that a tool reads",
    "No tool needs the keys of other programs: who has them is the user everywhere.",
    "Ask for the one credential that is needed, in the configuration.",
    &["CWE-522", "MCP01:2025", "SC-009"],
);
pub(crate) static SECRET_RETURNED: Rule = security(
    "secret-in-answer",
    Severity::Medium,
    65,
    "a secret in an answer",
    "What a tool answers is read by a model, kept in logs and sent to its provider.",
    "Leave the member out, or mask it.",
    &["CWE-200", "MCP10:2025", "SC-009"],
);
pub(crate) static EXFILTRATION: Rule = security(
    "undisclosed-sending",
    Severity::High,
    75,
    "data that goes to a machine which the description does not name",
    "The user agreed to what the description says, and that is not in it.",
    "Do not send it, or say to whom and why.",
    &["CWE-201", "SC-010", "ASDP-2.B"],
);
pub(crate) static BLIND_COPY: Rule = security(
    "blind-copy",
    Severity::Critical,
    90,
    "a copy of every mail to an address in the source",
    "Somebody reads along without the sender's or the receiver's knowledge.",
    "Take it out.",
    &["CWE-201", "SC-010"],
);
pub(crate) static DECODED: Rule = security(
    "decoded-code",
    Severity::Critical,
    85,
    "code that stands encoded in the source and is run",
    "Nobody encodes code that may be seen.",
    "Write the code as code.",
    &["CWE-506", "SC-011"],
);
pub(crate) static DOWNLOADED: Rule = security(
    "downloaded-code",
    Severity::High,
    75,
    "code that another machine sends and that is run",
    "What was reviewed is not what will run.",
    "Ship the code with the server.",
    &["CWE-494", "SC-011", "ASDP-2.F"],
);
pub(crate) static TRIGGER: Rule = security(
    "hidden-trigger",
    Severity::High,
    70,
    "something dangerous that only happens after a time or a number of calls",
    "Whoever tries the server does not see it.",
    "Do it always, or never.",
    &["CWE-511", "SC-011"],
);
pub(crate) static REGEX: Rule = security(
    "pattern-from-argument",
    Severity::Medium,
    60,
    "a pattern from an argument, for an engine that may take for ever",
    "A pattern such as `(a+)+$` keeps the server busy until it is killed.",
    "Escape the text, limit its length, or use an engine of linear time.",
    &["CWE-1333", "SC-012"],
);
pub(crate) static SIZE: Rule = security(
    "unbounded-count",
    Severity::Low,
    50,
    "a count from an argument without an upper end",
    "One call can use up the memory or the time of the server.",
    "Take the smaller of it and a limit.",
    &["CWE-400", "SC-012"],
);
pub(crate) static CERTIFICATE: Rule = security(
    "certificate-unchecked",
    Severity::Medium,
    85,
    "certificates that are not checked",
    "Whoever is between the server and its peer reads and changes everything.",
    "Leave the check on; add your own authority to the trusted ones.",
    &["CWE-295", "SC-013"],
);
pub(crate) static WEAK_HASH: Rule = security(
    "weak-hash",
    Severity::Medium,
    60,
    "a secret that is hashed with MD5 or SHA-1",
    "Such hashes are undone quickly.",
    "Use a hash for passwords (argon2, scrypt), or HMAC with SHA-256.",
    &["CWE-328", "SC-013"],
);
pub(crate) static WEAK_RANDOM: Rule = security(
    "predictable-token",
    Severity::Medium,
    65,
    "a token from a generator that can be predicted",
    "Who has seen some of its numbers knows the next.",
    "Use `secrets`, `crypto.randomBytes`, `crypto/rand` or `getrandom`.",
    &["CWE-338", "SC-013"],
);
pub(crate) static INTERFACES: Rule = security(
    "all-interfaces",
    Severity::Medium,
    70,
    "a server that listens on every interface",
    "Every machine in the network can call its tools, and web pages through DNS rebinding.",
    "Listen on 127.0.0.1 unless told otherwise.",
    &["CWE-1327", "CVE-2025-49596", "SC-014"],
);
pub(crate) static ORIGIN: Rule = security(
    "any-origin",
    Severity::Medium,
    60,
    "a server that answers pages of every origin",
    "Any web page that the user opens can call the tools.",
    "Name the origins that are allowed.",
    &["CWE-942", "SC-014"],
);
pub(crate) static SECRET_LOGGED: Rule = security(
    "secret-in-log",
    Severity::Low,
    60,
    "a secret in a log",
    "Logs are kept, sent and read by others than those who may know the secret.",
    "Leave it out, or mask it.",
    &["CWE-532", "MCP01:2025", "SC-016"],
);
pub(crate) static OWNER: Rule = security(
    "owner-from-argument",
    Severity::Medium,
    45,
    "whose data it is, as the caller says it",
    "Who names another user gets that user's data.",
    "Take the user from the session or the token, or compare the argument with it.",
    &["CWE-639", "MCP07:2025", "SC-017"],
);
pub(crate) static ROLE: Rule = security(
    "role-from-argument",
    Severity::Medium,
    55,
    "a right that the caller only has to claim",
    "Who says that they are an administrator is treated as one.",
    "Take the role from the session or the token.",
    &["CWE-639", "CWE-269", "MCP07:2025", "SC-017"],
);
pub(crate) static MOVING: Rule = Rule {
    id: "moving-description",
    requirement: Requirement::PromptInjection,
    severity: Severity::High,
    confidence: 80,
    title: "a description that is another one later",
    why: "The user agreed to what it said at first; it can say anything afterwards.",
    remedy: "Keep descriptions constant.",
    references: &["ASDP-2.F", "MCP03:2025", "TS-003"],
};
pub(crate) static TRACE: Rule = errors(
    "trace-returned",
    Severity::Medium,
    85,
    "a stack trace in an answer",
    "It tells paths, versions and sometimes values, and helps neither model nor user.",
    "Log the trace, and answer with what went wrong and what to do.",
    &["ASDP-5.A", "CWE-209", "EH-006"],
);
pub(crate) static RAW_ERROR: Rule = errors(
    "raw-error-returned",
    Severity::Low,
    50,
    "the text of an exception in an answer",
    "Texts of exceptions are written for developers, and may hold paths or parts of a statement.",
    "Say which argument was wrong or what could not be reached.",
    &["ASDP-5.A", "CWE-209", "EH-006"],
);
pub(crate) static SWALLOWED: Rule = errors(
    "swallowed-error",
    Severity::Medium,
    70,
    "an error that nobody hears of",
    "The call seems to have worked, and the model goes on from something that did not happen.",
    "Answer with an error, or at least log it.",
    &["ASDP-5.A", "CWE-390", "EH-010"],
);
pub(crate) static ENDS_PROCESS: Rule = errors(
    "handler-ends-process",
    Severity::Medium,
    70,
    "a tool's code that ends the whole server",
    "One call takes the server from its user: every client of it loses its session.",
    "Answer with an error, and let the server run on.",
    &["ASDP-5.A", "CWE-248", "EH-001"],
);
pub(crate) static PANICS: Rule = errors(
    "panics-on-error",
    Severity::Medium,
    60,
    "a panic where something outside fails",
    "A file that is not there, or a machine that does not answer, ends the call without an answer, and in Go the server.",
    "Hand the error on, and answer with what could not be done.",
    &["ASDP-5.A", "CWE-248", "EH-001"],
);
pub(crate) static AS_SUCCESS: Rule = errors(
    "error-as-success",
    Severity::Low,
    50,
    "a failure that is answered like a success",
    "Clients and models tell failures by `isError`.",
    "Raise, or set `isError`.",
    &["ASDP-5.A", "EH-007"],
);
pub(crate) static GENERIC: Rule = errors(
    "generic-error",
    Severity::Low,
    60,
    "an error text that says nothing",
    "A model cannot mend a call when it is only told that something went wrong.",
    "Name the argument or the resource, and what would have been right.",
    &["ASDP-5.A", "EH-005"],
);
pub(crate) static STDOUT: Rule = errors(
    "print-to-stdout",
    Severity::Medium,
    75,
    "text on standard output of a server that speaks over it",
    "Clients read messages there: other text breaks the connection.",
    "Write to standard error, or use a logger that does.",
    &["MCP transports, stdio", "EH-008"],
);
pub(crate) static TIMEOUT: Rule = errors(
    "no-timeout",
    Severity::Low,
    70,
    "a request without a time limit",
    "A machine that does not answer keeps the call waiting for ever.",
    "Give a timeout.",
    &["EH-009"],
);
pub(crate) static HINT_WRITES: Rule = matching(
    "read-only-hint-writes",
    Severity::High,
    75,
    "a tool that says it only reads, and does more",
    "Clients call tools with `readOnlyHint` without asking.",
    "Set `readOnlyHint` to false, or take the deed out.",
    &["ASDP-5.E", "FM-008"],
);
pub(crate) static HINT_DELETES: Rule = matching(
    "destructive-hint-false",
    Severity::Medium,
    70,
    "a tool that says it destroys nothing, and deletes",
    "Clients ask less about what is not destructive.",
    "Set `destructiveHint` to true.",
    &["ASDP-5.E", "FM-009"],
);
pub(crate) static HINT_CLOSED: Rule = matching(
    "open-world-hint-false",
    Severity::Medium,
    70,
    "a tool that says it stays at home, and asks other machines",
    "Clients treat what comes from outside with care, if they know.",
    "Set `openWorldHint` to true.",
    &["FM-011"],
);
pub(crate) static UNDISCLOSED: Rule = matching(
    "undisclosed-side-effect",
    Severity::High,
    65,
    "something that the code does and the description does not say",
    "The user agreed to what the description says.",
    "Say it, or do not do it.",
    &["ASDP-2.B", "FM-012"],
);

/// All, in the order of their catalogue.
pub(crate) static ALL: [&Rule; 47] = [
    &COMMAND,
    &PROGRAM,
    &BY_DESIGN,
    &CODE,
    &DESERIALIZE,
    &PATH,
    &PATH_PREFIX,
    &SSRF,
    &REDIRECT,
    &SQL,
    &STATEMENT,
    &TEMPLATE,
    &OPTION,
    &ARCHIVE,
    &ENVIRONMENT,
    &CREDENTIALS,
    &SECRET_RETURNED,
    &EXFILTRATION,
    &BLIND_COPY,
    &DECODED,
    &DOWNLOADED,
    &TRIGGER,
    &REGEX,
    &SIZE,
    &CERTIFICATE,
    &WEAK_HASH,
    &WEAK_RANDOM,
    &INTERFACES,
    &ORIGIN,
    &SECRET_LOGGED,
    &OWNER,
    &ROLE,
    &MOVING,
    &TRACE,
    &RAW_ERROR,
    &SWALLOWED,
    &ENDS_PROCESS,
    &PANICS,
    &AS_SUCCESS,
    &GENERIC,
    &STDOUT,
    &TIMEOUT,
    &HINT_WRITES,
    &HINT_DELETES,
    &HINT_CLOSED,
    &UNDISCLOSED,
    &FREE_CALL,
];

pub(crate) static FREE_CALL: Rule = security(
    "fetches-anything-by-design",
    Severity::Medium,
    70,
    "a tool that fetches any address it is given",
    "It says so, and yet: it can be made to ask machines of the network that it runs in.",
    "Refuse private addresses after the name was resolved, and check redirects, or document that it must run isolated.",
    &["CWE-918", "SC-004"],
);

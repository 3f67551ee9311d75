//! Names that say what something is.

use std::sync::LazyLock;

use regex::Regex;

/// `OPENAI_API_KEY`, `password`, `clientSecret`.
pub(crate) fn is_secret_name(name: &str) -> bool {
    static SECRET: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(password|passwd|secret|api[_-]?key|apikey|private[_-]?key|access[_-]?key|credential|auth[_-]?token|access[_-]?token|refresh[_-]?token|bearer|(^|_)token$|(^|_)pwd$|ssn)")
            .expect("constant")
    });
    static NOT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)(max_?tokens?|tokens?_?(count|limit|used|usage)|_?path$|_?file$|_?url$|_?name$|_?id$|public_?key)",
        )
        .expect("constant")
    });
    SECRET.is_match(name) && !NOT.is_match(name)
}

/// A text that stands where a secret would, and is none: a gap to be filled (`YOUR_API_KEY`), the name of a setting or column
/// (`DB_PASSWORD`, `password`), a type, or whether there is one (`configured`).
pub(crate) fn is_word_for_a_secret(text: &str) -> bool {
    static WORD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)
            ^(string|str|text|varchar|char|bool|boolean|int|integer|number|bytes|any|object|null|none|nil|undefined|
              true|false|yes|no|on|off|n/a|
              set|unset|not[_-]?set|present|absent|missing|configured|not[_-]?configured|provided|required|optional|
              hidden|redacted|masked|removed|censored|filtered|secret|empty|unknown|invalid|valid|expired|x{2,})$
            |your[_-]|[_-]here$|change[_-]?me|placeholder|example|dummy|redacted|x{4,}|^string",
        )
        .expect("constant")
    });
    // Names of settings and columns have no digits in them, drawn secrets and passwords nearly always do.
    let is_name = is_secret_name(text) && text.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '-' | '.'));
    WORD.is_match(text) || is_name
}

/// Files that hold what opens other doors.
pub(crate) fn credentials_in(path: &str) -> Option<&'static str> {
    const FILES: [&str; 22] = [
        ".ssh/id_rsa",
        ".ssh/id_ed25519",
        ".ssh/id_ecdsa",
        ".ssh/id_dsa",
        ".aws/credentials",
        ".netrc",
        ".npmrc",
        ".pypirc",
        ".docker/config.json",
        ".kube/config",
        ".git-credentials",
        ".config/gcloud",
        ".azure/",
        "/etc/shadow",
        ".gnupg/",
        ".cursor/mcp.json",
        "claude_desktop_config.json",
        ".bash_history",
        ".zsh_history",
        "Login Data",
        "wallet.dat",
        ".ssh/",
    ];
    FILES.into_iter().find(|file| path.contains(file))
}

/// Words that begin the names of functions that check.
pub(crate) fn is_check_name(name: &str) -> bool {
    static CHECK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^_*((is|has|assert|check|ensure|verify|require|enforce|validate)_?(safe|valid|allowed|permitted|within|inside|path|url|host|private|public|internal|access|command|name|id|input|branch|ref|arg|uri|table|column|identifier|sql|query|file|dir|directory|under|root|no)|sanitiz|sanitise|validate|quote_?ident|escape|safe_?(path|join|url|resolve))")
            .expect("constant")
    });
    CHECK.is_match(name)
}

/// Functions that say that they escape what they are given.
pub(crate) fn is_escape_name(name: &str) -> bool {
    static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^_*(shell|sql|html|cmd|apple_?script|powershell|regexp?)?_?(escape|quote|sanitiz|sanitis)")
            .expect("constant")
    });
    ESCAPE.is_match(name)
}

/// Functions that make a name of a text, of letters, digits and dashes only.
pub(crate) fn is_slug_name(name: &str) -> bool {
    static SLUG: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^_*((to|make|get|create|generate)_?)?(slug|slugi[fs]y|slugified|kebab_?case|snake_?case)(_?(name|title|text))?$")
            .expect("constant")
    });
    SLUG.is_match(name)
}

/// Functions that tell addresses of one's own network.
pub(crate) fn is_address_check(name: &str) -> bool {
    static CHECK: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^_*(is_?(private|loopback|link_?local|reserved|global|internal|blocked|unspecified|multicast|localhost|public)|block_?private|isBlockedHost|isForbiddenHost)")
            .expect("constant")
    });
    CHECK.is_match(name)
}

/// Names of parameters that say whose data is meant.
pub(crate) fn is_owner_name(name: &str) -> bool {
    static OWNER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^(user|tenant|account|owner|customer|org|organization|organisation|member|employee|patient|client)_?(id|name|uuid|key)?$|^(current|caller|acting|requesting)_?(user|id|tenant).*$|^on_behalf_of$|^as_user$")
            .expect("constant")
    });
    let last = name.rsplit('.').next().unwrap_or(name);
    OWNER.is_match(last)
}

pub(crate) fn is_role_name(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name).to_ascii_lowercase();
    matches!(
        last.as_str(),
        "role"
            | "user_role"
            | "userrole"
            | "caller_role"
            | "callerrole"
            | "is_admin"
            | "isadmin"
            | "privilege"
            | "access_level"
            | "accesslevel"
    )
}

/// Names of truths that say who the caller is.
pub(crate) fn is_claim_name(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name).replace('_', "").to_ascii_lowercase();
    matches!(
        last.as_str(),
        "isadmin" | "isadministrator" | "issuperuser" | "isowner" | "isstaff" | "asadmin" | "isroot"
    )
}

pub(crate) fn is_role(text: &str) -> bool {
    matches!(
        text.to_ascii_lowercase().as_str(),
        "admin" | "administrator" | "root" | "owner" | "superuser" | "manager" | "operator"
    )
}

/// Types whose values are numbers, truths or one of a closed set.
pub(crate) fn is_number(written: &str) -> bool {
    let plain = written.trim().trim_start_matches(['*', '&']);
    let plain = plain
        .strip_prefix("Optional[")
        .or_else(|| plain.strip_prefix("Option<"))
        .map_or(plain, |inner| inner.trim_end_matches([']', '>']));
    let plain = plain.trim_end_matches("| None").trim_end_matches("| undefined").trim();
    let annotated =
        plain.strip_prefix("Annotated[").map_or(plain, |inner| inner.split(',').next().unwrap_or(inner).trim());
    matches!(
        annotated,
        "int"
            | "float"
            | "bool"
            | "int64"
            | "int32"
            | "float64"
            | "float32"
            | "uint"
            | "uint32"
            | "uint64"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "usize"
            | "isize"
            | "f32"
            | "f64"
            | "UUID"
            | "uuid.UUID"
            | "Uuid"
            | "date"
            | "datetime"
            | "Decimal"
            | "PositiveInt"
            | "NonNegativeInt"
    ) || annotated.starts_with("Literal[")
}

/// Methods that all sorts of things have: their names say nothing of whose they are.
pub(crate) fn is_usual_method(name: &str) -> bool {
    const USUAL: [&str; 80] = [
        "get", "set", "push", "pop", "append", "add", "map", "filter", "forEach", "join", "split", "replace", "trim",
        "strip", "lower", "upper", "format", "encode", "decode", "read", "write", "close", "open", "send", "post",
        "put", "delete", "patch", "request", "json", "text", "keys", "values", "items", "find", "includes", "then",
        "catch", "toString", "slice", "concat", "update", "clone", "unwrap", "expect", "iter", "into", "len",
        "is_empty", "log", "error", "info", "warn", "warning", "debug", "resolve", "exists", "connect", "start",
        "stop", "emit", "on", "call", "apply", "bind", "parse", "match", "test", "exec", "sort", "reverse", "insert",
        "remove", "contains", "has", "tool", "register", "use", "next", "collect",
    ];
    USUAL.contains(&name)
}

/// Is it the first part of a name that belongs to a library that we know?
pub(crate) fn is_library(path: &str) -> bool {
    const LIBRARIES: [&str; 60] = [
        "os",
        "sys",
        "re",
        "json",
        "path",
        "fs",
        "http",
        "https",
        "url",
        "subprocess",
        "shlex",
        "shutil",
        "pathlib",
        "requests",
        "httpx",
        "aiohttp",
        "urllib",
        "child_process",
        "crypto",
        "Math",
        "JSON",
        "Object",
        "Array",
        "String",
        "Number",
        "Buffer",
        "Promise",
        "process",
        "console",
        "axios",
        "strings",
        "strconv",
        "filepath",
        "fmt",
        "io",
        "bytes",
        "slices",
        "context",
        "net",
        "regexp",
        "time",
        "datetime",
        "logging",
        "asyncio",
        "sqlite3",
        "yaml",
        "zod",
        "z",
        "util",
        "errors",
        "log",
        "base64",
        "hashlib",
        "random",
        "uuid",
        "ipaddress",
        "socket",
        "tarfile",
        "zipfile",
        "typing",
    ];
    LIBRARIES.contains(&path.split('.').next().unwrap_or(path))
}

/// Is it of a crate of Rust that we know, so that it is nothing of the program's?
pub(crate) fn is_crate(dotted: &str) -> bool {
    const CRATES: [&str; 20] = [
        "std",
        "core",
        "alloc",
        "tokio",
        "async_std",
        "async_process",
        "reqwest",
        "ureq",
        "hyper",
        "axum",
        "rmcp",
        "rust_mcp_sdk",
        "serde",
        "serde_json",
        "sqlx",
        "rusqlite",
        "regex",
        "url",
        "uuid",
        "chrono",
    ];
    CRATES.contains(&dotted.split('.').next().unwrap_or(dotted))
}

/// Names of what nobody may guess.
pub(crate) fn is_token_name(name: &str) -> bool {
    static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(token|secret|session_?id|password|nonce|otp|api_?key|reset_?code|verification_?code)")
            .expect("constant")
    });
    TOKEN.is_match(name) && !name.to_ascii_lowercase().contains("tokens")
}

/// Names of what a server does for itself: caches, logs, locks, configuration, sign-in, temporary files.
pub(crate) fn is_household(name: &str) -> bool {
    static HOUSEHOLD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(cache|te?mp|logg|to_?log\b|\blogs?\b|_log\b|log_|\.log|lock|config|setting|auth|token|oauth|telemetry|analytics|metric|usage|track|history|backup|cleanup|clean_up|prune|evict|expir|vacuum|version|state|session|storage|persist|migrat|audit|pid\b|init|setup|bootstrap|feedback|credential|ensure|atomic)")
            .expect("constant")
    });
    HOUSEHOLD.is_match(name)
}

/// Files that say that a process of the server's runs, or is at work: one that is left over is removed.
pub(crate) fn is_marker_file(path: &str) -> bool {
    static MARKER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?i)(\.(pid|lock|lck|sock|socket|tmp)$|(pid|lock)[-_]?(file|path)$|(^|[-_./])(stale|session\.json$))",
        )
        .expect("constant")
    });
    let last = path.rsplit(['/', '\\']).next().unwrap_or(path);
    MARKER.is_match(last)
}

/// Columns and members that say whose a record is.
pub(crate) fn is_owner_column(name: &str) -> bool {
    is_owner_name(name) || matches!(name, "user" | "tenant" | "owner" | "account" | "customer" | "org")
}

/// Is it something that the caller does not choose: a session, a token, what the server was started with?
pub(crate) fn is_session(dotted: &str) -> bool {
    static SESSION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(session|ctx|context|current|auth|token|claims|principal|identity|request|self|config|settings|environ|process)").expect("constant")
    });
    SESSION.is_match(dotted)
}

/// Functions that take out what nobody is to see.
pub(crate) fn is_redaction(name: &str) -> bool {
    static REDACTION: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)(redact|mask|scrub|sanitiz|strip_?secret|without_?secret|public_?view|to_?public)")
            .expect("constant")
    });
    REDACTION.is_match(name)
}

/// What is offered to callers, by its name or by what made it: a tool, a prompt, a registration.
pub(crate) fn is_offer_name(name: &str) -> bool {
    static OFFER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)(tool|prompt|resource|registered|regist(er|ration))").expect("constant"));
    OFFER.is_match(name)
}

/// A table of pandas, whatever made it.
pub(crate) const FRAME: &str = "pandas.DataFrame";

/// Files and folders that were made to be thrown away, by what made them.
pub(crate) fn is_made_temporary(path: &str) -> bool {
    const MAKERS: [&str; 7] =
        ["tempfile.", "tmp.", "tmp-promise.", "tempy.", "temp.", "temporary.", "aiofiles.tempfile."];
    MAKERS.iter().any(|maker| path.starts_with(maker))
        || ["mkdtemp", "MkdirTemp", "CreateTemp"].iter().any(|name| path.contains(name))
}

/// The system's own folder for such files, by what tells where it is.
pub(crate) fn is_temporary_folder(path: &str) -> bool {
    ["tmpdir", "gettempdir", "temp_dir", "TempDir"].iter().any(|name| path.contains(name))
}

/// Functions that make folders.
pub(crate) fn makes_folder(name: &str) -> bool {
    matches!(
        name,
        "mkdir"
            | "mkdirSync"
            | "makedirs"
            | "ensureDir"
            | "ensureDirSync"
            | "MkdirAll"
            | "Mkdir"
            | "create_dir_all"
            | "create_dir"
    )
}

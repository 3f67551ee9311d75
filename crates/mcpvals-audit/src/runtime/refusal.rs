//! Whether the words of an error help, and whether they tell too much. Pure.

use std::sync::LazyLock;

use regex::Regex;

/// What is wrong with the words of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// It says nothing, or nothing that helps.
    Generic,
    /// It does not name what was wrong.
    Unnamed,
    /// It shows the inside of the server: what.
    Internal(&'static str),
}

/// Words that say nothing, in lower case and without punctuation.
const GENERIC: [&str; 22] = [
    "",
    "error",
    "an error occurred",
    "something went wrong",
    "undefined",
    "null",
    "none",
    "failed",
    "failure",
    "internal error",
    "internal server error",
    "unknown error",
    "unexpected error",
    "exception",
    "object object",
    "oops",
    "bad request",
    "server error",
    "tool error",
    "execution failed",
    "an unexpected error occurred",
    "error executing tool",
];

/// Shorter words cannot say what is wrong.
const CHARS_MIN: usize = 10;

static INTERNAL: LazyLock<[(Regex, &str); 8]> = LazyLock::new(|| {
    let pattern = |text: &str| Regex::new(text).expect("the pattern is a constant and is tested");
    [
        (pattern(r"Traceback \(most recent call last\)"), "a traceback of Python"),
        (
            pattern(
                r"(?m)^\s+at (?:async )?[^\n]{0,200}\([^()\n]{1,300}:\d+:\d+\)\s*$|^\s+at (?:file://|/|node:)[^\n]{1,300}:\d+:\d+\s*$",
            ),
            "a stack trace of JavaScript",
        ),
        (
            pattern(
                r"(?m)^goroutine \d+ \[|\bpanicked at [^\n]{1,200}:\d+:\d+|\bat [\w.$<>/]+\(\w+\.(?:java|kt|scala|groovy|clj):\d+\)|^\s+at [^\n]{1,300}\) in [^\n]{1,300}:line \d+|^#\d+ [^\n]{1,300}\(\d+\): |\.rb:\d+:in [`'\x22]|\([\w.-]+ [\d.]+\) lib/[^\s:]{1,300}\.exs?:\d+:|(?i)\bbacktrace:?\s*$|^\s+\d+: +\w[\w:<>]*::\w",
            ),
            "a stack trace",
        ),
        (
            pattern(
                r"\b(?:java|javax|kotlin|scala)\.[a-z][\w.]*\.?\w*(?:Exception|Error)\b|\bSystem\.(?:\w+\.)*\w+Exception\b|\*\* \(\w+(?:Error|Exception)\)|\bPHP (?:Fatal|Parse) error\b|\b[A-Z]\w*(?:Error|Exception)\(['\x22]|\bKeyError: '|\bnil:NilClass\b|\bundefined method [`'][^\n]{1,200} for\b|\bFatal error: [^\n]{1,300}\.swift\b",
            ),
            "an exception of the programming language",
        ),
        (
            pattern(
                r"Cannot read propert(?:y|ies) of (?:undefined|null)|undefined is not a function|is not a function\b|'NoneType' object|object has no attribute '|unsupported operand type|invalid memory address or nil pointer|index out of range \[\d+\]",
            ),
            "an error of the programming language",
        ),
        (
            pattern(
                r#"(?i)\b(?:SQLSTATE|syntax error at or near|no such column:|ORA-\d{5}|sqlite3\.\w*Error|psycopg2?\.|near "[^"\n]{1,60}": syntax error)"#,
            ),
            "an error of the database",
        ),
        (
            pattern(
                r"(?:/node_modules/|/site-packages/|/dist-packages/|/\.cargo/registry/|/go/pkg/mod/)[\w@./+-]+\.(?:[cm]?[jt]s|py|rs|go|rb|php|java)\b",
            ),
            "a path within the server",
        ),
        (
            pattern(
                r"(?:^|[\s('\x22])(?:[A-Z]:)?(?:[/\\][\w.@+-]+){2,}\.(?:[cm]?[jt]sx?|py|rs|go|rb|php|java|kt|cs|swift|exs?):(?:line )?\d+\b",
            ),
            "a line of the server's source",
        ),
    ]
});

/// What is wrong with the words, where what was wrong has these names. A model that reads them must be able to do better.
pub(crate) fn flaw(words: &str, names: &[&str]) -> Option<Flaw> {
    if let Some(what) = internal(words) {
        return Some(Flaw::Internal(what));
    }
    let plain: String = words.to_lowercase().chars().filter(|c| c.is_alphanumeric() || *c == ' ').collect();
    if GENERIC.contains(&plain.trim()) || words.trim().chars().count() < CHARS_MIN {
        return Some(Flaw::Generic);
    }
    let is_named = names.is_empty() || names.iter().any(|name| has(words, name));
    (!is_named).then_some(Flaw::Unnamed)
}

/// What of the inside is shown, if anything.
pub(crate) fn internal(words: &str) -> Option<&'static str> {
    INTERNAL.iter().find(|(pattern, _)| pattern.is_match(words)).map(|(_, what)| *what)
}

/// Is the name there, in whichever spelling?
fn has(words: &str, name: &str) -> bool {
    let plain =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    plain(words).contains(&plain(name))
}

/// The plainest words for a service that was not reached: what is about networks hardly has them.
const UNREACHED: &str = "ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|getaddrinfo|fetch failed|name or service not known|no such host|connection refused|max retries exceeded|HTTPSConnectionPool|connectivity (?:issue|problem)s?|network is unreachable|(?:could ?n[o']t|failed to) (?:connect|reach|resolve)";

/// Is it refused for want of something that is not the arguments' fault: who asks, or the way to a service behind?
pub(crate) fn lack(words: &str) -> Option<&'static str> {
    static CREDENTIALS: LazyLock<Regex> = LazyLock::new(|| {
        let words = r"(?i)\b(?:unauthori[sz]ed|unauthenticated|not (?:authenticated|authori[sz]ed|logged in|signed in)|forbidden|api[ _-]?keys?|access[ _-]tokens?|auth(?:entication|orization)?[ _-]?tokens?|credentials?|authentication (?:is )?(?:required|failed|error)|invalid (?:token|signature)|log ?in first|please (?:log|sign) in|(?:status|code|http|error)[ :=]*40[13])\b";
        Regex::new(words).expect("the pattern is a constant and is tested")
    });
    static NETWORK: LazyLock<Regex> = LazyLock::new(|| {
        let more = r"network (?:error|request failed)|connection (?:error|reset|timed out|failed)|connect(?:ion)? timeout|cannot (?:connect|reach)|name resolution|host not found|unreachable|dns (?:error|lookup)|no internet|offline|proxy error|tunnel";
        Regex::new(&format!(r"(?i)\b(?:{UNREACHED}|{more})\b")).expect("the pattern is a constant and is tested")
    });
    let lacks = [(&CREDENTIALS, "it wants credentials"), (&NETWORK, "the service behind it was not reached")];
    lacks.into_iter().find(|(pattern, _)| pattern.is_match(words)).map(|(_, what)| what)
}

/// Does a result tell of a service that was not reached, or of a key that is not there?
pub(crate) fn is_cut_off(words: &str) -> bool {
    const BYTES_MAX: usize = 2_000;
    static CUT_OFF: LazyLock<Regex> = LazyLock::new(|| {
        let more = r"failure in name resolution|(?:cannot|can't|unable to) (?:connect|reach|resolve)|(?:api[ _-]?key|access[ _-]?token|token|credentials?|[A-Z]\w*_(?:KEY|TOKEN|URL|SECRET)) (?:is |are |was |were )?(?:not (?:configured|set|provided|found)|missing|required)|status(?: code)?:? 40[13]";
        Regex::new(&format!(r"(?i)\b(?:{UNREACHED}|{more})\b")).expect("the pattern is a constant and is tested")
    });
    words.len() <= BYTES_MAX && CUT_OFF.is_match(words)
}

/// Is it the arguments that are refused, and nothing that is wanting elsewhere?
pub(crate) fn blames_arguments(words: &str) -> bool {
    lack(words).is_none() && is_validation(words)
}

/// Do the words speak of the arguments: is it a refusal of what was given?
pub(crate) fn is_validation(words: &str) -> bool {
    static VALIDATION: LazyLock<Regex> = LazyLock::new(|| {
        let words = r"(?i)validation|invalid (?:arg|param|input|type|value|enum)|required|expected \w+|schema|must be|should be|not valid|is not a|unrecognized|missing";
        Regex::new(words).expect("the pattern is a constant and is tested")
    });
    VALIDATION.is_match(words)
}

#[cfg(test)]
mod tests {
    use super::{Flaw, flaw, is_cut_off, is_validation, lack};

    #[test]
    fn words_that_help_are_let_be() {
        for words in [
            "Input validation error: 'city' is a required property",
            "MCP error -32602: Invalid arguments for tool x: [{\"path\":[\"city\"],\"message\":\"Required\"}]",
            "city: expected a string, got an object",
            "The city is missing; give its name, for example at /search?q=",
        ] {
            assert_eq!(flaw(words, &["city"]), None, "{words}");
        }
    }

    #[test]
    fn words_that_do_not_are_found() {
        assert_eq!(flaw("Error", &["city"]), Some(Flaw::Generic));
        assert_eq!(flaw("Something went wrong!", &[]), Some(Flaw::Generic));
        assert_eq!(flaw("the arguments are not as they should be", &["city"]), Some(Flaw::Unnamed));
    }

    #[test]
    fn the_inside_of_a_server_is_seen() {
        for words in [
            "city failed\nTraceback (most recent call last):\n  File \"x.py\"",
            "TypeError: city\n    at getCity (/app/src/index.js:10:5)\n",
            "thread 'main' panicked at src/main.rs:3:5: city",
            "Cannot read properties of undefined (reading 'city')",
            "city: sqlite3.OperationalError",
            "city: /app/node_modules/x/index.js failed",
            "System.ArgumentNullException: Value cannot be null. (Parameter 'city')",
            "boom\n   at Acme.CityTool.Call(String city) in C:\\src\\CityTool.cs:line 42",
            "undefined method `strip' for nil:NilClass\n/app/lib/city.rb:12:in `call'",
            "Stack trace:\n#0 /var/www/City.php(12): trim(Array)",
            "** (KeyError) key \"city\" not found in: %{}",
            "kotlin.KotlinNullPointerException: city\n\tat com.acme.CityKt.call(City.kt:7)",
            "java.lang.NullPointerException: null at com.acme.City.get(City.java:42)",
            "Fatal error: nil while unwrapping: file weather/City.swift, line 42, city",
            "city, backtrace:\n   0: std::backtrace::Backtrace::create\n   1: weather::city::call",
            "KeyError('city')",
            "/home/dev/server/src/index.ts:42 city is undefined",
        ] {
            assert!(matches!(flaw(words, &["city"]), Some(Flaw::Internal(_))), "{words}");
        }
        // A server that is asked about files names them, wherever it is installed itself.
        for words in [
            "cannot read the city at home (see the docs)",
            "no access to /app/node_modules/city-server",
            "no such city in /data/city.py",
            "Error: city must be a text",
            "ValueError: city must not be empty",
        ] {
            assert_eq!(flaw(words, &["city"]), None, "{words}");
        }
    }

    #[test]
    fn what_is_wanting_is_told_from_what_is_wrong() {
        for words in ["Unauthorized: API key is required", "Request failed with status: 401", "Please sign in"] {
            assert_eq!(lack(words), Some("it wants credentials"), "{words}");
        }
        for words in ["Network Error: fetch failed", "getaddrinfo ENOTFOUND x.example", "HTTPSConnectionPool(host='x')"]
        {
            assert_eq!(lack(words), Some("the service behind it was not reached"), "{words}");
        }
        for words in ["city is required", "the key `a` is not allowed", "no such file: /tmp/x"] {
            assert_eq!(lack(words), None, "{words}");
        }
    }

    #[test]
    fn a_result_that_tells_of_what_is_wanting_is_seen() {
        for words in [
            "{\"sections\": [], \"note\": \"[Errno -2] Name or service not known\"}",
            "SEARXNG_URL is not configured; cannot fetch",
            "No results found. This could indicate connectivity issues",
            "Could not reach the API",
        ] {
            assert!(is_cut_off(words), "{words}");
        }
        for words in ["The office is unreachable on Sundays", "Chapter 3: tokens and API keys", "12 degrees"] {
            assert!(!is_cut_off(words), "{words}");
        }
    }

    #[test]
    fn a_refusal_of_arguments_is_told_from_other_errors() {
        assert!(is_validation("Input validation error: 'a' is a required property"));
        assert!(!is_validation("Failed to fetch https://example.com/: 404"));
    }
}

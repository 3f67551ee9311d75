//! Values that are given to names that say that they are secrets.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use mcpvals_model::looks_secret;
use regex::Regex;

use super::checks::is_common;
use super::placeholder::{entropy, is_placeholder};

/// `name = "value"` and the like, in code, JSON, YAML and TOML.
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)\b([a-z0-9_.-]{0,40}(?:api_?-?key|secret|token|passwd|password|passphrase|auth_?key|access_?key|private_?key|encryption_?key|signing_?key)[a-z0-9_]{0,20})["']?\]?\s*(?::\s*(?:&'?(?:static )?)?(?:str|string|const char \*)\s*)?(?:=|:|:=|=>)\s*["'`]([^\s"'`]{8,200})["'`]"#,
    )
    .expect("it is one")
});
/// `NAME=value`, a line of an environment's file.
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?m)^\s*(?:export\s+)?([A-Za-z0-9_]{0,40}(?:KEY|SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE)[A-Za-z0-9_]{0,20})\s*=\s*([^\s"'#]{8,200})\s*(?:#.*)?$"#)
        .expect("it is one")
});

/// A value that looks like a secret.
#[derive(Debug)]
pub(super) struct Assigned {
    pub(super) name: String,
    pub(super) value: Range<usize>,
}

/// Longer lines were written by programs, and hold no names that say something.
const LINE_BYTES_MAX: usize = 2_000;

/// All in a text, in order; `lines` where its lines are those of an environment's file.
pub(super) fn find(text: &str, lines: bool) -> Vec<Assigned> {
    let patterns: &[&LazyLock<Regex>] = if lines { &[&QUOTED, &LINE] } else { &[&QUOTED] };
    let mut found: Vec<Assigned> = Vec::new();
    for line in named_lines(text) {
        for captures in patterns.iter().flat_map(|pattern| pattern.captures_iter(&text[line.clone()])) {
            let (Some(name), Some(value)) = (captures.get(1), captures.get(2)) else { continue };
            let value_at = line.start + value.start()..line.start + value.end();
            if is_secret(name.as_str(), value.as_str()) && found.last().is_none_or(|last| last.value != value_at) {
                found.push(Assigned { name: name.as_str().to_owned(), value: value_at });
            }
        }
    }
    found
}

/// Lines in which a word stands that a secret may be called: the patterns are slow, and these are few.
fn named_lines(text: &str) -> Vec<Range<usize>> {
    static WORDS: LazyLock<AhoCorasick> = LazyLock::new(|| {
        let words = ["key", "secret", "token", "passw", "passphrase"];
        AhoCorasick::builder().ascii_case_insensitive(true).build(words).expect("the words are few")
    });
    let mut lines: Vec<Range<usize>> = Vec::new();
    for word in WORDS.find_iter(text) {
        if lines.last().is_some_and(|last| word.start() < last.end) {
            continue;
        }
        let start = text[..word.start()].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[word.end()..].find('\n').map_or(text.len(), |newline| word.end() + newline);
        lines.push(start..end);
    }
    lines.retain(|line| line.len() <= LINE_BYTES_MAX);
    lines
}

/// Does the name say so, and is the value drawn?
pub(crate) fn is_secret(name: &str, value: &str) -> bool {
    looks_secret(name) && !is_about(name) && is_drawn(name, value)
}

/// Names of what is about a secret, and is none.
fn is_about(name: &str) -> bool {
    let lower = snake(name);
    let words = [
        "public",
        "_name",
        "_id",
        "key_id",
        "_path",
        "_file",
        "_url",
        "_uri",
        "endpoint",
        "_type",
        "_header",
        "_param",
        "_prefix",
        "_field",
        "_env",
        "_regex",
        "_pattern",
        "_label",
        "_hash",
        "tokenizer",
        "_length",
        "csrf",
        "_ttl",
        "expir",
        "integrity",
        "_hint",
        "_message",
        "_error",
        "description",
        "placeholder",
        "sort_key",
        "cache_key",
        "primary_key",
        "foreign_key",
        "partition_key",
        "translation",
        "i18n",
        "_col",
        "_index",
        "storage_key",
        "storagekey",
        "query_key",
        "keyword",
        "site_key",
    ];
    words.iter().any(|word| lower.contains(word))
}

/// `secretName` → `secret_name`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (before, c) in std::iter::once('A').chain(name.chars()).zip(name.chars()) {
        if c.is_ascii_uppercase() && before.is_ascii_lowercase() {
            snake.push('_');
        }
        snake.push(if c == '-' { '_' } else { c.to_ascii_lowercase() });
    }
    snake
}

fn is_drawn(name: &str, value: &str) -> bool {
    const BITS_MIN: f64 = 3.3;
    const LENGTH_MIN: usize = 16;
    let has = |kind: fn(&char) -> bool| value.chars().any(|c| kind(&c));
    let is_mixed = has(char::is_ascii_digit) && has(char::is_ascii_alphabetic);
    let is_plain = value.chars().all(|c| c.is_ascii_graphic());
    // A password may be short; then it has a sign or letters of both kinds.
    let lower = name.to_ascii_lowercase();
    let is_password = lower.contains("pass") || lower.contains("pwd");
    let is_strong = has(char::is_ascii_uppercase) && has(char::is_ascii_lowercase) || has(char::is_ascii_punctuation);
    let is_long = value.len() >= LENGTH_MIN && entropy(value) >= BITS_MIN;
    is_plain
        && is_mixed
        && (is_long || is_password && is_strong)
        && !is_placeholder(value)
        && !is_common(value)
        && !is_code_or_words(value)
}

/// A call, a path, a member, an address, or words with a number among them.
fn is_code_or_words(value: &str) -> bool {
    let is_code = value.contains("://") || value.contains(['(', ')', '/', '\\', ';', ',']) && !is_base64(value);
    let is_name = value.split(['.', ':']).count() > 2 || value.starts_with(['/', '.', '@', '-', '#']);
    let is_word = |part: &&str| part.len() > 2 && part.chars().all(|c| c.is_ascii_alphabetic()) && is_one_case(part);
    let parts: Vec<&str> = value.split(['-', '_', '.', ':', ' ']).filter(|part| !part.is_empty()).collect();
    let words = parts.iter().filter(|part| is_word(part)).count();
    is_code || is_name || parts.len() > 1 && words * 3 >= parts.len() * 2
}

fn is_base64(value: &str) -> bool {
    value.len() >= 24
        && value.chars().all(|c| c.is_ascii_alphanumeric() || "+/=".contains(c))
        && !value.starts_with('/')
}

/// `word`, `Word` or `WORD`; nothing drawn is so for long.
fn is_one_case(part: &str) -> bool {
    let rest = part.get(1..).unwrap_or_default();
    rest.chars().all(|c| c.is_ascii_lowercase()) || part.chars().all(|c| c.is_ascii_uppercase())
}

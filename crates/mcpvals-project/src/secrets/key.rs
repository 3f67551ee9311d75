//! Private keys (RFC 7468 and its elders).

use std::sync::LazyLock;

use mcpvals_model::{Severity, SourceFile};
use regex::Regex;

use super::Secret;
use super::placeholder::is_placeholder;
use super::rules::PRIVATE_KEY;
use crate::place;

/// The head, and what follows of the code; line ends may be written as `\n`.
static KEY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"-----BEGIN ((?:[A-Z0-9]+ )?PRIVATE KEY(?: BLOCK)?)-----((?:\s|\\[nr]|[A-Za-z0-9+/=,:.-]|\\){0,400})")
        .expect("it is one")
});

/// Shorter codes are examples.
const CODE_CHARS_MIN: usize = 64;

pub(super) fn find(file: &SourceFile) -> Vec<Secret> {
    if !file.text.contains("PRIVATE KEY") {
        return Vec::new();
    }
    KEY.captures_iter(&file.text)
        .filter_map(|captures| {
            let head = captures.get(0)?;
            let code = captures[2].replace("\\n", "").replace("\\r", "");
            let code: String = code.split("-----").next()?.chars().filter(char::is_ascii_alphanumeric).collect();
            if code.len() < CODE_CHARS_MIN || is_placeholder(&code) {
                return None;
            }
            let end = file.text[head.start() + 11..].find("-----").map_or(head.end(), |at| head.start() + 11 + at + 5);
            let at = head.start()..end;
            let finding = PRIVATE_KEY.found("a private key stands here".to_owned());
            let is_closed = captures[1].starts_with("ENCRYPTED") || captures[2].contains("ENCRYPTED");
            let finding = if is_closed { finding.as_bad_as(Severity::Medium) } else { finding };
            let finding =
                finding.at(place::span(file, at.clone())).showing(&format!("-----BEGIN {}-----…", &captures[1]));
            Some(Secret { at, finding })
        })
        .collect()
}

//! `yarn.lock`, of version 1 and of those after.

use crate::supply::dependency::{Ecosystem, Locked};

/// A line at the edge names what was asked for; an indented `version` below says what came.
pub(super) fn yarn_lock(text: &str) -> Vec<Locked> {
    let mut found = Vec::new();
    let mut head: Option<&str> = None;
    for line in text.lines() {
        if !line.starts_with([' ', '#']) {
            head = line.strip_suffix(':').filter(|head| !head.is_empty() && !head.contains("@workspace:"));
        } else if let Some((mark, version)) = head.zip(version(line)) {
            if let Some(name) = name(mark) {
                found.push(Locked::new(Ecosystem::Npm, name, version, mark));
            }
            head = None;
        }
    }
    found
}

/// `version "1.2.3"` or `version: 1.2.3`.
fn version(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("version")?;
    let value = rest.trim_start_matches(':').trim().trim_matches('"');
    value.starts_with(|c: char| c.is_ascii_digit()).then_some(value)
}

/// The name of the first that was asked for: `"@a/b@^1", "@a/b@^2"`; an alias has its own behind `npm:`.
fn name(head: &str) -> Option<&str> {
    let first = head.split(',').next()?.trim().trim_matches('"');
    let at = first.get(1..)?.find('@')? + 1;
    let asked = first[at + 1..].strip_prefix("npm:").unwrap_or("");
    let alias = asked.get(1..).and_then(|rest| rest.find('@')).map(|end| &asked[..=end]);
    Some(alias.unwrap_or(&first[..at]))
}

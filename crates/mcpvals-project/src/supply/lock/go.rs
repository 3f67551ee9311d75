//! `go.mod`, which lists what is used, and `go.sum`, which lists that and more.

use crate::supply::dependency::{Ecosystem, Locked};

/// `require name v1.2.3`, alone or in a list.
pub(super) fn go_mod(text: &str) -> Vec<Locked> {
    let mut is_in = false;
    let mut found = Vec::new();
    for line in text.lines() {
        let plain = line.split("//").next().unwrap_or(line).trim();
        match plain {
            "require (" => is_in = true,
            ")" => is_in = false,
            _ => {
                let rest = plain.strip_prefix("require ").or_else(|| is_in.then_some(plain));
                found.extend(rest.and_then(|rest| module(rest, plain)));
            }
        }
    }
    found
}

/// Sums of modules, not of their `go.mod` alone.
pub(super) fn go_sum(text: &str) -> Vec<Locked> {
    text.lines().filter(|line| !line.contains("/go.mod ")).filter_map(|line| module(line, line)).collect()
}

fn module(text: &str, mark: &str) -> Option<Locked> {
    let mut words = text.split_whitespace();
    let (name, version) = (words.next()?, words.next()?);
    let version = version.strip_prefix('v')?.trim_end_matches("+incompatible");
    Some(Locked::new(Ecosystem::Go, name, version, mark))
}

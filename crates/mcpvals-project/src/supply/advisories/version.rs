//! Versions that can be compared as their ecosystem does.

use std::cmp::Ordering;

use super::pep440::Pep440;
use crate::supply::dependency::Ecosystem;

/// A version of npm, crates.io and Go (Semantic Versioning), or of Python (PEP 440).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Comparable {
    Semantic(semver::Version),
    Python(Pep440),
}

impl Comparable {
    /// Nothing where it is no version there.
    pub(crate) fn parse(ecosystem: Ecosystem, text: &str) -> Option<Self> {
        match ecosystem {
            Ecosystem::Pypi => Pep440::parse(text).map(Self::Python),
            Ecosystem::Npm | Ecosystem::Crates | Ecosystem::Go => semantic(text).map(Self::Semantic),
        }
    }
}

/// Leniently: `1.2` is `1.2.0`.
fn semantic(text: &str) -> Option<semver::Version> {
    let text = text.trim().trim_start_matches(['v', '=']);
    let end = text.find(['-', '+']).unwrap_or(text.len());
    let dots = text[..end].matches('.').count();
    let full = match dots {
        0 => format!("{}.0.0{}", &text[..end], &text[end..]),
        1 => format!("{}.0{}", &text[..end], &text[end..]),
        _ => text.to_owned(),
    };
    semver::Version::parse(&full).ok()
}

impl Ord for Comparable {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            // What is said of a build does not count.
            (Self::Semantic(a), Self::Semantic(b)) => a.cmp_precedence(b),
            (Self::Python(a), Self::Python(b)) => a.cmp(b),
            (Self::Semantic(_), Self::Python(_)) => Ordering::Less,
            (Self::Python(_), Self::Semantic(_)) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Comparable {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

//! One advisory in the OSV format, by package.

use mcpvals_model::Severity;
use serde::Deserialize;
use serde_json::Value;

use super::version::Comparable;
use crate::supply::dependency::Ecosystem;

/// More of a summary is not kept, in characters.
const SUMMARY_CHARS_MAX: usize = 160;

/// What is known of one package.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Advisory {
    pub(crate) id: String,
    /// Its number with CVE, where it has one.
    pub(crate) cve: Option<String>,
    pub(crate) summary: String,
    pub(crate) severity: Severity,
    ranges: Vec<Vec<Event>>,
    versions: Vec<String>,
}

/// A change of state, at a version.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Event {
    Introduced(String),
    Fixed(String),
    LastAffected(String),
}

#[derive(Deserialize)]
struct File {
    id: String,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    details: String,
    withdrawn: Option<String>,
    #[serde(default)]
    affected: Vec<Affected>,
    #[serde(default)]
    database_specific: Value,
}

#[derive(Deserialize)]
struct Affected {
    package: Option<Package>,
    #[serde(default)]
    ranges: Vec<Range>,
    #[serde(default)]
    versions: Vec<String>,
}

#[derive(Deserialize)]
struct Package {
    ecosystem: String,
    name: String,
}

#[derive(Deserialize)]
struct Range {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    events: Vec<Value>,
}

/// One advisory for each package of ours that the file is about.
pub(super) fn parse(text: &[u8]) -> Vec<((Ecosystem, String), Advisory)> {
    let Ok(file) = serde_json::from_slice::<File>(text) else { return Vec::new() };
    if file.withdrawn.is_some() {
        return Vec::new();
    }
    let severity = severity(&file);
    let cve = file.aliases.iter().find(|alias| alias.starts_with("CVE-")).cloned();
    let words = if file.summary.is_empty() { file.details.lines().next().unwrap_or_default() } else { &file.summary };
    let summary: String = words.chars().take(SUMMARY_CHARS_MAX).collect();
    let of_package = |affected: Affected| {
        let package = affected.package?;
        let ecosystem = Ecosystem::of_osv(&package.ecosystem)?;
        // Commits of a repository cannot be compared with a version.
        let ranges = affected.ranges.iter().filter(|range| range.kind != "GIT").map(events).collect();
        let advisory = Advisory {
            id: file.id.clone(),
            cve: cve.clone(),
            summary: summary.clone(),
            severity,
            ranges,
            versions: affected.versions,
        };
        Some(((ecosystem, ecosystem.normal(&package.name)), advisory))
    };
    file.affected.into_iter().filter_map(of_package).collect()
}

fn events(range: &Range) -> Vec<Event> {
    let event = |value: &Value| {
        let word = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        word("introduced")
            .map(Event::Introduced)
            .or(word("fixed").map(Event::Fixed))
            .or(word("last_affected").map(Event::LastAffected))
    };
    range.events.iter().filter_map(event).collect()
}

/// As its database says; one that says nothing may be as bad as any.
fn severity(file: &File) -> Severity {
    // Packages that were made to harm.
    if file.id.starts_with("MAL-") {
        return Severity::Critical;
    }
    match file.database_specific.get("severity").and_then(Value::as_str).unwrap_or_default() {
        "LOW" => Severity::Low,
        "MODERATE" | "MEDIUM" => Severity::Medium,
        _ => Severity::High,
    }
}

impl Advisory {
    /// Is this version one of those that are meant?
    pub(crate) fn is_about(&self, ecosystem: Ecosystem, version: &str) -> bool {
        let plain = version.trim_start_matches('v');
        if self.versions.iter().any(|listed| listed.trim_start_matches('v') == plain) {
            return true;
        }
        let Some(version) = Comparable::parse(ecosystem, plain) else { return false };
        self.ranges.iter().any(|events| is_in(events, ecosystem, &version))
    }

    /// The first version without it that is newer than this one.
    pub(crate) fn fixed_after(&self, ecosystem: Ecosystem, version: &str) -> Option<&str> {
        let now = Comparable::parse(ecosystem, version.trim_start_matches('v'))?;
        let fixes = self.ranges.iter().flatten().filter_map(|event| match event {
            Event::Fixed(fixed) => Some((Comparable::parse(ecosystem, fixed)?, fixed.as_str())),
            Event::Introduced(_) | Event::LastAffected(_) => None,
        });
        fixes.filter(|(fixed, _)| *fixed > now).min_by(|a, b| a.0.cmp(&b.0)).map(|(_, fixed)| fixed)
    }
}

/// The events in the order of their versions, up to this one (OSV's own algorithm).
fn is_in(events: &[Event], ecosystem: Ecosystem, version: &Comparable) -> bool {
    let parsed = |text: &str| match text {
        "0" => Some(None),
        text => Comparable::parse(ecosystem, text.trim_start_matches('v')).map(Some),
    };
    let mut ordered: Vec<(Option<Comparable>, u8, &Event)> = Vec::new();
    for event in events {
        let (text, rank) = match event {
            Event::Fixed(text) => (text, 0),
            Event::Introduced(text) => (text, 1),
            Event::LastAffected(text) => (text, 2),
        };
        // A version that cannot be compared makes the range unusable: the listed versions are there for that.
        let Some(at) = parsed(text) else { return false };
        ordered.push((at, rank, event));
    }
    ordered.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut is_in = false;
    for (at, _, event) in ordered {
        let at = at.as_ref();
        let is_reached = at.is_none_or(|at| at <= version);
        let is_passed = at.is_none_or(|at| at < version);
        match event {
            Event::Introduced(_) if is_reached => is_in = true,
            Event::Fixed(_) if is_reached => is_in = false,
            Event::LastAffected(_) if is_passed => is_in = false,
            _ => {}
        }
    }
    is_in
}

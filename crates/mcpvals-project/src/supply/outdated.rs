//! MCP SDKs that are far behind (SU-004): by the revisions of the protocol that their release lines speak.

use mcpvals_model::{Finding, Severity, SourceFile, Subject};

use super::advisories::Comparable;
use super::declared::Declared;
use super::dependency::Ecosystem;
use super::lock::packages;
use super::rules::OUTDATED_SDK;
use crate::{Project, place};

/// An SDK, and from which version on it spoke two revisions of the protocol. From the SDKs' own release notes.
struct Sdk {
    ecosystem: Ecosystem,
    name: &'static str,
    /// 2025-03-26: Streamable HTTP.
    from_march: &'static str,
    /// 2025-06-18: structured results.
    from_june: &'static str,
}

const fn sdk(ecosystem: Ecosystem, name: &'static str, from_march: &'static str, from_june: &'static str) -> Sdk {
    Sdk { ecosystem, name, from_march, from_june }
}

const SDKS: [Sdk; 6] = [
    sdk(Ecosystem::Npm, "@modelcontextprotocol/sdk", "1.10.0", "1.13.0"),
    sdk(Ecosystem::Npm, "fastmcp", "1.21.0", "3.0.0"),
    sdk(Ecosystem::Pypi, "mcp", "1.8.0", "1.10.0"),
    sdk(Ecosystem::Pypi, "fastmcp", "2.3.0", "2.10.0"),
    sdk(Ecosystem::Crates, "rmcp", "0.1.5", "0.3.0"),
    sdk(Ecosystem::Go, "github.com/mark3labs/mcp-go", "0.21.0", "0.33.0"),
];

pub(super) fn find(project: &Project, declared: &[Declared<'_>]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for file in &project.other {
        for locked in packages(file).unwrap_or_default() {
            found.extend(finding(file, locked.ecosystem, &locked.name, &locked.version, &locked.mark));
        }
    }
    if found.is_empty() {
        for declared in declared {
            let Some(version) = newest(declared) else { continue };
            found.extend(finding(declared.file, declared.ecosystem, &declared.name, &version, &declared.name));
        }
    }
    found.sort_by(|a, b| a.message.cmp(&b.message));
    found.dedup_by(|a, b| a.message == b.message);
    found
}

/// The newest that a manifest lets in, as far as that is bounded: an exact version, or the end of a line below 1.
fn newest(declared: &Declared<'_>) -> Option<String> {
    let wanted = declared.wanted.trim();
    let plain = wanted.trim_start_matches(['=', 'v', ' ']);
    if plain.split('.').count() == 3 && plain.chars().all(|c| c.is_ascii_digit() || c == '.') {
        let is_exact = wanted.starts_with('=') || declared.ecosystem == Ecosystem::Npm;
        return (is_exact || plain.starts_with("0.")).then(|| plain.to_owned());
    }
    // `^0.4.0` and `~1.2.0` stay in their line.
    let line =
        wanted.strip_prefix('~').or_else(|| wanted.strip_prefix('^').filter(|version| version.starts_with("0.")));
    line.filter(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.')).map(str::to_owned)
}

fn finding(file: &SourceFile, ecosystem: Ecosystem, name: &str, version: &str, mark: &str) -> Option<Finding> {
    let sdk = SDKS.iter().find(|sdk| sdk.ecosystem == ecosystem && sdk.name == name)?;
    let at = Comparable::parse(ecosystem, version)?;
    let is_before = |from: &str| Comparable::parse(ecosystem, from).is_some_and(|from| at < from);
    let (lacks, severity) = match () {
        () if is_before(sdk.from_march) => {
            (format!("it does not speak revision 2025-03-26 (from {} on)", sdk.from_march), Severity::Medium)
        }
        () if is_before(sdk.from_june) => {
            (format!("it does not speak revision 2025-06-18 (from {} on)", sdk.from_june), Severity::Low)
        }
        () => return None,
    };
    let finding = OUTDATED_SDK.found(format!("`{name}` {version} is used: {lacks}")).as_bad_as(severity);
    Some(finding.about(Subject::Package(name.to_owned())).at(place::of_text(file, mark)))
}

//! Client configurations in documents: do they start this package, or another with almost its name?

use mcpvals_model::{Finding, Requirement};
use mcpvals_project::documents::{Documents, ExampleKind};
use mcpvals_project::{Kind, Project};
use serde_json::Value;

use super::Basis;
use crate::runtime::rules;

/// Programs that fetch a package and start it.
const RUNNERS: [&str; 5] = ["npx", "bunx", "pnpx", "uvx", "pipx"];

/// What is wrong with them; those that start this package are evidence. Nothing is started here.
pub(super) fn find(project: &Project, documents: &Documents, basis: &mut Basis) -> Vec<Finding> {
    let own = project.name.as_str();
    let has_manifest =
        project.other.iter().any(|file| ["package.json", "pyproject.toml"].contains(&file.path.as_str()));
    let is_package = has_manifest || matches!(project.kind, Kind::NpmPackage | Kind::PypiPackage);
    if own.is_empty() || !is_package {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut starts_own = false;
    for example in &documents.examples {
        let ExampleKind::Config { servers: Value::Object(servers) } = &example.kind else { continue };
        for package in servers.values().filter_map(package) {
            if plain(&package) == plain(own) {
                starts_own = true;
            } else if is_near(&plain(&package), &plain(own)) {
                let words = format!("the configuration starts `{package}`, and this package is `{own}`");
                findings.push(rules::CONFIG_WRONG.found(words).at(example.span.clone()));
            }
        }
    }
    if starts_own {
        basis.remark(Requirement::WorkingExamples, format!("a documented client configuration starts `{own}`"));
        // A document may name its forerunner, or its twin, beside it.
        findings.clear();
    }
    findings
}

/// The package that a configured server is fetched from, without its version.
fn package(server: &Value) -> Option<String> {
    let command = server["command"].as_str()?;
    if !RUNNERS.contains(&command) {
        return None;
    }
    let words: Vec<&str> = server["args"].as_array()?.iter().filter_map(Value::as_str).collect();
    let named = words.iter().position(|word| ["-p", "--package", "--from"].contains(word));
    let is_package = |word: &&&str| !word.starts_with('-') && **word != "run";
    let word = match named {
        Some(at) => words.get(at + 1)?,
        None => words.iter().find(is_package)?,
    };
    let is_elsewhere = word.contains([':', '\\']) || word.starts_with(['.', '/', '<', '$', '{']);
    let at =
        word.char_indices().skip(1).find(|(_, c)| matches!(c, '@' | '=' | '>' | '[')).map_or(word.len(), |(at, _)| at);
    (!is_elsewhere).then(|| word[..at].to_owned())
}

/// As registries compare names: of Python's, `_`, `.` and `-` are one.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['_', '.'], "-")
}

/// The same name in another scope, or one with a slip of one letter: no other software, but this one miswritten.
fn is_near(name: &str, own: &str) -> bool {
    const CHARS_MIN: usize = 8;
    let last = |text: &str| text.rsplit('/').next().unwrap_or_default().to_owned();
    let (a, b) = (last(name), last(own));
    a == b || (a.len() >= CHARS_MIN && b.len() >= CHARS_MIN && differ_by_one(&a, &b))
}

/// Is one letter more, less or other?
fn differ_by_one(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let head = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let tail = a[head..].iter().rev().zip(b[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    a.len().max(b.len()) - head - tail <= 1
}

#[cfg(test)]
mod tests {
    use mcpvals_project::{OpenOptions, documents, open};
    use serde_json::json;

    use super::super::Basis;
    use super::{find, is_near, package};

    /// The rules that a README breaks whose configuration starts this package; the own one is `@new/weather-mcp`.
    fn broken_by(started: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let config = json!({"mcpServers": {"weather": {"command": "npx", "args": ["-y", started]}}});
        let readme = format!("# Weather\n\n## Usage\n\n```json\n{config:#}\n```\n");
        std::fs::write(folder.path().join("README.md"), readme).unwrap();
        std::fs::write(folder.path().join("package.json"), r#"{"name": "@new/weather-mcp"}"#).unwrap();
        let options = OpenOptions::new(folder.path().to_owned(), std::collections::BTreeMap::new());
        let project = open(&folder.path().to_string_lossy(), &options).unwrap();
        let read = documents::read(&project.documents);
        let found = find(&project, &read, &mut Basis::default());
        found.into_iter().map(|finding| finding.rule.into_owned()).collect()
    }

    #[test]
    fn a_configuration_that_starts_another_scopes_package_is_wrong() {
        assert_eq!(broken_by("@old/weather-mcp"), ["example-config-wrong"]);
        assert_eq!(broken_by("@new/weather-mcp"), [""; 0]);
        assert_eq!(broken_by("mcp-remote"), [""; 0], "other software");
    }

    #[test]
    fn the_package_is_found_among_flags_and_versions() {
        for (command, args, wanted) in [
            ("npx", json!(["-y", "@a/weather@1.2.0", "--key", "x"]), Some("@a/weather")),
            ("uvx", json!(["--from", "weather-mcp==1.0", "weather"]), Some("weather-mcp")),
            ("uvx", json!(["--from", "git+https://example.com/x", "weather"]), None),
            ("npx", json!(["-y", "<package>"]), None),
            ("node", json!(["dist/index.js"]), None),
        ] {
            assert_eq!(package(&json!({"command": command, "args": args})).as_deref(), wanted, "{args}");
        }
    }

    #[test]
    fn a_slip_is_told_from_other_software() {
        assert!(is_near("@old/weather-mcp", "@new/weather-mcp"));
        assert!(is_near("wether-mcp", "weather-mcp"));
        assert!(!is_near("mcp-remote", "weather-mcp"));
        assert!(!is_near("notes-mcp", "weather-mcp"));
    }
}

//! What manifests promise: the tools of a bundle, and where its policy, its licence and its makers are.

use mcpvals_model::Span;
use serde_json::Value;

use super::place::Page;
use super::sections::{Section, note};
use super::{DocumentedTool, Documents};
use crate::literal;

/// Whether a file is a manifest that is read here.
pub(super) fn is_one(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "manifest.json" | "package.json" | "server.json" | "pyproject.toml" | "Cargo.toml")
}

pub(super) fn read(path: &str, text: &str, documents: &mut Documents) {
    let value = if std::path::Path::new(path).extension().is_some_and(|ending| ending == "toml") {
        toml_table(text)
    } else {
        literal::value(text)
    };
    let Some(value) = value else { return };
    // Of Cargo and Python, what is told of the package stands in a table of its own.
    let package =
        [&value["project"], &value["package"], &value].into_iter().find(|value| value.is_object()).unwrap_or(&value);
    sections(package, documents);
    let is_bundle = value["manifest_version"].is_string() || value["dxt_version"].is_string();
    if is_bundle {
        documents.tools.extend(tools(path, text, &value));
    }
}

fn sections(package: &Value, documents: &mut Documents) {
    let says = |keys: &[&str]| {
        keys.iter().any(|key| match &package[*key] {
            Value::String(text) => !text.trim().is_empty(),
            Value::Array(items) => !items.is_empty(),
            Value::Object(members) => !members.is_empty(),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        })
    };
    let urls = package["urls"]
        .as_object()
        .map(|urls| urls.keys().map(|key| key.to_lowercase()).collect::<Vec<_>>())
        .unwrap_or_default();
    let linked = |words: &[&str]| urls.iter().any(|key| words.iter().any(|word| key.contains(word)));
    note(documents, Section::Description, says(&["description", "long_description"]));
    note(documents, Section::PrivacyPolicy, says(&["privacy_policies"]) || linked(&["privacy"]));
    note(documents, Section::Support, says(&["support", "bugs"]) || linked(&["issue", "bug", "support"]));
    note(documents, Section::Licence, says(&["license", "licence", "license-file"]));
}

fn tools(path: &str, text: &str, manifest: &Value) -> Vec<DocumentedTool> {
    let page = Page::new(path, text);
    let listed = manifest["tools"].as_array().into_iter().flatten();
    listed
        .filter_map(|tool| {
            let name = tool["name"].as_str()?;
            let quoted = format!("\"{name}\"");
            let at = text.find(&quoted).unwrap_or(0);
            let span: Span = page.span(&(at..at + quoted.len().min(text.len() - at)));
            Some(DocumentedTool {
                is_linked: false,
                name: name.to_owned(),
                span,
                description: tool["description"].as_str().unwrap_or_default().to_owned(),
            })
        })
        .collect()
}

fn toml_table(text: &str) -> Option<Value> {
    let table: toml::Table = text.parse().ok()?;
    serde_json::to_value(table).ok()
}

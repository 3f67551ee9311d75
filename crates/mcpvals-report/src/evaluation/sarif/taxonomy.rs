//! What rules refer to, as taxonomies: OWASP MCP Top 10, CWE, and the directory's policy.

use std::collections::BTreeSet;

use mcpvals_model::RuleFacts;
use serde_json::{Value, json};

use super::super::clause::CLAUSES;

/// A catalogue of others.
struct Catalogue {
    name: &'static str,
    version: &'static str,
    organization: &'static str,
    home: &'static str,
    about: &'static str,
    /// The entry that a reference of ours means, where it is one of this catalogue's.
    entry: fn(&str) -> Option<Entry>,
}

/// An entry of a catalogue.
struct Entry {
    id: String,
    name: String,
    words: String,
}

static CATALOGUES: [Catalogue; 3] = [
    Catalogue {
        name: "OWASP MCP Top 10",
        version: "2025",
        organization: "OWASP Foundation",
        home: "https://owasp.org/www-project-mcp-top-10/",
        about: "The ten most critical risks of MCP servers.",
        entry: owasp,
    },
    Catalogue {
        name: "CWE",
        version: "4.18",
        organization: "MITRE",
        home: "https://cwe.mitre.org/",
        about: "The Common Weakness Enumeration.",
        entry: cwe,
    },
    Catalogue {
        name: "ASDP",
        version: "2026-04-15",
        organization: "Anthropic",
        home: "https://support.claude.com/en/articles/13145358-anthropic-software-directory-policy",
        about: "The Anthropic Software Directory Policy.",
        entry: policy,
    },
];

const OWASP: [&str; 10] = [
    "Token mismanagement and secret exposure",
    "Privilege escalation via scope creep",
    "Tool poisoning",
    "Supply chain attacks and dependency tampering",
    "Command injection and execution",
    "Intent flow subversion",
    "Insufficient authentication and authorization",
    "Lack of audit and telemetry",
    "Shadow MCP servers",
    "Context injection and over-sharing",
];

fn owasp(reference: &str) -> Option<Entry> {
    let number: usize = reference.strip_prefix("MCP")?.strip_suffix(":2025")?.parse().ok()?;
    let words = OWASP.get(number.checked_sub(1)?)?;
    Some(Entry { id: format!("MCP{number:02}"), name: (*words).to_owned(), words: format!("{words}.") })
}

fn cwe(reference: &str) -> Option<Entry> {
    let number: u32 = reference.strip_prefix("CWE-")?.parse().ok()?;
    let words = format!("See https://cwe.mitre.org/data/definitions/{number}.html");
    Some(Entry { id: number.to_string(), name: format!("CWE-{number}"), words })
}

fn policy(reference: &str) -> Option<Entry> {
    let clause = CLAUSES.iter().find(|clause| clause.reference() == reference)?;
    Some(Entry { id: clause.id.to_owned(), name: reference.to_owned(), words: clause.asks.to_owned() })
}

/// The catalogues with the entries that the document's rules name.
pub(super) struct Taxonomies {
    entries: [Vec<String>; 3],
    components: Vec<Value>,
}

impl Taxonomies {
    pub(super) fn of(rules: &[RuleFacts]) -> Self {
        let references = rules.iter().flat_map(|rule| &rule.references).collect::<BTreeSet<_>>();
        let entries = CATALOGUES.each_ref().map(|catalogue| {
            references.iter().filter_map(|reference| (catalogue.entry)(reference)).collect::<Vec<_>>()
        });
        let components = CATALOGUES.iter().zip(&entries).map(|(catalogue, entries)| component(catalogue, entries));
        let components = components.collect();
        Self { components, entries: entries.map(|entries| entries.into_iter().map(|entry| entry.id).collect()) }
    }

    pub(super) fn components(&self) -> &[Value] {
        &self.components
    }

    /// What a rule has to do with entries of the catalogues.
    pub(super) fn relationships(&self, rule: &RuleFacts) -> Vec<Value> {
        let mut relationships = Vec::new();
        for reference in &rule.references {
            for (index, catalogue) in CATALOGUES.iter().enumerate() {
                let Some(entry) = (catalogue.entry)(reference) else { continue };
                let at = self.entries[index].iter().position(|id| *id == entry.id);
                relationships.push(json!({
                    "target": {
                        "id": entry.id,
                        "index": at,
                        "toolComponent": { "name": catalogue.name, "index": index },
                    },
                    "kinds": ["relevant"],
                }));
            }
        }
        relationships
    }
}

/// For the driver: which taxonomies it speaks of.
pub(super) fn references() -> Vec<Value> {
    let named = CATALOGUES.iter().enumerate();
    named.map(|(index, catalogue)| json!({ "name": catalogue.name, "index": index })).collect()
}

fn component(catalogue: &Catalogue, entries: &[Entry]) -> Value {
    let taxa = entries
        .iter()
        .map(|entry| json!({ "id": entry.id, "name": entry.name, "shortDescription": { "text": entry.words } }));
    json!({
        "name": catalogue.name,
        "version": catalogue.version,
        "organization": catalogue.organization,
        "informationUri": catalogue.home,
        "shortDescription": { "text": catalogue.about },
        "isComprehensive": false,
        "taxa": taxa.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::{cwe, owasp, policy};

    #[test]
    fn references_are_found_in_their_catalogues() {
        assert_eq!(owasp("MCP03:2025").map(|entry| entry.id).as_deref(), Some("MCP03"));
        assert_eq!(cwe("CWE-78").map(|entry| entry.id).as_deref(), Some("78"));
        assert_eq!(policy("ASDP-2.G").map(|entry| entry.id).as_deref(), Some("2G"));
        assert!(owasp("MCP11:2025").is_none() && owasp("MCP00:2025").is_none() && cwe("PI-001").is_none());
    }
}

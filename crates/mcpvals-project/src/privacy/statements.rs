//! Privacy policy, contact, terms: whether the documents and manifests have them.

use std::sync::LazyLock;

use mcpvals_model::{Finding, SourceFile};
use regex::Regex;
use serde_json::Value;

use super::rules::{NO_CONTACT, NO_POLICY, NO_TERMS};
use crate::manifest::{Manifest, ManifestKind};
use crate::{Kind, Project};

/// A heading or a link about privacy.
static PRIVACY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?im)^#{1,6}.*\bprivacy\b|^.*\bprivacy\b.*\n[=-]{3,}|\[[^\]]*privacy[^\]]*\]\(|https?://\S*privacy|\bprivacy (?:policy|notice|statement)\b")
        .expect("it is one")
});
/// A heading, a link or an address at which somebody answers.
static CONTACT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?im)^#{1,6}.*\b(?:support|contact|help|community|feedback|issues?)\b|https?://(?:github|gitlab)\.com/[^\s)/]+/[^\s)/]+(?:/-)?/(?:issues|discussions)|discord\.gg/|mailto:|\b[\w.+-]+@[\w-]+\.[a-z]{2,}\b")
        .expect("it is one")
});
static TERMS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?im)\bterms (?:of (?:service|use)|and conditions)\b|https?://\S*/(?:terms|tos)\b").expect("it is one")
});

pub(super) fn find(project: &Project, manifests: &[Manifest<'_>]) -> Vec<Finding> {
    if project.kind == Kind::File {
        return Vec::new();
    }
    let says = |pattern: &Regex| texts(project).any(|file| pattern.is_match(&file.text));
    let mut found = Vec::new();
    if !says(&PRIVACY) && !manifests.iter().any(has_policy) {
        found.push(NO_POLICY.found("no document and no manifest links a privacy policy"));
    }
    let has_security = project
        .documents
        .iter()
        .chain(&project.other)
        .any(|file| file.path.to_ascii_uppercase().ends_with("SECURITY.MD"));
    let is_named = manifests.iter().any(|manifest| manifest.contact().is_some() || has_issues(manifest));
    if !is_named && !has_security && !says(&CONTACT) {
        found.push(NO_CONTACT.found("no document and no manifest says whom to ask"));
    }
    if manifests.iter().any(is_service) && !says(&TERMS) {
        found.push(NO_TERMS.found("`server.json` names an address, and no document links its terms"));
    }
    found
}

/// What people are given to read.
fn texts(project: &Project) -> impl Iterator<Item = &SourceFile> {
    let other = project.other.iter().filter(|file| {
        let path = file.path.to_ascii_lowercase();
        path.contains("privacy") || path.contains("contributing") || path.contains("support")
    });
    project.documents.iter().chain(other)
}

fn has_policy(manifest: &Manifest<'_>) -> bool {
    let policies = manifest.value.get("privacy_policies").and_then(Value::as_array);
    manifest.kind == ManifestKind::Bundle && policies.is_some_and(|policies| !policies.is_empty())
}

/// A repository on a host with a place for issues.
fn has_issues(manifest: &Manifest<'_>) -> bool {
    let hosts = ["github", "gitlab", "codeberg", "bitbucket"];
    manifest.repository().is_some_and(|repository| hosts.iter().any(|host| repository.contains(host)))
}

fn is_service(manifest: &Manifest<'_>) -> bool {
    let remotes = manifest.value.get("remotes").and_then(Value::as_array);
    manifest.kind == ManifestKind::Registry && remotes.is_some_and(|remotes| !remotes.is_empty())
}

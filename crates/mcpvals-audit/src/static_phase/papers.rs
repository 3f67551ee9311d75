//! What the documents say: against what is there, what of it can be tried, and what a reviewer asks a server's makers for.

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Particulars, Requirement, Said, Span};
use mcpvals_project::documents::{self, Documents, ExampleKind};
use mcpvals_project::{Project, Statement};

use super::Basis;
use crate::runtime::{DocumentedCall, DocumentedConfig};

/// Manifests that documents are compared with, and that tell of the server.
const MANIFESTS: [&str; 4] = ["manifest.json", "server.json", "package.json", "pyproject.toml"];
/// So many examples are named to a reviewer.
const EXAMPLES_MAX: usize = 10;
/// So much of a text is, in characters.
const CHARS_MAX: usize = 300;

/// What came of them.
#[derive(Debug, Default)]
pub(super) struct Papers {
    /// What is wrong.
    pub(super) findings: Vec<Finding>,
    /// What can be tried.
    pub(super) calls: Vec<DocumentedCall>,
    /// What can be started.
    pub(super) configs: Vec<DocumentedConfig>,
    /// Sections that tell what is sent to the makers.
    pub(super) disclosures: Vec<(String, Span)>,
    /// What the makers tell.
    pub(super) particulars: Option<Particulars>,
}

/// The tools that the source registers.
#[derive(Debug, Default)]
pub(super) struct Registered {
    /// Their names.
    pub(super) names: Vec<String>,
    /// With what is listed, they are all that there are: no name is made at run time.
    pub(super) all: bool,
}

impl Papers {
    /// Reads a project's; without a project there are none, and nothing is wrong with that.
    pub(super) fn read(
        project: Option<&Project>,
        metadata: &Metadata,
        registered: &Registered,
        basis: &mut Basis,
    ) -> Self {
        let Some(project) = project else { return Self::default() };
        let manifests = project.other.iter().filter(|file| MANIFESTS.contains(&file.path.as_str()));
        let files: Vec<_> = project.documents.iter().chain(manifests).cloned().collect();
        let read = documents::read(&files);
        for (requirement, words) in documents::evidence(&read, &registered.names, metadata) {
            basis.remark(requirement, words);
        }
        let particulars = particulars(project, &read);
        if let Some(licence) = &particulars.licence {
            basis.remark(Requirement::SupplyChain, format!("licence: {} ({})", licence.text, licence.from));
        }
        if let Some(policy) = &particulars.privacy_policy {
            basis.remark(Requirement::Privacy, format!("privacy policy: {}", policy.text));
        }
        let mut findings = documents::findings(&read, &registered.names, registered.all, metadata);
        findings.extend(super::configs::find(project, &read, basis));
        let (calls, configs) = (calls(&read), configs(&read));
        Self { findings, calls, configs, disclosures: read.disclosures, particulars: Some(particulars) }
    }
}

fn calls(documents: &Documents) -> Vec<DocumentedCall> {
    let call = |example: &documents::Example| match &example.kind {
        ExampleKind::Call { tool, arguments } => Some(DocumentedCall {
            tool: tool.clone(),
            arguments: arguments.as_object().cloned().unwrap_or_default(),
            place: place(&example.span),
        }),
        ExampleKind::Prompt | ExampleKind::Config { .. } | ExampleKind::Command { .. } => None,
    };
    documents.examples.iter().filter_map(call).collect()
}

fn configs(documents: &Documents) -> Vec<DocumentedConfig> {
    let servers = documents.examples.iter().filter_map(|example| match &example.kind {
        ExampleKind::Config { servers } => Some((example, servers.as_object()?)),
        ExampleKind::Prompt | ExampleKind::Call { .. } | ExampleKind::Command { .. } => None,
    });
    let config = |example: &documents::Example, (name, server): (&String, &serde_json::Value)| DocumentedConfig {
        name: name.clone(),
        server: server.clone(),
        place: place(&example.span),
    };
    servers.flat_map(|(example, servers)| servers.iter().map(move |server| config(example, server))).collect()
}

pub(super) fn place(span: &Span) -> String {
    match span {
        Span::File { file, line, .. } => format!("{file}:{line}"),
        Span::Metadata { pointer, .. } => pointer.clone(),
    }
}

fn particulars(project: &Project, documents: &Documents) -> Particulars {
    let stated = project.stated();
    let told = |statement: Option<Statement>| statement.map(|(text, file)| said(&text, &file, None));
    let linked = |words: &[&str]| {
        let fits = |link: &&documents::Link| words.iter().any(|word| speaks(link, word));
        documents.links.iter().find(fits).map(|link| said_at(&link.url, &link.span))
    };
    let readme = documents.files.first().map(|file| said(file, file, None));
    let prompts = documents
        .examples
        .iter()
        .filter(|example| matches!(example.kind, ExampleKind::Prompt | ExampleKind::Call { .. }));
    Particulars {
        description: told(stated.description),
        documentation: told(stated.documentation).or(readme),
        privacy_policy: told(stated.privacy_policy).or_else(|| linked(&["privacy"])),
        contact: told(stated.contact).or_else(|| linked(&["mailto:", "/issues", "discord", "support"])),
        licence: told(stated.licence).or_else(|| licence_file(project)),
        authorization: None,
        test_account: linked(&["test account", "demo account", "sandbox"]),
        examples: prompts.take(EXAMPLES_MAX).map(|example| said_at(&example.text, &example.span)).collect(),
    }
}

/// Does a link have a word, in its address or among the words that it has? "Supports" is not "support".
fn speaks(link: &documents::Link, word: &str) -> bool {
    let text = link.text.to_lowercase();
    let is_whole = |(at, _): (usize, &str)| {
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !is_letter(text[..at].chars().next_back()) && !is_letter(text[at + word.len()..].chars().next())
    };
    link.url.to_lowercase().contains(word) || text.match_indices(word).any(is_whole)
}

fn licence_file(project: &Project) -> Option<Said> {
    let is_one = |path: &str| path.to_uppercase().starts_with("LICEN") || path.to_uppercase().starts_with("COPYING");
    let file = project.other.iter().chain(&project.documents).find(|file| is_one(&file.path))?;
    let line = file.text.lines().map(str::trim).find(|line| !line.is_empty())?;
    Some(said(line, &file.path, None))
}

fn said(text: &str, from: &str, line: Option<u32>) -> Said {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Said { text: text.chars().take(CHARS_MAX).collect(), from: from.to_owned(), line }
}

fn said_at(text: &str, span: &Span) -> Said {
    match span {
        Span::File { file, line, .. } => said(text, file, Some(*line)),
        Span::Metadata { pointer, .. } => said(text, pointer, None),
    }
}

//! What is wrong with a server by its source, its documents and what it says of itself. Pure.

mod basis;
mod code;
mod configs;
mod disclosed;
mod evidence;
mod malformed;
mod metadata;
mod papers;
pub(crate) mod pattern;
mod place;
mod recommendation;
mod requirement;
mod selection;
mod tools;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{AuditedTool, Finding, LeftOut, Particulars, Subject};
use mcpvals_project::{Advisories, Project};
use mcpvals_source::SourceFacts;

use crate::runtime::{DocumentedCall, DocumentedConfig, rules};
use crate::tools_file::ToolsFile;

pub use basis::Basis;
pub(crate) use evidence::some;
pub use place::{place_of, subject_of};
pub use recommendation::recommendations;
pub use requirement::{HookResult, results};
pub use selection::{Selection, Suppression};
pub use tools::give;

/// Who says which tools there are.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there is one of it")]
pub enum Told {
    /// The running server.
    Live(Metadata),
    /// A file, with its name.
    File(ToolsFile, String),
    /// Nobody but the source.
    Source,
}

/// What there is to look at, beside what is told.
#[derive(Debug, Clone, Default)]
pub struct Material<'a> {
    /// The server's files.
    pub project: Option<&'a Project>,
    /// What is known of vulnerable dependencies.
    pub advisories: Option<&'a Advisories>,
    /// The user's own patterns, which nothing may match.
    pub patterns: Vec<String>,
}

/// What the phase found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The tools in the order of the input, each with its findings.
    pub tools: Vec<AuditedTool>,
    /// All other findings.
    pub findings: Vec<Finding>,
    /// What there was to judge by.
    pub basis: Basis,
    /// What is known of the source.
    pub facts: Facts,
    /// Calls that documents show.
    pub documented: Vec<DocumentedCall>,
    /// Configurations of clients that documents show.
    pub configs: Vec<DocumentedConfig>,
    /// What was not looked at, and why.
    pub left_out: Vec<LeftOut>,
}

/// What is known of the source.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    /// Its languages, the greatest share first.
    pub languages: Vec<String>,
    /// Files that were read.
    pub files: usize,
    /// Lines in them.
    pub lines: usize,
    /// What its makers tell of it.
    pub particulars: Option<Particulars>,
}

/// Looks at everything that there is.
pub fn run(material: &Material<'_>, told: Told, selection: &Selection) -> Found {
    let project = material.project;
    let source =
        project.map(|project| mcpvals_source::analyse_named(&project.source, &names(project))).unwrap_or_default();
    let is_live = matches!(told, Told::Live(_));
    let is_listed = is_live || matches!(told, Told::File(ToolsFile::Server(_), _));
    let (metadata, apart) = match told {
        Told::Live(metadata) => (metadata, None),
        Told::File(ToolsFile::Server(tools), _) => (Metadata::of_tools(tools), None),
        Told::File(ToolsFile::Apart(tools), _) => (Metadata::default(), Some(tools)),
        Told::Source => (metadata::of_source(project, &source), None),
    };
    let mut findings = mcpvals_lint::metadata(&metadata);
    if is_listed {
        findings.extend(malformed::find(&metadata));
    }
    findings.extend(mcpvals_source::compare(&source, &metadata));
    let mut basis = Basis::of(project, &source, &metadata, apart.as_deref());
    if is_live {
        basis.see_others(&metadata);
    }
    let registered = papers::Registered {
        names: source.tools.iter().map(|tool| tool.name.clone()).collect(),
        all: is_listed || source.computed.is_empty(),
    };
    let papers = papers::Papers::read(project, &metadata, &registered, &mut basis);
    findings.extend(papers.findings);
    findings.extend(project.map(|project| project.findings(material.advisories)).unwrap_or_default());
    findings.extend(project.filter(|_| is_live).and_then(|project| other_version(project, &metadata)));
    findings.extend(pattern::find(&material.patterns, project, &metadata));
    let left_out = left_out(project, &source);
    let facts = Facts {
        languages: source.languages.iter().map(|(language, _, _)| language.clone()).collect(),
        files: source.languages.iter().map(|(_, files, _)| files).sum(),
        lines: source.languages.iter().map(|(_, _, lines)| lines).sum(),
        particulars: papers.particulars,
    };
    findings.extend(source.findings);
    let files = project.map(|project| project.source.as_slice()).unwrap_or_default();
    let findings = selection.choose(disclosed::softened(findings, &papers.disclosures, files));
    let (mut tools, findings) = tools::told_apart(&metadata.tools, findings);
    let apart = apart.into_iter().flatten().zip(0..);
    tools.extend(apart.map(|(row, index)| tools::alone(row, index, selection)));
    Found { tools, findings, basis, facts, documented: papers.calls, configs: papers.configs, left_out }
}

/// Only which tools there are and what documents show, where the phase is not asked for: nothing is judged but whether the
/// list can be read.
pub fn bare(project: Option<&Project>, metadata: &Metadata, selection: &Selection) -> Found {
    let papers = papers::Papers::read(project, metadata, &papers::Registered::default(), &mut Basis::default());
    let (tools, findings) = tools::told_apart(&metadata.tools, selection.choose(malformed::find(metadata)));
    Found {
        tools,
        findings,
        basis: Basis::default(),
        facts: Facts::default(),
        documented: papers.calls,
        configs: papers.configs,
        left_out: Vec::new(),
    }
}

/// What the server is known by: its package's name, and the title of its first document.
fn names(project: &Project) -> Vec<String> {
    let title = |text: &str| text.lines().find_map(|line| line.strip_prefix("# ")).map(str::to_owned);
    let titles = project.documents.first().and_then(|document| title(&document.text));
    std::iter::once(project.name.clone()).chain(titles).collect()
}

/// The running server names another version than its package.
fn other_version(project: &Project, metadata: &Metadata) -> Option<Finding> {
    let (package, server) = (project.version.trim_start_matches('v'), metadata.version.trim_start_matches('v'));
    let differ = !package.is_empty() && !server.is_empty() && package != server;
    let words = || format!("the server says {server}, its package {package}");
    differ.then(|| rules::OTHER_VERSION.found(words()).about(Subject::Server(metadata.name.clone())))
}

fn left_out(project: Option<&Project>, facts: &SourceFacts) -> Vec<LeftOut> {
    let of_project = project.map(|project| project.left_out.as_slice()).unwrap_or_default();
    of_project.iter().chain(&facts.left_out).cloned().collect()
}

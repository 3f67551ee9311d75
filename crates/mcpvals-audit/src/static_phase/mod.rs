//! What is wrong with a server by its source, its documents and what it says of itself. Pure.

mod basis;
mod evidence;
mod metadata;
mod place;
mod recommendation;
mod requirement;
mod selection;
mod tools;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{AuditedTool, Finding, LeftOut};
use mcpvals_project::Project;
use mcpvals_source::SourceFacts;

use crate::tools_file::ToolsFile;

pub use basis::Basis;
pub use place::{place_of, subject_of};
pub use recommendation::recommendations;
pub use requirement::{HookResult, results};
pub use selection::{Selection, Suppression};
pub use tools::give;

/// Who says which tools there are.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// The running server.
    Live(Metadata),
    /// A file, with its name.
    File(ToolsFile, String),
    /// Nobody but the source.
    Source,
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
    /// What was not looked at, and why.
    pub left_out: Vec<LeftOut>,
}

impl Found {
    /// All findings, tools' first.
    pub fn all(&self) -> impl Iterator<Item = &Finding> {
        self.tools.iter().flat_map(|tool| &tool.findings).chain(&self.findings)
    }
}

/// Looks at everything that there is.
pub fn run(project: Option<&Project>, told: Told, selection: &Selection) -> Found {
    let facts = project.map(|project| mcpvals_source::analyse(&project.source)).unwrap_or_default();
    let (metadata, apart) = match told {
        Told::Live(metadata) => (metadata, None),
        Told::File(ToolsFile::Server(tools), _) => (Metadata::of_tools(tools), None),
        Told::File(ToolsFile::Apart(tools), _) => (Metadata::default(), Some(tools)),
        Told::Source => (metadata::of_source(project, &facts), None),
    };
    let mut findings = mcpvals_lint::metadata(&metadata);
    findings.extend(mcpvals_source::compare(&facts, &metadata));
    let basis = Basis::of(project, &facts, &metadata, apart.as_deref());
    let left_out = left_out(project, &facts);
    findings.extend(facts.findings);
    let findings = selection.choose(findings);
    let (mut tools, findings) = tools::told_apart(&metadata.tools, findings);
    tools.extend(
        apart.into_iter().flatten().zip(0..).map(|((line, tool), index)| tools::alone(line, index, &tool, selection)),
    );
    Found { tools, findings, basis, left_out }
}

fn left_out(project: Option<&Project>, facts: &SourceFacts) -> Vec<LeftOut> {
    let of_project = project.map(|project| project.left_out.as_slice()).unwrap_or_default();
    of_project.iter().chain(&facts.left_out).cloned().collect()
}

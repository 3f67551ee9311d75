//! What there was to judge by: without it, a requirement is not judged, and never passes.

use std::collections::BTreeSet;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Requirement, RuntimeResults, RuntimeStatus, RuntimeTest};
use mcpvals_project::Project;
use mcpvals_source::SourceFacts;

use super::code;
use super::evidence::{counted, some};
use crate::runtime::is_config;
use crate::tools_file::Row;

/// What was seen of each requirement, in words; nothing where there was nothing to see.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Basis {
    seen: Vec<(Requirement, String)>,
    judged: BTreeSet<Requirement>,
}

impl Basis {
    /// By what is there.
    pub(super) fn of(
        project: Option<&Project>,
        facts: &SourceFacts,
        metadata: &Metadata,
        apart: Option<&[Row]>,
    ) -> Self {
        let mut basis = Self::default();
        let names: Vec<&str> = metadata.tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
        let alone = apart.map_or(0, <[_]>::len);
        if !names.is_empty() {
            basis.see(Requirement::FunctionalityMatch, format!("{}: {}", counted(names.len(), "tool"), some(&names)));
            basis.see(Requirement::ToolNaming, format!("{} read", counted(names.len(), "name")));
        }
        if alone > 0 {
            let words = format!("{}, each judged on its own", counted(alone, "tool"));
            basis.see(Requirement::FunctionalityMatch, words.clone());
            basis.see(Requirement::ToolNaming, words);
        }
        basis.see_texts(metadata, alone);
        if let Some(project) = project {
            basis.see_project(project, facts);
        }
        basis
    }

    /// Something that speaks for or against a requirement.
    pub fn see(&mut self, requirement: Requirement, words: String) {
        self.judged.insert(requirement);
        self.seen.push((requirement, words));
    }

    /// Something to know that is nothing to judge by.
    pub fn remark(&mut self, requirement: Requirement, words: String) {
        self.seen.push((requirement, words));
    }

    /// Is there anything to judge it by?
    pub fn judges(&self, requirement: Requirement) -> bool {
        self.judged.contains(&requirement)
    }

    /// What was seen, in order.
    pub fn seen(&self, requirement: Requirement) -> impl Iterator<Item = &str> {
        self.seen.iter().filter(move |(of, _)| *of == requirement).map(|(_, words)| words.as_str())
    }

    /// What the running server did, too.
    pub fn see_runtime(&mut self, ran: &RuntimeResults) {
        let tests = ran.tool_tests.iter().flat_map(|tool| &tool.tests).filter(|test| test.test != "good-call");
        let played: Vec<RuntimeStatus> = tests.chain(&ran.error_tests).map(|test| test.status).collect();
        if let Some(words) = outcome(&played, "wrong request") {
            self.see(Requirement::ErrorHandling, words);
        }
        let (configs, calls): (Vec<_>, Vec<_>) = ran.example_tests.iter().partition(|test| is_config(test));
        if let Some(words) = outcome(&statuses(&calls), "documented call") {
            self.see(Requirement::WorkingExamples, words);
        }
        self.see_configs(&configs);
        let called =
            ran.tool_tests.iter().filter_map(|tool| tool.tests.first()).map(|test| test.status).collect::<Vec<_>>();
        if let Some(words) = outcome(&called, "good call") {
            self.remark(Requirement::FunctionalityMatch, words);
        }
        if !ran.left_out.is_empty() {
            let names: Vec<&str> = ran.left_out.iter().map(|left| left.name.as_str()).collect();
            self.remark(Requirement::FunctionalityMatch, format!("not called: {}", some(&names)));
        }
    }

    /// Which documented configurations were started, and why the others were not.
    fn see_configs(&mut self, tests: &[&RuntimeTest]) {
        let tried = tests.iter().filter(|test| test.status != RuntimeStatus::Skipped).count();
        let started = tests.iter().filter(|test| test.status == RuntimeStatus::Passed).count();
        if tried > 0 {
            let words =
                format!("{started} of {} of clients started the server", counted(tried, "documented configuration"));
            self.see(Requirement::WorkingExamples, words);
        }
        for test in tests.iter().filter(|test| test.status == RuntimeStatus::Skipped) {
            self.remark(Requirement::WorkingExamples, format!("not tried: {}: {}", test.expected, test.actual));
        }
    }

    /// A running server that lists no tools is judged by what else it offers: no name and no description of a tool is wrong.
    pub(super) fn see_others(&mut self, metadata: &Metadata) {
        let others = listed(metadata, 0);
        if metadata.tools.is_empty() && !others.is_empty() {
            let words = format!("the server lists no tools, and beside them {}", others.join(", "));
            self.see(Requirement::FunctionalityMatch, words.clone());
            self.see(Requirement::ToolNaming, words);
        }
    }

    fn see_texts(&mut self, metadata: &Metadata, alone: usize) {
        let mut read = listed(metadata, alone);
        read.extend(metadata.instructions.is_some().then(|| "the server's instructions".to_owned()));
        if !read.is_empty() {
            self.see(Requirement::PromptInjection, format!("texts that a model reads were read: {}", read.join(", ")));
        }
    }

    fn see_project(&mut self, project: &Project, facts: &SourceFacts) {
        let documents: Vec<&str> = project.documents.iter().map(|file| file.path.as_str()).collect();
        let words =
            if documents.is_empty() { "no documents".to_owned() } else { format!("documents: {}", some(&documents)) };
        self.see(Requirement::WorkingExamples, words);
        if !project.other.is_empty() {
            let words = format!("{} of the project were read", counted(project.other.len(), "manifest or other file"));
            self.see(Requirement::SupplyChain, words);
        }
        if !(project.other.is_empty() && project.documents.is_empty()) {
            self.see(Requirement::Privacy, "documents and manifests were read".to_owned());
        }
        code::see(self, project, facts);
        let handlers = facts.tools.iter().filter(|tool| tool.has_handler).count();
        if handlers > 0 {
            let words = format!("{} of tools were read", counted(handlers, "handler"));
            self.see(Requirement::ErrorHandling, words);
        }
        if !facts.computed.is_empty() {
            let words = format!(
                "{} with a computed name: the source does not say all",
                counted(facts.computed.len(), "registration")
            );
            self.remark(Requirement::FunctionalityMatch, words);
        }
    }
}

/// `2 tools`, `1 prompt`: what is listed, of each kind that there is.
fn listed(metadata: &Metadata, alone: usize) -> Vec<String> {
    let lists = [
        (metadata.tools.len() + alone, "tool"),
        (metadata.prompts.len(), "prompt"),
        (metadata.resources.len(), "resource"),
        (metadata.resource_templates.len(), "resource template"),
    ];
    lists.into_iter().filter(|(count, _)| *count > 0).map(|(count, noun)| counted(count, noun)).collect()
}

fn statuses(tests: &[&RuntimeTest]) -> Vec<RuntimeStatus> {
    tests.iter().map(|test| test.status).collect()
}

/// `3 of 4 wrong requests were answered as they should be`; nothing where none was played.
fn outcome(played: &[RuntimeStatus], noun: &str) -> Option<String> {
    let played: Vec<_> = played.iter().filter(|status| **status != RuntimeStatus::Skipped).collect();
    let passed = played.iter().filter(|status| ***status == RuntimeStatus::Passed).count();
    (!played.is_empty()).then(|| {
        let were = if passed == 1 { "was" } else { "were" };
        let warned = played.iter().filter(|status| ***status == RuntimeStatus::Warned).count();
        let doubtful = if warned > 0 { format!(", {warned} in doubt") } else { String::new() };
        format!("{passed} of {} {were} answered as they should be{doubtful}", counted(played.len(), noun))
    })
}

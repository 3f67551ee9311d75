//! The user's own patterns, which no source file, document or text of the server may match.

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Requirement, Rule, Severity, SourceFile, Span, Subject};
use mcpvals_project::Project;
use regex::{Regex, RegexBuilder};
use serde_json::Value;

use crate::config::PATTERN_BYTES_MAX;

/// So many matches of one pattern are told.
const MATCHES_MAX: usize = 50;

/// The rule that all of them stand for.
pub(crate) static CUSTOM: Rule = Rule {
    id: "custom-pattern",
    requirement: Requirement::PromptInjection,
    severity: Severity::Medium,
    confidence: 80,
    title: "A pattern of the settings matches",
    why: "The settings (`hooks.customPatterns`) name it as something that must not be there.",
    remedy: "Take it out, or the pattern.",
    references: &[],
};

/// Every match. Patterns that are none were refused when the settings were read.
pub(super) fn find(patterns: &[String], project: Option<&Project>, metadata: &Metadata) -> Vec<Finding> {
    let compiled = patterns.iter().filter_map(|pattern| {
        RegexBuilder::new(pattern).case_insensitive(true).size_limit(PATTERN_BYTES_MAX).build().ok()
    });
    compiled.flat_map(|pattern| of_one(&pattern, project, metadata)).collect()
}

fn of_one(pattern: &Regex, project: Option<&Project>, metadata: &Metadata) -> Vec<Finding> {
    let files = project.into_iter().flat_map(|project| project.source.iter().chain(&project.documents));
    let in_files = files.flat_map(|file| in_file(pattern, file));
    let tools = metadata.tools.iter().filter_map(|tool| Some((Subject::Tool(tool["name"].as_str()?.to_owned()), tool)));
    let prompts =
        metadata.prompts.iter().filter_map(|one| Some((Subject::Prompt(one["name"].as_str()?.to_owned()), one)));
    let in_metadata = tools.chain(prompts).filter_map(|(subject, entry)| {
        let text = texts(entry).join("\n");
        let hit = pattern.find(&text)?;
        Some(found(pattern, hit.as_str()).about(subject))
    });
    in_files.chain(in_metadata).take(MATCHES_MAX).collect()
}

fn in_file(pattern: &Regex, file: &SourceFile) -> Vec<Finding> {
    let lines = (1..).zip(file.text.lines());
    let hit = |(number, line): (u32, &str)| {
        let hit = pattern.find(line)?;
        let column = |at: usize| u32::try_from(line[..at].chars().count() + 1).unwrap_or(u32::MAX);
        let span = Span::File {
            file: file.path.clone(),
            line: number,
            column: column(hit.start()),
            end_line: number,
            end_column: column(hit.end()),
        };
        Some(found(pattern, hit.as_str()).at(span))
    };
    lines.filter_map(hit).take(MATCHES_MAX).collect()
}

fn found(pattern: &Regex, text: &str) -> Finding {
    CUSTOM.found(format!("it matches the pattern `{}`", pattern.as_str())).showing(text)
}

/// Every text in it, however deep.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(members) => members.values().flat_map(texts).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

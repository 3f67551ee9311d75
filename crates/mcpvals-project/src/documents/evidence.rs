//! What is good about documents, in sentences.

use mcpvals_model::Requirement;
use mcpvals_model::mcp::Metadata;

use super::findings::{shown, uses};
use super::names::Names;
use super::sections::Section;
use super::{Documents, ExampleKind};

/// What was seen, good or bad, for the requirement that it speaks of: "12 of 14 tools are documented in README.md".
pub fn evidence(documents: &Documents, names: &[String], metadata: &Metadata) -> Vec<(Requirement, String)> {
    let listed = metadata.tools.iter().filter_map(|tool| tool["name"].as_str());
    let known = Names::of(names.iter().map(String::as_str).chain(listed));
    if documents.files.is_empty() {
        let is_promised = !documents.tools.is_empty() && !known.is_empty();
        return is_promised
            .then(|| (Requirement::FunctionalityMatch, documented(documents, &known)))
            .into_iter()
            .collect();
    }
    let mut said = vec![(Requirement::WorkingExamples, examples(documents))];
    if !known.is_empty() {
        said.push((Requirement::FunctionalityMatch, documented(documents, &known)));
        let shown = shown(documents, &known);
        if !shown.is_empty() {
            said.push((
                Requirement::WorkingExamples,
                format!("the examples name {} of {} tools", shown.len(), known.len()),
            ));
        }
    }
    let there: Vec<&str> = documents.sections.iter().copied().map(Section::as_str).collect();
    if !there.is_empty() {
        said.push((Requirement::WorkingExamples, format!("the documents tell of {}", there.join(", "))));
    }
    said
}

fn documented(documents: &Documents, known: &Names<'_>) -> String {
    let listed = Names::of(documents.tools.iter().map(|tool| tool.name.as_str()));
    let described = known.iter().filter(|name| listed.have(name)).count();
    let mentioned = known.iter().filter(|name| documents.mention(name)).count();
    let mut files: Vec<&str> = documents.tools.iter().filter_map(|tool| file_of(&tool.span)).collect();
    files.dedup();
    let place = match files.as_slice() {
        [] => String::new(),
        [one] => format!(" in {one}"),
        [first, rest @ ..] => format!(" in {first} and {} more", rest.len()),
    };
    if described == 0 && mentioned > 0 {
        return format!("{mentioned} of {} tools are named in the documents", known.len());
    }
    format!("{described} of {} tools are documented{place}", known.len())
}

fn file_of(span: &mcpvals_model::Span) -> Option<&str> {
    match span {
        mcpvals_model::Span::File { file, .. } => Some(file),
        mcpvals_model::Span::Metadata { .. } => None,
    }
}

fn examples(documents: &Documents) -> String {
    let count =
        |wanted: fn(&ExampleKind) -> bool| documents.examples.iter().filter(|example| wanted(&example.kind)).count();
    let kinds = [
        (count(|kind| matches!(kind, ExampleKind::Prompt)), "prompt"),
        (count(|kind| matches!(kind, ExampleKind::Call { .. })), "call"),
    ];
    let others = [
        (count(|kind| matches!(kind, ExampleKind::Config { .. })), "client configuration"),
        (count(|kind| matches!(kind, ExampleKind::Command { .. })), "command"),
    ];
    let told = |kinds: &[(usize, &str)]| {
        let told = kinds
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| format!("{count} {noun}{}", if *count == 1 { "" } else { "s" }));
        told.collect::<Vec<_>>().join(", ")
    };
    let total = uses(documents).count();
    let of = if total > 0 { format!(": {}", told(&kinds)) } else { String::new() };
    let beside = told(&others);
    let beside = if beside.is_empty() { String::new() } else { format!("; beside {beside}") };
    format!("{total} example{}{of}{beside}", if total == 1 { "" } else { "s" })
}

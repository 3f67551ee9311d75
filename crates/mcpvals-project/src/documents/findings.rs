//! What documents promise, against what the server has.

use std::collections::BTreeSet;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Severity, Span, Subject};

use super::names::{Name, Names};
use super::sections::Section;
use super::{DocumentedTool, Documents, Example, ExampleKind, arguments, rules};

/// What the directory asks for.
const EXAMPLES_MIN: usize = 3;
/// So many texts that were left open are told.
const UNFINISHED_MAX: usize = 5;

/// What is wrong with the documents of a server whose tools are called so, by its source or its own list.
///
/// `names` may be more than `metadata` lists, and neither need be known: what cannot be compared is not judged. Where they
/// are not `all` of them, what is not among them may be there nevertheless.
pub fn findings(documents: &Documents, names: &[String], all: bool, metadata: &Metadata) -> Vec<Finding> {
    let listed = metadata.tools.iter().filter_map(|tool| tool["name"].as_str());
    let known = Names::of(names.iter().map(String::as_str).chain(listed.clone()));
    let mut findings: Vec<Finding> = unlisted(documents, names, &Names::of(listed)).into_iter().collect();
    // A manifest promises tools, too, whether there is a README or not.
    if !known.is_empty() {
        findings.extend(undelivered(documents, &known, all));
        findings.extend(undocumented(documents, &known));
    }
    if documents.files.is_empty() {
        findings.push(rules::NO_DOCUMENTS.found("nothing documents it"));
        return findings;
    }
    findings.extend(too_few(documents, !known.is_empty()));
    findings.extend(too_narrow(documents, &known));
    findings.extend(wrong(documents, &known, metadata));
    findings.extend(incomplete(documents));
    findings.extend(unfinished(documents));
    findings
}

fn undelivered(documents: &Documents, known: &Names<'_>, all: bool) -> Vec<Finding> {
    // Where none of them is there, the list is of something else, or the tools were not found: neither is a promise broken.
    let mut absent: Vec<_> = documents.tools.iter().filter(|tool| !known.have(&tool.name)).collect();
    if absent.len() == documents.tools.len() {
        return Vec::new();
    }
    // Beside `list_apps` and `get_app`, `ApplicationSets` is a heading, and `orgId` an argument.
    absent.retain(|tool| known.are_written_like(&tool.name) && !tool.is_linked);
    if documents.has_optional_tools {
        return together(&absent, "the documents say that some are switched on").into_iter().collect();
    }
    if !all {
        return together(&absent, "some tools get their names at run time").into_iter().collect();
    }
    let found = absent.into_iter().map(|tool| {
        rules::UNDELIVERED
            .found(format!("`{}` is documented, and no tool is called so", tool.name))
            .about(Subject::Tool(tool.name.clone()))
            .at(tool.span.clone())
            .showing(&tool.description)
    });
    found.collect()
}

/// What the source registers, and the running server does not list: it may want settings, or be gone for good.
fn unlisted(documents: &Documents, names: &[String], listed: &Names<'_>) -> Option<Finding> {
    let registered = Names::of(names.iter().map(String::as_str));
    let is_unlisted = |tool: &&DocumentedTool| registered.have(&tool.name) && !listed.have(&tool.name);
    let absent: Vec<_> = documents.tools.iter().filter(is_unlisted).collect();
    // Where none is listed, the list is of something else, or was not asked for.
    if listed.is_empty() || absent.len() == documents.tools.len() {
        return None;
    }
    let severity = if documents.has_optional_tools { Severity::Low } else { Severity::Medium };
    let why = "the source has what is documented, and the running server does not list it";
    together(&absent, why).map(|finding| Finding { severity, ..finding })
}

/// They may be there some other time, or may not have been seen: together they say whether one of them is missing for good.
fn together(absent: &[&DocumentedTool], why: &str) -> Option<Finding> {
    const NAMED_MAX: usize = 5;
    let first = absent.first()?;
    let names: Vec<String> = absent.iter().take(NAMED_MAX).map(|tool| format!("`{}`", tool.name)).collect();
    let more = absent.len().saturating_sub(NAMED_MAX);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("documented, and not there: {}{more}; {why}", names.join(", "));
    Some(rules::UNDELIVERED.found(message).as_bad_as(Severity::Low).at(first.span.clone()))
}

/// Only where the documents list tools at all: a text that lists none says nothing by what it leaves out.
fn undocumented(documents: &Documents, known: &Names<'_>) -> Vec<Finding> {
    let listed = Names::of(documents.tools.iter().map(|tool| tool.name.as_str()));
    if !known.iter().any(|name| listed.have(name)) {
        return Vec::new();
    }
    let mentions: BTreeSet<String> = documents.mentions.iter().map(|word| Name::of(word).folded()).collect();
    let silent =
        known.iter().filter(|name| !listed.have(name) && !Name::of(name).ends().any(|end| mentions.contains(&end)));
    let found = |name: &str| rules::UNDOCUMENTED.found(format!("`{name}` is documented nowhere"));
    silent.map(|name| found(name).about(Subject::Tool(name.to_owned()))).collect()
}

/// Prompts and calls: a configuration shows how to connect, and not what for.
pub(super) fn uses(documents: &Documents) -> impl Iterator<Item = &Example> {
    documents.examples.iter().filter(|example| matches!(example.kind, ExampleKind::Prompt | ExampleKind::Call { .. }))
}

/// Where no tool is known and none is documented, it may be no server: a library, a client, a tool for servers.
fn too_few(documents: &Documents, has_tools: bool) -> Option<Finding> {
    let count = uses(documents).count();
    if count >= EXAMPLES_MIN {
        return None;
    }
    let is_server = has_tools || !documents.tools.is_empty();
    // What promises examples may well have some, in words that we do not understand.
    let (severity, unclear) = match documents.unclear.first() {
        Some((heading, span)) => (Severity::Medium, format!(", nor was one made out under `{heading}`{}", at(span))),
        None if is_server => (Severity::High, String::new()),
        None => (Severity::Medium, String::new()),
    };
    let told = match count {
        0 => format!("no prompt or call was found{unclear}"),
        1 => format!("one prompt or call was found, of three{unclear}"),
        count => format!("{count} prompts or calls were found, of three{unclear}"),
    };
    Some(rules::FEW_EXAMPLES.found(told).as_bad_as(severity))
}

/// ` (README.md:12)`.
fn at(span: &Span) -> String {
    match span {
        Span::File { file, line, .. } => format!(" ({file}:{line})"),
        Span::Metadata { .. } => String::new(),
    }
}

/// The known tools that examples call or name.
pub(super) fn shown<'a>(documents: &Documents, known: &Names<'a>) -> Vec<&'a str> {
    let mut called = Vec::new();
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for example in uses(documents) {
        match &example.kind {
            ExampleKind::Call { tool, .. } => called.push(tool.as_str()),
            _ => named.extend(example.text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))),
        }
    }
    let called = Names::of(called);
    known.iter().filter(|name| called.have(name) || named.contains(name)).collect()
}

/// Calls alone can be counted by tool: which tools a prompt makes a model call, nobody can tell.
fn too_narrow(documents: &Documents, known: &Names<'_>) -> Option<Finding> {
    let calls = uses(documents).filter(|example| matches!(example.kind, ExampleKind::Call { .. })).count();
    let prompts = uses(documents).count() - calls;
    let shown = shown(documents, known).len();
    let few = known.len() > 2 && shown * 2 < known.len();
    // A prompt shows one tool or more.
    (calls > 0 && few && (shown + prompts) * 2 < known.len())
        .then(|| rules::NARROW_EXAMPLES.found(format!("the examples call {shown} of {} tools", known.len())))
}

fn wrong(documents: &Documents, known: &Names<'_>, metadata: &Metadata) -> Vec<Finding> {
    let mut found = Vec::new();
    for example in &documents.examples {
        let ExampleKind::Call { tool, arguments } = &example.kind else { continue };
        let why = match metadata.tools.iter().find(|listed| listed["name"] == tool.as_str()) {
            Some(listed) => arguments::flaw(arguments, &listed["inputSchema"]),
            None if known.is_empty() || known.have(tool) => None,
            None => Some("no tool is called so".to_owned()),
        };
        if let Some(why) = why {
            let finding = rules::WRONG_EXAMPLE.found(format!("the example calls `{tool}`, but {why}"));
            found.push(finding.about(Subject::Tool(tool.clone())).at(example.span.clone()).showing(&example.text));
        }
    }
    found
}

fn incomplete(documents: &Documents) -> Option<Finding> {
    // Whether it needs authentication, documents alone do not tell; its licence is a matter of the package, and a policy and a
    // contact have rules of their own.
    let asked = [Section::Description, Section::Setup, Section::Troubleshooting].into_iter();
    let missing: Vec<&str> =
        asked.filter(|section| !documents.sections.contains(section)).map(Section::as_str).collect();
    (!missing.is_empty()).then(|| rules::SECTIONS.found(format!("nothing tells of {}", missing.join(", "))))
}

fn unfinished(documents: &Documents) -> Vec<Finding> {
    let told = documents.unfinished.iter().take(UNFINISHED_MAX);
    told.map(|left| rules::UNFINISHED.found(format!("it says `{}`", left.words.trim())).at(left.span.clone())).collect()
}

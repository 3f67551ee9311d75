//! What documents promise, against what the server has.

use std::collections::BTreeSet;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Subject};

use super::sections::Section;
use super::{Documents, Example, ExampleKind, arguments, rules};

/// What the directory asks for.
const EXAMPLES_MIN: usize = 3;
/// So many texts that were left open are told.
const UNFINISHED_MAX: usize = 5;

/// What is wrong with the documents of a server whose tools are called so, by its source or its own list.
///
/// `names` may be more than `metadata` lists, and neither need be known: what cannot be compared is not judged.
pub fn findings(documents: &Documents, names: &[String], metadata: &Metadata) -> Vec<Finding> {
    if documents.files.is_empty() {
        return vec![rules::NO_DOCUMENTS.found("nothing documents it")];
    }
    let listed = metadata.tools.iter().filter_map(|tool| tool["name"].as_str());
    let known: BTreeSet<&str> = names.iter().map(String::as_str).chain(listed).collect();
    let mut findings = Vec::new();
    if !known.is_empty() {
        findings.extend(undelivered(documents, &known));
        findings.extend(undocumented(documents, &known));
    }
    findings.extend(too_few(documents));
    findings.extend(too_narrow(documents, &known));
    findings.extend(wrong(documents, &known, metadata));
    findings.extend(incomplete(documents));
    findings.extend(unfinished(documents));
    findings
}

/// Whether a name in a document is this tool's: the same words, or one is the end of the other (`API-get-user`, `get-user`).
pub(super) fn same_tool(documented: &str, known: &str) -> bool {
    let folded = |name: &str| -> Vec<String> {
        name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let (a, b) = (folded(documented), folded(known));
    let ends = |long: &[String], short: &[String]| short.len() > 1 && long.ends_with(short);
    a.concat() == b.concat() || ends(&a, &b) || ends(&b, &a)
}

fn undelivered(documents: &Documents, known: &BTreeSet<&str>) -> Vec<Finding> {
    let absent = documents.tools.iter().filter(|tool| !known.iter().any(|name| same_tool(&tool.name, name)));
    // Where none of them is there, the list is of something else, or the tools were not found: neither is a promise broken.
    let absent: Vec<_> = absent.collect();
    if absent.len() == documents.tools.len() {
        return Vec::new();
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

/// Only where the documents list tools at all: a text that lists none says nothing by what it leaves out.
fn undocumented(documents: &Documents, known: &BTreeSet<&str>) -> Vec<Finding> {
    let listed = |name: &str| documents.tools.iter().any(|tool| same_tool(&tool.name, name));
    if !known.iter().any(|name| listed(name)) {
        return Vec::new();
    }
    let named = |name: &str| documents.mention(name) || documents.mentions.iter().any(|word| same_tool(word, name));
    let silent = known.iter().filter(|name| !listed(name) && !named(name));
    silent
        .map(|name| {
            rules::UNDOCUMENTED
                .found(format!("`{name}` is documented nowhere"))
                .about(Subject::Tool((*name).to_owned()))
        })
        .collect()
}

/// Prompts and calls: a configuration shows how to connect, and not what for.
pub(super) fn uses(documents: &Documents) -> impl Iterator<Item = &Example> {
    documents.examples.iter().filter(|example| matches!(example.kind, ExampleKind::Prompt | ExampleKind::Call { .. }))
}

fn too_few(documents: &Documents) -> Option<Finding> {
    let count = uses(documents).count();
    let told = match count {
        0 => "no prompt or call is shown".to_owned(),
        1 => "one prompt or call is shown".to_owned(),
        count => format!("{count} prompts or calls are shown"),
    };
    (count < EXAMPLES_MIN).then(|| rules::FEW_EXAMPLES.found(told))
}

/// The known tools that examples call or name.
pub(super) fn shown<'a>(documents: &Documents, known: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let shows = |name: &str, example: &Example| match &example.kind {
        ExampleKind::Call { tool, .. } => same_tool(tool, name),
        _ => example.text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).any(|word| word == name),
    };
    known.iter().copied().filter(|name| uses(documents).any(|example| shows(name, example))).collect()
}

/// Calls alone can be counted by tool: which tools a prompt makes a model call, nobody can tell.
fn too_narrow(documents: &Documents, known: &BTreeSet<&str>) -> Option<Finding> {
    let calls = uses(documents).filter(|example| matches!(example.kind, ExampleKind::Call { .. })).count();
    let prompts = uses(documents).count() - calls;
    let shown = shown(documents, known).len();
    let few = known.len() > 2 && shown * 2 < known.len();
    // A prompt shows one tool or more.
    (calls > 0 && few && (shown + prompts) * 2 < known.len())
        .then(|| rules::NARROW_EXAMPLES.found(format!("the examples call {shown} of {} tools", known.len())))
}

fn wrong(documents: &Documents, known: &BTreeSet<&str>, metadata: &Metadata) -> Vec<Finding> {
    let mut found = Vec::new();
    for example in &documents.examples {
        let ExampleKind::Call { tool, arguments } = &example.kind else { continue };
        let why = match metadata.tools.iter().find(|listed| listed["name"] == tool.as_str()) {
            Some(listed) => arguments::flaw(arguments, &listed["inputSchema"]),
            None if known.is_empty() || known.iter().any(|name| same_tool(tool, name)) => None,
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
    // Whether it needs authentication, documents alone do not tell; its licence is a matter of the package.
    let asked =
        Section::ALL.into_iter().filter(|section| !matches!(section, Section::Authentication | Section::Licence));
    let missing: Vec<&str> =
        asked.filter(|section| !documents.sections.contains(section)).map(Section::as_str).collect();
    (!missing.is_empty()).then(|| rules::SECTIONS.found(format!("nothing tells of {}", missing.join(", "))))
}

fn unfinished(documents: &Documents) -> Vec<Finding> {
    let told = documents.unfinished.iter().take(UNFINISHED_MAX);
    told.map(|left| rules::UNFINISHED.found(format!("it says `{}`", left.words.trim())).at(left.span.clone())).collect()
}

//! All that a server says, member by member: what is said of hidden text and of orders is said of each.

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Span, Subject};
use serde_json::Value;

use crate::injection::{self, Context};
use crate::{judge, strings};

/// A member as a subject, by its name.
type Named = fn(String) -> Subject;

/// Of a tool among the names of its server's tools; of one alone, its neighbours are not known.
pub(crate) fn of_tool(tool: &Value, siblings: &[&str]) -> Vec<Finding> {
    let context = Context::of_tool(tool, siblings);
    let parameters = injection::in_parameters(tool, &context).into_iter().map(|found| found.into_finding(tool));
    let mut found: Vec<Finding> = in_value(tool, &context).into_iter().chain(parameters).collect();
    found.extend(injection::classifier::find(tool, &context, &found));
    found
}

/// Of the server itself, its prompts, resources and templates. Each finding names its subject.
pub(crate) fn of_others(metadata: &Metadata) -> Vec<Finding> {
    let names = names(metadata);
    let context = Context::of_server(&names);
    let mut found = Vec::new();
    let server = Subject::Server(metadata.name.clone());
    let instructions = metadata.instructions.iter().flat_map(|text| judge::text("/instructions", text, &context));
    let info = in_value(&metadata.server_info, &context).into_iter().map(|finding| below("/serverInfo", finding));
    found.extend(instructions.chain(info).map(|finding| finding.about(server.clone())));
    let members: [(&[Value], &str, Named); 3] = [
        (&metadata.prompts, "name", Subject::Prompt),
        (&metadata.resources, "uri", Subject::Resource),
        (&metadata.resource_templates, "uriTemplate", Subject::ResourceTemplate),
    ];
    for prompt in &metadata.prompts {
        let subject = Subject::Prompt(prompt["name"].as_str().unwrap_or_default().to_owned());
        found.extend(injection::in_prompt(prompt, &context).into_iter().map(|finding| finding.about(subject.clone())));
    }
    for (members, name, subject) in members {
        for member in members {
            let subject = subject(member[name].as_str().unwrap_or_default().to_owned());
            found.extend(in_value(member, &context).into_iter().map(|finding| finding.about(subject.clone())));
        }
    }
    found
}

/// Of the server's tools.
pub(crate) fn names(metadata: &Metadata) -> Vec<&str> {
    metadata.tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

fn in_value(value: &Value, context: &Context) -> Vec<Finding> {
    strings::of(value).into_iter().flat_map(|(pointer, text)| judge::text(&pointer, text, context)).collect()
}

/// The same, in a member of the subject.
fn below(member: &str, finding: Finding) -> Finding {
    match finding.span.clone() {
        Some(Span::Metadata { pointer, start, end }) => {
            finding.at(Span::Metadata { pointer: format!("{member}{pointer}"), start, end })
        }
        _ => finding,
    }
}

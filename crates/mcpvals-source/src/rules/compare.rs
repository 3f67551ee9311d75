//! What a server says of its tools, and what their code does.

use std::collections::BTreeMap;

use mcpvals_model::mcp::Metadata;
use mcpvals_model::{Finding, Rule, Severity, Span, Subject};
use serde_json::Value as Json;

use super::{describes, static_rules as rule};
use crate::facts::Capability::{self, DeleteFile, Evaluate, Fetch, Send, Spawn, WriteDatabase, WriteFile};
use crate::facts::{RegisteredTool, SourceFacts};

pub(crate) fn compare(facts: &SourceFacts, metadata: &Metadata) -> Vec<Finding> {
    let by_name: BTreeMap<&str, &RegisteredTool> = facts.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
    let mut found = Vec::new();
    let remote = is_client(facts);
    for told in &metadata.tools {
        let Some(name) = told.get("name").and_then(Json::as_str) else { continue };
        if let Some(tool) = by_name.get(name).filter(|tool| tool.has_handler) {
            of_tool(&Told::of(name, told, tool), tool, remote, &mut found);
        }
    }
    found
}

/// Do most tools ask other machines? Then that is what the server is for, and goes without saying.
fn is_client(facts: &SourceFacts) -> bool {
    let asks = |tool: &&RegisteredTool| tool.capabilities.iter().any(|(can, _)| matches!(can, Fetch | Send));
    let handled = facts.tools.iter().filter(|tool| tool.has_handler);
    let (all, asking) = (handled.clone().count(), handled.filter(asks).count());
    all >= 2 && asking * 2 > all
}

/// What is said of a tool.
struct Told<'m> {
    name: &'m str,
    words: String,
    read_only: Option<bool>,
    destructive: Option<bool>,
    open_world: Option<bool>,
}

impl<'m> Told<'m> {
    fn of(name: &'m str, told: &Json, tool: &RegisteredTool) -> Self {
        let text = |key: &str| told.get(key).and_then(Json::as_str).unwrap_or_default();
        let hint = |key: &str| {
            let listed = told.pointer(&format!("/annotations/{key}")).and_then(Json::as_bool);
            listed.or_else(|| tool.hints.iter().find(|(name, _)| name == key).map(|(_, truth)| *truth))
        };
        let described = if text("description").is_empty() {
            tool.description.as_deref().unwrap_or_default()
        } else {
            text("description")
        };
        let spaced: String = name
            .chars()
            .flat_map(|letter| if letter.is_ascii_uppercase() { vec![' ', letter] } else { vec![letter] })
            .collect();
        let parameters = told.pointer("/inputSchema/properties").map(ToString::to_string).unwrap_or_default();
        let words =
            format!("{} {} {} {parameters}", spaced.replace(['_', '-', '.', '/'], " "), text("title"), described);
        Self {
            name,
            words: words.replace(['_', '"'], " "),
            read_only: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            open_world: hint("openWorldHint"),
        }
    }
}

fn of_tool(told: &Told<'_>, tool: &RegisteredTool, remote: bool, found: &mut Vec<Finding>) {
    let place = |wanted: &[Capability]| {
        tool.capabilities.iter().find(|deed| wanted.contains(&deed.0) && !tool.housekeeping.contains(deed))
    };
    let say = |found: &mut Vec<Finding>, rule: &'static Rule, message: String, span: &Span| {
        found.push(rule.found(message).about(Subject::Tool(told.name.to_owned())).at(span.clone()));
    };
    let mut hinted = false;
    if told.read_only == Some(true)
        && let Some((can, span)) = place(&[WriteFile, DeleteFile]).or_else(|| place(&[WriteDatabase]))
    {
        hinted = true;
        let message = format!("`{}` says that it only reads, and its code {}", told.name, deed(*can));
        // A database may be an index of the tool's own.
        let severity = if *can == WriteDatabase { Severity::Medium } else { Severity::High };
        let finding = rule::HINT_WRITES.found(message).as_bad_as(severity);
        found.push(finding.about(Subject::Tool(told.name.to_owned())).at(span.clone()));
    }
    if told.destructive == Some(false)
        && told.read_only != Some(true)
        && let Some((can, span)) = place(&[DeleteFile])
    {
        say(
            found,
            &rule::HINT_DELETES,
            format!("`{}` says that it destroys nothing, and its code {}", told.name, deed(*can)),
            span,
        );
    }
    if told.open_world == Some(false)
        && let Some((can, span)) = place(&[Fetch, Send])
    {
        say(
            found,
            &rule::HINT_CLOSED,
            format!("`{}` says that it asks nobody else, and its code {}", told.name, deed(*can)),
            span,
        );
    }
    let undisclosed = [
        (DeleteFile, describes::deleting as fn(&str) -> bool),
        (Spawn, describes::spawning),
        (Evaluate, describes::code),
        (Send, describes::sending),
        (WriteFile, describes::writing),
        (Fetch, describes::network),
    ];
    for (capability, says) in undisclosed {
        if hinted && matches!(capability, WriteFile | DeleteFile)
            || says(&told.words)
            || remote && matches!(capability, Fetch | Send)
        {
            continue;
        }
        let named = to_named(tool, capability);
        let done = named.or_else(|| place(&[capability]).filter(|deed| !tool.own_service.contains(*deed)));
        if let Some((can, span)) = done {
            if named.is_none() && describes::acting(&told.words) {
                continue;
            }
            let message = format!("the code of `{}` {}, and the description does not say so", told.name, deed(*can));
            let finding = rule::UNDISCLOSED.found(message).about(Subject::Tool(told.name.to_owned())).at(span.clone());
            found.push(finding.as_bad_as(how_bad(*can, named.is_some(), describes::reading(told.name))));
            return;
        }
    }
}

/// The first deed that the code itself says the other machine of. A device that was found at run time, or the machine of a
/// setting, is its user's own, and a server's own service is what it is for.
fn to_named(tool: &RegisteredTool, capability: Capability) -> Option<&(Capability, Span)> {
    let apart = [&tool.housekeeping, &tool.unnamed, &tool.own_service];
    let known = |deed: &&(Capability, Span)| apart.iter().all(|deeds| !deeds.contains(*deed));
    tool.capabilities.iter().filter(|deed| deed.0 == capability).find(known)
}

/// What a tool that is named after reading does besides is worse than how another does what it says.
fn how_bad(capability: Capability, named: bool, reads: bool) -> Severity {
    match capability {
        Send if named => Severity::High,
        DeleteFile | Evaluate if reads => Severity::High,
        Send | DeleteFile | Spawn | Evaluate | WriteFile | WriteDatabase | Fetch => Severity::Medium,
        Capability::ReadFile | Capability::ReadEnvironment | Capability::ReadDatabase => Severity::Low,
    }
}

fn deed(capability: Capability) -> &'static str {
    match capability {
        Fetch => "asks another machine",
        Send => "sends something to another machine",
        Capability::ReadFile => "reads files",
        WriteFile => "writes files",
        DeleteFile => "deletes files",
        Spawn => "starts a process",
        Evaluate => "runs code made at run time",
        Capability::ReadEnvironment => "reads the environment",
        Capability::ReadDatabase => "reads a database",
        WriteDatabase => "changes a database",
    }
}

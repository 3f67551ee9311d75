//! What a tool's code does, and none of its words say.

use mcpvals_model::{Finding, Severity, Span, Subject};

use super::compare::{Told, deed};
use super::{describes, static_rules as rule};
use crate::facts::Capability::{
    self, ChangeRemote, DeleteFile, DeleteRemote, DeleteRows, Evaluate, Fetch, ReadDatabase, ReadEnvironment, ReadFile,
    Send, Spawn, WriteDatabase, WriteFile,
};
use crate::facts::RegisteredTool;

/// What is looked for, the worst first.
const DEEDS: [Capability; 10] =
    [DeleteFile, Spawn, Evaluate, Send, DeleteRows, DeleteRemote, WriteFile, WriteDatabase, ChangeRemote, Fetch];

/// The first deed that is not said; `hinted` where its hints were found to be wrong about files already.
pub(super) fn of_tool(told: &Told<'_>, tool: &RegisteredTool, remote: bool, hinted: bool) -> Option<Finding> {
    let goes_without_saying = |can: Capability| {
        hinted && matches!(can, WriteFile | DeleteFile | WriteDatabase | DeleteRows | ChangeRemote | DeleteRemote)
            || remote && matches!(can, Fetch | Send)
            || is_said(told, tool, can)
    };
    DEEDS.into_iter().filter(|can| !goes_without_saying(*can)).find_map(|can| undisclosed(told, tool, can))
}

fn undisclosed(told: &Told<'_>, tool: &RegisteredTool, capability: Capability) -> Option<Finding> {
    let apart = [&tool.housekeeping, &tool.own_service];
    let left = |deed: &&(Capability, Span)| {
        deed.0 == capability && apart.iter().all(|deeds| !deeds.contains(*deed)) && !is_question(told, tool, deed)
    };
    // The machine of a setting, and a device that was found at run time, are its user's own.
    let named = tool.capabilities.iter().filter(left).find(|deed| !tool.unnamed.contains(*deed));
    if named.is_none() && describes::acting(&told.words) {
        return None;
    }
    let (can, span) = named.or_else(|| tool.capabilities.iter().find(left))?;
    let message = format!("the code of `{}` {}, and the description does not say so", told.name, deed(*can));
    let finding = rule::UNDISCLOSED.found(message).about(Subject::Tool(told.name.to_owned())).at(span.clone());
    // Of words that we do not understand, an answer that is looked at says that it may be what they are about.
    let hidden = reads(told) || named.is_some_and(|deed| !tool.answered.contains(deed));
    Some(finding.as_bad_as(how_bad(*can, named.is_some() && hidden, reads(told))))
}

/// Do the tool's words say it?
fn is_said(told: &Told<'_>, tool: &RegisteredTool, capability: Capability) -> bool {
    let words = &told.words;
    match capability {
        DeleteFile => describes::deleting(words),
        Spawn => describes::spawning(words),
        Evaluate => describes::code(words),
        Send => {
            // What is done may be done here, where the tool does something here.
            describes::sending(words)
                || describes::dealing(&told.said)
                || describes::doing(&told.said) && !works_here(tool)
        }
        WriteFile => describes::writing(words),
        Fetch => describes::network(words),
        // A tool that does something keeps a record of it; one that only answers does not.
        WriteDatabase => !reads(told) || describes::writing(words),
        DeleteRows | DeleteRemote => !reads(told) || describes::deleting(words),
        ChangeRemote => !reads(told) || describes::writing(words) || describes::sending(words),
        ReadFile | ReadEnvironment | ReadDatabase => true,
    }
}

/// Does it only answer, by its name or by how its description begins?
fn reads(told: &Told<'_>) -> bool {
    describes::reading(told.name) || describes::answering(&told.described)
}

/// Is it asked for what the tool answers?
fn is_question(told: &Told<'_>, tool: &RegisteredTool, deed: &(Capability, Span)) -> bool {
    deed.0 == Fetch && reads(told) && tool.answered.contains(deed)
}

fn works_here(tool: &RegisteredTool) -> bool {
    let here = |can: Capability| {
        matches!(can, ReadFile | WriteFile | DeleteFile | Spawn | ReadDatabase | WriteDatabase | DeleteRows)
    };
    tool.capabilities.iter().any(|deed| here(deed.0) && !tool.housekeeping.contains(deed))
}

/// What a tool that is named after reading does besides is worse than how another does what it says.
fn how_bad(capability: Capability, named: bool, reads: bool) -> Severity {
    match capability {
        Send if named => Severity::High,
        DeleteFile | DeleteRows | DeleteRemote | Evaluate if reads => Severity::High,
        Send | DeleteFile | DeleteRows | DeleteRemote | ChangeRemote | Spawn | Evaluate | WriteFile | WriteDatabase
        | Fetch => Severity::Medium,
        ReadFile | ReadEnvironment | ReadDatabase => Severity::Low,
    }
}

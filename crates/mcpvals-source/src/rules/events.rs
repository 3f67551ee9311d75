//! What is wrong whoever's the values are.

use std::collections::BTreeMap;

use mcpvals_model::{Finding, Rule, Severity};

use super::hits::names_host;
use super::{Scene, describes, static_rules as rule};
use crate::flow::{Event, EventKind, Place};
use crate::form::FunctionId;
use crate::register::Handled;

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let tools = tools_of_functions(scene);
    // A server that puts its own `console.log` in place knows what it does.
    let replaced = scene.flow.events.iter().any(|event| event.kind == EventKind::ConsoleReplaced);
    let stdio = speaks_stdio(scene) && !replaced;
    let mut found: Vec<(Place, Finding)> =
        scene.flow.events.iter().filter_map(|event| judged(scene, event, &tools, stdio)).collect();
    found.extend(scene.registry.tools.iter().filter(|tool| tool.registration.moves).map(|tool| moving(scene, tool)));
    found
}

fn moving(scene: &Scene<'_>, tool: &Handled) -> (Place, Finding) {
    let name = &*tool.registration.name;
    let message =
        format!("the description of `{name}` is made of what changes: the clock, a count, or another machine's answer");
    scene.at(rule::MOVING.found(message), tool.registration.place, Some(name))
}

/// The first tool whose handler reaches the function.
pub(super) fn tools_of_functions<'s>(scene: &'s Scene<'_>) -> BTreeMap<FunctionId, &'s Handled> {
    let mut owners: BTreeMap<FunctionId, &Handled> = BTreeMap::new();
    for tool in &scene.registry.tools {
        let mut waiting: Vec<FunctionId> = tool.handler.functions.clone();
        waiting.extend(tool.registration.handler.filter(|_| !tool.registration.shared));
        while let Some(next) = waiting.pop() {
            if let std::collections::btree_map::Entry::Vacant(entry) = owners.entry(next) {
                entry.insert(tool);
                waiting.extend(scene.flow.calls.get(&next).into_iter().flatten());
            }
        }
    }
    owners
}

fn speaks_stdio(scene: &Scene<'_>) -> bool {
    let program = scene.flow.program;
    let mut stdio = false;
    for file in &program.files {
        stdio |= file.unit.imports.iter().any(|import| {
            let whole = format!("{}.{}", import.module, import.member.as_deref().unwrap_or_default());
            whole.to_ascii_lowercase().contains("stdio")
        });
        stdio |= file.unit.imports.iter().any(|import| import.member.as_deref() == Some("FastMCP"));
    }
    stdio
}

/// What is said of an event: the rule, how bad it is if not as bad as the rule says, and the sentence.
type Said = (&'static Rule, Option<Severity>, String);

/// Where an event stands.
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
struct Standing<'w> {
    /// In a function that answers callers.
    root: bool,
    /// In one that those reach.
    reached: bool,
    /// In the handler of a tool that is known.
    of_tool: bool,
    /// The tool's words.
    words: &'w str,
    /// Messages go over standard output, which nothing else may be written to.
    stdio: bool,
}

fn judged(
    scene: &Scene<'_>,
    event: &Event,
    tools: &BTreeMap<FunctionId, &Handled>,
    stdio: bool,
) -> Option<(Place, Finding)> {
    let root = scene.registry.roots.contains(&event.function);
    let reached = scene.reached[event.function.0 as usize];
    let tool = tools.get(&event.function).copied();
    let words = tool.map(|tool| {
        format!(
            "{} {}",
            tool.registration.name.replace('_', " "),
            tool.registration.description.as_deref().unwrap_or_default()
        )
    });
    let words = words.unwrap_or_default();
    // The service that the server or the tool is named after gets what it gave: a token that is made anew.
    let own_service =
        event.kind == EventKind::FileSent && (scene.services.is_named(&event.what) || names_host(&words, &event.what));
    if own_service {
        return None;
    }
    let standing = Standing { root, reached, of_tool: tool.is_some(), words: &words, stdio };
    let (rule, severity, message) = of_data(event, &standing).or_else(|| of_server(event, &standing))?;
    let finding = rule.found(message);
    let finding = match severity {
        Some(severity) => finding.as_bad_as(severity),
        None => finding,
    };
    Some(scene.at(finding, event.place, tool.map(|tool| &*tool.registration.name)))
}

/// What goes where it should not, and what hides.
fn of_data(event: &Event, standing: &Standing<'_>) -> Option<Said> {
    let Standing { root, reached, of_tool, words, .. } = *standing;
    let what = &event.what;
    Some(match event.kind {
        EventKind::EnvironmentReturned if root => {
            // One whose job it is says so.
            let disclosed = describes::environment(words).then_some(Severity::Medium);
            (&rule::ENVIRONMENT, disclosed, "the answer holds the whole environment, with every key in it".to_owned())
        }
        EventKind::EnvironmentSent => {
            (&rule::ENVIRONMENT, Some(Severity::Critical), format!("the whole environment is sent to {what}"))
        }
        EventKind::SecretReturned if root => (&rule::SECRET_RETURNED, None, format!("the answer holds `{what}`")),
        EventKind::CredentialsRead if reached => {
            (&rule::CREDENTIALS, None, format!("`{what}` holds the keys of another program, and is read"))
        }
        EventKind::CredentialsSent => {
            (&rule::CREDENTIALS, Some(Severity::Critical), format!("a file of keys is sent to {what}"))
        }
        EventKind::FileSent if reached && of_tool && !describes::sending(words) => (
            &rule::EXFILTRATION,
            None,
            format!("the content of a file is sent to {what}, which the description does not say"),
        ),
        EventKind::BlindCopy if copied_in_secret(what, words) => {
            (&rule::BLIND_COPY, None, format!("every mail is copied to `{what}`"))
        }
        EventKind::DecodedRun => {
            (&rule::DECODED, None, format!("a text that stands encoded in the source is run by `{what}`"))
        }
        EventKind::NetworkPart if reached => (
            &rule::DOWNLOADED,
            Some(Severity::Medium),
            format!("what another machine answers is part of a command for `{what}`"),
        ),
        EventKind::NetworkRun if reached => {
            (&rule::DOWNLOADED, None, format!("what another machine answers is run by `{what}`"))
        }
        EventKind::Trigger if reached => {
            (&rule::TRIGGER, None, format!("only after a time or a number of calls the code does this: {what}"))
        }
        EventKind::MovedDescription => {
            (&rule::MOVING, None, format!("the description of `{what}` is changed while the server runs"))
        }
        _ => return None,
    })
}

/// How the server is made, and how it answers.
fn of_server(event: &Event, standing: &Standing<'_>) -> Option<Said> {
    let Standing { root, reached, stdio, .. } = *standing;
    let what = &event.what;
    Some(match event.kind {
        EventKind::CertificateUnchecked => (&rule::CERTIFICATE, None, format!("`{what}` does not check certificates")),
        EventKind::WeakHash => (&rule::WEAK_HASH, None, format!("a secret is hashed by `{what}`")),
        EventKind::WeakRandom => {
            (&rule::WEAK_RANDOM, None, format!("`{what}` comes from a generator that can be predicted"))
        }
        EventKind::AllInterfaces => (&rule::INTERFACES, None, format!("`{what}` listens on every interface")),
        EventKind::AnyOrigin => (&rule::ORIGIN, None, "pages of every origin are answered".to_owned()),
        EventKind::SecretLogged => (&rule::SECRET_LOGGED, None, format!("`{what}` is written to a log")),
        EventKind::PrintToStdout if reached && stdio => {
            (&rule::STDOUT, None, format!("`{what}` writes to standard output, where the client expects messages only"))
        }
        EventKind::NoTimeout if reached => (&rule::TIMEOUT, None, format!("`{what}` waits for ever by itself")),
        EventKind::TraceReturned if root => (&rule::TRACE, None, "the answer holds a stack trace".to_owned()),
        EventKind::ErrorReturned if root => {
            (&rule::RAW_ERROR, None, "the answer holds the text of an exception".to_owned())
        }
        EventKind::ExtractAll if reached => {
            (&rule::ARCHIVE, None, format!("`{what}` writes wherever the names in the archive lead"))
        }
        _ => return None,
    })
}

/// A copy to an address that nobody was told of.
fn copied_in_secret(to: &str, words: &str) -> bool {
    !words.contains(to) && !to.ends_with("@example.com") && !to.ends_with("@example.org")
}

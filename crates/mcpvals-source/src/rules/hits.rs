//! What of a caller's arguments reaches something dangerous.

use mcpvals_model::{Finding, Rule, Severity};

use super::{Scene, describes, static_rules as rule};
use crate::facts::Capability::{DeleteFile, DeleteRows, ReadDatabase, ReadFile, Spawn, WriteDatabase, WriteFile};
use crate::flow::{Hit, HitKind, Label, Place, WITHIN_ARGUMENTS, needed_bit};
use crate::form::{FunctionId, Pattern};
use crate::register::{Accepted, Handled, Registration};

/// Somebody's argument, as it came to a place.
struct Reached<'s> {
    hit: &'s Hit,
    /// The argument's name.
    argument: String,
    tool: Option<&'s Handled>,
    /// Where it is no tool's: the words of the prompt or resource that it is of.
    words: String,
    /// The same is sent to another machine as well.
    twice: bool,
    /// Somebody looks at what the machine that is asked answers.
    answered: bool,
    /// Registrations are understood, and this one is reached from one.
    sure: bool,
}

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let mut found = Vec::new();
    for root in &scene.registry.roots {
        let Some(summary) = &scene.flow.summaries[root.0 as usize] else { continue };
        for hit in &summary.hits {
            found.extend(of_root(scene, *root, hit));
        }
    }
    if scene.registry.roots.is_empty() {
        found.extend(of_unregistered(scene));
    }
    found
}

fn of_root(scene: &Scene<'_>, root: FunctionId, hit: &Hit) -> Option<(Place, Finding)> {
    // Behind the end of a host, it is the text before that chose it.
    let chosen_before = hit.behind.is_some_and(|behind| behind.ended && behind.label != hit.label);
    if matches!(hit.kind, HitKind::Url | HitKind::Redirect) && chosen_before {
        return None;
    }
    let argument = callers_argument(scene, root, hit)?;
    let tool = tool_of(scene, root, hit, &argument);
    if let Some(accepted) = tool.and_then(|tool| accepted(&tool.registration.parameters, &argument)) {
        let needed = needed_bit(hit.kind);
        // Who one claims to be is a truth, or one of some words.
        let checked = accepted.closed && hit.kind != HitKind::Role && !(hit.kind == HitKind::Size && accepted.number);
        if checked || accepted.checked & needed == needed {
            return None;
        }
    }
    if hit.kind == HitKind::Sent && is_for_its_service(scene, root, hit, tool) {
        return None;
    }
    let words = words_of_other(scene, root, &argument);
    let (twice, answered) = (is_sent_twice(scene, root, hit), scene.flow.answers_used.contains(&hit.place));
    judged(scene, &Reached { hit, argument, tool, words, twice, answered, sure: true })
}

fn is_sent_twice(scene: &Scene<'_>, root: FunctionId, hit: &Hit) -> bool {
    let of = scene.flow.summaries[root.0 as usize].as_ref().map(|summary| summary.hits.as_slice()).unwrap_or_default();
    of.iter().any(|other| other.kind == HitKind::Sent && other.label == hit.label && other.what != hit.what)
}

/// What a caller asks a client of a service goes to that service.
fn is_for_its_service(scene: &Scene<'_>, root: FunctionId, hit: &Hit, tool: Option<&Handled>) -> bool {
    let of = scene.flow.summaries[root.0 as usize].as_ref().map(|summary| summary.hits.as_slice()).unwrap_or_default();
    // A tool that works on files or starts programs has something else to do.
    let asks_only = |tool: &Handled| !super::service::works_here(scene.flow, &scene.registry.roots, tool);
    scene.services.is_named(&hit.what) || tool.is_some_and(asks_only) && scene.services.is_own(scene.flow, hit, of)
}

/// Where nothing registers that we know, functions whose parameters are plainly a tool's arguments.
fn of_unregistered(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let mut found = Vec::new();
    for (index, function) in scene.flow.program.functions.iter().enumerate() {
        let Some(summary) = &scene.flow.summaries[index] else { continue };
        let plain = |name: &str| {
            matches!(name, "arguments" | "args" | "params" | "tool_input" | "toolInput" | "tool_args" | "toolArgs")
        };
        for hit in &summary.hits {
            let Label::Parameter(_, place, field) = scene.flow.label_of(hit.label) else { continue };
            let Some(parameter) = function.parameters.get(*place as usize) else { continue };
            let Pattern::Name(name) = &parameter.pattern else { continue };
            let is_open = parameter.kind.as_deref().is_none_or(holds_anything);
            if let (true, true, Some(field)) = (plain(name), is_open, field) {
                let argument = argument_of(field);
                found.extend(judged(
                    scene,
                    &Reached {
                        hit,
                        argument,
                        tool: None,
                        words: String::new(),
                        twice: false,
                        answered: true,
                        sure: false,
                    },
                ));
            }
        }
    }
    found
}

/// A type of JSON; the options of a program have one of their own.
fn holds_anything(written: &str) -> bool {
    let kinds =
        ["Value", "Map", "map[", "dict", "Dict", "Record", "any", "Any", "object", "Object", "unknown", "JSON", "json"];
    kinds.iter().any(|kind| written.contains(kind))
}

/// The name of the argument, if the caller chooses it.
fn callers_argument(scene: &Scene<'_>, root: FunctionId, hit: &Hit) -> Option<String> {
    let Label::Parameter(owner, index, field) = scene.flow.label_of(hit.label) else { return None };
    if *owner != root {
        return None;
    }
    let program = scene.flow.program;
    let function = program.function(root);
    let parameter = function.parameters.get(*index as usize)?;
    if !program.is_callers(function, *index as usize, program.language_of(root)) {
        return None;
    }
    let dispatcher = scene.registry.dispatchers.contains(&root);
    let own_name = if let Pattern::Name(name) = &parameter.pattern { Some(&**name) } else { None };
    // `call_tool(name, arguments)`: the name of the tool was looked up.
    if dispatcher && field.is_none() && matches!(own_name, Some("name" | "tool_name" | "_name")) {
        return None;
    }
    let written = parameter.kind.as_deref().unwrap_or_default();
    let may_be_number = matches!(hit.kind, HitKind::Size | HitKind::Role);
    if crate::knowledge::is_number(written) && !may_be_number || program.is_enumeration(written) {
        return None;
    }
    match field {
        Some(field) => Some(argument_of(field)),
        None => Some(own_name.unwrap_or("arguments").to_owned()),
    }
}

/// The argument that a member is, or is of.
fn argument_of(field: &str) -> String {
    let inner = field.strip_prefix(WITHIN_ARGUMENTS).unwrap_or(field);
    inner.split('.').next().unwrap_or(inner).to_owned()
}

fn accepted<'a>(parameters: &'a [Accepted], argument: &str) -> Option<&'a Accepted> {
    let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
    parameters.iter().find(|accepted| plain(&accepted.name) == plain(argument))
}

/// The tool that the function answers for, or whose arm the place stands in.
fn tool_of<'s>(scene: &'s Scene<'_>, root: FunctionId, hit: &Hit, argument: &str) -> Option<&'s Handled> {
    let tools = &scene.registry.tools;
    if let Some(own) = tools.iter().find(|tool| tool.registration.handler == Some(root) && !tool.registration.shared) {
        return Some(own);
    }
    let within = |id: &FunctionId| {
        let function = scene.flow.program.function(*id);
        function.unit == hit.place.unit
            && function.at.start <= hit.place.at.start
            && hit.place.at.end <= function.at.end
    };
    let direct = |tool: &&Handled| tool.handler.capabilities.iter().any(|(_, place)| *place == hit.place);
    // Several arms may come to the same place: the one that takes the argument is meant.
    let takes = |tool: &&Handled| accepted(&tool.registration.parameters, argument).is_some();
    let candidates: Vec<&Handled> = tools.iter().filter(direct).collect();
    // Of several whose arguments are known, none of which is this one, nobody can say which is meant.
    let is_unknown = |tool: &&&Handled| tool.registration.parameters.is_empty() || candidates.len() == 1;
    let meant = candidates.iter().find(|tool| takes(tool)).or_else(|| candidates.iter().find(is_unknown)).copied();
    if meant.is_none() && !candidates.is_empty() {
        return None;
    }
    let inner = || tools.iter().find(|tool| tool.handler.functions.iter().any(within));
    let dispatched = scene.registry.dispatchers.contains(&root);
    meant.or_else(inner).or_else(|| dispatched.then(|| only_one_that(takes, tools))?)
}

/// Behind a dispatcher, the argument says which tool is meant where only one of them has it.
fn only_one_that(takes: impl Fn(&&Handled) -> bool, tools: &[Handled]) -> Option<&Handled> {
    let mut found = tools.iter().filter(takes);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Of the prompt or resource that the function answers for, or of the tools behind a dispatcher that take the argument.
fn words_of_other(scene: &Scene<'_>, root: FunctionId, argument: &str) -> String {
    if scene.registry.dispatchers.contains(&root) {
        let takes = |tool: &&Handled| accepted(&tool.registration.parameters, argument).is_some();
        let tools = scene.registry.tools.iter().filter(takes);
        return tools.map(|tool| words_of(&tool.registration)).collect::<Vec<_>>().join(" ");
    }
    let mut others = scene.registry.prompts.iter().chain(&scene.registry.resources);
    others.find(|registration| registration.handler == Some(root)).map(words_of).unwrap_or_default()
}

fn judged(scene: &Scene<'_>, reached: &Reached<'_>) -> Option<(Place, Finding)> {
    let words = reached.tool.map(|tool| words_of(&tool.registration)).unwrap_or(reached.words.clone());
    let (rule, severity) = verdict(reached, &words)?;
    let confidence = f64::from(rule.confidence) / 100.0;
    let tool = reached.tool.map(|tool| &*tool.registration.name);
    let of = tool.map(|tool| format!(" of `{tool}`")).unwrap_or_default();
    let message = format!("argument `{}`{of} {}", reached.argument, said(reached, rule));
    let severity = if reached.sure { severity } else { severity.min(Severity::Medium) };
    let confidence = if reached.sure { confidence } else { confidence * 0.6 };
    let finding = rule.found(message).as_bad_as(severity).as_sure_as(confidence);
    Some(scene.at(finding, reached.hit.place, tool))
}

/// Its name, as words, and what is said of it.
pub(super) fn words_of(registration: &Registration) -> String {
    let name = registration.name.replace(['_', '-', '.'], " ");
    let spaced: String = name
        .chars()
        .flat_map(|letter| if letter.is_ascii_uppercase() { vec![' ', letter] } else { vec![letter] })
        .collect();
    format!("{spaced}. {}", registration.description.as_deref().unwrap_or_default())
}

fn verdict(reached: &Reached<'_>, words: &str) -> Option<(&'static Rule, Severity)> {
    let hit = reached.hit;
    let plain = |rule: &'static Rule| Some((rule, rule.severity));
    match hit.kind {
        HitKind::Command if describes::commands(words) && (hit.whole || is_command_name(&reached.argument)) => {
            plain(&rule::BY_DESIGN)
        }
        HitKind::Program if describes::commands(words) => plain(&rule::BY_DESIGN),
        HitKind::Command => plain(&rule::COMMAND),
        HitKind::Program => plain(&rule::PROGRAM),
        HitKind::Code if hit.whole && describes::code(words) => plain(&rule::BY_DESIGN),
        HitKind::Code => plain(&rule::CODE),
        HitKind::Deserialize => plain(&rule::DESERIALIZE),
        HitKind::Path if hit.weak => plain(&rule::PATH_PREFIX),
        // Nothing says which folder it should stay in: a local tool that is given a path of its user's.
        HitKind::Path if hit.whole => Some((&rule::PATH, Severity::Medium)),
        HitKind::Path => plain(&rule::PATH),
        HitKind::Url if hit.whole && describes::fetching(words) => plain(&rule::FREE_CALL),
        HitKind::Url => plain(&rule::SSRF),
        HitKind::Redirect => plain(&rule::REDIRECT),
        HitKind::Sql | HitKind::NoSql => plain(&rule::SQL),
        HitKind::Statement => plain(&rule::STATEMENT),
        HitKind::Option => plain(&rule::OPTION),
        HitKind::Template => plain(&rule::TEMPLATE),
        HitKind::Regex => plain(&rule::REGEX),
        HitKind::Size => plain(&rule::SIZE),
        HitKind::Owner => plain(&rule::OWNER),
        HitKind::Role => plain(&rule::ROLE),
        HitKind::Sent => sent(reached, words),
    }
}

/// Names of arguments that are commands.
pub(super) fn is_command_name(name: &str) -> bool {
    matches!(
        name.to_ascii_lowercase().as_str(),
        "command" | "commands" | "cmd" | "script" | "shell_command" | "shellcommand" | "code"
    )
}

/// Arguments that go to a host of the source's: usual for a client of that host, and not for anything else.
fn sent(reached: &Reached<'_>, words: &str) -> Option<(&'static Rule, Severity)> {
    let tool = reached.tool?;
    let elsewhere = tool.handler.capabilities.iter().any(|(can, _)| {
        matches!(can, ReadFile | WriteFile | DeleteFile | Spawn | ReadDatabase | WriteDatabase | DeleteRows)
    });
    let named = names_host(words, &reached.hit.what);
    let own = &tool.registration;
    let described = own.description.as_deref().unwrap_or_default();
    let reads = describes::reading(&own.name) || describes::answering(described);
    let told = describes::sending(words) || describes::dealing(words);
    let done = describes::network(words) || !reads && !reached.twice && describes::doing(words);
    if named || told || !elsewhere && done {
        return None;
    }
    // Who says that it only answers, or has something to do here, sends nothing. Of words that we do not understand, an
    // answer that is looked at says that it may be what they are about.
    let hidden = reads || elsewhere || reached.twice || !reached.answered;
    Some((&rule::EXFILTRATION, if hidden { rule::EXFILTRATION.severity } else { Severity::Medium }))
}

/// Do the words name whose the host is?
pub(super) fn names_host(words: &str, host: &str) -> bool {
    let words = words.to_ascii_lowercase();
    host_words(host).any(|word| words.contains(&word))
}

/// The names in a host that say whose it is.
fn host_words(host: &str) -> impl Iterator<Item = String> + '_ {
    host.split('.')
        .filter(|part| {
            part.len() > 3 && !matches!(*part, "com" | "www" | "api" | "http" | "https" | "cloud" | "service")
        })
        .map(str::to_ascii_lowercase)
}

fn said(reached: &Reached<'_>, rule: &Rule) -> String {
    let what = &reached.hit.what;
    match reached.hit.kind {
        HitKind::Command if rule.id == rule::BY_DESIGN.id => format!("is a command, and is run as it is by `{what}`"),
        HitKind::Command => {
            format!("is part of a command that a shell reads (`{what}`): `;` and `$(…)` in it are commands too")
        }
        HitKind::Program => format!("chooses which program is started by `{what}`"),
        HitKind::Code => format!("is run as code by `{what}`"),
        HitKind::Deserialize => format!("is read by `{what}`, which makes objects of any class"),
        HitKind::Path if reached.hit.weak => {
            format!(
                "is a path for `{what}`, checked by the beginning of a text without a separator: a sibling such as `root-private` passes"
            )
        }
        HitKind::Path if reached.hit.whole => format!("is a path for `{what}`, and may be any file of the machine"),
        HitKind::Path => {
            format!("is part of a path for `{what}`, and nothing checks that it stays in its folder: `../` leads out")
        }
        HitKind::Url => format!("chooses which machine `{what}` asks, also those of the server's own network"),
        HitKind::Redirect => {
            format!("is a URL that is checked, and `{what}` follows where it redirects to without a check")
        }
        HitKind::Sql | HitKind::NoSql => format!("is put into the text of a statement for `{what}`"),
        HitKind::Statement => format!("is a whole statement for `{what}`"),
        HitKind::Option => format!("stands where options may stand ({what}): a value that begins with a dash is one"),
        HitKind::Template => format!("is a template for `{what}`"),
        HitKind::Regex => format!("is a pattern for `{what}`"),
        HitKind::Size => format!("says how much `{what}` does, without an upper end"),
        HitKind::Owner => {
            format!("says whose data is meant, and chooses {what}; nothing compares it with who is calling")
        }
        HitKind::Role => format!("says which role the caller has, and opens {what}"),
        HitKind::Sent => format!("is sent to {what}, which the description does not say"),
    }
}

//! Code or commands that a tool is given and has run: by a program that is started for it, through a file, on its standard
//! input, or on another machine.

use mcpvals_model::{Finding, Subject};

use super::hits::{is_command_name, words_of};
use super::{Scene, describes, static_rules as rule};
use crate::facts::Capability::Spawn;
use crate::flow::Place;
use crate::register::Handled;

/// Of the tools of which nothing of the kind has been found by following the argument.
pub(super) fn found(scene: &Scene<'_>, others: &[(Place, Finding)]) -> Vec<(Place, Finding)> {
    let known = [&rule::BY_DESIGN, &rule::COMMAND, &rule::PROGRAM, &rule::CODE].map(|rule| rule.id);
    let is_told = |tool: &Handled| {
        let subject = Subject::Tool(tool.registration.name.to_string());
        others.iter().any(|(_, found)| found.subject.as_ref() == Some(&subject) && known.contains(&&*found.rule))
    };
    let remote = is_remote(scene);
    let left = scene.registry.tools.iter().filter(|tool| !is_told(tool));
    left.filter_map(|tool| runs_code(scene, tool).or_else(|| runs_commands(scene, tool, remote))).collect()
}

fn runs_code(scene: &Scene<'_>, tool: &Handled) -> Option<(Place, Finding)> {
    let code = argument(tool, is_code)?;
    let place = started(tool)?;
    let words = words_of(&tool.registration);
    (describes::code(&words) && describes::running(&words)).then(|| {
        said(scene, tool, place, &format!("argument `{code}` of `{{}}` is run by a program that is started for it"))
    })
}

/// A list of those allowed says which programs are started, and not what they do.
fn runs_commands(scene: &Scene<'_>, tool: &Handled, remote: bool) -> Option<(Place, Finding)> {
    let command = argument(tool, is_command_name)?;
    if scene.flow.chooses(&tool.handler.functions, command) {
        return None;
    }
    let words = words_of(&tool.registration);
    if !(describes::commands(&words) && describes::running(&words)) {
        return None;
    }
    if let Some(place) = started(tool) {
        return Some(said(scene, tool, place, &format!("argument `{command}` of `{{}}` is a command that is run")));
    }
    let elsewhere = remote && tool.handler.found && describes::elsewhere(&words);
    let message = format!("argument `{command}` of `{{}}` is a command that is run on another machine");
    elsewhere.then(|| said(scene, tool, tool.registration.place, &message))
}

fn said(scene: &Scene<'_>, tool: &Handled, place: Place, message: &str) -> (Place, Finding) {
    let name = &*tool.registration.name;
    scene.at(rule::BY_DESIGN.found(message.replace("{}", name)), place, Some(name))
}

/// The first argument of such a name that may be anything.
fn argument(tool: &Handled, is_meant: impl Fn(&str) -> bool) -> Option<&str> {
    let open = tool.registration.parameters.iter().filter(|parameter| !parameter.closed);
    open.map(|parameter| &*parameter.name).find(|name| is_meant(name))
}

/// Where the tool starts a program.
fn started(tool: &Handled) -> Option<Place> {
    tool.handler.capabilities.iter().find(|(can, _)| *can == Spawn).map(|(_, place)| *place)
}

fn is_remote(scene: &Scene<'_>) -> bool {
    let mut imports = scene.flow.program.files.iter().flat_map(|file| &file.unit.imports);
    imports.any(|import| crate::knowledge::is_remote(&import.module))
}

/// Names of arguments that are programs.
fn is_code(name: &str) -> bool {
    let plain = name.replace('_', "").to_ascii_lowercase();
    matches!(&*plain, "code" | "script" | "source" | "sourcecode" | "snippet" | "program" | "pythoncode" | "jscode")
}

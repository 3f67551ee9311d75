//! Code that a tool is given and has run by a program: through a file, or on its standard input.

use mcpvals_model::{Finding, Subject};

use super::hits::words_of;
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
    scene.registry.tools.iter().filter(|tool| !is_told(tool)).filter_map(|tool| runs(scene, tool)).collect()
}

fn runs(scene: &Scene<'_>, tool: &Handled) -> Option<(Place, Finding)> {
    let registration = &tool.registration;
    let code = registration.parameters.iter().find(|parameter| !parameter.closed && is_code(&parameter.name))?;
    let (_, place) = *tool.handler.capabilities.iter().find(|(can, _)| *can == Spawn)?;
    let words = words_of(registration);
    (describes::code(&words) && describes::running(&words)).then(|| {
        let (argument, name) = (&code.name, &*registration.name);
        let message = format!("argument `{argument}` of `{name}` is run by a program that is started for it");
        scene.at(rule::BY_DESIGN.found(message), place, Some(name))
    })
}

/// Names of arguments that are programs.
fn is_code(name: &str) -> bool {
    let plain = name.replace('_', "").to_ascii_lowercase();
    matches!(&*plain, "code" | "script" | "source" | "sourcecode" | "snippet" | "program" | "pythoncode" | "jscode")
}

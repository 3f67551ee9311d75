//! Coverage in words, for every format: how much of each thing was exercised, and what was not.

use mcpvals_model::{ParameterCoverage, ServerCoverage, ToolCoverage};

use crate::wording;

/// A tool, or all resources, all templates, all prompts, all their arguments of a server.
pub(crate) struct Gap {
    pub(crate) name: String,
    pub(crate) count: Fraction,
    /// What was not exercised, in words; empty where everything was.
    pub(crate) missing: String,
}

/// A tool's own line: what its parameters and their values came to.
pub(crate) struct ToolGap {
    pub(crate) name: String,
    pub(crate) parameters: Fraction,
    pub(crate) values: Fraction,
    /// What was not exercised, in words; empty where everything was.
    pub(crate) missing: String,
}

/// So many of so many.
#[derive(Clone, Copy)]
pub(crate) struct Fraction {
    covered: usize,
    items: usize,
}

impl Fraction {
    fn of(exercised: impl Iterator<Item = bool>) -> Self {
        let add = |sum: Self, one: bool| Self { covered: sum.covered + usize::from(one), items: sum.items + 1 };
        exercised.fold(Self { covered: 0, items: 0 }, add)
    }

    /// `1/2`; a dash where there is nothing.
    pub(crate) fn words(self) -> String {
        if self.items == 0 {
            return "-".to_owned();
        }
        format!("{}/{}", wording::number(self.covered), wording::number(self.items))
    }
}

/// `62.5 % (25 of 40)`.
pub(crate) fn total(total: mcpvals_model::CoverageTotal) -> String {
    let [covered, items] = [total.covered, total.items].map(wording::number);
    format!("{} ({covered} of {items})", wording::percent_at_least(total.score()))
}

/// What is said of a server that offers more than is counted.
pub(crate) const CUT: &str = "Not all that it offers could be listed and counted: the rest is in no number here.";

pub(crate) fn of_tool(tool: &ToolCoverage) -> ToolGap {
    let values = tool.parameters.iter().flat_map(|parameter| &parameter.values);
    ToolGap {
        name: tool.name.clone(),
        parameters: Fraction::of(tool.parameters.iter().map(|parameter| parameter.exercised)),
        values: Fraction::of(values.map(|value| value.exercised)),
        missing: if tool.exercised { missing_of(&tool.parameters) } else { "not called".to_owned() },
    }
}

/// `style; unit = "F", "K"`: parameters that were never given, and values that others never had.
fn missing_of(parameters: &[ParameterCoverage]) -> String {
    parameters.iter().filter_map(missing).collect::<Vec<_>>().join("; ")
}

fn missing(parameter: &ParameterCoverage) -> Option<String> {
    if !parameter.exercised {
        return Some(parameter.name.clone());
    }
    let values = parameter.values.iter().filter(|value| !value.exercised);
    let values: Vec<String> = values.map(|value| value.value.to_string()).collect();
    (!values.is_empty()).then(|| format!("{} = {}", parameter.name, values.join(", ")))
}

/// What else a server offers, as far as it offers any.
pub(crate) fn of_others(server: &ServerCoverage) -> Vec<Gap> {
    let resources = server.resources.iter().map(|one| (one.exercised, one.uri.clone()));
    let templates = server.resource_templates.iter().map(|one| (one.exercised, one.uri_template.clone()));
    let prompts = server.prompts.iter().map(|one| (one.exercised, one.name.clone()));
    let arguments = server.prompts.iter().flat_map(|prompt| {
        prompt.arguments.iter().map(|argument| (argument.exercised, format!("{}.{}", prompt.name, argument.name)))
    });
    let all = [
        gap("resources", "not read", resources),
        gap("resource templates", "not read", templates),
        gap("prompts", "not got", prompts),
        gap("prompt arguments", "not given", arguments),
    ];
    all.into_iter().flatten().collect()
}

fn gap(name: &str, not: &str, things: impl Iterator<Item = (bool, String)>) -> Option<Gap> {
    let things: Vec<(bool, String)> = things.collect();
    let missing: Vec<&str> = things.iter().filter(|(done, _)| !done).map(|(_, name)| name.as_str()).collect();
    let missing = if missing.is_empty() { String::new() } else { format!("{not}: {}", missing.join(", ")) };
    let count = Fraction::of(things.iter().map(|(done, _)| *done));
    (count.items > 0).then(|| Gap { name: name.to_owned(), count, missing })
}

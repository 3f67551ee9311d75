//! What is wrong with the code: rules, and what breaks them.

mod compare;
mod describes;
mod events;
mod handling;
mod hits;
mod runners;
mod service;
mod static_rules;
mod undisclosed;

use mcpvals_model::{Finding, Rule, Subject};

use crate::analysis::Places;
use crate::flow::{Flow, Place};
use crate::register::Registry;

pub(crate) use compare::compare;
pub(crate) use service::Services;

/// Every rule.
pub(crate) fn all() -> Vec<&'static Rule> {
    static_rules::ALL.to_vec()
}

/// No rule is found more often: the first ones say it all.
const FINDINGS_OF_A_RULE_MAX: usize = 60;

/// What is wrong, in the order of files and lines.
pub(crate) fn findings(flow: &Flow<'_>, registry: &Registry, places: &Places<'_>) -> Vec<Finding> {
    let scene = Scene::of(flow, registry, places);
    let mut found = hits::found(&scene);
    found.extend(runners::found(&scene, &found));
    found.extend(events::found(&scene));
    found.extend(handling::found(&scene));
    found.sort_by(|(one, first), (other, second)| {
        one.cmp(other).then_with(|| first.rule.cmp(&second.rule)).then_with(|| first.message.cmp(&second.message))
    });
    let mut seen = std::collections::BTreeSet::new();
    let mut counts = std::collections::BTreeMap::new();
    found
        .into_iter()
        .filter(|(place, finding)| seen.insert((*place, finding.rule.to_string())))
        .filter(|(_, finding)| {
            let count = counts.entry(finding.rule.to_string()).or_insert(0_usize);
            *count += 1;
            *count <= FINDINGS_OF_A_RULE_MAX
        })
        .map(|(_, finding)| finding)
        .collect()
}

/// What the rules look at.
pub(crate) struct Scene<'s> {
    pub(crate) flow: &'s Flow<'s>,
    pub(crate) registry: &'s Registry,
    places: &'s Places<'s>,
    /// Functions that callers reach, by their place in the program.
    pub(crate) reached: Vec<bool>,
    /// Machines that are asked.
    services: Services,
}

impl<'s> Scene<'s> {
    fn of(flow: &'s Flow<'s>, registry: &'s Registry, places: &'s Places<'s>) -> Self {
        let mut reached = vec![false; flow.program.functions.len()];
        let mut waiting: Vec<_> = registry.roots.iter().copied().collect();
        while let Some(next) = waiting.pop() {
            if !std::mem::replace(&mut reached[next.0 as usize], true) {
                waiting.extend(flow.calls.get(&next).into_iter().flatten());
            }
        }
        Self { flow, registry, places, reached, services: Services::of(flow, registry) }
    }

    /// The finding at its place, with what stands there.
    pub(crate) fn at(&self, finding: Finding, place: Place, tool: Option<&str>) -> (Place, Finding) {
        let finding = finding.at(self.places.span(place)).showing(self.places.excerpt(place));
        let finding = match tool {
            Some(tool) => finding.about(Subject::Tool(tool.to_owned())),
            None => finding,
        };
        (place, finding)
    }
}

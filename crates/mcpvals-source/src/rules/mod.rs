//! What is wrong with the code: rules, and what breaks them.

mod as_success;
mod compare;
mod describes;
mod ends;
mod events;
mod fallible;
mod handling;
mod hits;
mod ignored;
mod panics;
mod promises;
mod runners;
mod service;
mod static_rules;
mod undisclosed;

use std::collections::{BTreeMap, BTreeSet};

use mcpvals_model::{Finding, Rule, Severity, Subject};

use crate::analysis::Places;
use crate::flow::{Flow, Place};
use crate::form::FunctionId;
use crate::register::Registry;

pub(crate) use compare::{compare, tells_of_sending};
pub(crate) use service::{Services, is_told_at};

/// Every rule.
pub(crate) fn all() -> Vec<&'static Rule> {
    static_rules::ALL.to_vec()
}

/// No rule is found at more places: the first ones say it all.
const FINDINGS_OF_A_RULE_MAX: usize = 60;

/// What is wrong, in the order of files and lines.
pub(crate) fn findings(flow: &Flow<'_>, registry: &Registry, places: &Places<'_>) -> Vec<Finding> {
    let scene = Scene::of(flow, registry, places);
    let mut found = hits::found(&scene);
    found.extend(runners::found(&scene, &found));
    found.extend(events::found(&scene));
    found.extend(handling::found(&scene));
    found.extend(ends::found(&scene));
    found.extend(ignored::found(&scene));
    found.extend(panics::found(&scene));
    found.extend(as_success::found(&scene));
    found.extend(promises::found(&scene));
    found.sort_by(|(one, first), (other, second)| {
        one.cmp(other).then_with(|| first.rule.cmp(&second.rule)).then_with(|| first.message.cmp(&second.message))
    });
    each_tool_once(found)
}

/// Of a rule at a place: one finding for every tool that comes there, or one that is nobody's.
fn each_tool_once(found: Vec<(Place, Finding)>) -> Vec<Finding> {
    let told: BTreeSet<(Place, String)> = found
        .iter()
        .filter(|(_, one)| one.subject.is_some())
        .map(|(place, one)| (*place, one.rule.to_string()))
        .collect();
    let (mut seen, mut places) = (BTreeSet::new(), BTreeMap::<String, BTreeSet<Place>>::new());
    let mut kept = Vec::new();
    for (place, finding) in found {
        let rule = finding.rule.to_string();
        let tool = finding.subject.as_ref().map(|subject| format!("{subject:?}"));
        let said = tool.is_none() && told.contains(&(place, rule.clone()));
        if said || !seen.insert((place, rule.clone(), tool)) {
            continue;
        }
        let places = places.entry(rule).or_default();
        places.insert(place);
        if places.len() <= FINDINGS_OF_A_RULE_MAX {
            kept.push(finding);
        }
    }
    kept
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

    /// Functions that callers reach.
    pub(crate) fn reached_functions(&self) -> impl Iterator<Item = FunctionId> + '_ {
        let all = self.reached.iter().enumerate().filter(|(_, reached)| **reached);
        all.map(|(index, _)| FunctionId(u32::try_from(index).unwrap_or(u32::MAX)))
    }

    /// How bad it is where a helper may have its reasons, and a handler has none.
    pub(crate) fn in_handler(&self, id: FunctionId) -> Severity {
        if self.registry.roots.contains(&id) { Severity::Medium } else { Severity::Low }
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

//! The fold of a run's events to what was covered.

use std::collections::BTreeMap;

use serde_json::Value;

use super::covered::{Item, Items};
use super::{
    ArgumentCoverage, Coverage, CoverageTotal, Covered, ItemKind, ParameterCoverage, PromptCoverage, ResourceCoverage,
    ResourceTemplateCoverage, ServerCoverage, ToolCoverage, ValueCoverage,
};
use crate::Event;

/// What the events so far tell of coverage. Its memory grows with what servers offer, not with the cases.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Covering {
    servers: BTreeMap<String, Covered>,
}

impl Covering {
    /// Takes the next event.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::CaseFinished(result) => self.add(result.covered.as_deref()),
            Event::SessionFinished(end) => self.add(end.covered.as_deref()),
            Event::RunStarted(_)
            | Event::SessionStarted(_)
            | Event::CaseStarted(_)
            | Event::CasePlayed(_)
            | Event::Noted(_)
            | Event::RunFinished(_) => {}
        }
    }

    fn add(&mut self, covered: Option<&Covered>) {
        let Some(new) = covered else { return };
        self.servers.entry(new.server.clone()).or_insert_with(|| Covered::new(&new.server)).merge(new);
    }

    /// What a report says; `None` where no event told of coverage.
    pub fn finish(&self) -> Option<Coverage> {
        let servers: Vec<ServerCoverage> = self.servers.values().map(of_server).collect();
        let sum = |of: fn(&CoverageTotal) -> usize| servers.iter().map(|server| of(&server.total)).sum();
        let total = CoverageTotal::of(sum(|total| total.covered), sum(|total| total.items));
        (!servers.is_empty()).then_some(Coverage { total, servers })
    }
}

fn of_server(covered: &Covered) -> ServerCoverage {
    let (exercised, items) = covered.kinds.values().map(count).fold((0, 0), plus);
    ServerCoverage {
        server: covered.server.clone(),
        total: CoverageTotal::of(exercised, items),
        cut: covered.cut,
        tools: of_kind(covered, ItemKind::Tool, tool),
        resources: of_kind(covered, ItemKind::Resource, resource),
        resource_templates: of_kind(covered, ItemKind::ResourceTemplate, template),
        prompts: of_kind(covered, ItemKind::Prompt, prompt),
    }
}

/// How many were exercised, and how many there are, with all their parts.
fn count(items: &Items) -> (usize, usize) {
    let own = |item: &Item| plus((usize::from(item.exercised), 1), count(&item.parts));
    items.values().map(own).fold((0, 0), plus)
}

fn plus(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    (a.0 + b.0, a.1 + b.1)
}

fn of_kind<T>(covered: &Covered, kind: ItemKind, read: fn(&str, &Item) -> T) -> Vec<T> {
    covered.kinds.get(&kind).map(|items| in_order(items, read)).unwrap_or_default()
}

/// In the order of the server's list; by name, where two sessions listed different ones at the same place.
fn in_order<T>(items: &Items, read: fn(&str, &Item) -> T) -> Vec<T> {
    let mut items: Vec<(&String, &Item)> = items.iter().collect();
    items.sort_by_key(|(_, item)| item.position);
    items.into_iter().map(|(name, item)| read(name, item)).collect()
}

fn tool(name: &str, item: &Item) -> ToolCoverage {
    let parameters = in_order(&item.parts, parameter);
    ToolCoverage { name: name.to_owned(), exercised: item.exercised, parameters }
}

fn parameter(name: &str, item: &Item) -> ParameterCoverage {
    let values = in_order(&item.parts, value);
    ParameterCoverage { name: name.to_owned(), exercised: item.exercised, values }
}

/// A number that spelt a secret is no JSON any more.
fn value(text: &str, item: &Item) -> ValueCoverage {
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    ValueCoverage { value, exercised: item.exercised }
}

fn resource(uri: &str, item: &Item) -> ResourceCoverage {
    ResourceCoverage { uri: uri.to_owned(), exercised: item.exercised }
}

fn template(template: &str, item: &Item) -> ResourceTemplateCoverage {
    ResourceTemplateCoverage { uri_template: template.to_owned(), exercised: item.exercised }
}

fn prompt(name: &str, item: &Item) -> PromptCoverage {
    let arguments = in_order(&item.parts, argument);
    PromptCoverage { name: name.to_owned(), exercised: item.exercised, arguments }
}

fn argument(name: &str, item: &Item) -> ArgumentCoverage {
    ArgumentCoverage { name: name.to_owned(), exercised: item.exercised }
}

//! Brings together what was registered and what answers for it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Registered, Registration};
use crate::facts::Capability;
use crate::flow::{Flow, Place};
use crate::form::{FunctionId, Name};

/// What a server registers, with each tool's handler.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    pub(crate) tools: Vec<Handled>,
    pub(crate) prompts: Vec<Registration>,
    pub(crate) resources: Vec<Registration>,
    /// Functions that answer for all tools.
    pub(crate) dispatchers: Vec<FunctionId>,
    /// All functions that callers reach directly.
    pub(crate) roots: BTreeSet<FunctionId>,
}

/// A tool and what answers for it.
#[derive(Debug)]
pub(crate) struct Handled {
    pub(crate) registration: Registration,
    pub(crate) handler: Handler,
}

/// What answers for a tool.
#[derive(Debug, Default)]
pub(crate) struct Handler {
    /// Functions: its own, or those that its arm of a dispatcher calls.
    pub(crate) functions: Vec<FunctionId>,
    pub(crate) capabilities: Vec<(Capability, Place)>,
    pub(crate) found: bool,
}

pub(crate) fn resolve(flow: &Flow<'_>) -> Registry {
    let mut registry = Registry::default();
    let mut entries: BTreeMap<Name, FunctionId> = BTreeMap::new();
    let mut tools: BTreeMap<Name, Registration> = BTreeMap::new();
    let mut order: Vec<Name> = Vec::new();
    let known = flow.registrations.iter().any(|one| one.kind == Registered::Tool);
    for registration in &flow.registrations {
        match registration.kind {
            Registered::Listed if known => {}
            Registered::Tool | Registered::Listed => {
                if !tools.contains_key(&registration.name) {
                    order.push(registration.name.clone());
                }
                merge(&mut tools, registration);
            }
            Registered::Prompt => registry.prompts.push(registration.clone()),
            Registered::Resource => registry.resources.push(registration.clone()),
            Registered::Dispatcher => registry.dispatchers.extend(registration.handler),
            Registered::Entry => {
                if let Some(handler) = registration.handler {
                    entries.entry(registration.name.clone()).or_insert(handler);
                }
            }
        }
    }
    let arms = arms_by_case(flow);
    for name in order {
        let Some(registration) = tools.remove(&name) else { continue };
        let handler = handler_of(flow, &registration, &arms, &entries);
        registry.roots.extend(registration.handler);
        // A table's function is called through the table: nobody names it.
        let tabled = entries.contains_key(&name) && registration.handler.is_none();
        registry.roots.extend(handler.functions.iter().filter(|_| tabled || registration.handler.is_some()));
        if registration.handler.is_none() && !handler.functions.is_empty() && registry.dispatchers.is_empty() {
            registry.roots.extend(handler.functions.iter().copied());
        }
        registry.tools.push(Handled { registration, handler });
    }
    registry.roots.extend(registry.dispatchers.iter().copied());
    let others = registry.prompts.iter().chain(&registry.resources);
    registry.roots.extend(others.filter_map(|registration| registration.handler).collect::<Vec<_>>());
    unique(&mut registry.prompts);
    unique(&mut registry.resources);
    registry.tools.sort_by_key(|tool| tool.registration.place);
    registry
}

/// What is said of a tool in several places is said of one.
fn merge(tools: &mut BTreeMap<Name, Registration>, new: &Registration) {
    match tools.get_mut(&new.name) {
        Some(known) => {
            let better = known.shared && new.handler.is_some() && !new.shared;
            if known.handler.is_none() || better {
                known.handler = new.handler;
                known.shared = new.shared;
            }
            if known.description.is_none() {
                known.description.clone_from(&new.description);
            }
            if known.title.is_none() {
                known.title.clone_from(&new.title);
            }
            if known.parameters.is_empty() {
                known.parameters.clone_from(&new.parameters);
            }
            if known.hints.is_empty() {
                known.hints.clone_from(&new.hints);
            }
            known.moves |= new.moves;
        }
        None => {
            tools.insert(new.name.clone(), new.clone());
        }
    }
}

fn unique(registrations: &mut Vec<Registration>) {
    let mut seen = BTreeSet::new();
    registrations.sort_by_key(|registration| registration.place);
    registrations.retain(|registration| seen.insert(registration.name.clone()));
}

/// Arms of switches, by what they are for.
fn arms_by_case(flow: &Flow<'_>) -> BTreeMap<Name, Vec<(FunctionId, usize)>> {
    let mut arms: BTreeMap<Name, Vec<(FunctionId, usize)>> = BTreeMap::new();
    for (index, summary) in flow.summaries.iter().enumerate() {
        let Some(summary) = summary else { continue };
        for (place, arm) in summary.arms.iter().enumerate() {
            arms.entry(arm.case.clone())
                .or_default()
                .push((FunctionId(u32::try_from(index).unwrap_or(u32::MAX)), place));
        }
    }
    arms
}

fn handler_of(
    flow: &Flow<'_>,
    registration: &Registration,
    arms: &BTreeMap<Name, Vec<(FunctionId, usize)>>,
    entries: &BTreeMap<Name, FunctionId>,
) -> Handler {
    // What one function does for all tools is not what each of them does.
    let own = registration.handler.filter(|_| !registration.shared);
    let own = own.or_else(|| entries.get(&registration.name).copied());
    if let Some(id) = own {
        let capabilities = flow.summaries[id.0 as usize].as_ref().map(|summary| summary.capabilities.clone());
        return Handler { functions: vec![id], capabilities: capabilities.unwrap_or_default(), found: true };
    }
    let mut handler = Handler::default();
    for (id, place) in arms.get(&registration.name).into_iter().flatten() {
        let Some(arm) = flow.summaries[id.0 as usize].as_ref().and_then(|summary| summary.arms.get(*place)) else {
            continue;
        };
        handler.found = true;
        handler.functions.extend(&arm.calls);
        handler.capabilities.extend(&arm.capabilities);
    }
    handler.functions.sort();
    handler.functions.dedup();
    handler
}

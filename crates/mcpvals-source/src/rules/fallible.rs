//! Calls of Go and Rust that fail where the world is not as they want it.

use super::Scene;
use crate::facts::Capability;
use crate::flow::Place;
use crate::form::{Call, Expr, FunctionId, Kind};

/// The deed in an expression, if it is a call that may fail, or a chain of calls that has one in it.
pub(super) fn deed_in(scene: &Scene<'_>, id: FunctionId, expr: &Expr) -> Option<Capability> {
    let unit = scene.flow.program.function(id).unit;
    let summary = scene.flow.summaries[id.0 as usize].as_ref()?;
    let mut next = Some(expr);
    while let Some(Expr { kind: Kind::Call(call), at }) = next {
        let place = Place { unit, at: *at };
        let deed = summary.capabilities.iter().find(|(_, done)| *done == place);
        if let Some((can, _)) = deed.filter(|_| !scene.flow.is_housekeeping(place, &scene.registry.roots)) {
            return Some(*can);
        }
        if let Some(can) = deed_of_callee(scene, unit, call) {
            return Some(can);
        }
        next = called_on(call);
    }
    None
}

/// What a function of the program does that is called by its name.
fn deed_of_callee(scene: &Scene<'_>, unit: u32, call: &Call) -> Option<Capability> {
    let Kind::Name(name) = &call.callee.kind else { return None };
    let callee = scene.flow.program.top_function(unit, name)?;
    let summary = scene.flow.summaries[callee.0 as usize].as_ref()?;
    summary.capabilities.first().map(|(can, _)| *can)
}

/// What a method is called on.
pub(super) fn called_on(call: &Call) -> Option<&Expr> {
    match &call.callee.kind {
        Kind::Member(object, _) => Some(object),
        _ => None,
    }
}

/// Does it read what somebody else wrote: a number, JSON?
pub(super) fn parses(expr: &Expr) -> bool {
    let mut next = Some(expr);
    while let Some(Expr { kind: Kind::Call(call), .. }) = next {
        let name = match &call.callee.kind {
            Kind::Member(_, name) | Kind::Name(name) => name.rsplit('.').next().unwrap_or_default(),
            _ => "",
        };
        let given = call.arguments.iter().any(|argument| !matches!(argument.value.kind, Kind::Text(_)));
        let own = called_on(call).is_some_and(|object| !matches!(object.kind, Kind::Text(_)));
        match name {
            "from_str" | "from_slice" | "from_reader" | "Atoi" | "ParseInt" | "ParseFloat" | "Unmarshal" if given => {
                return true;
            }
            "parse" | "json" if own && call.arguments.is_empty() => return true,
            _ => next = called_on(call),
        }
    }
    false
}

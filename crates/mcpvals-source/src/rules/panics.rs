//! Panics where something outside fails: Rust's `unwrap` and `expect`, Go's `panic(err)`.

use mcpvals_model::Finding;

use super::fallible::{called_on, deed_in, parses};
use super::{Scene, static_rules as rule};
use crate::flow::Place;
use crate::form::{Expr, FunctionId, Kind, Range, expressions_of};
use crate::language::Language;

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let caught = scene.flow.program.functions.iter().any(|function| recovers(&function.body));
    let mut found = Vec::new();
    for id in scene.reached_functions() {
        let body = &scene.flow.program.function(id).body;
        // Of a chain only the outermost is told.
        let mut told = Range::default();
        expressions_of(body, &mut |expr| {
            if expr.at.end > told.end && panics(scene, id, expr, caught) {
                told = expr.at;
                found.push(said(scene, id, expr));
            }
        });
    }
    found
}

fn said(scene: &Scene<'_>, id: FunctionId, expr: &Expr) -> (Place, Finding) {
    let message = match scene.flow.program.language_of(id) {
        Language::Go => "a failure panics here, which ends the server",
        _ => "a failure panics here, and the call is never answered",
    };
    let finding = rule::PANICS.found(message).as_bad_as(scene.in_handler(id));
    scene.at(finding, Place { unit: scene.flow.program.function(id).unit, at: expr.at }, None)
}

fn panics(scene: &Scene<'_>, id: FunctionId, expr: &Expr, caught: bool) -> bool {
    let Kind::Call(call) = &expr.kind else { return false };
    match (scene.flow.program.language_of(id), &call.callee.kind) {
        (Language::Rust, Kind::Member(_, name)) if matches!(&**name, "unwrap" | "expect") => {
            let object = called_on(call);
            object.is_some_and(|object| deed_in(scene, id, object).is_some() || parses(object))
        }
        (Language::Go, Kind::Name(name)) if &**name == "panic" && !caught => {
            call.arguments.iter().any(|argument| matches!(argument.value.kind, Kind::Name(_)))
        }
        _ => false,
    }
}

/// `server.WithRecovery()`, `recover()`.
fn recovers(body: &[crate::form::Statement]) -> bool {
    let mut found = false;
    expressions_of(body, &mut |expr| {
        let Kind::Call(call) = &expr.kind else { return };
        let name = call.callee.dotted().unwrap_or_default();
        found |= name == "recover" || name.ends_with(".WithRecovery");
    });
    found
}

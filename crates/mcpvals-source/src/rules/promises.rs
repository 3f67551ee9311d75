//! Promises whose errors nobody hears of: `request.catch(() => null)`.

use std::collections::BTreeSet;

use mcpvals_model::Finding;

use super::{Scene, static_rules as rule};
use crate::flow::Place;
use crate::form::{
    Deed, Expr, FunctionId, Kind, Name, Operator, Pattern, Statement, expressions_of, statements_of, within,
};

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    scene.reached_functions().flat_map(|id| of_function(scene, id)).collect()
}

fn of_function(scene: &Scene<'_>, id: FunctionId) -> Vec<(Place, Finding)> {
    let function = scene.flow.program.function(id);
    let heard = heard_of(&function.body);
    let mut found = Vec::new();
    expressions_of(&function.body, &mut |expr| {
        if !swallows(scene, expr) || heard.contains(&expr.at.start) {
            return;
        }
        let finding =
            rule::SWALLOWED.found("an error is caught, and nothing is done with it").as_bad_as(scene.in_handler(id));
        found.push(scene.at(finding, Place { unit: function.unit, at: expr.at }, None));
    });
    found
}

/// `x.catch(() => null)`: what is answered in its place is nothing.
fn swallows(scene: &Scene<'_>, expr: &Expr) -> bool {
    let Kind::Call(call) = &expr.kind else { return false };
    let caught = matches!(&call.callee.kind, Kind::Member(_, name) if &**name == "catch");
    let Some(Kind::Function(id)) = call.arguments.first().map(|argument| &argument.value.kind) else { return false };
    caught && scene.flow.program.function(*id).body.iter().all(is_nothing)
}

fn is_nothing(statement: &Statement) -> bool {
    match &statement.deed {
        Deed::Return(value) => value.as_ref().is_none_or(|value| match &value.kind {
            Kind::Null | Kind::Nothing | Kind::Truth(_) => true,
            Kind::Name(name) => &**name == "undefined",
            Kind::Text(text) => text.is_empty(),
            Kind::List(items) => items.is_empty(),
            Kind::Object(entries) => entries.is_empty(),
            _ => false,
        }),
        Deed::Leave => true,
        _ => false,
    }
}

/// Where those calls start whose answer somebody asks about: `if (!text)`, `text ?? "none"`.
fn heard_of(body: &[Statement]) -> BTreeSet<u32> {
    let mut tests = Vec::new();
    statements_of(body, &mut |statement| {
        if let Deed::If { arms, .. } = &statement.deed {
            tests.extend(arms.iter().map(|(test, _)| test));
        }
    });
    expressions_of(body, &mut |expr| tests.extend(tested_in(expr)));
    let (mut heard, mut names) = (BTreeSet::new(), BTreeSet::new());
    for test in tests {
        within(test, &mut |expr| match &expr.kind {
            Kind::Call(_) => heard.extend([expr.at.start]),
            Kind::Name(name) => names.extend([name.clone()]),
            _ => {}
        });
    }
    heard.extend(assigned_to(body, &names));
    heard
}

fn tested_in(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        Kind::Choice(parts) => Some(&parts[0]),
        Kind::Not(inner) => Some(inner),
        Kind::Binary(Operator::And | Operator::Or | Operator::Equal | Operator::Unequal, sides) => Some(&sides[0]),
        _ => None,
    }
}

/// Where what is given to one of the names starts, and every part of it.
fn assigned_to(body: &[Statement], names: &BTreeSet<Name>) -> BTreeSet<u32> {
    let mut starts = BTreeSet::new();
    statements_of(body, &mut |statement| {
        if let Deed::Assign { target: Pattern::Name(name), value, .. } = &statement.deed
            && names.contains(name)
        {
            within(value, &mut |expr| starts.extend([expr.at.start]));
        }
    });
    starts
}

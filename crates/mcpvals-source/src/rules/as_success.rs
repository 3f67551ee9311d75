//! Failures of Go and Rust that are answered like a success.

use std::sync::LazyLock;

use mcpvals_model::Finding;
use regex::Regex;

use super::{Scene, static_rules as rule};
use crate::flow::Place;
use crate::form::{Deed, Entry, Expr, FunctionId, Kind, Name, Operator, Statement, expressions_of, within};
use crate::language::Language;

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let mut found = Vec::new();
    for id in scene.reached_functions() {
        let body = &scene.flow.program.function(id).body;
        match scene.flow.program.language_of(id) {
            Language::Go if scene.registry.roots.contains(&id) => {
                failures_of(body, &mut |at| found.push(said(scene, id, at)));
            }
            Language::Rust => expressions_of(body, &mut |expr| {
                if speaks_of_failure(expr) {
                    found.push(said(scene, id, expr));
                }
            }),
            _ => {}
        }
    }
    found
}

fn said(scene: &Scene<'_>, id: FunctionId, expr: &Expr) -> (Place, Finding) {
    let finding = rule::AS_SUCCESS.found("a failure is answered without `isError`");
    scene.at(finding, Place { unit: scene.flow.program.function(id).unit, at: expr.at }, None)
}

/// `if err != nil { return mcp.NewToolResultText(err.Error()), nil }`.
fn failures_of(body: &[Statement], visit: &mut dyn FnMut(&Expr)) {
    for statement in body {
        match &statement.deed {
            Deed::If { arms, otherwise } => {
                for (test, inner) in arms {
                    if let Some(error) = failed(test) {
                        inner.iter().filter_map(|last| answered(last, error)).for_each(&mut *visit);
                    }
                    failures_of(inner, visit);
                }
                failures_of(otherwise, visit);
            }
            Deed::Switch { arms, .. } => arms.iter().for_each(|arm| failures_of(&arm.body, visit)),
            Deed::Loop { body, .. } | Deed::Block(body) => failures_of(body, visit),
            _ => {}
        }
    }
}

/// The error in `err != nil`.
fn failed(test: &Expr) -> Option<&Name> {
    match &test.kind {
        Kind::Binary(Operator::Unequal, sides) => match (&sides[0].kind, &sides[1].kind) {
            (Kind::Name(name), Kind::Null) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// An answer that says the error, and neither that it is one nor an error beside it.
fn answered<'f>(statement: &'f Statement, error: &Name) -> Option<&'f Expr> {
    let Deed::Return(Some(Expr { kind: Kind::List(values), .. })) = &statement.deed else { return None };
    let (answer, rest) = values.split_first()?;
    let plain = rest.iter().all(|value| matches!(value.kind, Kind::Null)) && is_success(answer);
    let mut says = false;
    within(answer, &mut |expr| {
        says |=
            matches!(&expr.kind, Kind::Name(own) if own == error) || expr.text().is_some_and(|text| is_failure(text));
    });
    (plain && says).then_some(answer)
}

fn is_success(answer: &Expr) -> bool {
    let Kind::Call(call) = &answer.kind else { return false };
    let name = call.callee.dotted().unwrap_or_default();
    match name.rsplit('.').next() {
        Some("NewToolResultText") => true,
        Some("CallToolResult") => call.arguments.iter().all(|argument| match &argument.value.kind {
            Kind::Object(entries) => {
                let has = |name: &str| entries.iter().any(|Entry { key, .. }| key.as_deref() == Some(name));
                has("Content") && !has("IsError")
            }
            _ => false,
        }),
        _ => false,
    }
}

/// `CallToolResult::success(vec![Content::text(format!("Error: {error}"))])`.
fn speaks_of_failure(expr: &Expr) -> bool {
    let Kind::Call(call) = &expr.kind else { return false };
    let named = call.callee.dotted().is_some_and(|name| name.ends_with("CallToolResult.success"));
    let mut says = false;
    for argument in call.arguments.iter().filter(|_| named) {
        within(&argument.value, &mut |inner| says |= inner.text().is_some_and(|text| is_failure(text)));
    }
    says
}

/// How texts of failures begin.
pub(super) fn is_failure(text: &str) -> bool {
    static FAILURE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\W*(error\b|failed\b|failure\b|could not\b|cannot\b|unable to\b)").expect("constant")
    });
    FAILURE.is_match(text)
}

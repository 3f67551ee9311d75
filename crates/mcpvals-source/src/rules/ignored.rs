//! Errors of Go and Rust that nobody looks at: `text, _ := os.ReadFile(path)`, `let _ = fs::write(path, text);`.

use mcpvals_model::Finding;

use super::fallible::{called_on, deed_in, parses};
use super::{Scene, static_rules as rule};
use crate::facts::Capability;
use crate::flow::Place;
use crate::form::{Deed, Expr, FunctionId, Kind, Name, Pattern, Statement, expressions_of, statements_of};
use crate::language::Language;

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let mut found = Vec::new();
    for id in scene.reached_functions() {
        let language = scene.flow.program.language_of(id);
        let body = &scene.flow.program.function(id).body;
        if !matches!(language, Language::Go | Language::Rust) {
            continue;
        }
        let mut each = |statement: &Statement, rest: &[Statement], outermost: bool| {
            let ignored = thrown_away(statement, language)
                .or_else(|| overwritten(scene, body, statement, rest, outermost).filter(|_| language == Language::Go));
            if let Some(expr) = ignored.filter(|expr| matters(scene, id, expr)) {
                found.push(said(scene, id, expr));
            }
        };
        with_the_rest(body, true, &mut each);
    }
    found
}

fn said(scene: &Scene<'_>, id: FunctionId, expr: &Expr) -> (Place, Finding) {
    let finding = rule::SWALLOWED.found("whether this worked is looked at by nobody").as_bad_as(scene.in_handler(id));
    scene.at(finding, Place { unit: scene.flow.program.function(id).unit, at: expr.at }, None)
}

/// What is tidied up may be gone already.
fn matters(scene: &Scene<'_>, id: FunctionId, expr: &Expr) -> bool {
    match deed_in(scene, id, expr) {
        Some(Capability::DeleteFile | Capability::ReadEnvironment) => false,
        Some(_) => true,
        None => scene.flow.program.language_of(id) == Language::Go && parses(expr),
    }
}

/// Every statement, with those behind it, and whether they are all that the function does.
fn with_the_rest<'f>(
    body: &'f [Statement],
    outermost: bool,
    visit: &mut dyn FnMut(&'f Statement, &'f [Statement], bool),
) {
    for (index, statement) in body.iter().enumerate() {
        visit(statement, &body[index + 1..], outermost);
        match &statement.deed {
            Deed::If { arms, otherwise } => {
                for (_, body) in arms {
                    with_the_rest(body, false, visit);
                }
                with_the_rest(otherwise, false, visit);
            }
            Deed::Switch { arms, .. } => arms.iter().for_each(|arm| with_the_rest(&arm.body, false, visit)),
            Deed::Loop { body, .. } | Deed::Block(body) => with_the_rest(body, false, visit),
            _ => {}
        }
    }
}

/// `x, _ := f()`, `_ = f()`, `let _ = f();`, `f().ok();`.
fn thrown_away(statement: &Statement, language: Language) -> Option<&Expr> {
    match (&statement.deed, language) {
        (Deed::Assign { target: Pattern::Nothing, value, .. }, _) => Some(value),
        (Deed::Assign { target: Pattern::List(parts), value, .. }, Language::Go) => {
            matches!(parts.last(), Some(Pattern::Nothing)).then_some(value)
        }
        (Deed::Run(Expr { kind: Kind::Call(call), .. }), Language::Rust) => {
            let ok = matches!(&call.callee.kind, Kind::Member(_, name) if &**name == "ok");
            called_on(call).filter(|_| ok)
        }
        _ => None,
    }
}

/// `x, err := f()`, where `err` gets another value, or the function ends, before anybody looks at it.
fn overwritten<'f>(
    scene: &Scene<'_>,
    body: &[Statement],
    statement: &'f Statement,
    rest: &[Statement],
    outermost: bool,
) -> Option<&'f Expr> {
    let Deed::Assign { target, value, .. } = &statement.deed else { return None };
    let error = error_in(target).filter(|_| matches!(value.kind, Kind::Call(_)))?;
    if seen_elsewhere(scene, body, error) {
        return None;
    }
    let next = rest.iter().find(|next| mentions(next, error) || error_of(next) == Some(error));
    match next {
        Some(next) => (!mentions(next, error)).then_some(value),
        None => outermost.then_some(value),
    }
}

fn error_of(statement: &Statement) -> Option<&Name> {
    match &statement.deed {
        Deed::Assign { target, .. } => error_in(target),
        _ => None,
    }
}

fn error_in(target: &Pattern) -> Option<&Name> {
    let last = if let Pattern::List(parts) = target { parts.last()? } else { target };
    match last {
        Pattern::Name(name) if &**name == "err" || name.ends_with("Err") => Some(name),
        _ => None,
    }
}

fn mentions(statement: &Statement, name: &Name) -> bool {
    let mut found = false;
    expressions_of(std::slice::from_ref(statement), &mut |expr| {
        found |= matches!(&expr.kind, Kind::Name(own) if own == name);
    });
    found
}

/// A closure looks at it, or it is a result with a name, which a plain `return` hands on.
fn seen_elsewhere(scene: &Scene<'_>, body: &[Statement], name: &Name) -> bool {
    let mut seen = false;
    statements_of(body, &mut |statement| seen |= matches!(statement.deed, Deed::Return(None)));
    expressions_of(body, &mut |expr| {
        if let Kind::Function(inner) = &expr.kind {
            seen |= scene.flow.program.function(*inner).body.iter().any(|statement| mentions(statement, name));
        }
    });
    seen
}

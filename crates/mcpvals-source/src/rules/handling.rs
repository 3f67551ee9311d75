//! What a handler does with errors.

use mcpvals_model::{Finding, Severity};

use super::{Scene, static_rules as rule};
use crate::flow::Place;
use crate::form::{
    Catch, Deed, Entry, Expr, FunctionId, Kind, Pattern, Range, Statement, expressions_of, statements_of,
};
use crate::language::Language;

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let mut found = Vec::new();
    for id in scene.reached_functions() {
        let unit = scene.flow.program.function(id).unit;
        let mut each = |catch: &Catch| of_catch(scene, id, unit, catch, &mut found);
        catches_of(&scene.flow.program.function(id).body, &mut each);
        suppressed_in(&scene.flow.program.function(id).body, &mut |at| {
            let finding = rule::SWALLOWED.found("whatever fails here, nobody hears of it");
            let finding = finding.as_bad_as(scene.in_handler(id));
            found.push(scene.at(finding, Place { unit, at }, None));
        });
    }
    found
}

fn catches_of(statements: &[Statement], visit: &mut dyn FnMut(&Catch)) {
    statements_of(statements, &mut |statement| {
        if let Deed::Try { catches, .. } = &statement.deed {
            catches.iter().for_each(&mut *visit);
        }
    });
}

fn of_catch(scene: &Scene<'_>, id: FunctionId, unit: u32, catch: &Catch, found: &mut Vec<(Place, Finding)>) {
    let root = scene.registry.roots.contains(&id);
    let place = Place { unit, at: catch.at };
    let all = catch.kinds.is_empty() || catch.kinds.iter().any(|kind| is_every_error(kind));
    // A helper may have a reason, such as a file that is not there; a handler answers as if all went well.
    if swallows(catch) || root && all && catch.body.iter().all(is_empty_answer) {
        let severity = if root && all { Severity::Medium } else { Severity::Low };
        let finding = rule::SWALLOWED.found("an error is caught, and nothing is done with it").as_bad_as(severity);
        found.push(scene.at(finding, place, None));
    }
    if !root {
        return;
    }
    let mut parts = std::collections::BTreeSet::new();
    expressions_of(&catch.body, &mut |expr| {
        // What a text starts with says nothing of the rest.
        if let Kind::Join(inner) = &expr.kind {
            parts.extend(inner.iter().map(|part| part.at));
        }
        if parts.contains(&expr.at) {
            return;
        }
        if let Some(text) = expr.text().filter(|text| is_generic(text)) {
            let place = Place { unit, at: expr.at };
            let finding = rule::GENERIC.found(format!("the error says only {text:?}"));
            found.push(scene.at(finding, place, None));
        }
    });
    let language = scene.flow.program.language_of(id);
    let said = language == Language::Python && all && catch.body.iter().any(says_failure);
    if said || language.is_script() && answers_as_success(&catch.body) {
        let finding = rule::AS_SUCCESS.found("a failure is answered without `isError`");
        found.push(scene.at(finding, place, None));
    }
    debug_assert!(!matches!(scene.flow.program.language_of(id), Language::Go | Language::Rust), "they have no `catch`");
}

fn is_every_error(kind: &str) -> bool {
    matches!(kind, "Exception" | "BaseException")
}

/// `return ""`: what is answered in place of what went wrong is nothing.
fn is_empty_answer(statement: &Statement) -> bool {
    let Deed::Return(value) = &statement.deed else { return false };
    value.as_ref().is_none_or(|value| match &value.kind {
        Kind::Null | Kind::Nothing => true,
        Kind::Text(text) => text.trim().is_empty(),
        Kind::List(items) => items.is_empty(),
        Kind::Object(entries) => entries.is_empty(),
        _ => false,
    })
}

/// `return f"Error: {error}"`: an answer like others, to whoever does not read it.
fn says_failure(statement: &Statement) -> bool {
    let Deed::Return(Some(value)) = &statement.deed else { return false };
    let text = match &value.kind {
        Kind::Join(parts) => parts.first().and_then(Expr::text),
        _ => value.text(),
    };
    text.is_some_and(|text| super::as_success::is_failure(text))
}

/// Where `with contextlib.suppress(Exception):` stands around more than what tidies up.
fn suppressed_in(statements: &[Statement], visit: &mut dyn FnMut(Range)) {
    statements_of(statements, &mut |statement| {
        let Deed::Block(body) = &statement.deed else { return };
        let Some((first, rest)) = body.split_first() else { return };
        let Deed::Assign { target: Pattern::Nothing, value: Expr { kind: Kind::Call(call), .. }, .. } = &first.deed
        else {
            return;
        };
        let suppresses = matches!(call.callee.dotted().as_deref(), Some("contextlib.suppress" | "suppress"));
        let every = call.arguments.iter().any(|kind| kind.value.dotted().is_some_and(|kind| is_every_error(&kind)));
        if suppresses && every && !rest.iter().all(tidies_up) {
            visit(first.at);
        }
    });
}

/// `connection.close()`: what is left of it is gone anyway.
fn tidies_up(statement: &Statement) -> bool {
    let Deed::Run(Expr { kind: Kind::Call(call), .. }) = &statement.deed else { return false };
    let name = call.callee.dotted().unwrap_or_default();
    let last = name.rsplit('.').next().unwrap_or(&name);
    matches!(
        last,
        "close"
            | "aclose"
            | "disconnect"
            | "quit"
            | "stop"
            | "cancel"
            | "kill"
            | "terminate"
            | "unlink"
            | "remove"
            | "rmtree"
            | "cleanup"
            | "shutdown"
            | "release"
            | "flush"
            | "wait"
            | "logout"
            | "rollback"
    )
}

fn swallows(catch: &Catch) -> bool {
    catch.body.iter().all(|statement| match &statement.deed {
        Deed::Leave => true,
        Deed::Run(expr) => matches!(expr.kind, Kind::Nothing | Kind::Null | Kind::Text(_)),
        _ => false,
    })
}

fn is_generic(text: &str) -> bool {
    if !text.contains(' ') && !text.starts_with(char::is_uppercase) {
        return false;
    }
    let plain = text.trim().trim_end_matches(['.', '!', ':']).to_ascii_lowercase();
    matches!(
        plain.as_str(),
        "error"
            | "something went wrong"
            | "an error occurred"
            | "an error has occurred"
            | "failed"
            | "unknown error"
            | "operation failed"
            | "internal error"
            | "oops"
            | "error occurred"
            | "an unexpected error occurred"
            | "request failed"
            | "tool failed"
            | "execution failed"
    )
}

/// `return { content: […] }` without `isError`.
fn answers_as_success(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.deed {
        Deed::Return(Some(Expr { kind: Kind::Object(entries), .. })) => {
            let has = |name: &str| entries.iter().any(|Entry { key, .. }| key.as_deref() == Some(name));
            has("content") && !has("isError") && entries.iter().all(|entry| entry.key.is_some())
        }
        _ => false,
    })
}

//! What a handler does with errors.

use mcpvals_model::{Finding, Severity};

use super::{Scene, static_rules as rule};
use crate::flow::Place;
use crate::form::{Catch, Deed, Entry, Expr, FunctionId, Kind, Statement, expressions_of, statements_of};
use crate::language::Language;

pub(super) fn found(scene: &Scene<'_>) -> Vec<(Place, Finding)> {
    let mut found = Vec::new();
    for id in scene.reached_functions() {
        let unit = scene.flow.program.function(id).unit;
        let mut each = |catch: &Catch| of_catch(scene, id, unit, catch, &mut found);
        catches_of(&scene.flow.program.function(id).body, &mut each);
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
    if swallows(catch) {
        // A helper may have a reason, such as a file that is not there; a handler answers as if all went well.
        let all =
            catch.kinds.is_empty() || catch.kinds.iter().any(|kind| matches!(&**kind, "Exception" | "BaseException"));
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
    if scene.flow.program.language_of(id).is_script() && answers_as_success(&catch.body) {
        let finding = rule::AS_SUCCESS.found("a failure is answered without `isError`");
        found.push(scene.at(finding, place, None));
    }
    debug_assert!(!matches!(scene.flow.program.language_of(id), Language::Go | Language::Rust), "they have no `catch`");
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

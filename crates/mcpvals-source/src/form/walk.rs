//! Walks over expressions and statements, without looking into functions.

use super::{Arm, Catch, Deed, Entry, Expr, Kind, Pattern, Statement};

/// Every statement, outer ones first, without those of functions.
pub(crate) fn statements_of<'f>(statements: &'f [Statement], visit: &mut dyn FnMut(&'f Statement)) {
    for statement in statements {
        visit(statement);
        for body in bodies_of(statement) {
            statements_of(body, visit);
        }
    }
}

/// The blocks of a statement.
fn bodies_of(statement: &Statement) -> Vec<&[Statement]> {
    match &statement.deed {
        Deed::If { arms, otherwise } => {
            arms.iter().map(|(_, body)| body.as_slice()).chain([otherwise.as_slice()]).collect()
        }
        Deed::Switch { arms, .. } => arms.iter().map(|arm| arm.body.as_slice()).collect(),
        Deed::Loop { body, .. } | Deed::Block(body) => vec![body],
        Deed::Try { body, catches, finally } => {
            let caught = catches.iter().map(|catch| catch.body.as_slice());
            [body.as_slice(), finally.as_slice()].into_iter().chain(caught).collect()
        }
        _ => Vec::new(),
    }
}

/// Every expression within the statements, outer ones first.
pub(crate) fn expressions_of<'f>(statements: &'f [Statement], visit: &mut dyn FnMut(&'f Expr)) {
    for statement in statements {
        expressions_of_statement(statement, visit);
    }
}

fn expressions_of_statement<'f>(statement: &'f Statement, visit: &mut dyn FnMut(&'f Expr)) {
    match &statement.deed {
        Deed::Run(expr) | Deed::Value(expr) | Deed::Return(Some(expr)) | Deed::Throw(Some(expr)) => within(expr, visit),
        Deed::Assign { target, value, .. } => {
            within_pattern(target, visit);
            within(value, visit);
        }
        Deed::If { arms, otherwise } => {
            for (test, body) in arms {
                within(test, visit);
                expressions_of(body, visit);
            }
            expressions_of(otherwise, visit);
        }
        Deed::Switch { subject, arms } => {
            within(subject, visit);
            for Arm { cases, body, .. } in arms {
                for case in cases {
                    within(case, visit);
                }
                expressions_of(body, visit);
            }
        }
        Deed::Loop { over, body, .. } => {
            if let Some(over) = over {
                within(over, visit);
            }
            expressions_of(body, visit);
        }
        Deed::Try { body, catches, finally } => {
            expressions_of(body, visit);
            for Catch { body, .. } in catches {
                expressions_of(body, visit);
            }
            expressions_of(finally, visit);
        }
        Deed::Block(body) => expressions_of(body, visit),
        Deed::Return(None) | Deed::Throw(None) | Deed::Leave | Deed::Define(_) => {}
    }
}

fn within_pattern<'f>(pattern: &'f Pattern, visit: &mut dyn FnMut(&'f Expr)) {
    match pattern {
        Pattern::Place(place) => within(place, visit),
        Pattern::Object(members) => members.iter().for_each(|(_, member)| within_pattern(member, visit)),
        Pattern::List(members) => members.iter().for_each(|member| within_pattern(member, visit)),
        Pattern::Name(_) | Pattern::Nothing => {}
    }
}

/// The expression, and every one within it.
pub(crate) fn within<'f>(expr: &'f Expr, visit: &mut dyn FnMut(&'f Expr)) {
    visit(expr);
    match &expr.kind {
        Kind::Join(parts) | Kind::List(parts) | Kind::Any(parts) => parts.iter().for_each(|part| within(part, visit)),
        Kind::Member(inner, _) | Kind::Not(inner) | Kind::Spread(inner) => within(inner, visit),
        Kind::Index(object, index) => {
            within(object, visit);
            within(index, visit);
        }
        Kind::Call(call) => {
            within(&call.callee, visit);
            call.arguments.iter().for_each(|argument| within(&argument.value, visit));
        }
        Kind::Object(entries) => entries.iter().for_each(|Entry { value, .. }| within(value, visit)),
        Kind::Binary(_, sides) => sides.iter().for_each(|side| within(side, visit)),
        Kind::Choice(parts) => parts.iter().for_each(|part| within(part, visit)),
        Kind::Assign(assigned) => {
            within_pattern(&assigned.0, visit);
            within(&assigned.1, visit);
        }
        Kind::Do(body) => expressions_of(body, visit),
        Kind::Name(_)
        | Kind::Text(_)
        | Kind::Regex(_)
        | Kind::Number(_)
        | Kind::Truth(_)
        | Kind::Null
        | Kind::Function(_)
        | Kind::Nothing => {}
    }
}

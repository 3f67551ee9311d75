//! The order in which functions are looked at: what is called first.

use std::collections::HashMap;

use super::Program;
use crate::form::{Expr, FunctionId, Kind, Name, expressions_of};

/// A name that more functions bear than this says nothing of which one is meant.
const NAMESAKES_MAX: usize = 8;

/// Functions in the order that their callees come first. Where they call each other in a ring, one has to be first.
pub(super) fn called_first(program: &Program) -> Vec<FunctionId> {
    let mut by_name: HashMap<&str, Vec<FunctionId>> = HashMap::new();
    for (index, function) in program.functions.iter().enumerate() {
        if let Some(name) = &function.name {
            by_name.entry(name).or_default().push(FunctionId(u32::try_from(index).unwrap_or(u32::MAX)));
        }
    }
    let mut ordered = Vec::with_capacity(program.functions.len());
    let mut seen = vec![false; program.functions.len()];
    for start in 0..program.functions.len() {
        visit(program, &by_name, FunctionId(u32::try_from(start).unwrap_or(u32::MAX)), &mut seen, &mut ordered);
    }
    ordered
}

/// Depth first, with the stack in our own hands: chains of calls may be long.
fn visit(
    program: &Program,
    by_name: &HashMap<&str, Vec<FunctionId>>,
    start: FunctionId,
    seen: &mut [bool],
    ordered: &mut Vec<FunctionId>,
) {
    if std::mem::replace(&mut seen[start.0 as usize], true) {
        return;
    }
    let mut stack = vec![(start, callees(program, by_name, start))];
    while let Some((id, waiting)) = stack.last_mut() {
        match waiting.pop() {
            Some(next) if !seen[next.0 as usize] => {
                seen[next.0 as usize] = true;
                stack.push((next, callees(program, by_name, next)));
            }
            Some(_) => {}
            None => {
                ordered.push(*id);
                stack.pop();
            }
        }
    }
}

/// Functions whose names stand in the function's body.
fn callees(program: &Program, by_name: &HashMap<&str, Vec<FunctionId>>, id: FunctionId) -> Vec<FunctionId> {
    let mut found = Vec::new();
    let mut names: Vec<Name> = Vec::new();
    let file = program.file_of(id);
    expressions_of(&program.function(id).body, &mut |expr: &Expr| match &expr.kind {
        Kind::Name(name) | Kind::Member(_, name) => names.push(name.clone()),
        Kind::Function(inner) => found.push(*inner),
        _ => {}
    });
    names.sort();
    names.dedup();
    for name in names {
        let meant = file.imports.get(&name).and_then(|(_, member)| member.clone()).unwrap_or(name);
        if let Some(same) = by_name.get(&*meant).filter(|same| same.len() <= NAMESAKES_MAX) {
            found.extend(same);
        }
    }
    found
}

//! Functions that are handed on as others: bound to an object, or wrapped by one that calls them with what it is given.

use super::Flow;
use super::call::Made;
use crate::form::{Expr, FunctionId, Kind, Name, Parameter, Pattern, expressions_of};

/// Nobody wraps deeper.
const DEPTH_MAX: u32 = 4;

impl Flow<'_> {
    /// `wrap(async ({ folder }) => …)`: the function that the wrapper's own function calls with what it is given.
    pub(super) fn wrapped(&self, wrapper: FunctionId, made: &Made<'_>) -> Option<FunctionId> {
        let inner = self.program.function(self.closure_of(wrapper)?);
        let outer = &self.program.function(wrapper).parameters;
        let given = outer.iter().zip(&made.arguments).filter_map(|(parameter, (_, value))| match &parameter.pattern {
            Pattern::Name(name) => Some((name, value.function?)),
            _ => None,
        });
        let own: Vec<&Name> = inner.parameters.iter().flat_map(names_of).collect();
        let mut given = given.filter(|(name, _)| self.calls_with(&inner.body, name, &own, 0));
        given.next().map(|(_, function)| function)
    }

    /// Is the name called with one of these, here or in a function that is made here?
    fn calls_with(&self, body: &[crate::form::Statement], called: &Name, given: &[&Name], depth: u32) -> bool {
        let mut found = false;
        expressions_of(body, &mut |expr| match &expr.kind {
            Kind::Call(call) => {
                let function = match &call.callee.kind {
                    Kind::Member(object, method) if matches!(&**method, "call" | "apply") => object,
                    _ => &call.callee,
                };
                let named = matches!(&function.kind, Kind::Name(name) if name == called);
                found |= named && call.arguments.iter().any(|argument| is_one_of(&argument.value, given));
            }
            Kind::Function(inner) if depth < DEPTH_MAX => {
                found |= self.calls_with(&self.program.function(*inner).body, called, given, depth + 1);
            }
            _ => {}
        });
        found
    }

    /// What a wrapper of the program makes, where a call of it is handed on.
    pub(crate) fn wrapper_in(&mut self, expr: &Expr) -> Option<FunctionId> {
        let Kind::Call(call) = &expr.kind else { return None };
        let wrapper = self.without_doing(|flow| flow.expression(&call.callee).function)?;
        self.closure_of(wrapper)
    }

    /// The function in a call of something that is not known: `withLogging(handler)` of a library.
    pub(crate) fn wrapped_by_library(&mut self, expr: &Expr) -> Option<FunctionId> {
        let Kind::Call(call) = &expr.kind else { return None };
        let last = call.arguments.last()?;
        if let Kind::Function(id) = &last.value.kind {
            return Some(*id);
        }
        let handed = self.without_doing(|flow| flow.expression(&last.value).function);
        handed.or_else(|| self.wrapped_by_library(&last.value))
    }
}

fn names_of(parameter: &Parameter) -> Vec<&Name> {
    match &parameter.pattern {
        Pattern::Name(name) => vec![name],
        Pattern::Object(members) => members.iter().map(|(name, _)| name).collect(),
        Pattern::List(_) | Pattern::Place(_) | Pattern::Nothing => Vec::new(),
    }
}

/// The name itself, all of it, or an object with it.
fn is_one_of(expr: &Expr, names: &[&Name]) -> bool {
    match &expr.kind {
        Kind::Name(name) => names.contains(&name),
        Kind::Spread(inner) => is_one_of(inner, names),
        Kind::Object(entries) => entries.iter().any(|entry| is_one_of(&entry.value, names)),
        Kind::Binary(_, sides) => sides.iter().any(|side| is_one_of(side, names)),
        _ => false,
    }
}

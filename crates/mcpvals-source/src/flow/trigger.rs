//! What only happens at a time, or after a number of calls.

use super::result::EventKind;
use super::{Flow, Label, Value};
use crate::facts::Capability;
use crate::form::{Expr, Kind, Pattern, Statement};

impl Flow<'_> {
    /// A variable of the file that is counted up by a constant.
    pub(super) fn counted(&mut self, target: &Pattern, value: &Expr) {
        if !matches!(value.kind, Kind::Number(_)) {
            return;
        }
        let current = self.current();
        let unit = self.program.function(current).unit;
        let top = self.program.files[unit as usize].unit.top;
        if Some(current) == top {
            return;
        }
        let name = match target {
            Pattern::Name(name) => name.clone(),
            // `state["calls"] += 1`.
            Pattern::Place(Expr { kind: Kind::Member(object, _), .. }) => match &object.kind {
                Kind::Name(name) => name.clone(),
                _ => return,
            },
            _ => return,
        };
        if self.globals.contains_key(&(unit, name.clone())) {
            self.counters.insert((unit, name.clone()));
            let label = self.label(Label::Counter);
            let counter = Value { exact: None, ..Value::of_label(label) };
            self.bind(&name, counter);
        }
    }

    /// Something dangerous that only happens at a time, or after a number of calls.
    pub(super) fn trigger(&mut self, tested: &Value, test: &Expr, body: &[Statement], from: usize) {
        let by_clock =
            tested.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Time | Label::Counter));
        if !by_clock || !compares_constant(test) || body.is_empty() {
            return;
        }
        let current = self.current();
        let draft = self.draft(current);
        let done = draft.capabilities.get(from..).unwrap_or_default();
        let dangerous = done.iter().find(|(capability, _)| {
            matches!(
                capability,
                Capability::Spawn
                    | Capability::Evaluate
                    | Capability::Send
                    | Capability::DeleteFile
                    | Capability::DeleteRows
                    | Capability::ReadEnvironment
            )
        });
        if let Some((capability, _)) = dangerous {
            let what = format!("{capability:?}");
            self.event(EventKind::Trigger, test.at, what);
        }
    }
}

/// Is something compared with a number or a date that stands in the source?
fn compares_constant(test: &Expr) -> bool {
    use crate::form::Operator::{And, Equal, Greater, Less, Or};
    match &test.kind {
        Kind::Binary(Less | Greater | Equal, sides) => sides.iter().any(is_written),
        Kind::Binary(And | Or, sides) => sides.iter().any(compares_constant),
        Kind::Not(inner) => compares_constant(inner),
        _ => false,
    }
}

fn is_written(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Number(_) | Kind::Text(_) => true,
        Kind::Call(call) => {
            !call.arguments.is_empty()
                && call.arguments.iter().all(|argument| matches!(argument.value.kind, Kind::Number(_) | Kind::Text(_)))
        }
        _ => false,
    }
}

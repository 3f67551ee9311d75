//! What only happens at a time, or after a number of calls.

use super::result::EventKind;
use super::{Flow, Label, Value};
use crate::facts::Capability;
use crate::form::{Deed, Expr, Kind, Operator, Pattern, Statement, statements_of};

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

    /// Is a clock, or a count, compared with a number or a date that stands in the source?
    fn compares_clock(&mut self, test: &Expr, body: &[Statement]) -> bool {
        match &test.kind {
            Kind::Binary(Operator::Less | Operator::Greater | Operator::Equal, sides) => {
                let [one, other] = &**sides;
                [(one, other), (other, one)].into_iter().any(|(clock, written)| {
                    let told = is_written(written) && !is_length(clock) && !is_interval(clock, body);
                    told && self.is_clock(clock)
                })
            }
            Kind::Binary(Operator::And | Operator::Or, sides) => {
                sides.iter().any(|side| self.compares_clock(side, body))
            }
            Kind::Not(inner) => self.compares_clock(inner, body),
            _ => false,
        }
    }

    fn is_clock(&mut self, expr: &Expr) -> bool {
        let value = self.without_doing(|flow| flow.expression(expr));
        value.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Time | Label::Counter))
    }

    /// Something dangerous that only happens at a time, or after a number of calls.
    pub(super) fn trigger(&mut self, tested: &Value, test: &Expr, body: &[Statement], from: usize) {
        let by_clock =
            tested.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Time | Label::Counter));
        if !by_clock || body.is_empty() || !self.compares_clock(test, body) {
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
                    | Capability::DeleteRemote
                    | Capability::ReadEnvironment
            )
        });
        if let Some((capability, _)) = dangerous {
            let what = format!("{capability:?}");
            self.event(EventKind::Trigger, test.at, what);
        }
    }
}

/// How many there are, and no clock, whatever it was chosen by.
fn is_length(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Member(_, name) => matches!(&**name, "length" | "size"),
        Kind::Call(call) => matches!(call.callee.dotted().as_deref(), Some("len")),
        _ => false,
    }
}

/// `now - last > 15000`, where `last` is set anew behind the test: how often it happens at most, and not when it begins.
fn is_interval(compared: &Expr, body: &[Statement]) -> bool {
    let Kind::Binary(Operator::Arithmetic, sides) = &compared.kind else { return false };
    let names: Vec<String> = sides.iter().filter_map(Expr::dotted).collect();
    let mut set_anew = false;
    statements_of(body, &mut |statement| {
        if let Deed::Assign { target, .. } = &statement.deed {
            let written = match target {
                Pattern::Name(name) => Some(name.to_string()),
                Pattern::Place(place) => place.dotted(),
                _ => None,
            };
            set_anew |= written.is_some_and(|written| names.contains(&written));
        }
    });
    set_anew
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

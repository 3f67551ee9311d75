//! Statements: what runs, in order, and what is known behind loops and what was tried.

use super::member::element;
use super::{Flow, Label, Value, When};
use crate::form::{Catch, Deed, Expr, FunctionId, Pattern, Statement};
use crate::language::Language;

/// How statements end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ends {
    /// At their end.
    Through,
    /// Out of a loop.
    Leave,
    Return,
    Throw,
}

impl Flow<'_> {
    pub(super) fn statements(&mut self, statements: &[Statement]) -> Ends {
        for statement in statements {
            let ends = self.statement(statement);
            if ends != Ends::Through {
                return ends;
            }
        }
        Ends::Through
    }

    fn statement(&mut self, statement: &Statement) -> Ends {
        self.steps += 1;
        if self.steps > super::STEPS_MAX {
            return Ends::Through;
        }
        match &statement.deed {
            Deed::Run(expr) => {
                let value = self.expression(expr);
                self.after_check(&value);
                Ends::Through
            }
            Deed::Value(expr) => {
                let value = self.expression(expr);
                self.yielded(value, statement.at);
                Ends::Through
            }
            Deed::Assign { target, value, added } => {
                let seen = self.expression(value);
                self.token_made(target, &seen, statement.at);
                self.assign(target, seen, *added);
                if *added {
                    self.counted(target, value);
                }
                Ends::Through
            }
            Deed::If { arms, otherwise } => self.branches(arms, otherwise),
            Deed::Switch { subject, arms } => self.switch(subject, arms),
            Deed::Loop { binder, over, body } => self.round(binder, over.as_ref(), body),
            Deed::Try { body, catches, finally } => self.attempt(body, catches, finally),
            Deed::Return(value) => {
                let value = value.as_ref().map(|value| self.expression(value));
                self.returned(value.unwrap_or_default(), statement.at);
                Ends::Return
            }
            Deed::Throw(value) => {
                if let Some(value) = value {
                    self.expression(value);
                }
                Ends::Throw
            }
            Deed::Leave => Ends::Leave,
            Deed::Define(id) => {
                self.define(*id);
                Ends::Through
            }
            Deed::Block(body) => self.statements(body),
        }
    }

    /// What a check that throws leaves behind when it came back.
    fn after_check(&mut self, value: &Value) {
        let Some(facts) = &value.facts else { return };
        if value.settled {
            self.know(facts, true, true);
        } else if self.language_here() == Language::Rust {
            // `check(x)?;`: nobody throws away what a test says, so it is one that ends the function.
            let either: Vec<_> = facts.iter().filter(|fact| fact.when == When::Either).cloned().collect();
            self.know(&either, true, false);
        }
    }

    fn define(&mut self, id: FunctionId) {
        let program = self.program;
        let function = program.function(id);
        if let Some(name) = function.name.clone().filter(|_| function.owner.is_none()) {
            let value = Value { function: Some(id), ..Value::of_path(name.clone()) };
            self.bind(&name, value);
        }
        let top = program.file_of(id).unit.top;
        if function.parent != top
            && !self.shallow
            && let Some(active) = self.active.last_mut()
        {
            active.pending.push(id);
        }
        if !self.shallow {
            self.registered_by_marks(id);
        }
    }

    fn round(&mut self, binder: &Pattern, over: Option<&Expr>, body: &[Statement]) -> Ends {
        let over_value = over.map(|over| self.expression(over)).unwrap_or_default();
        self.push_frame();
        if matches!(binder, Pattern::Nothing) {
            let facts = over_value.facts.clone().unwrap_or_default();
            self.know(&facts, true, false);
        } else {
            let element = element(&over_value);
            self.assign(binder, element, false);
        }
        let ends = self.statements(body);
        let frame = self.pop_frame();
        // What holds at the end of every round holds for all elements, unless rounds are left before.
        if ends == Ends::Through && !matches!(binder, Pattern::Nothing) && !may_leave(body) {
            let known =
                frame.cleared.iter().filter(|(label, ..)| over_value.taints.iter().any(|own| own.label == *label));
            let known: Vec<_> = known.copied().collect();
            self.frames.last_mut().into_iter().for_each(|outer| outer.cleared.extend(known.iter().copied()));
        }
        if matches!(ends, Ends::Through | Ends::Leave) {
            self.merge(&[frame], false);
        }
        Ends::Through
    }

    fn attempt(&mut self, body: &[Statement], catches: &[Catch], finally: &[Statement]) -> Ends {
        self.push_frame();
        let tried = self.statements(body);
        let frame = self.pop_frame();
        let mut left = Vec::new();
        let mut all_end = true;
        let mut ends = vec![tried];
        for catch in catches {
            self.push_frame();
            if let Some(name) = &catch.name {
                let error = self.source(Label::Error);
                self.bind(name, error);
            }
            self.tidying += 1;
            let end = self.statements(&catch.body);
            self.tidying -= 1;
            let caught = self.pop_frame();
            all_end &= end != Ends::Through;
            if end == Ends::Through {
                left.push(caught);
            }
            ends.push(end);
        }
        if tried == Ends::Through {
            if all_end {
                // Behind it, the body was done to its end.
                let cleared = frame.cleared.clone();
                if let Some(outer) = self.frames.last_mut() {
                    outer.cleared.extend(cleared);
                }
            }
            left.insert(0, frame);
        }
        self.merge(&left, true);
        self.tidying += 1;
        let last = self.statements(finally);
        self.tidying -= 1;
        if last == Ends::Through { ends.into_iter().min().unwrap_or(Ends::Through) } else { last }
    }
}

/// Does a round of the loop with this body end before its end?
fn may_leave(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.deed {
        Deed::Leave => true,
        Deed::If { arms, otherwise } => arms.iter().any(|(_, body)| may_leave(body)) || may_leave(otherwise),
        Deed::Switch { arms, .. } => arms.iter().any(|arm| may_leave(&arm.body)),
        Deed::Try { body, catches, finally } => {
            may_leave(body) || catches.iter().any(|catch| may_leave(&catch.body)) || may_leave(finally)
        }
        Deed::Block(body) => may_leave(body),
        _ => false,
    })
}

//! Assignments: names, members of objects and places that get a value.

use std::rc::Rc;

use super::result::EventKind;
use super::{Flow, Form, Label, Value};
use crate::form::{Expr, Kind, Name, Pattern, Range};

impl Flow<'_> {
    /// Gives a value to a name, the members of an object, or a place.
    pub(super) fn assign(&mut self, target: &Pattern, value: Value, added: bool) {
        match target {
            Pattern::Name(name) => {
                self.set_anew(name);
                if added {
                    let before = self.variable(name);
                    let grown = self.grown(&before, &value).unwrap_or_else(|| before.or(&value));
                    self.bind(name, grown);
                } else {
                    self.bind(name, value);
                }
            }
            Pattern::Object(members) => {
                let taken_out = members.iter().any(|(member, _)| crate::knowledge::is_secret_name(member));
                for (member, inner) in members {
                    let mut part = if &**member == "*" { value.clone() } else { self.member(&value, member) };
                    if &**member == "*" && taken_out {
                        part.taints.retain(|taint| !matches!(self.label_of(taint.label), Label::Secret(_)));
                    }
                    self.assign(inner, part, false);
                }
            }
            Pattern::List(parts) => {
                for (index, inner) in parts.iter().enumerate() {
                    let part = value.item(index).cloned().unwrap_or_else(|| part_of(&value, index));
                    self.assign(inner, part, false);
                }
            }
            Pattern::Place(place) => {
                let grown = if added { self.place_grown(place, &value) } else { None };
                self.assign_place(place, grown.unwrap_or(value));
            }
            Pattern::Nothing => {}
        }
    }

    /// `url += more`: a text that grows at its end, so that what stood first still stands first. `None` where it is no
    /// text: a list, a number.
    fn grown(&mut self, before: &Value, added: &Value) -> Option<Value> {
        (may_be_text(before) && may_be_text(added)).then(|| self.joined_texts(&[before.clone(), added.clone()]))
    }

    /// `this.url += more`.
    fn place_grown(&mut self, place: &Expr, added: &Value) -> Option<Value> {
        let Kind::Member(..) = place.kind else { return None };
        let before = self.expression(place);
        self.grown(&before, added)
    }

    /// `a.b = c`: what is known of `a` grows.
    fn assign_place(&mut self, place: &Expr, value: Value) {
        let (object, member) = match &place.kind {
            Kind::Member(object, member) => (object, Some(member)),
            Kind::Index(object, _) => (object, None),
            Kind::Name(name) => return self.bind(name, value),
            _ => return,
        };
        if let Some(member) = member {
            self.told(object, member, &value, place.at);
        }
        match &object.kind {
            Kind::Name(name) if matches!(&**name, "this" | "self") => {
                if let (Some(class), Some(member)) = (self.this_class(), member) {
                    let value = self.settled(value);
                    let key = (class, member.clone());
                    let merged = match self.members.remove(&key) {
                        Some(before) => before.or(&value),
                        None => value,
                    };
                    self.members.insert(key, merged);
                }
            }
            Kind::Name(name) => {
                let mut whole = self.variable(name);
                whole.add_taints(&value.taints);
                whole.exact = None;
                if let Some(member) = member {
                    let mut fields = whole.fields.as_deref().cloned().unwrap_or_default();
                    if fields.len() < super::value::PARTS_MAX {
                        fields.push((member.clone(), value));
                    }
                    whole.fields = Some(Rc::new(fields));
                }
                self.bind(name, whole);
            }
            _ => {}
        }
    }

    fn this_class(&self) -> Option<Name> {
        let mut next = Some(self.current());
        while let Some(id) = next {
            let function = self.program.function(id);
            if function.owner.is_some() {
                return function.owner.clone();
            }
            // Go's receiver is a parameter like others.
            next = function.parent;
        }
        None
    }

    /// A token whose making can be predicted.
    pub(super) fn token_made(&mut self, target: &Pattern, value: &Value, at: Range) {
        let Pattern::Name(name) = target else { return };
        let random = value.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Random));
        if random && crate::knowledge::is_token_name(name) {
            self.event(EventKind::WeakRandom, at, &**name);
        }
    }
}

/// Nothing says that it is something else than a text.
fn may_be_text(value: &Value) -> bool {
    let parts = value.items.is_some() || value.fields.is_some();
    let other = value.function.is_some() || value.class.is_some() || value.truth.is_some() || value.null;
    !parts && !other && value.form != Form::Number
}

/// The answer's first part is the answer, and the others are errors, in languages that return several.
fn part_of(value: &Value, index: usize) -> Value {
    if index == 0 {
        return value.clone();
    }
    Value { taints: Vec::new(), facts: value.facts.clone(), ..Value::default() }
}

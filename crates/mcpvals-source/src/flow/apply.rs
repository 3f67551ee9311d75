//! Applies what is known of a function where it is called.

use std::rc::Rc;

use super::call::Made;
use super::result::Run;
use super::value::Taint;
use super::{Fact, Flow, Form, Hit, HitKind, Label, Subject, TAINTED, Value, bit};
use crate::form::{Deed, FunctionId, Kind, Name, Pattern};
use crate::language::Language;

impl Flow<'_> {
    /// The answer of a function of the program.
    pub(super) fn apply(&mut self, id: FunctionId, made: &Made<'_>) -> Value {
        let function = self.program.function(id);
        let method = function.owner.is_some() && has_self(self.program.language_of(id), &function.parameters);
        let mut values = Vec::new();
        if method {
            values.push(made.receiver.clone().unwrap_or_default());
        }
        let mut position = 0;
        for parameter in function.parameters.iter().skip(values.len()) {
            if parameter.rest {
                values.push(rest_of(made, position, self.program.language_of(id)));
                position = usize::MAX;
                continue;
            }
            let name = if let Pattern::Name(name) = &parameter.pattern { Some(name) } else { None };
            let named = name.and_then(|name| made.named(name));
            let value = if let Some(value) = named {
                value.clone()
            } else {
                let value = made.argument(position).cloned();
                position += usize::from(value.is_some());
                value.unwrap_or_else(|| self.spread(made, name))
            };
            values.push(value);
        }
        self.apply_to(id, &values)
    }

    /// What `**arguments` gives to a parameter.
    fn spread(&mut self, made: &Made<'_>, name: Option<&Name>) -> Value {
        let Some(spread) = made.named("*").cloned() else { return Value::default() };
        match name {
            Some(name) => self.member(&spread, name),
            None => super::member::element(&spread),
        }
    }

    pub(super) fn apply_to(&mut self, id: FunctionId, values: &[Value]) -> Value {
        self.calls_to(id);
        let Some(summary) = self.summary(id) else {
            // It is being looked at just now, and calls itself, or only names are looked at.
            let mut value = Value { function: self.closure_of(id), ..Value::default() };
            for given in values {
                value.add_taints(&given.taints);
            }
            return value.without(bit::WHOLE);
        };
        for (capability, place) in &summary.capabilities {
            self.can_once(*capability, *place);
        }
        for hit in summary.hits.iter().filter(|hit| !hit.listed) {
            let mut given = self.given(hit.label, id, values);
            let start = self.start_given(hit.behind, id, values);
            given.taints.iter_mut().for_each(|taint| start.applied(taint));
            self.reached(hit, &given);
        }
        for run in &summary.runs {
            let list = self.list_given(run, id, values);
            self.arguments_run(&list, run.place, &run.what);
        }
        let mut facts = Vec::new();
        for (label, bits) in &summary.validates {
            let given = self.given(*label, id, values);
            self.cleared_at_call(&given, *bits);
        }
        for fact in &summary.tests {
            let Subject::Label(label) = fact.subject else { continue };
            let given = self.given(label, id, values);
            // What is known of a part of a URL is not known of all of it.
            let bits = match given.form {
                Form::Host | Form::Address => fact.bits & bit::URL,
                Form::UrlPart => 0,
                _ => fact.bits,
            };
            let subjects = given
                .exact
                .into_iter()
                .chain(given.taints.iter().map(|taint| taint.label).filter(|_| given.exact.is_none()));
            facts.extend(subjects.map(|label| Fact { subject: Subject::Label(label), bits, when: fact.when }));
        }
        facts.truncate(32);
        let mut value = self.answer(&summary.returns, id, values);
        if self.program.function(id).name.as_deref().is_some_and(crate::knowledge::is_redaction) {
            value.taints.retain(|taint| !matches!(self.label_of(taint.label), Label::Secret(_) | Label::Environment));
        }
        value.facts = (!facts.is_empty()).then(|| Rc::new(facts));
        value
    }

    /// `const runner = (program) => (name) => …`: the function that a call of the function makes.
    pub(super) fn closure_of(&self, id: FunctionId) -> Option<FunctionId> {
        let body = &self.program.function(id).body;
        let Deed::Return(Some(value)) = &body.last()?.deed else { return None };
        match &value.kind {
            Kind::Function(made) => Some(*made),
            Kind::Name(name) => body.iter().find_map(|statement| match &statement.deed {
                Deed::Define(inner) if self.program.function(*inner).name.as_ref() == Some(name) => Some(*inner),
                _ => None,
            }),
            _ => None,
        }
    }

    fn can_once(&mut self, capability: crate::facts::Capability, place: super::Place) {
        let current = self.current();
        let start = self.active.last().map_or(0, |active| active.arm_start);
        let known =
            self.draft(current).capabilities.get(start..).is_some_and(|seen| seen.contains(&(capability, place)));
        if !known {
            self.can_at(capability, place);
        }
    }

    /// What the call gives for one of the function's labels.
    pub(super) fn given(&mut self, label: u32, id: FunctionId, values: &[Value]) -> Value {
        let Label::Parameter(owner, index, field) = self.label_of(label).clone() else {
            return Value::default();
        };
        if owner != id {
            // What a closure took from around it is as it was.
            return self.checked(Value::of_label(label));
        }
        let mut value = values.get(index as usize).cloned().unwrap_or_default();
        if let Some(field) = field {
            for part in field.split('.') {
                value = self.member(&value, part);
            }
        }
        value
    }

    fn cleared_at_call(&mut self, given: &Value, bits: u32) {
        match given.exact {
            Some(label) => self.clear(label, bits, true),
            None => {
                for taint in given.taints.clone() {
                    self.clear(taint.label, bits, true);
                }
            }
        }
    }

    /// What of the arguments comes to where something of the parameters came.
    fn reached(&mut self, hit: &Hit, given: &Value) {
        if hit.kind == HitKind::Url {
            self.asks_given(hit.place, given);
        }
        // What is a whole statement to the function may be a text that its caller put together.
        let kind = match (hit.kind, given.text.as_deref()) {
            (HitKind::Statement, Some(text)) if !text.starts_with(TAINTED) => HitKind::Sql,
            (kind, _) => kind,
        };
        for taint in given.taints.clone() {
            self.reach(kind, taint, hit.whole, hit.place, &hit.what, hit.weak);
        }
    }

    /// What the function answers, said of the arguments.
    fn answer(&mut self, returns: &Value, id: FunctionId, values: &[Value]) -> Value {
        let mut value = returns.clone();
        value.taints = Vec::new();
        value.exact = None;
        value.facts = None;
        for taint in &returns.taints {
            let start = self.start_given(taint.behind, id, values);
            match self.label_of(taint.label).clone() {
                Label::Parameter(owner, ..) if owner == id => {
                    let given = self.given(taint.label, id, values);
                    let left: Vec<Taint> = given
                        .taints
                        .iter()
                        .map(|own| {
                            let mut left = Taint { bits: own.bits & taint.bits, ..*own };
                            start.applied(&mut left);
                            left
                        })
                        .collect();
                    value.add_taints(&left);
                    if returns.exact == Some(taint.label) {
                        value.exact = given.exact;
                        value.fields = value.fields.or(given.fields);
                        value.text = value.text.or(given.text);
                        value.items = value.items.or(given.items);
                    }
                }
                _ => {
                    let mut left = *taint;
                    start.applied(&mut left);
                    value.add_taints(&[left]);
                }
            }
        }
        self.text_answered(returns, id, values, &mut value);
        if let Some(fields) = &returns.fields {
            let mapped =
                fields.iter().take(40).map(|(name, inner)| (name.clone(), self.inner_answer(inner, id, values)));
            value.fields = Some(Rc::new(mapped.collect()));
        }
        if let Some(items) = &returns.items {
            let mapped = items.iter().take(40).map(|inner| self.inner_answer(inner, id, values));
            value.items = Some(Rc::new(mapped.collect()));
        }
        value
    }

    /// The arguments of a program, of which the caller gave some.
    fn list_given(&mut self, run: &Run, id: FunctionId, values: &[Value]) -> Value {
        let mut list = self.answer(&Value { items: None, ..run.list.clone() }, id, values);
        let Some(own) = &run.list.items else { return list };
        let mut items = Vec::new();
        for item in own.iter().take(super::value::PARTS_MAX) {
            let label = item.exact.or_else(|| match item.taints.as_slice() {
                [only] if item.form == Form::Spread => Some(only.label),
                _ => None,
            });
            let given = label.map(|label| self.given(label, id, values)).unwrap_or_default();
            match &given.items {
                Some(inner) => items.extend(inner.iter().cloned()),
                None => items.push(self.inner_answer(item, id, values)),
            }
        }
        list.items = Some(Rc::new(items));
        list
    }

    /// One level of parts is enough: deeper ones have no taint of their own.
    fn inner_answer(&mut self, inner: &Value, id: FunctionId, values: &[Value]) -> Value {
        if !inner.is_tainted() {
            return inner.clone();
        }
        let plain = Value { fields: None, items: None, ..inner.clone() };
        self.answer(&plain, id, values)
    }
}

/// What a parameter takes that takes all that is left.
fn rest_of(made: &Made<'_>, from: usize, language: Language) -> Value {
    let left = made.arguments.iter().filter(|(name, _)| name.as_deref().is_none_or(|name| name == "*")).skip(from);
    let left: Vec<(bool, &Value)> = left.map(|(name, value)| (name.is_some(), value)).collect();
    // All of a list that somebody hands on.
    if let [(spread, only)] = left.as_slice()
        && (*spread || language == Language::Go && only.items.is_some() || only.form == Form::Spread)
    {
        return (*only).clone();
    }
    let mut list = Value::default();
    let mut items = Vec::new();
    for (spread, value) in left {
        list.add_taints(&value.taints);
        match &value.items {
            Some(own) if spread => items.extend(own.iter().cloned()),
            None if spread => items.push(super::value::spread(value)),
            _ => items.push(value.clone()),
        }
    }
    items.truncate(super::value::PARTS_MAX);
    list.items = Some(Rc::new(items));
    list
}

/// Is the first parameter what the method is called on?
fn has_self(language: Language, parameters: &[crate::form::Parameter]) -> bool {
    let Some(first) = parameters.first() else { return false };
    match language {
        Language::Go => true,
        _ => matches!(&first.pattern, Pattern::Name(name) if matches!(&**name, "self" | "cls")),
    }
}

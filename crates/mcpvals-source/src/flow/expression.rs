//! Expressions: their values.

use std::rc::Rc;

use super::value::{PARTS_MAX, bounded};
use super::{Flow, Form, Label, Value, bit};
use crate::form::{Entry, Expr, FunctionId, Kind, Operator};
use crate::language::Language;

impl Flow<'_> {
    pub(crate) fn expression(&mut self, expr: &Expr) -> Value {
        self.steps += 1;
        if self.steps > super::STEPS_MAX {
            return Value::default();
        }
        match &expr.kind {
            Kind::Name(name) => self.variable(name),
            Kind::Text(text) => Value::of_text(text.clone()),
            Kind::Regex(text) => Value { form: Form::Regex, ..Value::of_text(text.clone()) },
            Kind::Number(text) => Value { form: Form::Number, ..Value::of_text(text.clone()) },
            Kind::Truth(truth) => Value { truth: Some(*truth), ..Value::default() },
            Kind::Null => Value { null: true, ..Value::default() },
            Kind::Join(parts) => self.join(parts),
            Kind::Member(object, name) => {
                let object = self.expression(object);
                self.member(&object, name)
            }
            Kind::Index(object, index) => self.index(object, index),
            Kind::Call(call) => self.call(call, expr.at),
            Kind::List(items) => self.list(items),
            Kind::Object(entries) => self.object(entries, expr),
            Kind::Function(id) => self.function_value(*id),
            Kind::Binary(operator, sides) => self.binary(*operator, &sides[0], &sides[1], expr.at),
            Kind::Not(inner) => self.not(inner),
            Kind::Choice(parts) => self.choice(parts),
            Kind::Any(parts) => {
                let values: Vec<Value> = parts.iter().map(|part| self.expression(part)).collect();
                values.into_iter().reduce(|one, other| one.or(&other)).unwrap_or_default()
            }
            Kind::Spread(inner) => self.expression(inner),
            Kind::Assign(assigned) => {
                let value = self.expression(&assigned.1);
                self.assign(&assigned.0, value.clone(), false);
                value
            }
            Kind::Do(body) if self.language() == Language::Python => listed(self.block_value(body)),
            Kind::Do(body) => self.block_value(body),
            Kind::Nothing => Value::default(),
        }
    }

    fn function_value(&mut self, id: FunctionId) -> Value {
        if !self.shallow && self.summaries[id.0 as usize].is_none() && self.active.len() < 24 {
            self.run(id);
        }
        Value { function: Some(id), ..Value::default() }
    }

    fn block_value(&mut self, body: &[crate::form::Statement]) -> Value {
        if let Some(active) = self.active.last_mut() {
            active.blocks.push(Value { null: true, ..Value::default() });
        }
        self.statements(body);
        self.active.last_mut().and_then(|active| active.blocks.pop()).unwrap_or_default()
    }

    /// One text of parts.
    fn join(&mut self, parts: &[Expr]) -> Value {
        let values: Vec<Value> = parts.iter().map(|part| self.expression(part)).collect();
        let numbers = values.iter().filter(|value| value.form == Form::Number).count();
        if numbers > 0 && numbers == values.len() {
            return Value { form: Form::Number, text: None, ..values.into_iter().next().unwrap_or_default() };
        }
        let lists = values.iter().any(|value| value.items.is_some());
        if lists && !values.iter().any(|value| value.text.is_some()) {
            // Lists that are added.
            return self.joined_lists(values);
        }
        self.joined_texts(&values)
    }

    #[expect(clippy::unused_self, reason = "called like those beside it, which need it")]
    fn joined_lists(&mut self, values: Vec<Value>) -> Value {
        let mut items = Vec::new();
        let mut whole = Value::default();
        for value in values {
            whole.add_taints(&value.taints);
            match value.items {
                Some(own) => items.extend(own.iter().take(PARTS_MAX).cloned()),
                None => items.push(super::value::spread(&value)),
            }
        }
        items.truncate(PARTS_MAX);
        whole.items = Some(Rc::new(items));
        whole
    }

    /// The text that the values make together, with how far each can still do harm where it stands.
    pub(super) fn joined_texts(&mut self, values: &[Value]) -> Value {
        let mut text = String::new();
        let mut made = Value::default();
        let filled = values.iter().filter(|value| value.text.as_deref() != Some("")).count();
        let start = super::behind::start_of(values);
        for value in values {
            let mut part = self.placed(value, &text, filled);
            super::behind::stands_behind(&mut part, start, &text);
            made.add_taints(&part.taints);
            if text.len() < 4_000 {
                self.skeleton_of(value, &mut text);
            }
        }
        if let ([only], 1) = (values, filled) {
            made.exact = only.exact;
            made.form = only.form;
        } else if values.first().is_some_and(|first| matches!(first.form, Form::Resolved | Form::ResolvedText)) {
            made.form = Form::ResolvedText;
        }
        made.temporary = values.first().is_some_and(Value::is_temporary);
        made.start = start.filter(|_| text.starts_with(super::TAINTED));
        made.text = Some(bounded(text));
        made
    }

    /// What a value says within a text. What comes from the world, and from no caller, is as little theirs as a setting.
    pub(super) fn skeleton_of(&self, value: &Value, into: &mut String) {
        let chosen = value.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Parameter(..)));
        if value.text.is_none() && !chosen { into.push(super::UNKNOWN) } else { value.skeleton(into) }
    }

    /// What a value can still do behind what stands before it.
    #[expect(clippy::unused_self, reason = "called like those beside it, which need it")]
    fn placed(&mut self, value: &Value, before: &str, filled: usize) -> Value {
        let mut bits = 0;
        if filled > 1 {
            bits |= bit::WHOLE;
        }
        if !before.is_empty() {
            bits |= bit::OPTION | bit::ROOTED | bit::FREE;
            // A query has its place behind the host, whichever that is.
            if host_is_fixed(before) || before.contains(['?', '#']) {
                bits |= bit::URL | bit::REDIRECT;
            }
        }
        Value::parts(&value.taints).without(bits)
    }

    fn list(&mut self, items: &[Expr]) -> Value {
        let mut whole = Value::default();
        let mut values = Vec::new();
        // All of it is looked at: a table of tools may be longer than what is kept.
        for item in items {
            let value = self.expression(item);
            whole.add_taints(&value.taints);
            match (&item.kind, &value.items) {
                _ if values.len() >= PARTS_MAX => {}
                (Kind::Spread(_), Some(own)) => values.extend(own.iter().cloned()),
                (Kind::Spread(_), None) => values.push(super::value::spread(&value)),
                _ => values.push(value),
            }
        }
        values.truncate(PARTS_MAX);
        if let Some(first) = items.first() {
            self.paired_in_list(&values, first.at);
        }
        whole.items = Some(Rc::new(values));
        whole
    }

    fn object(&mut self, entries: &[Entry], expr: &Expr) -> Value {
        let mut whole = Value::default();
        let mut fields = Vec::new();
        for Entry { key, value } in entries {
            let seen = self.expression(value);
            whole.add_taints(&seen.taints);
            if fields.len() >= PARTS_MAX {
                continue;
            }
            if let Some(key) = key {
                fields.push((key.clone(), seen));
            } else if let (Kind::Spread(_), Some(own)) = (&value.kind, &seen.fields) {
                fields.extend(own.iter().cloned());
            }
        }
        // A record with a secret in it is one itself, wherever it goes as a whole.
        let secrets: Vec<_> =
            fields.iter().filter(|(name, value)| is_secret(name, value)).map(|(name, _)| name.clone()).collect();
        for name in secrets.into_iter().take(3) {
            let secret = self.source(Label::Secret(name));
            whole.add_taints(&secret.taints);
        }
        fields.truncate(PARTS_MAX);
        whole.fields = Some(Rc::new(fields));
        self.defined_object(&whole, expr.at);
        self.settings(&whole, expr.at);
        whole
    }

    fn index(&mut self, object: &Expr, index: &Expr) -> Value {
        let (object, key) = (self.expression(object), self.expression(index));
        // Go's `required[string](request, "path")`: the function, for a type.
        if object.function.is_some() && self.language() == Language::Go {
            return object;
        }
        self.owner_key(&object, &key, index.at);
        if let Some(name) = key.constant() {
            return self.member(&object, name);
        }
        // A variable of the environment, whichever.
        if matches!(object.called(), "process.env" | "os.environ") {
            return Value::default();
        }
        // What is looked up is what was put there; who looks it up did not make it. What is found there, is a key of ours.
        let mut found = super::member::element(&object);
        // Rows and columns of a table are one as well.
        if object.called() == crate::knowledge::FRAME {
            found.path.clone_from(&object.path);
        }
        if !object.is_tainted() && key.is_tainted() {
            let facts = self.one_of(index, &key, super::When::True);
            found.facts = (!facts.is_empty()).then(|| Rc::new(facts));
        }
        found
    }

    fn binary(&mut self, operator: Operator, left: &Expr, right: &Expr, at: crate::form::Range) -> Value {
        match operator {
            Operator::And | Operator::Or => self.both(operator, left, right),
            Operator::Slash => {
                let (left, right) = (self.expression(left), self.expression(right));
                if left.form == Form::Number || right.form == Form::Number {
                    return Value {
                        form: Form::Number,
                        ..Value::parts(&left.taints).without(bit::CHECKED & !bit::SIZE)
                    };
                }
                self.path_of(&[left, right])
            }
            Operator::Arithmetic => {
                let (left, right) = (self.expression(left), self.expression(right));
                let mut made = Value::parts(&left.taints);
                made.add_taints(&right.taints);
                Value { form: Form::Number, ..made.without(bit::CHECKED & !bit::SIZE) }
            }
            Operator::Equal
            | Operator::Unequal
            | Operator::Less
            | Operator::Greater
            | Operator::In
            | Operator::NotIn => {
                let (one, other) = (self.expression(left), self.expression(right));
                self.compared(operator, (left, &one), (right, &other), at)
            }
        }
    }

    fn both(&mut self, operator: Operator, left: &Expr, right: &Expr) -> Value {
        let one = self.expression(left);
        // What is right of `&&` is only looked at when the left was true.
        self.push_frame();
        if let Some(facts) = one.facts.clone() {
            self.know(&facts, operator == Operator::And, false);
        }
        let other = self.expression(right);
        let frame = self.pop_frame();
        self.merge(&[frame], false);
        let facts = super::guard::of_both(operator, one.facts.as_ref(), other.facts.as_ref());
        let mut value = if operator == Operator::Or { one.or(&other) } else { other.or(&Value::parts(&one.taints)) };
        value.facts = facts;
        value
    }

    fn not(&mut self, inner: &Expr) -> Value {
        let value = self.expression(inner);
        let turned = value.facts.as_ref().map(|facts| {
            Rc::new(
                facts.iter().cloned().map(|fact| super::Fact { when: fact.when.turned(), ..fact }).collect::<Vec<_>>(),
            )
        });
        let taints = value
            .taints
            .iter()
            .filter(|taint| matches!(self.label_of(taint.label), Label::Time | Label::Counter | Label::Random));
        Value {
            facts: turned,
            taints: taints.copied().collect(),
            truth: value.truth.map(|truth| !truth),
            ..Value::default()
        }
    }

    fn choice(&mut self, parts: &[Expr; 3]) -> Value {
        let test = self.expression(&parts[0]);
        let facts = test.facts.clone().unwrap_or_default();
        self.push_frame();
        self.know(&facts, true, false);
        let then = self.expression(&parts[1]);
        let first = self.pop_frame();
        self.push_frame();
        self.know(&facts, false, false);
        let otherwise = self.expression(&parts[2]);
        let second = self.pop_frame();
        self.merge(&[first, second], true);
        let mut value = then.or(&otherwise);
        // A description that depends on the clock is one of its parts, and came from the clock.
        let moving = test.taints.iter().filter(|taint| {
            matches!(self.label_of(taint.label), Label::Time | Label::Counter | Label::Random | Label::Network)
        });
        let moving: Vec<_> = moving.copied().collect();
        value.add_taints(&moving);
        value
    }
}

/// `[f"--exclude={name}" for name in names]`: a list, however long, of which one element is known.
fn listed(element: Value) -> Value {
    let items = Some(Rc::new(vec![element.clone()]));
    Value { items, text: None, fields: None, exact: None, null: false, ..element }
}

/// Does the text before say which host a URL is for?
pub(super) fn host_is_fixed(before: &str) -> bool {
    // `//host/` has the scheme of whoever reads it.
    match before.split_once("://").or_else(|| before.strip_prefix("//").map(|rest| ("", rest))) {
        // What somebody chose behind the host does not change it.
        Some((_, rest)) => {
            rest.find(['/', '?', '#']).is_some_and(|end| end > 0 && !rest[..end].contains(super::TAINTED))
        }
        // What starts with something of our own that is not known, such as a base, or with a path.
        None => {
            (before.starts_with(super::UNKNOWN) && before.len() > 1)
                || before.starts_with('/')
                || before.starts_with(super::UNKNOWN)
        }
    }
}

/// A constant under the name of a secret, that is one: no mask, no description, no gap, and no name of something.
fn is_secret(name: &str, value: &Value) -> bool {
    crate::knowledge::is_secret_name(name)
        && value.constant().is_some_and(|text| {
            let is_said = text.contains(['*', ' ', '<', '$', '{', '(', '…', '•', '[']) || text.contains("...");
            text.len() > 1 && !is_said && !crate::knowledge::is_word_for_a_secret(text)
        })
}

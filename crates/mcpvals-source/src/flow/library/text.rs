//! Functions that make texts, paths and URLs of others.

use std::rc::Rc;

use super::super::call::{Made, made_of};
use super::super::{Flow, Form, Label, Value, bit};
use super::first_of;
use crate::form::Name;
use crate::knowledge::{self, Making};
use crate::language::Language;

impl Flow<'_> {
    /// The answer of a function whose making is known.
    pub(super) fn known_text(&mut self, made: &Made<'_>) -> Option<Value> {
        if let Some(value) = self.letters_replaced(made) {
            return Some(value);
        }
        if let Some(value) = parsed_by_schema(made) {
            return Some(value);
        }
        let making = knowledge::making(&made.path, &made.name, self.language())?;
        let receiver = made
            .receiver
            .as_ref()
            .filter(|receiver| receiver.is_tainted() || receiver.text.is_some() || receiver.items.is_some());
        let value = match making {
            Making::Same => same(made),
            Making::SameArgument => first_of([made.argument(0)]),
            Making::Entries => entries(first_of([made.argument(0)])),
            Making::Numbered => numbered(&first_of([made.argument(0)])),
            Making::Without(bits) => {
                let value = receiver.filter(|receiver| receiver.is_tainted()).map_or_else(|| made.given(), made_of);
                Value { path: Some(made.path.clone()), ..value.without(bits) }
            }
            Making::ArgumentWithout(bits) => {
                let mut value = first_of([made.argument(0)]).without(bits);
                value.exact = None;
                value
            }
            // `bool(pattern.match(name))` says what the test says.
            Making::Number => {
                let facts = made.argument(0).and_then(|first| first.facts.clone());
                let facts = facts.filter(|_| matches!(&*made.path, "bool" | "Boolean"));
                Value { form: Form::Number, facts, ..number_of(made) }
            }
            Making::PathJoin => self.path_join(made),
            Making::Resolved => self.resolved(made),
            Making::Relative => {
                let value = made.given();
                Value { form: Form::Relative, ..value }
            }
            Making::Url => {
                let value = first_of([made.argument(0)]);
                Value { form: Form::ParsedUrl, exact: value.exact, text: value.text, ..Value::parts(&value.taints) }
            }
            Making::Address => {
                self.looked_up(made);
                Value { form: Form::Address, ..made.given() }
            }
            Making::Format => self.format(made),
            Making::TextJoin => self.text_join(made),
            Making::Push => self.push(made),
            Making::Grow => self.grow(made),
            Making::Split => {
                let value = receiver.map_or_else(|| made_of(&made.given()), made_of);
                Value { form: receiver.map(|receiver| receiver.form).unwrap_or_default(), ..value }
            }
            Making::Getter => self.getter(made),
            Making::NoRedirect => {
                let mut value = made.receiver.clone().unwrap_or_default();
                value.settled = made.given().taints.is_empty();
                value.path = made.receiver.as_ref().and_then(|receiver| receiver.path.clone());
                value
            }
            Making::Parent => {
                let mut value = receiver.map_or_else(|| made_of(&made.given()), made_of);
                value.form = first_of([made.receiver.as_ref(), made.argument(0)]).form;
                self.without_folders(made, value)
            }
        };
        Some(value)
    }

    fn path_join(&mut self, made: &Made<'_>) -> Value {
        let mut parts: Vec<Value> = Vec::new();
        let method = !matches!(
            &*made.path,
            "os.path.join" | "path.join" | "path.posix.join" | "path.filepath.Join" | "filepath.Join" | "path.Join"
        );
        if method {
            parts.extend(made.receiver.clone().filter(|receiver| receiver.called() != "pathlib"));
        }
        parts.extend(made.arguments.iter().map(|(_, value)| value.clone()));
        let absolute_wins = method || self.language() == Language::Python;
        if !absolute_wins {
            for part in parts.iter_mut().skip(1) {
                *part = std::mem::take(part).without(bit::ROOTED);
            }
        }
        let mut value = self.path_of(&parts);
        // Go's takes `..` out.
        if self.language() == Language::Go {
            value.form = Form::Resolved;
        }
        if made.path.ends_with("Path") {
            value.path = Some(Rc::from("pathlib.Path"));
            if let ([part], Form::Plain) = (parts.as_slice(), value.form) {
                value.form = part.form;
                value.exact = part.exact;
            }
        }
        value
    }

    /// Without `..` and links.
    fn resolved(&mut self, made: &Made<'_>) -> Value {
        let receiver = made.receiver.clone().filter(|receiver| receiver.is_tainted() || receiver.text.is_some());
        let module = matches!(made.path.split('.').next(), Some("path" | "os" | "fs" | "filepath"));
        let mut parts: Vec<Value> = if module { Vec::new() } else { receiver.into_iter().collect() };
        parts.extend(made.arguments.iter().map(|(_, value)| value.clone()).filter(|value| {
            value.is_tainted() || value.text.is_some() || value.form != Form::Plain || value.function.is_none()
        }));
        parts.truncate(8);
        let mut value = self.path_of(&parts);
        value.form = Form::Resolved;
        if self.language() == Language::Go && made.path.ends_with(".Clean") {
            kept_below_root(&mut value);
        }
        value.path =
            value.path.or_else(|| (self.language() == Language::Python && !module).then(|| Rc::from("pathlib.Path")));
        if parts.len() == 1 {
            // A folder's text does not get a separator by being resolved.
            value.text = parts[0].text.clone().map(|text| Rc::from(text.trim_end_matches('/')));
        }
        value
    }

    fn format(&mut self, made: &Made<'_>) -> Value {
        let values: Vec<Value> =
            made.receiver.iter().chain(made.arguments.iter().map(|(_, value)| value)).cloned().collect();
        let Some(pattern) = values.first().and_then(|first| first.text.clone()) else { return made_of(&made.given()) };
        // `"{} b {name}".format(x, name=y)`: the places in order, and what is left behind them.
        let mut parts = Vec::new();
        let mut position = 0;
        for (index, piece) in pattern.split('{').enumerate() {
            if index == 0 {
                parts.push(Value::of_text(piece));
                continue;
            }
            let (place, rest) = piece.split_once('}').unwrap_or(("", piece));
            let name = place.split([':', '!', '.', '[']).next().unwrap_or_default();
            let value = if name.is_empty() {
                position += 1;
                made.argument(position - 1)
            } else if let Ok(index) = name.parse::<usize>() {
                made.argument(index)
            } else {
                made.named(name).or_else(|| made.named("*"))
            };
            parts.push(value.cloned().unwrap_or_default());
            parts.push(Value::of_text(rest));
        }
        self.joined_texts(&parts)
    }

    /// A list that grows.
    fn push(&mut self, made: &Made<'_>) -> Value {
        if let Some(text) = self.text_with_more(made) {
            return text;
        }
        // Go's `append(list, x)` answers; others change the list.
        let go = self.language() == Language::Go;
        let mut list = if go { made.argument(0).cloned() } else { made.receiver.clone() }.unwrap_or_default();
        let known = list.items.is_some() || go;
        let mut items = list.items.as_deref().cloned().unwrap_or_default();
        for (_, value) in made.arguments.iter().skip(usize::from(go)) {
            list.add_taints(&value.taints);
            match (&value.items, &*made.name) {
                (Some(own), "extend" | "append" | "concat") => items.extend(own.iter().cloned()),
                _ => items.push(value.clone()),
            }
        }
        items.truncate(super::super::value::PARTS_MAX);
        list.exact = None;
        list.items = known.then(|| Rc::new(items));
        if !go && &*made.name != "concat" {
            self.changed(made, list.clone());
        }
        list
    }

    /// `arguments.get("x", default)`, `request.GetString("x", "")`.
    fn getter(&mut self, made: &Made<'_>) -> Value {
        let receiver = made.receiver.clone().unwrap_or_default();
        if receiver.path.as_deref() == Some("os.environ") {
            return self.environment(made);
        }
        let taken_out =
            &*made.name == "pop" && made.argument(0).and_then(Value::constant).is_some_and(knowledge::is_secret_name);
        if taken_out {
            let mut rest = receiver.clone();
            rest.taints.retain(|taint| !matches!(self.label_of(taint.label), Label::Secret(_)));
            self.changed(made, rest);
        }
        let Some(name) = made.argument(0).and_then(Value::constant).map(str::to_owned) else {
            if let Some(key) = made.argument(0).cloned() {
                self.owner_key(&receiver, &key, made.at);
            }
            // What a library's object was made with is not what it answers.
            if receiver.fields.is_some() && receiver.path.is_none() {
                return super::super::member::element(&receiver);
            }
            return if receiver.is_tainted() {
                made_of(&receiver)
            } else {
                Value { path: Some(made.path.clone()), ..Value::default() }
            };
        };
        let value = self.member(&Value { class: None, path: None, ..receiver.clone() }, &name);
        let number =
            matches!(&*made.name, "GetInt" | "RequireInt" | "GetFloat" | "RequireFloat" | "GetBool" | "RequireBool");
        if number {
            return value.without(bit::CHECKED & !bit::SIZE);
        }
        let mut value = match made.argument(1).filter(|default| default.function.is_none()) {
            Some(default) => value.or(default),
            None => value,
        };
        if !receiver.is_tainted() && receiver.fields.is_none() {
            value.path = Some(made.path.clone());
        }
        value
    }
}

/// `[["name", value], …]`, where the object is one of ours.
fn entries(object: Value) -> Value {
    let Some(fields) = object.fields.clone().filter(|_| !object.is_tainted()) else { return object };
    let pair = |(name, value): &(Name, Value)| list_of(vec![Value::of_text(name.clone()), value.clone()]);
    list_of(fields.iter().map(pair).collect())
}

/// A list that somebody chose does not choose the places of its elements.
fn numbered(list: &Value) -> Value {
    let place = Value { form: Form::Number, ..Value::default() };
    let mut pair = list_of(vec![place, super::super::member::element(list)]);
    pair.add_taints(&list.taints);
    let items = Some(Rc::new(vec![pair]));
    Value { items, ..Value::parts(&list.taints) }
}

fn list_of(items: Vec<Value>) -> Value {
    Value { items: Some(Rc::new(items)), ..Value::default() }
}

/// `filepath.Clean("/" + name)`: no `..` leads out of the root, and what is left is a path from there.
fn kept_below_root(value: &mut Value) {
    if value.text.as_deref().is_some_and(|text| text.starts_with('/')) {
        for taint in &mut value.taints {
            let harms = taint.bits & (bit::DOTS | bit::ROOTED) != 0;
            taint.bits &= !bit::DOTS;
            taint.bits |= if harms { bit::ROOTED } else { 0 };
        }
    }
}

/// What it is called on, or given first, in another form.
fn same(made: &Made<'_>) -> Value {
    let mut value = first_of([made.receiver.as_ref(), made.argument(0)]);
    let as_text = matches!(&*made.name, "to_string_lossy" | "to_str" | "display" | "to_string");
    // `toString("base64")` has only letters that harm nobody.
    if matches!(made.argument(0).and_then(Value::constant), Some("base64" | "hex" | "base64url")) {
        value = value.without(bit::CHECKED);
    }
    if as_text && value.form == Form::Resolved {
        value.form = Form::ResolvedText;
    }
    value
}

/// What a schema lets through is what it was given: `Arguments.parse(request.params.arguments)`.
fn parsed_by_schema(made: &Made<'_>) -> Option<Value> {
    let parses = matches!(&*made.name, "parse" | "parseAsync" | "safeParse" | "safeParseAsync" | "model_validate");
    let receiver = made.receiver.as_ref().filter(|receiver| parses && !receiver.is_tainted())?;
    let zod = matches!(receiver.called().split('.').next(), Some("zod" | "z" | "valibot" | "v"));
    let written = made.receiver_expr().and_then(crate::form::Expr::dotted).unwrap_or_default();
    let named = written.ends_with("Schema") || written.ends_with("schema") || receiver.class.is_some();
    if !zod && !named {
        return None;
    }
    let given = super::same(made.argument(0)?);
    let given = Value { class: receiver.class.clone().or(given.class), ..given };
    if !made.name.starts_with("safe") {
        return Some(given);
    }
    Some(Value { fields: Some(Rc::new(vec![("data".into(), given.clone())])), ..Value::parts(&given.taints) })
}

fn number_of(made: &Made<'_>) -> Value {
    let receiver = made.receiver.as_ref().filter(|receiver| receiver.is_tainted());
    let mut value = Value::parts(&made.given().taints);
    if let Some(receiver) = receiver {
        value.add_taints(&receiver.taints);
    }
    // How long something is does not say what it is.
    let data = if matches!(&*made.path, "len" | "bool" | "Boolean") { bit::DATA } else { 0 };
    value.without(bit::CHECKED & !bit::SIZE | data)
}

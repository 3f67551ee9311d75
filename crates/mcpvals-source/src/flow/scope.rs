//! Variables, and what is known of them on this branch.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Fact, Flow, Form, Label, Subject, Taint, Value, bit};
use crate::form::{Expr, FunctionId, Kind, Name, Operator};
use crate::language::Language;

/// The variables of a branch, over those of what is around it.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) variables: BTreeMap<Name, Value>,
    /// Bits that labels no longer have, and whether something is thrown otherwise.
    pub(super) cleared: Vec<(u32, u32, bool)>,
    /// What holds wherever a name is a constant once more: `if (action === "download")` twice.
    pub(super) where_equal: Vec<WhereEqual>,
    /// The function that starts here.
    pub(super) function: Option<FunctionId>,
}

/// A name, a constant, and the bits that labels no longer have where the one is the other.
type WhereEqual = (Name, Name, Vec<(u32, u32, bool)>);

/// A name, and the constant that a test compares it with.
pub(super) fn name_and_constant(test: &Expr) -> Option<(&Name, &Name)> {
    let Kind::Binary(Operator::Equal, sides) = &test.kind else { return None };
    match (&sides[0].kind, &sides[1].kind) {
        (Kind::Name(name), Kind::Text(constant)) | (Kind::Text(constant), Kind::Name(name)) => Some((name, constant)),
        _ => None,
    }
}

impl Flow<'_> {
    /// What the name stands for here.
    pub(super) fn variable(&mut self, name: &Name) -> Value {
        for frame in self.frames.iter().rev() {
            if let Some(value) = frame.variables.get(name) {
                let value = value.clone();
                return self.checked(value);
            }
        }
        self.outer_name(name)
    }

    /// With what is known on this branch.
    pub(super) fn checked(&self, mut value: Value) -> Value {
        for taint in &mut value.taints {
            for frame in &self.frames {
                for (label, bits, _) in &frame.cleared {
                    if *label == taint.label {
                        taint.bits &= !bits;
                    }
                }
            }
        }
        value
    }

    /// A name that is no variable of the function: of the file, imported, or of the language.
    fn outer_name(&mut self, name: &Name) -> Value {
        let current = self.current();
        let program = self.program;
        let function = program.function(current);
        let unit = function.unit;
        let file = program.file_of(current);
        if matches!(&**name, "this" | "self") {
            return self.this_of(current);
        }
        if self.counters.contains(&(unit, name.clone())) {
            let label = self.label(Label::Counter);
            return Value { exact: None, ..Value::of_label(label) };
        }
        if let Some((module, member)) = file.imports.get(name) {
            return self.imported(unit, module, member.as_deref());
        }
        if let Some(value) = self.globals.get(&(unit, name.clone())) {
            return value.clone();
        }
        if let Some(id) = program.top_function(unit, name) {
            return Value { function: Some(id), ..Value::of_path(name.clone()) };
        }
        for sibling in program.siblings(unit) {
            if let Some(value) = self.globals.get(&(*sibling, name.clone())) {
                return value.clone();
            }
        }
        if program.classes.contains_key(name) {
            return Value { class: Some(name.clone()), ..Value::of_path(name.clone()) };
        }
        if file.language == Language::Rust {
            // `Self::new()`, `Self { … }`.
            if let ("Self", Some(class)) = (&**name, self.this_of(current).class) {
                return Value { class: Some(class.clone()), ..Value::of_path(class) };
            }
            // `use super::*`.
            if let Some(id) = program.only_free(name) {
                return Value { function: Some(id), ..Value::of_path(name.clone()) };
            }
            return Value::of_path(crate::knowledge::canonical(name));
        }
        Value::of_path(name.clone())
    }

    fn this_of(&self, function: FunctionId) -> Value {
        let mut next = Some(function);
        while let Some(id) = next {
            let function = self.program.function(id);
            if let Some(owner) = &function.owner {
                return Value { class: Some(owner.clone()), ..Value::default() };
            }
            next = function.parent;
        }
        Value::default()
    }

    fn imported(&mut self, unit: u32, module: &str, member: Option<&str>) -> Value {
        let program = self.program;
        let found = match member {
            Some(member) => program.imported(unit, module, member),
            None => None,
        };
        match found {
            Some(crate::program::Found::Function(id)) => {
                return Value { function: Some(id), ..Value::of_path(member.unwrap_or_default()) };
            }
            Some(crate::program::Found::Variable(from, name)) => {
                if let Some(value) = self.globals.get(&(from, name.clone())) {
                    return value.clone();
                }
                if program.classes.contains_key(&name) {
                    return Value { class: Some(name.clone()), ..Value::of_path(name) };
                }
            }
            None => {}
        }
        if let Some(from) = program.module(unit, &whole(module, member)).or_else(|| program.module(unit, module)) {
            return Value { module: Some(from), ..Value::default() };
        }
        let path = crate::knowledge::canonical(&whole(module, member));
        // `import { sep } from "node:path"`: a constant by its own name.
        if let Some(known) = self.known_member(&path) {
            return known;
        }
        let foreign = program.files[unit as usize].language == Language::Rust && crate::knowledge::is_crate(module);
        let class = member.filter(|member| !foreign && program.classes.contains_key(*member)).map(Name::from);
        Value { class, ..Value::of_path(path) }
    }

    /// In an arm for a constant, what an arm before it for the same found out.
    pub(super) fn know_where_equal(&mut self, test: &Expr) {
        let Some((name, constant)) = name_and_constant(test) else { return };
        let frames = self.frames.iter().flat_map(|frame| &frame.where_equal);
        let same = frames.filter(|(own, other, _)| own == name && other == constant);
        let known: Vec<_> = same.flat_map(|(_, _, cleared)| cleared.iter().copied()).collect();
        self.frames.last_mut().into_iter().for_each(|frame| frame.cleared.extend(&known));
    }

    /// Keeps what an arm for a constant found out, for arms behind it.
    pub(super) fn keep_where_equal(&mut self, test: &Expr, arm: &Frame) {
        let Some((name, constant)) = name_and_constant(test).filter(|_| !arm.cleared.is_empty()) else { return };
        if let Some(frame) = self.frames.last_mut() {
            frame.where_equal.push((name.clone(), constant.clone(), arm.cleared.clone()));
        }
    }

    /// The name is something else from here on.
    pub(super) fn set_anew(&mut self, name: &Name) {
        for frame in &mut self.frames {
            frame.where_equal.retain(|(own, ..)| own != name);
        }
    }

    /// Binds a name on this branch.
    pub(super) fn bind(&mut self, name: &Name, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.variables.insert(name.clone(), value);
        }
    }

    /// From here on something is known of a label.
    pub(super) fn clear(&mut self, label: u32, bits: u32, hard: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.cleared.push((label, bits, hard));
        }
    }

    /// Applies what is known when a test ended so.
    pub(super) fn know(&mut self, facts: &[Fact], truth: bool, hard: bool) {
        for fact in facts.iter().filter(|fact| fact.when.holds(truth)) {
            match &fact.subject {
                Subject::Label(label) => self.clear(*label, fact.bits, hard),
                Subject::Variable(name) => {
                    let value = self.variable(name).without(fact.bits);
                    self.bind(name, value);
                }
            }
        }
    }

    pub(super) fn push_frame(&mut self) {
        self.frames.push(Frame::default());
    }

    pub(super) fn pop_frame(&mut self) -> Frame {
        self.frames.pop().unwrap_or_default()
    }

    /// What branches leave behind, of which one was taken; `all` where no other way leads round them.
    pub(super) fn merge(&mut self, branches: &[Frame], all: bool) {
        let Some((first, rest)) = branches.split_first() else { return };
        if all {
            // What holds on every branch holds behind them.
            let common: Vec<_> = first
                .cleared
                .iter()
                .filter(|fact| rest.iter().all(|other| other.cleared.contains(fact)))
                .copied()
                .collect();
            if let Some(frame) = self.frames.last_mut() {
                frame.cleared.extend(common);
            }
        }
        let names: std::collections::BTreeSet<Name> =
            branches.iter().flat_map(|branch| branch.variables.keys().cloned()).collect();
        for name in names {
            let mut merged: Option<Value> = None;
            let everywhere = all && branches.iter().all(|branch| branch.variables.contains_key(&name));
            if !everywhere {
                merged = self.existing(&name);
            }
            for branch in branches {
                if let Some(value) = branch.variables.get(&name) {
                    merged = Some(match merged {
                        Some(before) => before.or(value),
                        None => value.clone(),
                    });
                }
            }
            if let Some(merged) = merged {
                self.bind(&name, merged);
            }
        }
    }

    /// The variable, if there is one already.
    pub(super) fn existing(&self, name: &Name) -> Option<Value> {
        self.frames.iter().rev().find_map(|frame| frame.variables.get(name)).cloned()
    }

    /// What a type says of a value: the class that it is of.
    pub(super) fn typed(&mut self, written: &str) -> Value {
        let class = self.program.class_of_type(written);
        let path = class.is_none().then(|| {
            let plain = written.trim_start_matches(['*', '&']).replace("::", ".");
            let end = plain.find(['<', '[', '|', ' ', ',']).unwrap_or(plain.len());
            self.type_path(&plain[..end])
        });
        let url = path
            .as_deref()
            .is_some_and(|path| matches!(path.rsplit('.').next(), Some("Url" | "URL" | "ParseResult" | "SplitResult")));
        let form = match (crate::knowledge::is_number(written), url) {
            (true, _) => Form::Number,
            (false, true) => Form::ParsedUrl,
            (false, false) => Form::Plain,
        };
        Value { class, path: path.map(Rc::from), form, ..Value::default() }
    }

    /// `http.Client`, as the file knows `http`.
    fn type_path(&mut self, dotted: &str) -> String {
        let (first, rest) = dotted.split_once('.').unwrap_or((dotted, ""));
        let file = self.program.file_of(self.current());
        let start = match file.imports.get(first) {
            Some((module, member)) => crate::knowledge::canonical(&whole(module, member.as_deref())),
            None => first.to_owned(),
        };
        if rest.is_empty() { start } else { format!("{start}.{rest}") }
    }

    /// The value of a label that is nobody's parameter.
    pub(super) fn source(&mut self, label: Label) -> Value {
        let label = self.label(label);
        let mut value = Value::default();
        value.taints.push(Taint::of(label, bit::ALL));
        value
    }
}

/// The module with its member.
fn whole(module: &str, member: Option<&str>) -> String {
    match member {
        Some("default") | None => module.to_owned(),
        Some(member) if module.ends_with('.') => format!("{module}{member}"),
        Some(member) => format!("{module}.{member}"),
    }
}

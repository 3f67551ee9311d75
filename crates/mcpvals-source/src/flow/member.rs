//! Members and elements of values.

use std::rc::Rc;

use super::value::Taint;
use super::{Flow, Form, Label, Value, bit};
use crate::form::Name;
use crate::knowledge;

/// What stands between a request and the arguments in it.
const ENVELOPES: [&str; 4] = ["params", "arguments", "Params", "Arguments"];
/// How the label of an argument `name` begins: the request that it came with has a name of its own, the tool's.
pub(crate) const WITHIN_ARGUMENTS: &str = "arguments.";

impl Flow<'_> {
    pub(super) fn member(&mut self, object: &Value, name: &str) -> Value {
        self.looked_at_by(object, name);
        if let Some(value) = object.field(name) {
            let value = value.clone();
            return self.checked(value);
        }
        // A member of an enumeration, and the text that it stands for.
        if name == "value" && object.constant().is_some() {
            return object.clone();
        }
        if let Some(module) = object.module {
            return self.of_module(module, name);
        }
        if let Some(class) = &object.class {
            let class = class.clone();
            if let Some(value) = self.of_class(&class, name) {
                return self.with_taint(value, object, name);
            }
        }
        let path = object.path.as_ref().map(|path| knowledge::member_path(path, name));
        if let Some(path) = &path
            && let Some(value) = self.known_member(path)
        {
            return value;
        }
        if !object.is_tainted() {
            return Value { path, form: plain_form(object.form), ..Value::default() };
        }
        let mut value = self.tainted_member(object, name);
        value.path = path;
        value
    }

    /// A member of a class that came with what somebody chose: `args.path` of a typed `args`.
    fn with_taint(&mut self, mut value: Value, object: &Value, name: &str) -> Value {
        if object.is_tainted() && value.function.is_none() {
            let tainted = self.tainted_member(object, name);
            value.add_taints(&tainted.taints);
            value.exact = tainted.exact;
            if value.form == Form::Number {
                value = value.without(bit::CHECKED & !bit::SIZE);
            }
        }
        value
    }

    fn tainted_member(&mut self, object: &Value, name: &str) -> Value {
        // The parts of a path are its own, and no members of what somebody gave.
        let plain = matches!(object.form, Form::Plain | Form::Arguments) && !object.called().starts_with("pathlib.");
        if let Some(label) = object.exact.filter(|_| plain)
            && let Label::Parameter(function, index, field) = self.label_of(label).clone()
        {
            if ENVELOPES.contains(&name) && field.is_none() {
                let form = if name.eq_ignore_ascii_case("arguments") { Form::Arguments } else { object.form };
                return Value { form, ..object.clone() };
            }
            // How long something is does not say what it is.
            if field.is_some() && name == "length" {
                return Value { form: Form::Number, ..Value::parts(&object.taints).without(bit::CHECKED & !bit::SIZE) };
            }
            let inner = match field {
                None if name == "name" && object.form == Form::Arguments => {
                    Name::from(format!("{WITHIN_ARGUMENTS}{name}"))
                }
                None => Name::from(name),
                Some(outer) if outer.len() < 80 => Name::from(format!("{outer}.{name}")),
                Some(outer) => outer,
            };
            let label = self.label(Label::Parameter(function, index, Some(inner)));
            let bits = object.taints.first().map_or(bit::ALL, |taint| taint.bits);
            let value = Value { taints: vec![Taint::of(label, bits)], exact: Some(label), ..Value::default() };
            return self.checked(value);
        }
        if name == "stack" && object.taints.iter().any(|taint| matches!(self.label_of(taint.label), Label::Error)) {
            return self.source(Label::Trace);
        }
        let value = Value::parts(&object.taints);
        // The last part of a path has no separator.
        let is_last = matches!(name, "name" | "stem" | "suffix") && object.called().starts_with("pathlib.");
        let value = if is_last { value.without(bit::PATH) } else { value };
        let mut value = knowledge::part_of_form(object.form, name, value);
        if knowledge::is_address_check(name) {
            let facts = self.facts_of_value(object, bit::URL, super::When::Either);
            value.facts = Some(Rc::new(facts));
        }
        value
    }

    fn of_module(&mut self, module: u32, name: &str) -> Value {
        match self.program.exported(module, name, 0) {
            Some(crate::program::Found::Function(id)) => Value { function: Some(id), ..Value::of_path(name) },
            Some(crate::program::Found::Variable(unit, variable)) => {
                if let Some(value) = self.globals_of(unit, &variable) {
                    return value;
                }
                let class = self.program.classes.contains_key(&variable).then(|| variable.clone());
                Value { class, ..Value::of_path(variable) }
            }
            None => Value::default(),
        }
    }

    fn globals_of(&self, unit: u32, name: &Name) -> Option<Value> {
        self.globals.get(&(unit, name.clone())).cloned()
    }

    fn of_class(&mut self, class: &Name, name: &str) -> Option<Value> {
        if let Some(value) = self.members.get(&(class.clone(), Name::from(name))) {
            return Some(value.clone());
        }
        let method = self.program.method(class, name)?;
        Some(Value { function: Some(method), ..Value::of_path(format!("{class}.{name}")) })
    }

    /// Members of the world: the environment, and constants.
    pub(super) fn known_member(&mut self, path: &str) -> Option<Value> {
        if let Some(name) = path.strip_prefix("process.env.").or_else(|| path.strip_prefix("os.environ.")) {
            if matches!(name, "get" | "copy" | "items" | "keys" | "values" | "setdefault" | "pop" | "update") {
                return None;
            }
            return Some(self.environment_variable(name));
        }
        match path {
            "process.env" | "os.environ" => {
                let value = self.source(Label::Environment);
                Some(Value { path: Some(Rc::from(path)), ..value })
            }
            "os.sep"
            | "os.path.sep"
            | "path.sep"
            | "path.posix.sep"
            | "path.MAIN_SEPARATOR"
            | "path.MAIN_SEPARATOR_STR"
            | "std.path.MAIN_SEPARATOR"
            | "std.path.MAIN_SEPARATOR_STR"
            | "path.filepath.Separator"
            | "os.PathSeparator" => Some(Value::of_text("/")),
            _ => None,
        }
    }

    pub(super) fn environment_variable(&mut self, name: &str) -> Value {
        if knowledge::is_secret_name(name) {
            let label = Label::Secret(Name::from(name));
            return self.source(label);
        }
        Value::default()
    }

    /// A path of parts, of which an absolute one stands for itself in Python.
    pub(super) fn path_of(&mut self, parts: &[Value]) -> Value {
        let mut made = Value::default();
        let mut text = String::new();
        let form = parts.first().map(|first| first.form).unwrap_or_default();
        for (index, part) in parts.iter().enumerate() {
            let bits = if index == 0 { 0 } else { bit::URL | bit::REDIRECT | bit::OPTION | bit::FREE };
            made.add_taints(&Value::parts(&part.taints).without(bits).taints);
            if index > 0 {
                text.push('/');
            }
            self.skeleton_of(part, &mut text);
        }
        if parts.len() > 1 {
            made = made.without(bit::WHOLE);
        }
        made.temporary = parts.first().is_some_and(Value::is_temporary);
        let last_is_constant = parts.iter().skip(1).all(|part| part.constant().is_some());
        if last_is_constant && form == Form::Resolved {
            made.form = Form::Resolved;
        }
        made.text = Some(super::value::bounded(text));
        // A path of Python's stays one, and what is in a temporary folder is temporary.
        let kept = |path: &Rc<str>| {
            path.starts_with("pathlib.") || knowledge::is_temporary_folder(path) || knowledge::is_made_temporary(path)
        };
        made.path = parts.iter().find_map(|part| part.path.clone()).filter(kept);
        made
    }
}

/// An element of a list, or a value of an object, whichever it is.
pub(super) fn element(value: &Value) -> Value {
    let parts: Vec<&Value> = match (&value.items, &value.fields) {
        (Some(items), _) => items.iter().collect(),
        (None, Some(fields)) => fields.iter().map(|(_, value)| value).collect(),
        (None, None) => Vec::new(),
    };
    if let [only] = parts.as_slice() {
        return (*only).clone();
    }
    if !parts.is_empty() {
        let choices = super::allowed::choices_of(&parts);
        let first = parts[0].clone();
        let fields = super::allowed::columns_of(&parts);
        let items = super::allowed::places_of(&parts);
        let whichever = parts.into_iter().skip(1).take(40).fold(first, Value::or);
        let (fields, items) = (fields.or(whichever.fields), items.or(whichever.items));
        return Value { fields, items, choices, ..whichever };
    }
    let mut made = Value::parts(&value.taints);
    // An element of a list that somebody chose is all theirs.
    made.class.clone_from(&value.class);
    made.form = plain_form(value.form);
    made
}

fn plain_form(form: Form) -> Form {
    match form {
        Form::Resolved | Form::ResolvedText | Form::Address => form,
        _ => Form::Plain,
    }
}

//! Tools that are objects: `{ name, description, inputSchema }`, `types.Tool(name=…)`, `&mcp.Tool{…}`.

use super::{Registered, Registration, schema};
use crate::flow::{Flow, Value};
use crate::form::{FunctionId, Name, Range};

const SCHEMAS: [&str; 7] =
    ["inputSchema", "input_schema", "parameters", "schema", "paramsSchema", "InputSchema", "args_schema"];
const HANDLERS: [&str; 11] =
    ["handler", "execute", "run", "callback", "fn", "func", "call", "handle", "Handler", "function", "cb"];
const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

impl Flow<'_> {
    /// Looks whether an object is a tool, or a table of functions.
    pub(crate) fn defined_object(&mut self, object: &Value, at: Range) {
        if self.is_shallow() {
            return;
        }
        self.table(object, at);
        self.paired_in_object(object, at);
        let handler = self.handler_of(object);
        let has_schema = SCHEMAS.iter().take(2).chain(["InputSchema"].iter()).any(|key| object.field(key).is_some());
        let described = object.field("description").is_some() || object.field("Description").is_some();
        let runs = handler.is_some() && described && SCHEMAS.iter().any(|key| object.field(key).is_some());
        if !(has_schema || runs) {
            return;
        }
        let Some(name) = object.field("name").or_else(|| object.field("Name")) else { return };
        match name.constant().map(Name::from) {
            Some(name) if is_name(&name) => {
                let registration = self.of_object(name, object, handler, at);
                self.register(registration);
            }
            _ => self.computed_at(at),
        }
    }

    /// The function that an object names as its handler, or the method of a class that it names.
    pub(super) fn handler_of(&self, object: &Value) -> Option<FunctionId> {
        let handler = HANDLERS.iter().find_map(|key| object.field(key))?;
        handler.function.or_else(|| self.runner_of(handler.class.as_deref()?))
    }

    fn of_object(&mut self, name: Name, object: &Value, handler: Option<FunctionId>, at: Range) -> Registration {
        let description = object.field("description").or_else(|| object.field("Description"));
        let schema = SCHEMAS.iter().find_map(|key| object.field(key));
        Registration {
            kind: Registered::Tool,
            name,
            description: description.and_then(text_of),
            title: title(object),
            hints: hints(object),
            parameters: schema.map(schema::parameters).unwrap_or_default(),
            handler,
            shared: false,
            place: self.here(at),
            moves: description.is_some_and(|description| self.moves(description)),
        }
    }

    /// `{ read_file: { description, inputSchema } }`.
    fn listed(&mut self, name: &Name, value: &Value, at: Range) {
        let described = value.field("description").and_then(text_of).is_some();
        let schema = SCHEMAS.iter().take(2).any(|key| value.field(key).is_some());
        let runs = self.handler_of(value).is_some() && SCHEMAS.iter().any(|key| value.field(key).is_some());
        if described && (schema || runs) && is_name(name) && value.field("name").is_none() {
            let handler = self.handler_of(value);
            let registration = self.of_object(name.clone(), value, handler, at);
            self.register(Registration { kind: Registered::Listed, ..registration });
        }
    }

    /// `{ read_file: handleRead, … }`.
    fn table(&mut self, object: &Value, at: Range) {
        let Some(fields) = object.fields.clone() else { return };
        for (name, value) in fields.iter() {
            self.listed(name, value, at);
            if let Some(handler) = value.function.or_else(|| self.handler_of(value)).filter(|_| is_name(name)) {
                self.register(Registration {
                    kind: Registered::Entry,
                    name: name.clone(),
                    description: None,
                    title: None,
                    hints: Vec::new(),
                    parameters: Vec::new(),
                    handler: Some(handler),
                    shared: false,
                    place: self.here(at),
                    moves: false,
                });
            }
        }
    }
}

/// A name that a tool may have.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 128 && !name.contains(char::is_whitespace)
}

/// A constant text; where parts are not known they are left out.
pub(super) fn text_of(value: &Value) -> Option<String> {
    let text = value.text.as_deref()?;
    Some(text.replace([crate::flow::UNKNOWN, crate::flow::TAINTED], ""))
}

/// A text that is there, whether it is a constant or not.
pub(super) fn text_or_empty(value: &Value) -> String {
    text_of(value).unwrap_or_default()
}

/// The title of an object, or the one in its `annotations`.
pub(super) fn title(object: &Value) -> Option<String> {
    let own = |object: &Value| object.field("title").or_else(|| object.field("Title")).map(text_or_empty);
    let annotations = object.field("annotations").or_else(|| object.field("Annotations"));
    own(object).or_else(|| own(annotations?))
}

/// The hints in an object, or in its `annotations`.
pub(super) fn hints(object: &Value) -> Vec<(String, bool)> {
    let inner = object.field("annotations").or_else(|| object.field("Annotations")).unwrap_or(object);
    let inner = inner.field("annotations").unwrap_or(inner);
    let mut found = Vec::new();
    for hint in HINTS {
        let go = format!("{}{}", hint[..1].to_ascii_uppercase(), &hint[1..]);
        let snake = snake_case(hint);
        let value = [hint, &go, &snake].into_iter().find_map(|name| inner.field(name));
        if let Some(truth) = value.and_then(|value| value.truth) {
            found.push((hint.to_owned(), truth));
        }
    }
    found
}

/// `readOnlyHint` as `read_only_hint`.
pub(super) fn snake_case(camel: &str) -> String {
    let mut made = String::new();
    for letter in camel.chars() {
        if letter.is_ascii_uppercase() {
            made.push('_');
        }
        made.push(letter.to_ascii_lowercase());
    }
    made
}

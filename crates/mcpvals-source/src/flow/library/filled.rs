//! Go's calls that fill what they are given: `request.BindArguments(&args)`, `json.Unmarshal(data, &args)`.

use super::super::call::{Made, same};
use super::super::{Flow, Value};
use crate::form::{Expr, Kind};
use crate::language::Language;

impl Flow<'_> {
    /// What is filled holds what it is filled with, and is of the type that it was declared with.
    pub(super) fn filled(&mut self, made: &Made<'_>) {
        if self.language() != Language::Go {
            return;
        }
        let receiver = made.receiver.clone();
        let (from, into) = match &*made.name {
            "BindArguments" => (receiver, made.expr(0)),
            "Unmarshal" => (made.argument(0).cloned(), made.expr(1)),
            // `json.NewDecoder(reader).Decode(&args)`, `mapstructure.Decode(map, &args)`.
            "Decode" if made.arguments.len() == 1 => (receiver, made.expr(0)),
            "Decode" | "WeakDecode" => (made.argument(0).cloned(), made.expr(1)),
            _ => return,
        };
        let from = from.filter(Value::is_tainted);
        if let (Some(from), Some(Expr { kind: Kind::Name(name), .. })) = (from, into) {
            let declared = self.variable(name);
            let filled = Value { class: declared.class, path: None, text: None, fields: None, ..same(&from) };
            self.bind(name, filled);
        }
    }
}

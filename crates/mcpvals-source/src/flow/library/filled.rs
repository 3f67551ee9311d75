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
        // `json.NewDecoder(reader).Decode(&args)`, and `mapstructure.Decode(map, &args)`.
        let from_receiver = match &*made.name {
            "BindArguments" => true,
            "Decode" => made.arguments.len() == 1,
            "Unmarshal" | "WeakDecode" => false,
            _ => return,
        };
        let from = if from_receiver { made.receiver.clone() } else { made.argument(0).cloned() };
        let into = made.expr(usize::from(!from_receiver));
        let from = from.filter(Value::is_tainted);
        if let (Some(from), Some(Expr { kind: Kind::Name(name), .. })) = (from, into) {
            let declared = self.variable(name);
            let filled = Value { class: declared.class, path: None, text: None, fields: None, ..same(&from) };
            self.bind(name, filled);
        }
    }
}

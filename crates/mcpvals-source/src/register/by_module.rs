//! Files that are tools: a function that is exported by default, beside `metadata` and `schema`.

use super::by_object::{hints, is_name, text_of, title};
use super::{Registered, Registration, schema};
use crate::flow::{Flow, Place, Value};
use crate::form::{FunctionId, Name};
use crate::program::Found;

impl Flow<'_> {
    pub(crate) fn register_modules(&mut self) {
        for unit in 0..self.program.files.len() {
            let unit = u32::try_from(unit).unwrap_or(u32::MAX);
            if let Some(registration) = self.of_file(unit) {
                self.register(registration);
            }
        }
    }

    fn of_file(&mut self, unit: u32) -> Option<Registration> {
        let metadata = self.global(unit, "metadata")?;
        let schema = self.global(unit, "schema");
        let file = &self.program.files[unit as usize];
        let of_framework = file.unit.imports.iter().any(|import| &*import.module == "xmcp");
        if !of_framework && schema.is_none() {
            return None;
        }
        let handler = self.default_function(unit)?;
        let name = metadata.field("name").and_then(Value::constant).filter(|name| is_name(name)).map(Name::from)?;
        let parameters = schema.as_ref().map(schema::parameters).unwrap_or_default();
        Some(Registration {
            kind: Registered::Tool,
            name,
            description: metadata.field("description").and_then(text_of),
            title: title(&metadata),
            hints: hints(&metadata),
            parameters,
            handler: Some(handler),
            shared: false,
            place: Place { unit, at: self.program.function(handler).at },
            moves: false,
        })
    }

    fn default_function(&self, unit: u32) -> Option<FunctionId> {
        match self.program.exported(unit, "default", 0)? {
            Found::Function(id) => Some(id),
            Found::Variable(unit, name) => self.global(unit, &name)?.function,
        }
    }
}

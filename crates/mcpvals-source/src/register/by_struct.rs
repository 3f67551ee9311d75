//! Structs that are tools: `#[mcp_tool(name = "say", …)] struct Say { … }`, whose fields are the arguments.

use super::by_class::{METHODS, is_tool_mark};
use super::by_object::{text_of, text_or_empty};
use super::{Registered, Registration, by_mark};
use crate::flow::{Flow, Place, Value};
use crate::form::{Expr, FunctionId, Kind, Name};

impl Flow<'_> {
    pub(crate) fn register_structs(&mut self) {
        let program = self.program;
        for (unit, file) in program.files.iter().enumerate() {
            let Some(top) = file.unit.top else { continue };
            let unit = u32::try_from(unit).unwrap_or(u32::MAX);
            for (class, mark) in file.unit.class_marks.iter().filter(|(_, mark)| is_tool_mark(mark)) {
                let said = self.within(top, |flow| flow.arguments_of(mark));
                self.register_struct(class, &said, Place { unit, at: mark.at });
            }
        }
    }

    fn arguments_of(&mut self, mark: &Expr) -> Vec<(Option<Name>, Value)> {
        let Kind::Call(call) = &mark.kind else { return Vec::new() };
        call.arguments.iter().map(|argument| (argument.name.clone(), self.expression(&argument.value))).collect()
    }

    fn register_struct(&mut self, class: &Name, said: &[(Option<Name>, Value)], place: Place) {
        let named = |name: &str| said.iter().find(|(own, _)| own.as_deref() == Some(name)).map(|(_, value)| value);
        let Some(name) = named("name").and_then(Value::constant).map(Name::from) else {
            return self.computed_place(place);
        };
        self.register(Registration {
            kind: Registered::Tool,
            name,
            description: named("description").and_then(text_of),
            title: named("title").map(text_or_empty),
            hints: by_mark::mark_hints(said),
            parameters: self.program.class_members(class).unwrap_or_default(),
            handler: self.method_of_struct(class),
            shared: false,
            place,
            moves: false,
        });
    }

    /// The method that does it.
    fn method_of_struct(&self, class: &Name) -> Option<FunctionId> {
        METHODS.iter().find_map(|name| self.program.method(class, name))
    }
}

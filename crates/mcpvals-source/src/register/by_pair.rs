//! Go's tools that stand beside their handler: `return mcp.NewTool(…), handle`, `server.ServerTool{Tool: …, Handler: …}`.

use super::Registered;
use super::by_object::is_name;
use crate::flow::{Flow, Made, Value};
use crate::form::{FunctionId, Name, Range};
use crate::language::Language;

impl Flow<'_> {
    /// What a function returns together, or what stands side by side in a list.
    pub(crate) fn paired_in_list(&mut self, values: &[Value], at: Range) {
        if self.is_shallow() || self.language_here() != Language::Go {
            return;
        }
        for pair in values.windows(2) {
            if let (true, Some(handler)) = (is_tool(&pair[0]), pair[1].function) {
                self.paired(&pair[0], handler, at);
            }
        }
    }

    /// `server.ServerTool{Tool: tool, Handler: handle}`.
    pub(super) fn paired_in_object(&mut self, object: &Value, at: Range) {
        if let (Some(tool), Some(handler)) = (object.field("Tool").cloned(), self.handler_of(object)) {
            self.paired(&tool, handler, at);
        }
    }

    /// A function of the program's own that takes both: `NewTool(mcp.Tool{…}, handle)`.
    pub(super) fn paired_in_call(&mut self, made: &Made<'_>) {
        if self.language_here() != Language::Go {
            return;
        }
        let mut values = made.arguments.iter().map(|(_, value)| value);
        let tool = values.clone().find(|value| is_tool(value)).cloned();
        let handler = values.find_map(|value| value.function);
        if let (Some(tool), Some(handler)) = (tool, handler) {
            self.paired(&tool, handler, made.at);
        }
    }

    fn paired(&mut self, tool: &Value, handler: FunctionId, at: Range) {
        let name = name_of(tool).and_then(Value::constant).filter(|name| is_name(name)).map(Name::from);
        match name {
            Some(name) => self.with_object(Registered::Tool, name, tool, Some(handler), at),
            None if name_of(tool).is_some() => self.computed_at(at),
            None => {}
        }
    }
}

fn name_of(tool: &Value) -> Option<&Value> {
    tool.field("name").or_else(|| tool.field("Name"))
}

/// Something that a library made, or that is of its type, with a name.
fn is_tool(value: &Value) -> bool {
    let last = value.called().rsplit('.').next().unwrap_or_default();
    matches!(last, "Tool" | "NewTool" | "NewToolWithRawSchema") && name_of(value).is_some()
}

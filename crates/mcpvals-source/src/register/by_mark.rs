//! Registrations by decorators and attributes: `@mcp.tool()`, `#[tool(…)]`.

use super::by_object::{snake_case, text_of, text_or_empty, title};
use super::{Registered, Registration};
use crate::flow::{Flow, Value};
use crate::form::{Argument, Expr, FunctionId, Kind, Name};
use crate::language::Language;

impl Flow<'_> {
    pub(crate) fn registered_by_marks(&mut self, id: FunctionId) {
        let program = self.program;
        for mark in &program.function(id).marks {
            let (callee, arguments): (&Expr, &[Argument]) = match &mark.kind {
                Kind::Call(call) => (&call.callee, &call.arguments),
                _ => (mark, &[]),
            };
            let Some(dotted) = callee.dotted() else { continue };
            let last = dotted.rsplit('.').next().unwrap_or(&dotted);
            let kind = match last {
                "tool" | "mcp_tool" | "register_tool" | "Tool" => Registered::Tool,
                "prompt" | "Prompt" => Registered::Prompt,
                "resource" | "Resource" => Registered::Resource,
                "call_tool" => Registered::Dispatcher,
                _ => continue,
            };
            self.marked(id, kind, arguments);
        }
        // The method that answers for all tools of a server in Rust.
        let function = program.function(id);
        if program.language_of(id) == Language::Rust
            && matches!(function.name.as_deref(), Some("call_tool" | "handle_call_tool_request"))
            && function.owner.is_some()
            && !program.is_of_tool(function)
        {
            self.marked(id, Registered::Dispatcher, &[]);
        }
    }

    fn marked(&mut self, id: FunctionId, kind: Registered, arguments: &[Argument]) {
        let program = self.program;
        let function = program.function(id);
        let values: Vec<(Option<Name>, Value)> =
            arguments.iter().map(|argument| (argument.name.clone(), self.expression(&argument.value))).collect();
        let named = |name: &str| values.iter().find(|(own, _)| own.as_deref() == Some(name)).map(|(_, value)| value);
        let python = program.language_of(id) == Language::Python;
        let positional = values.iter().find(|(name, _)| python && name.is_none()).map(|(_, value)| value);
        let name_given =
            named("name").or(if kind == Registered::Resource { named("uri").or(positional) } else { positional });
        let name = match name_given {
            Some(value) => value.constant().map(Name::from),
            None => function.name.clone(),
        };
        let place = crate::flow::Place { unit: function.unit, at: function.at };
        let Some(name) = name else { return self.computed_place(place) };
        let description = named("description").or_else(|| named("desc"));
        let moves = description.is_some_and(|description| self.moves(description));
        let text = description.and_then(text_of).or_else(|| function.doc.as_deref().map(str::to_owned));
        let registration = Registration {
            kind,
            name,
            description: text,
            title: named("title").map(text_or_empty).or_else(|| values.iter().find_map(|(_, value)| title(value))),
            hints: mark_hints(&values),
            parameters: program.accepted(id),
            handler: Some(id),
            shared: false,
            place,
            moves,
        };
        self.register(registration);
    }
}

/// `annotations={"readOnlyHint": True}`, `annotations=ToolAnnotations(readOnlyHint=True)`, `annotations(read_only_hint = true)`.
pub(super) fn mark_hints(values: &[(Option<Name>, Value)]) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
        let snake = snake_case(hint);
        for (name, value) in values {
            let direct = name.as_deref().filter(|name| *name == hint || *name == snake).map(|_| value);
            let inner = direct.or_else(|| value.field(hint)).or_else(|| value.field(&snake));
            if let Some(truth) = inner.and_then(|value| value.truth) {
                found.push((hint.to_owned(), truth));
                break;
            }
        }
    }
    found
}

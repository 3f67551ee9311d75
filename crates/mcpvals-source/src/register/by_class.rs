//! Tools that are classes, and what a function takes.

use super::{Accepted, Registered, Registration};
use crate::flow::Flow;
use crate::form::{Class, Expr, Field, Function, FunctionId, Kind, Name, Pattern};
use crate::knowledge;
use crate::language::Language;
use crate::program::Program;

/// Methods that do what a tool does.
pub(super) const METHODS: [&str; 12] = [
    "execute",
    "run",
    "call",
    "handle",
    "_run",
    "_arun",
    "invoke",
    "handler",
    "execute_tool",
    "runTool",
    "run_tool",
    "call_tool",
];

impl Flow<'_> {
    /// Classes with a name, a description, and a method that does it.
    pub(crate) fn register_classes(&mut self) {
        let program = self.program;
        for (unit, file) in program.files.iter().enumerate() {
            for class in &file.unit.classes {
                self.register_class(u32::try_from(unit).unwrap_or(u32::MAX), class);
            }
        }
    }

    /// The method of a class that does what a tool does.
    pub(super) fn runner_of(&self, class: &str) -> Option<FunctionId> {
        METHODS.iter().find_map(|name| self.program.method(class, name))
    }

    fn register_class(&mut self, unit: u32, class: &Class) {
        let text = |name: &str| {
            class
                .fields
                .iter()
                .find(|field| &*field.name == name)
                .and_then(|field| field.value.as_ref()?.text().cloned())
        };
        let Some(name) = text("name").or_else(|| text("toolName")) else { return };
        let Some(description) = text("description") else { return };
        let method = METHODS.iter().find_map(|name| {
            class.methods.iter().copied().find(|id| self.program.function(*id).name.as_deref() == Some(*name))
        });
        let Some(handler) = method else { return };
        let registration = Registration {
            kind: Registered::Tool,
            name,
            description: Some(description.to_string()),
            title: text("title").map(|title| title.to_string()),
            hints: Vec::new(),
            parameters: self.program.accepted(handler),
            handler: Some(handler),
            shared: false,
            place: crate::flow::Place { unit, at: class.at },
            moves: false,
        };
        self.register(registration);
    }
}

impl Program {
    /// The parameters that callers may give: those of a function, or the members of the one object that it takes.
    pub(crate) fn accepted(&self, id: FunctionId) -> Vec<Accepted> {
        let function = self.function(id);
        let language = self.language_of(id);
        let mut accepted = Vec::new();
        for (index, parameter) in function.parameters.iter().enumerate() {
            if !self.is_callers(function, index, language) {
                continue;
            }
            let written = parameter.kind.as_deref().filter(|kind| *kind != "self").or(function.owner.as_deref());
            let written = written.filter(|_| parameter.kind.is_some()).unwrap_or_default();
            if let Some(class) = self.class_of_type(written)
                && let Some(members) = self.class_members(&class)
            {
                accepted.extend(members);
                continue;
            }
            match &parameter.pattern {
                Pattern::Name(name) => accepted.push(self.accepted_as(name, written)),
                Pattern::Object(members) => accepted.extend(members.iter().map(|(name, _)| self.accepted_as(name, ""))),
                Pattern::List(_) | Pattern::Place(_) | Pattern::Nothing => {}
            }
        }
        accepted
    }

    fn accepted_as(&self, name: &Name, written: &str) -> Accepted {
        let number = knowledge::is_number(written) && !written.contains("Literal");
        let closed = knowledge::is_number(written) || self.is_enumeration(written);
        let pattern = knowledge::pattern_of_type(written);
        let checked = pattern.map_or(0, |pattern| knowledge::bits_of_pattern(pattern, false));
        Accepted { name: name.clone(), closed, number, checked }
    }

    /// Is the type one of a closed set of the program's?
    pub(crate) fn is_enumeration(&self, written: &str) -> bool {
        let Some(class) = self.class_of_type(written) else { return false };
        self.classes.get(&class).is_some_and(|parts| {
            parts
                .bases
                .iter()
                .any(|base| matches!(&**base, "enum" | "Enum" | "StrEnum" | "IntEnum" | "enum.Enum" | "enum.StrEnum"))
        })
    }

    /// Is it a function of a struct whose fields are a tool's arguments: `#[mcp_tool(…)] struct Say { … }`?
    pub(crate) fn is_of_tool(&self, function: &Function) -> bool {
        let Some(owner) = &function.owner else { return false };
        self.classes.get(owner).is_some_and(|parts| {
            parts.places.iter().any(|(unit, _)| {
                let marks = &self.files[*unit as usize].unit.class_marks;
                marks.iter().any(|(class, mark)| class == owner && is_tool_mark(mark))
            })
        })
    }

    /// The fields of a class of data; `None` where it has none.
    pub(super) fn class_members(&self, class: &Name) -> Option<Vec<Accepted>> {
        let parts = self.classes.get(class)?;
        let fields = parts.places.iter().flat_map(|(unit, place)| {
            self.files[*unit as usize].unit.classes.get(*place).map(|class| class.fields.as_slice()).unwrap_or_default()
        });
        let members: Vec<Accepted> =
            fields.filter(|field| field.kind.is_some()).map(|field| self.member_of(field)).collect();
        (!members.is_empty()).then_some(members)
    }

    fn member_of(&self, field: &Field) -> Accepted {
        let written = field.kind.as_deref().unwrap_or_default();
        let mut accepted = self.accepted_as(&field.name, written);
        // Go says in a tag what the member is called.
        let tag = field.value.as_ref().and_then(|value| value.text()).and_then(|tag| json_name(tag));
        if let Some(tag) = tag {
            accepted.name = tag;
        }
        accepted
    }

    /// May callers choose this parameter of a handler, or is it the framework's?
    pub(crate) fn is_callers(&self, function: &Function, index: usize, language: Language) -> bool {
        let Some(parameter) = function.parameters.get(index) else { return false };
        let written = parameter.kind.as_deref().unwrap_or_default();
        let name = if let Pattern::Name(name) = &parameter.pattern { &**name } else { "" };
        let frameworks =
            ["Context", "Session", "RequestContext", "Peer<", "Extension<", "Ctx", "Request<", "Parts", "Progress"];
        if name == "self" && self.is_of_tool(function) {
            return true;
        }
        if matches!(
            name,
            "self" | "cls" | "this" | "ctx" | "context" | "_ctx" | "_context" | "extra" | "_extra" | "mcp" | "server"
        ) {
            return false;
        }
        let named_request = written.contains("CallToolRequest");
        if !named_request && frameworks.iter().any(|kind| written.contains(kind)) {
            return false;
        }
        match language {
            // What stands behind the arguments is of the framework.
            Language::TypeScript | Language::Tsx | Language::JavaScript => index == 0,
            Language::Go => !(index == 0 && function.owner.is_some()),
            Language::Python | Language::Rust => true,
        }
    }
}

/// `mcp_tool(…)` before a struct.
pub(super) fn is_tool_mark(mark: &Expr) -> bool {
    let Kind::Call(call) = &mark.kind else { return false };
    call.callee.dotted().is_some_and(|dotted| dotted.rsplit('.').next() == Some("mcp_tool"))
}

/// `json:"path,omitempty"` as `path`.
fn json_name(tag: &str) -> Option<Name> {
    let rest = tag.split("json:\"").nth(1)?;
    let name = rest.split(['"', ',']).next()?;
    (!name.is_empty() && name != "-").then(|| Name::from(name))
}

//! Registrations that are calls: `server.tool(…)`, `registerTool(…)`, `mcp.AddTool(…)`, `Tool::new(…)`.

use std::rc::Rc;

use super::by_object::{hints, is_name, text_of, text_or_empty, title};
use super::{Accepted, Registered, Registration, schema};
use crate::flow::{Flow, Made, Value};
use crate::form::{FunctionId, Kind, Name, Range};
use crate::language::Language;

impl Flow<'_> {
    pub(crate) fn registered_by_call(&mut self, made: &Made<'_>) {
        if self.is_shallow() {
            return;
        }
        match &*made.name {
            "tool" | "registerTool" | "registerToolTask" | "registerAppTool" | "addTool" | "defineTool"
            | "createTool" | "add_tool" | "register_tool" | "AddTool" | "RegisterTool" => {
                self.tool_call(made, Registered::Tool);
            }
            "prompt" | "registerPrompt" | "addPrompt" | "AddPrompt" => self.tool_call(made, Registered::Prompt),
            "resource" | "registerResource" | "addResource" | "AddResource" | "registerResourceTemplate" => {
                self.tool_call(made, Registered::Resource);
            }
            "setRequestHandler" => self.request_handler(made),
            "McpServer" | "Server" | "FastMCP" | "MCPServer" | "NewMCPServer" => self.names_itself(made),
            "set" => self.entry_of_map(made),
            "Tool" | "new" | "from_function" | "Prompt" | "Resource" => self.constructed_tool(made),
            _ => self.paired_in_call(made),
        }
    }

    /// `types.Tool(name="x", …)`, `Tool::new("x", "…", schema)`, `&mcp.Tool{…}`.
    fn constructed_tool(&mut self, made: &Made<'_>) {
        let owner = made.path.trim_end_matches(".new").trim_end_matches(".from_function");
        let last = owner.rsplit('.').next().unwrap_or(owner);
        let kind = match last {
            "Tool" => Registered::Tool,
            "Prompt" => Registered::Prompt,
            "Resource" => Registered::Resource,
            _ => return,
        };
        let given: Vec<(Name, Value)> =
            made.arguments.iter().filter_map(|(name, value)| Some((name.clone()?, value.clone()))).collect();
        let mut object = Value { fields: Some(Rc::new(given)), ..Value::default() };
        if let Some(fields) = made.argument(0).filter(|first| first.fields.is_some()) {
            object = fields.clone();
        } else if let (true, Some(name)) = (self.language_here() == Language::Rust, made.argument(0)) {
            let fields = vec![
                (Name::from("name"), name.clone()),
                (Name::from("description"), made.argument(1).cloned().unwrap_or_default()),
                (Name::from("inputSchema"), made.argument(2).cloned().unwrap_or_default()),
            ];
            object = Value { fields: Some(Rc::new(fields)), ..Value::default() };
        } else if let (Some(function), "from_function") =
            (made.argument(0).and_then(|first| first.function), &*made.name)
        {
            return self.of_function(kind, function, made);
        }
        if kind == Registered::Tool && !made.call.made && made.argument(0).is_none() {
            return self.defined_object(&object, made.at);
        }
        if kind == Registered::Tool {
            return self.defined_object(&with_schema(object), made.at);
        }
        let name = object.field("uri").or_else(|| object.field("name")).or_else(|| object.field("Name"));
        if let Some(name) = name.and_then(Value::constant).map(Name::from) {
            self.plain(kind, name, None, made.at);
        }
    }

    /// `handlers.set("read_file", handleRead)`.
    fn entry_of_map(&mut self, made: &Made<'_>) {
        let (Some(key), Some(value)) = (made.argument(0), made.argument(1)) else { return };
        let handler = value.function.or_else(|| self.handler_of(value));
        if let (Some(name), Some(handler)) = (key.constant().filter(|name| is_name(name)), handler) {
            self.plain(Registered::Entry, Name::from(name), Some(handler), made.at);
        }
    }

    /// `new McpServer({ name: "weather" })`, `FastMCP("weather")`.
    fn names_itself(&mut self, made: &Made<'_>) {
        let name = made.option("name").or_else(|| made.argument(0)).and_then(Value::constant);
        self.own_names.extend(name.map(str::to_owned));
    }

    fn of_function(&mut self, kind: Registered, function: FunctionId, made: &Made<'_>) {
        let program = self.program;
        let own = program.function(function);
        // A wrapper round another function: whose name it bears is known at run time only.
        let wraps = own.marks.iter().any(|mark| match &mark.kind {
            Kind::Call(call) => call.callee.dotted().is_some_and(|name| name.ends_with("wraps")),
            _ => false,
        });
        if wraps && made.option("name").is_none() {
            return self.computed_at(made.at);
        }
        let name = made.option("name").and_then(Value::constant).map(Name::from).or_else(|| own.name.clone());
        let Some(name) = name else { return self.computed_at(made.at) };
        let description =
            made.option("description").and_then(text_of).or_else(|| own.doc.as_deref().map(str::to_owned));
        let parameters = self.parameters_of(function);
        let registration = Registration {
            kind,
            name,
            description,
            hints: made.option("annotations").map(hints).unwrap_or_default(),
            title: made.option("title").map(text_or_empty).or_else(|| made.option("annotations").and_then(title)),
            parameters,
            handler: Some(function),
            shared: false,
            place: self.here(made.at),
            moves: false,
        };
        self.register(registration);
    }

    fn plain(&mut self, kind: Registered, name: Name, handler: Option<FunctionId>, at: Range) {
        let place = self.here(at);
        let registration = Registration {
            kind,
            name,
            description: None,
            title: None,
            hints: Vec::new(),
            parameters: Vec::new(),
            handler,
            shared: false,
            place,
            moves: false,
        };
        self.register(registration);
    }

    /// A name, or an object that has one, and what answers for it. In a round over a table, once for each of its rows.
    fn tool_call(&mut self, made: &Made<'_>, kind: Registered) {
        if let Some(rows) = super::rows::of(made) {
            let from = self.registrations.len();
            for row in &rows {
                self.tool_call(row, kind);
            }
            let shared = super::rows::share_a_handler(&rows);
            return self.registrations[from..].iter_mut().for_each(|registration| registration.shared = shared);
        }
        let python = self.language_here() == Language::Python;
        if python && made.argument(0).and_then(|first| first.function).is_none() {
            return;
        }
        let last = made.arguments.iter().rev().find_map(|(_, value)| value.function);
        let last = last.or_else(|| self.wrapped_by_library(&made.call.arguments.last()?.value));
        let Some(first) = made.argument(0).cloned() else { return };
        if let (Some(function), true) = (first.function, python) {
            return self.of_function(kind, function, made);
        }
        let named_first = first.constant().is_some_and(is_name);
        let object = made
            .arguments
            .iter()
            .map(|(_, value)| value)
            .filter(|_| !named_first)
            .find(|value| value.field("name").is_some() || value.field("Name").is_some());
        if let Some(object) = object.cloned() {
            let name = object.field("name").or_else(|| object.field("Name")).and_then(Value::constant).map(Name::from);
            let Some(name) = name.filter(|name| is_name(name)) else { return self.computed_at(made.at) };
            let handler = self.handler_of(&object).or(last);
            return self.with_object(kind, name, &object, handler, made.at);
        }
        // Other things have a method `tool`, and none `registerTool`.
        let plain = !matches!(&*made.name, "tool" | "prompt" | "resource");
        if last.is_none() && made.arguments.len() < 2 {
            if plain && first.exact.is_some() {
                self.computed_at(made.at);
            }
            return;
        }
        let named = if kind == Registered::Resource {
            made.argument(1).filter(|uri| uri.constant().is_some()).unwrap_or(&first)
        } else {
            &first
        };
        match named.constant().map(Name::from) {
            Some(name) if is_name(&name) => self.with_arguments(kind, name, made, last),
            _ if last.is_some() && made.arguments.len() > 1 => self.computed_at(made.at),
            _ if plain || made.arguments.len() > 2 => self.computed_at(made.at),
            _ => {}
        }
    }

    pub(super) fn with_object(
        &mut self,
        kind: Registered,
        name: Name,
        object: &Value,
        handler: Option<FunctionId>,
        at: Range,
    ) {
        let description = object.field("description").or_else(|| object.field("Description"));
        let schema = ["inputSchema", "parameters", "schema", "InputSchema", "input_schema"]
            .into_iter()
            .find_map(|key| object.field(key));
        let mut parameters = schema.map(schema::parameters).unwrap_or_default();
        if let (true, Some(handler)) = (parameters.is_empty(), handler) {
            parameters = self.parameters_of(handler);
        }
        let registration = Registration {
            kind,
            name,
            description: description.and_then(text_of),
            title: title(object),
            hints: hints(object),
            parameters,
            handler,
            shared: false,
            place: self.here(at),
            moves: description.is_some_and(|description| self.moves(description)),
        };
        self.register(registration);
    }

    /// `tool(name, description?, schema?, annotations?, handler)` in that order; a server's own may take a title as well.
    fn with_arguments(&mut self, kind: Registered, name: Name, made: &Made<'_>, handler: Option<FunctionId>) {
        let (mut description, short) = texts_of(made);
        let objects: Vec<&Value> =
            made.arguments.iter().map(|(_, value)| value).filter(|value| value.fields.is_some()).collect();
        let mut parameters = Vec::new();
        let mut found_hints = Vec::new();
        for object in &objects {
            if found_hints.is_empty() {
                found_hints = hints(object);
            }
            if let Some(text) = object.field("description").filter(|text| text.text.is_some() && text.path.is_none()) {
                description = description.or_else(|| Some(text.clone()));
            }
        }
        if let Some(first) = objects.first() {
            let inner = ["inputSchema", "parameters", "input_schema", "argsSchema"]
                .into_iter()
                .find_map(|key| first.field(key));
            parameters = schema::parameters(inner.unwrap_or(first));
        } else if let Some(handler) = handler.filter(|_| self.language_here() == Language::Go) {
            parameters = self.parameters_of(handler);
        }
        let registration = Registration {
            kind,
            name,
            shared: false,
            moves: description.as_ref().is_some_and(|description| self.moves(description)),
            description: description.as_ref().and_then(text_of),
            title: objects.iter().find_map(|object| title(object)).or(short.as_ref().map(text_or_empty)),
            hints: found_hints,
            parameters,
            handler,
            place: self.here(made.at),
        };
        self.register(registration);
    }

    /// `setRequestHandler(CallToolRequestSchema, async (request) => …)`.
    fn request_handler(&mut self, made: &Made<'_>) {
        let schema = made.argument(0).map(|schema| schema.called().to_owned()).unwrap_or_default();
        let method = made.argument(0).and_then(Value::constant).unwrap_or_default().to_owned();
        if !schema.contains("CallTool") && method != "tools/call" {
            return;
        }
        let handler = made.argument(1).and_then(|handler| handler.function);
        // Checks of all tools at once are more than what is followed: what is behind such a wrapper is left alone.
        let wrapper = made.call.arguments.get(1).and_then(|argument| self.wrapper_in(&argument.value));
        let handler = wrapper.or(handler);
        if let Some(handler) = handler {
            self.plain(Registered::Dispatcher, Name::from("tools/call"), Some(handler), made.at);
        }
    }

    /// `mcp.NewTool("x", mcp.WithDescription("…"), mcp.WithString("y", …))`.
    pub(crate) fn go_definition(&mut self, made: &Made<'_>) -> Option<Value> {
        if !matches!(
            &*made.name,
            "NewTool" | "NewPrompt" | "NewResource" | "NewResourceTemplate" | "NewToolWithRawSchema"
        ) {
            return None;
        }
        let mut fields = vec![(Name::from("name"), made.argument(0).cloned()?)];
        let mut properties: Vec<(Name, Value)> = Vec::new();
        for (_, option) in made.arguments.iter().skip(1) {
            let items = option.items.as_deref().cloned().unwrap_or_default();
            let last = option.called().rsplit('.').next().unwrap_or_default();
            let first = items.first();
            match last {
                "WithDescription" => fields.extend(first.map(|text| (Name::from("description"), text.clone()))),
                "WithTitleAnnotation" => fields.extend(first.map(|text| (Name::from("title"), text.clone()))),
                "WithString" | "WithNumber" | "WithBoolean" | "WithArray" | "WithObject" | "WithInteger"
                | "WithArgument" => {
                    let kind = last.trim_start_matches("With").to_ascii_lowercase();
                    let mut schema = vec![(Name::from("type"), Value::of_text(kind))];
                    if items.iter().any(|item| item.called().ends_with("Enum")) {
                        schema.push((Name::from("enum"), Value::default()));
                    }
                    if let Some(name) = first.and_then(Value::constant) {
                        properties
                            .push((Name::from(name), Value { fields: Some(Rc::new(schema)), ..Value::default() }));
                    }
                }
                "WithReadOnlyHintAnnotation"
                | "WithDestructiveHintAnnotation"
                | "WithOpenWorldHintAnnotation"
                | "WithIdempotentHintAnnotation" => {
                    let hint = last.trim_start_matches("With").trim_end_matches("Annotation");
                    let hint = format!("{}{}", hint[..1].to_ascii_lowercase(), &hint[1..]);
                    fields.extend(first.map(|truth| (Name::from(hint), truth.clone())));
                }
                _ => {}
            }
        }
        let schema = vec![(Name::from("properties"), Value { fields: Some(Rc::new(properties)), ..Value::default() })];
        fields.push((Name::from("inputSchema"), Value { fields: Some(Rc::new(schema)), ..Value::default() }));
        let value = Value { fields: Some(Rc::new(fields)), path: Some(made.path.clone()), ..Value::default() };
        if made.name.starts_with("NewTool") {
            self.defined_object(&value, made.at);
        }
        Some(value)
    }

    /// The parameters of a function that answers for a tool.
    pub(crate) fn parameters_of(&mut self, function: FunctionId) -> Vec<Accepted> {
        self.program.accepted(function)
    }
}

/// The texts between the name and the schema: the longest describes the tool, another is its title.
fn texts_of(made: &Made<'_>) -> (Option<Value>, Option<Value>) {
    let given = made.arguments.iter().skip(1).map(|(_, value)| value);
    let texts: Vec<&Value> = given.take_while(|value| value.text.is_some()).collect();
    let length = |text: &&&Value| text.text.as_deref().map(str::len);
    let description = texts.iter().max_by_key(length).copied();
    let is_other = |text: &&&Value| description.is_some_and(|longest| !std::ptr::eq(longest, **text));
    (description.cloned(), texts.iter().find(is_other).copied().cloned())
}

/// What makes an object a tool even if it has no schema of its own.
fn with_schema(object: Value) -> Value {
    let mut fields = object.fields.as_deref().cloned().unwrap_or_default();
    if !fields.iter().any(|(name, _)| matches!(&**name, "inputSchema" | "input_schema" | "InputSchema")) {
        fields.push((Name::from("inputSchema"), Value::default()));
    }
    Value { fields: Some(Rc::new(fields)), ..object }
}

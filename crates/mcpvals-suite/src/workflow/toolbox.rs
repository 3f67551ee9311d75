//! What a model can call: the servers' tools and, where the config says so, their resources and prompts, each by a name
//! of its own.

use std::collections::{BTreeMap, BTreeSet};

use mcpvals_llm::ToolSpec;
use mcpvals_model::Handed;
use mcpvals_model::mcp::{Offer, ServerFacts};
use mcpvals_wire::Params;
use serde_json::{Map, Value, json};

use crate::capability;

/// A server that the model uses.
pub(super) struct Party<'a> {
    /// Its name in the config.
    pub(super) name: &'a str,
    pub(super) facts: &'a ServerFacts,
    pub(super) offer: &'a Offer,
}

/// Everything that can be called, in the order of the servers.
pub(super) struct Toolbox {
    tools: Vec<Handle>,
}

/// One thing that can be called.
pub(super) struct Handle {
    /// As the model is given it.
    pub(super) spec: ToolSpec,
    /// Which of the servers has it.
    pub(super) server: usize,
    deed: Deed,
}

/// What calling it does.
enum Deed {
    /// `tools/call` of the tool with this name.
    Tool(String),
    /// Another method, whose parameters the model gives.
    Method(&'static str),
}

/// A request to a server, made of what the model gave.
pub(super) struct Request<'a> {
    pub(super) method: &'static str,
    /// The tool's name, where it is a call of one.
    tool: Option<&'a str>,
    given: &'a Value,
    arguments: &'a Map<String, Value>,
}

impl Toolbox {
    pub(super) fn of(handed: Handed, parties: &[Party<'_>]) -> Self {
        let mut tools: Vec<Handle> = Vec::new();
        for (server, party) in parties.iter().enumerate() {
            tools.extend(party.offer.tools.iter().map(|tool| {
                let description = tool.description().unwrap_or_default().to_owned();
                let name = tool.name().to_owned();
                let spec = ToolSpec { name: name.clone(), description, schema: tool.input_schema().clone() };
                Handle { spec, server, deed: Deed::Tool(name) }
            }));
            tools.extend(methods(handed, party).map(|spec| method(spec, server)));
        }
        let mut toolbox = Self { tools };
        toolbox.tell_apart(parties);
        toolbox
    }

    /// As the model is given them.
    pub(super) fn specs(&self) -> Vec<ToolSpec> {
        self.tools.iter().map(|tool| tool.spec.clone()).collect()
    }

    pub(super) fn find(&self, name: &str) -> Option<&Handle> {
        self.tools.iter().find(|tool| tool.spec.name == name)
    }

    /// A name that several servers have gets theirs in front; one that comes twice all the same, a number.
    fn tell_apart(&mut self, parties: &[Party<'_>]) {
        let mut owners: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for tool in &self.tools {
            owners.entry(tool.spec.name.clone()).or_default().insert(tool.server);
        }
        let mut taken = BTreeSet::new();
        for tool in &mut self.tools {
            if owners.get(&tool.spec.name).is_some_and(|owners| owners.len() > 1) {
                tool.spec.name = format!("{}__{}", parties[tool.server].name, tool.spec.name);
            }
            let plain = tool.spec.name.clone();
            let mut number = 2;
            while !taken.insert(tool.spec.name.clone()) {
                tool.spec.name = format!("{plain}_{number}");
                number += 1;
            }
        }
    }
}

impl Handle {
    /// The request that such a call makes.
    pub(super) fn request<'a>(&'a self, given: &'a Value, arguments: &'a Map<String, Value>) -> Request<'a> {
        match &self.deed {
            Deed::Tool(name) => Request { method: "tools/call", tool: Some(name), given, arguments },
            Deed::Method(method) => Request { method, tool: None, given, arguments },
        }
    }
}

impl Request<'_> {
    pub(super) fn params(&self) -> Params<'_> {
        self.tool.map_or(Params::Plain(self.given), |name| Params::Named { name, arguments: self.arguments })
    }
}

/// The lists of a server, and what stands in them, as tools.
fn methods<'a>(handed: Handed, party: &Party<'a>) -> impl Iterator<Item = (&'static str, ToolSpec)> + use<'a> {
    let has = |wanted: bool, capability| wanted && capability::is_declared(capability, party.facts);
    let resources = has(handed.resources, "resources").then(|| {
        [
            ("resources/list", spec("list_resources", "Lists the resources that can be read, page by page.", page())),
            ("resources/templates/list", spec("list_resource_templates", TEMPLATES, page())),
            ("resources/read", spec("read_resource", "Reads a resource.", uri())),
        ]
    });
    let prompts = has(handed.prompts, "prompts").then(|| {
        [
            ("prompts/list", spec("list_prompts", "Lists the prompts with their arguments, page by page.", page())),
            ("prompts/get", spec("get_prompt", "Gets the messages of a prompt.", named())),
        ]
    });
    resources.into_iter().flatten().chain(prompts.into_iter().flatten())
}

const TEMPLATES: &str = "Lists templates (RFC 6570) of URIs of resources that can be read, page by page.";

fn method((method, spec): (&'static str, ToolSpec), server: usize) -> Handle {
    Handle { spec, server, deed: Deed::Method(method) }
}

fn spec(name: &str, description: &str, schema: Value) -> ToolSpec {
    ToolSpec { name: name.to_owned(), description: description.to_owned(), schema }
}

fn page() -> Value {
    let cursor =
        json!({"type": "string", "description": "The nextCursor of the page before; none for the first page."});
    json!({"type": "object", "properties": {"cursor": cursor}})
}

fn uri() -> Value {
    json!({"type": "object", "properties": {"uri": {"type": "string"}}, "required": ["uri"]})
}

fn named() -> Value {
    let arguments = json!({"type": "object", "additionalProperties": {"type": "string"}});
    json!({"type": "object", "properties": {"name": {"type": "string"}, "arguments": arguments}, "required": ["name"]})
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Handed;
    use mcpvals_model::mcp::{Offer, ServerFacts, Tool};
    use serde_json::{Value, json};

    use super::{Party, Toolbox};

    fn facts(capabilities: &Value) -> ServerFacts {
        serde_json::from_value(json!({
            "protocolVersion": "2025-11-25", "name": "", "version": "", "capabilities": capabilities,
        }))
        .expect("these are facts")
    }

    fn offer(tools: &[&str]) -> Offer {
        let tool = |name: &&str| Tool::from(json!({"name": name, "inputSchema": {"type": "object"}})).into();
        Offer { tools: tools.iter().map(tool).collect(), ..Offer::default() }
    }

    fn names(toolbox: &Toolbox) -> Vec<(String, usize)> {
        toolbox.tools.iter().map(|tool| (tool.spec.name.clone(), tool.server)).collect()
    }

    #[test]
    fn names_that_servers_share_are_told_apart() {
        let (facts, one, other) = (facts(&json!({"tools": {}})), offer(&["add", "get"]), offer(&["get", "put"]));
        let party = |name, offer| Party { name, facts: &facts, offer };
        let toolbox = Toolbox::of(Handed::default(), &[party("a", &one), party("b", &other)]);
        let want = [("add", 0), ("a__get", 0), ("b__get", 1), ("put", 1)];
        assert_eq!(names(&toolbox), want.map(|(name, server)| (name.to_owned(), server)));
    }

    #[test]
    fn what_is_handed_over_is_what_the_server_declares() {
        let offer = offer(&["read_resource"]);
        let all = Handed { resources: true, prompts: true };
        let of = |capabilities| {
            let facts = facts(&capabilities);
            let toolbox = Toolbox::of(all, &[Party { name: "a", facts: &facts, offer: &offer }]);
            names(&toolbox).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(of(json!({"tools": {}})), ["read_resource"]);
        let resources = ["read_resource", "list_resources", "list_resource_templates", "read_resource_2"];
        assert_eq!(of(json!({"resources": {}})), resources);
        assert_eq!(of(json!({"prompts": {}})), ["read_resource", "list_prompts", "get_prompt"]);
    }
}

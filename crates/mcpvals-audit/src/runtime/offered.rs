//! What a session's server says of itself, as metadata.

use mcpvals_model::mcp::{Metadata, Offer, ServerFacts};
use mcpvals_wire::Session;
use serde_json::{Value, json};

/// Everything that it lists, when the lists have settled.
pub async fn metadata(session: &Session) -> Metadata {
    let offer = session.settle().await;
    of(session.facts(), &offer)
}

/// The same, of what is known already.
pub(crate) fn of(facts: &ServerFacts, offer: &Offer) -> Metadata {
    Metadata {
        name: facts.name.clone(),
        version: facts.version.clone(),
        server_info: server_info(facts),
        instructions: facts.instructions.clone(),
        capabilities: facts.capabilities.clone(),
        tools: tools(offer),
        prompts: offer.prompts.clone(),
        resources: offer.resources.clone(),
        resource_templates: offer.resource_templates.clone(),
    }
}

/// `serverInfo` as it came.
fn server_info(facts: &ServerFacts) -> Value {
    let mut info = json!({"name": facts.name, "version": facts.version});
    for (name, value) in facts.more_info.iter() {
        info[name] = value.clone();
    }
    info
}

/// In the order of the list. Those that are malformed are among them: a client may show them to its model all the same.
fn tools(offer: &Offer) -> Vec<Value> {
    let mut tools: Vec<Value> = offer.tools.iter().map(|tool| tool.raw().clone()).collect();
    for entry in offer.malformed.iter().filter(|entry| entry.method == "tools/list") {
        tools.insert(entry.index.min(tools.len()), entry.raw.clone());
    }
    tools
}

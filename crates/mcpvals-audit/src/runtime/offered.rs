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
        server_info: json!({"name": facts.name, "version": facts.version}),
        instructions: facts.instructions.clone(),
        capabilities: facts.capabilities.clone(),
        tools: offer.tools.iter().map(|tool| tool.raw().clone()).collect::<Vec<Value>>(),
        prompts: offer.prompts.clone(),
        resources: offer.resources.clone(),
        resource_templates: offer.resource_templates.clone(),
    }
}

//! What a server offers, for other programs.

use serde_json::{Value, json};

use super::Inspected;

/// One object: what the server said of itself, and every list as it came. Its members are always all there.
pub fn json(inspected: Inspected<'_>) -> Value {
    let Inspected { profile, facts, offer, violations } = inspected;
    let unread = offer.unread.iter().map(|(method, problem)| json!({"method": method, "problem": problem}));
    json!({
        "profile": profile,
        "protocolVersion": facts.protocol_version,
        "askedVersion": facts.asked_version,
        "supportedVersions": facts.supported_versions,
        "serverInfo": {"name": facts.name, "version": facts.version},
        "capabilities": facts.capabilities,
        "instructions": facts.instructions,
        "tools": offer.tools,
        "resources": offer.resources,
        "resourceTemplates": offer.resource_templates,
        "prompts": offer.prompts,
        "malformed": offer.malformed,
        "unread": unread.collect::<Vec<_>>(),
        "violations": violations,
    })
}

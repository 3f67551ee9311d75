//! The providers' wire formats.

mod anthropic;
mod chat;
mod gemini;
pub(crate) mod names;
mod openai;
mod schema;
#[cfg(test)]
mod tests;

use mcpvals_model::{ModelReply, ModelSpec, Provider, Secret};
use serde_json::Value;

use crate::{Conversation, ToolNames};

/// A request as it goes over HTTP.
#[derive(Debug, Clone, PartialEq)]
pub struct WireRequest {
    /// The whole address.
    pub url: String,
    /// Beside `content-type: application/json`; the key stands in one of them.
    pub headers: Vec<(&'static str, Secret)>,
    /// The body; the same whether the answer is asked for at once or in pieces.
    pub body: Value,
    /// Is the answer asked for in pieces?
    pub stream: bool,
    /// What a provider's format has no place for, in words: it was left out or said in another way.
    pub adapted: Vec<String>,
}

/// An answer with status 200 that is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("what the model's provider answered cannot be read: {0}")]
pub struct Unreadable(pub String);

/// The request for the next turn of a conversation.
pub(crate) fn request(model: &ModelSpec, conversation: &Conversation, names: &ToolNames) -> WireRequest {
    match model.provider {
        Provider::Anthropic => anthropic::request(model, conversation, names),
        Provider::Openai => openai::request(model, conversation, names),
        Provider::OpenaiCompatible => chat::request(model, conversation, names),
        Provider::Gemini => gemini::request(model, conversation, names),
    }
}

/// What the model said.
///
/// # Errors
/// Words for what is missing, where the body is not what the provider's format has.
pub(crate) fn read(provider: Provider, body: &Value, names: &ToolNames) -> Result<ModelReply, Unreadable> {
    let reply = match provider {
        Provider::Anthropic => anthropic::read(body),
        Provider::Openai => openai::read(body),
        Provider::OpenaiCompatible => chat::read(body),
        Provider::Gemini => gemini::read(body),
    };
    let mut reply = reply.map_err(|problem| Unreadable(problem.to_owned()))?;
    for call in &mut reply.calls {
        call.tool = names.meant(&call.tool).to_owned();
    }
    Ok(reply)
}

fn url(model: &ModelSpec, path: &str) -> String {
    let base = model.base_url.as_deref().unwrap_or(model.provider.base_url());
    // Azure's addresses end with the version of its API.
    let (base, query) = base.split_once('?').map_or((base, String::new()), |(base, query)| (base, format!("?{query}")));
    format!("{}/{path}{query}", base.trim_end_matches('/'))
}

/// Azure takes a key in a header of its own, and tokens of people's where others take keys.
fn bearer(model: &ModelSpec) -> Vec<(&'static str, Secret)> {
    let bearer = |key: &Secret| ("authorization", Secret::new(format!("Bearer {}", key.reveal())));
    let header = |key: &Secret| if is_azure(model) { ("api-key", key.clone()) } else { bearer(key) };
    model.api_key.iter().map(header).collect()
}

/// <https://learn.microsoft.com/azure/ai-services/openai/reference>.
fn is_azure(model: &ModelSpec) -> bool {
    let base = model.base_url.as_deref().unwrap_or_default();
    let host = base.split("://").nth(1).and_then(|rest| rest.split(['/', '?', ':']).next()).unwrap_or_default();
    host.ends_with(".azure.com") || base.contains("api-version=")
}

/// Adds a member where there is a value.
fn set(body: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        body[name] = value.into();
    }
}

/// Arguments that came as a text; what is not JSON stays one.
fn parsed(text: &str) -> Value {
    if text.trim().is_empty() {
        return Value::Object(serde_json::Map::new());
    }
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

fn count(usage: &Value, pointer: &str) -> u64 {
    usage.pointer(pointer).and_then(Value::as_u64).unwrap_or_default()
}

fn unseeded(model: &ModelSpec) -> Vec<String> {
    let words = || format!("`seed` is not sent: {} takes none", model.provider);
    model.seed.map(|_| words()).into_iter().collect()
}

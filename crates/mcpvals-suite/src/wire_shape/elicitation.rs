//! What a server asks of the user: a form or, since 2025-11-25, a visit to a page.

use iri_string::types::IriStr;
use mcpvals_model::json::member as get;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::context::Context;
use super::form;
use super::words::{member, wrong};

/// What is wrong with the parameters of `elicitation/create`.
pub(super) fn problems(params: &Value, context: &Context<'_>) -> Vec<String> {
    let has_modes = context.since(Revision::V2025_11_25);
    let own = match get(params, "mode").filter(|_| has_modes) {
        None => by_form(params, context),
        Some(mode) if mode == "form" => by_form(params, context),
        Some(mode) if mode == "url" => by_url(params, context),
        Some(other) => vec![wrong("mode", other, "\"form\" or \"url\"")],
    };
    member(params, "message", "a string", Value::is_string).into_iter().chain(own).collect()
}

fn by_form(params: &Value, context: &Context<'_>) -> Vec<String> {
    let schema = member(params, "requestedSchema", "an object", Value::is_object);
    let own = get(params, "requestedSchema").into_iter().flat_map(|schema| form::problems(schema, context));
    schema.into_iter().chain(own).collect()
}

fn by_url(params: &Value, context: &Context<'_>) -> Vec<String> {
    let absolute = |value: &Value| value.as_str().is_some_and(is_absolute);
    let url = member(params, "url", "an absolute URL", absolute);
    let has_ids = context.revision == Some(Revision::V2025_11_25);
    let named = |id: &Value| id.as_str().is_some_and(|id| !id.is_empty());
    let id = has_ids.then(|| member(params, "elicitationId", "a non-empty string", named)).flatten();
    let gone = get(params, "elicitationId").filter(|_| context.since(Revision::V2026_07_28));
    let gone = gone.map(|_| "`elicitationId` went with revision 2026-07-28".to_owned());
    url.into_iter().chain(id).chain(gone).collect()
}

/// RFC 3986, with other letters than those of ASCII (RFC 3987), which browsers take; for pages of the web also RFC 9110,
/// section 4.2: they have a host, and a port that there can be.
fn is_absolute(url: &str) -> bool {
    let Ok(parsed) = IriStr::new(url) else { return false };
    let is_web = ["http", "https"].iter().any(|scheme| parsed.scheme_str().eq_ignore_ascii_case(scheme));
    let is_place = |port: &str| port.is_empty() || port.parse::<u16>().is_ok();
    let authority = parsed.authority_components();
    !is_web || authority.is_some_and(|it| !it.host().is_empty() && it.port().is_none_or(is_place))
}

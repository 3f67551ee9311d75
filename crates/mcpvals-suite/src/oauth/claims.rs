//! What a token says of itself: its claims where it is a JWT (RFC 9068), else what introspection tells (RFC 7662).

use jiff::Timestamp;
use mcpvals_wire::oauth::probe::{Jwt, Reply};
use serde_json::Value;

use super::flows::Flows;
use super::request::pair;
use super::token_answer::Tokens;

/// So far two clocks may be apart, in seconds.
pub(super) const CLOCKS: f64 = 60.0;

pub(super) async fn of(flows: &Flows<'_>, tokens: &Tokens) -> Result<Value, String> {
    if let Some(jwt) = Jwt::read(tokens.access.reveal()) {
        return Ok(Value::Object(jwt.claims));
    }
    let url = flows.endpoint("introspection_endpoint");
    let url = url.map_err(|_| "the access token is opaque, and nobody can be asked what it says")?;
    let reply = introspect(flows, &url, tokens.access.reveal()).await?;
    let told = reply.json();
    let is_told = reply.is_success() && told["active"] == true;
    let problem = || format!("the access token is opaque, and introspection does not tell (status {})", reply.status);
    is_told.then_some(told).ok_or_else(problem)
}

/// Asks for what a token says.
///
/// # Errors
/// Where no answer comes.
pub(super) async fn introspect(flows: &Flows<'_>, url: &str, token: &str) -> Result<Reply, String> {
    let asked = flows.bench.probe.ask(url, &[pair("token", token)], &flows.client).await;
    asked.map_err(|error| error.to_string())
}

/// The values of a claim that is a text or several.
pub(super) fn texts(claims: &Value, name: &str) -> Vec<String> {
    match &claims[name] {
        Value::String(one) => vec![one.clone()],
        Value::Array(many) => many.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// The scopes in a `scope` that is a text, as it should be, or a list, as it often is.
pub(super) fn scopes(claims: &Value) -> Vec<String> {
    let named = if claims["scope"].is_null() { &claims["scp"] } else { &claims["scope"] };
    match named {
        Value::String(text) => super::token_answer::words(text),
        Value::Array(many) => many.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// Seconds since 1970.
#[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are far below 2^53")]
pub(super) fn now() -> f64 {
    Timestamp::now().as_second() as f64
}

/// In what `exp` is not what the token response says; `None` where one of them is not there.
pub(super) fn expires_otherwise(claims: &Value, tokens: &Tokens) -> Option<Vec<String>> {
    let left = claims["exp"].as_f64()? - now();
    let expires_in = tokens.expires_in?;
    let apart = (left - expires_in).abs() > CLOCKS;
    let wrong = apart.then(|| format!("`exp` is in {left:.0} s, and `expires_in` says {expires_in:.0} s"));
    Some(wrong.into_iter().collect())
}

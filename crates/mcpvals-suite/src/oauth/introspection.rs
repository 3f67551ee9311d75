//! Introspection (RFC 7662).

use mcpvals_model::OauthRule::{
    IntrospectionActive, IntrospectionAgrees, IntrospectionProtected, IntrospectionUnknown,
};
use mcpvals_model::{OauthRule, Seen};
use mcpvals_wire::oauth::probe::unguessable;
use serde_json::Value;

use super::claims::{introspect, scopes, texts};
use super::flow::now;
use super::flows::Flows;
use super::request::pair;
use super::token_answer::{Tokens, error_of, text};

const RULES: [OauthRule; 4] = [IntrospectionActive, IntrospectionAgrees, IntrospectionUnknown, IntrospectionProtected];
/// So far two clocks may be apart, in seconds.
const CLOCKS: f64 = 60.0;

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.has_open(&RULES) {
        return;
    }
    let url = match flows.endpoint("introspection_endpoint") {
        Ok(url) => url,
        Err(reason) => return bench.skip_all(&RULES, &reason),
    };
    protected(flows, &url).await;
    if bench.wants(IntrospectionUnknown) {
        unknown(flows, &url).await;
    }
    match flows.first_tokens() {
        Ok(tokens) => live(flows, &url, tokens).await,
        Err(problem) => bench.lose(&RULES, &problem),
    }
}

/// Who may ask, is asked for credentials.
async fn protected(flows: &Flows<'_>, url: &str) {
    let bench = flows.bench;
    let Ok(tokens) = flows.first_tokens() else { return };
    if !bench.wants(IntrospectionProtected) {
        return;
    }
    let asked = bench.probe.form(url, &[pair("token", tokens.access.reveal())]).await;
    let looked = match asked {
        Ok(reply) if reply.is_success() && reply.json()["active"] == true => {
            (Seen::Granted { what: "what the token says, to anybody".to_owned() }, Some(reply.frame))
        }
        Ok(reply) => (Seen::Refused { status: reply.status, error: error_of(&reply.json()) }, Some(reply.frame)),
        Err(error) => (Seen::Lost { problem: error.to_string() }, None),
    };
    bench.see(IntrospectionProtected, looked);
}

async fn unknown(flows: &Flows<'_>, url: &str) {
    let token = flows.bench.setting.given.access.as_ref().map_or_else(unguessable, |token| token.reveal().to_owned());
    match active(flows, url, &token).await {
        Ok((active, frame)) => flows.bench.compare(IntrospectionUnknown, false, active, Some(frame)),
        Err(reason) => flows.bench.skip(IntrospectionUnknown, reason),
    }
}

/// What introspection says of a token being active.
///
/// # Errors
/// Where the client may not ask, in words.
pub(super) async fn active(flows: &Flows<'_>, url: &str, token: &str) -> Result<(Value, u64), String> {
    let reply = introspect(flows, url, token).await?;
    if [401, 403].contains(&reply.status) {
        return Err(format!("the client may not ask for introspection (status {})", reply.status));
    }
    let told = reply.json();
    let active = told.get("active").cloned().unwrap_or_else(|| Value::from(format!("status {}", reply.status)));
    Ok((active, reply.frame))
}

async fn live(flows: &Flows<'_>, url: &str, tokens: &Tokens) {
    let bench = flows.bench;
    if !bench.has_open(&[IntrospectionActive, IntrospectionAgrees]) {
        return;
    }
    let (active, frame) = match active(flows, url, tokens.access.reveal()).await {
        Ok(told) => told,
        Err(reason) => return bench.skip_all(&RULES, &reason),
    };
    bench.compare(IntrospectionActive, true, active.clone(), Some(frame));
    if active != true {
        return bench.skip(IntrospectionAgrees, "introspection says that the token is inactive");
    }
    match introspect(flows, url, tokens.access.reveal()).await {
        Ok(reply) => bench.list(IntrospectionAgrees, differences(flows, tokens, &reply.json()), Some(reply.frame)),
        Err(problem) => bench.lose(&[IntrospectionAgrees], &problem),
    }
}

/// In what introspection says otherwise than the token response; what it leaves out is no difference.
fn differences(flows: &Flows<'_>, tokens: &Tokens, told: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(id) = text(told, "client_id").filter(|id| id != flows.client.id()) {
        wrong.push(format!("`client_id` is `{id}`"));
    }
    let (said, granted) = (scopes(told), tokens.granted());
    let others: Vec<&String> = said.iter().filter(|scope| !granted.contains(scope)).collect();
    if !others.is_empty() && !granted.is_empty() {
        wrong.push(format!("`scope` has {others:?}, which was not granted"));
    }
    let left = told["exp"].as_f64().map(|exp| exp - now());
    if let (Some(left), Some(expires_in)) = (left, tokens.expires_in)
        && (left - expires_in).abs() > CLOCKS
    {
        wrong.push(format!("`exp` is in {left:.0} s, and `expires_in` says {expires_in:.0} s"));
    }
    let (audience, resources) = (texts(told, "aud"), flows.resources());
    if !audience.is_empty() && !resources.iter().all(|resource| audience.contains(resource)) {
        wrong.push(format!("`aud` is {audience:?}"));
    }
    wrong
}

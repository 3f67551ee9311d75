//! Introspection (RFC 7662).

use mcpvals_model::OauthRule;
use mcpvals_model::OauthRule::{
    IntrospectionActive, IntrospectionAgrees, IntrospectionProtected, IntrospectionUnknown,
};
use mcpvals_wire::oauth::probe::{Reply, unguessable};
use serde_json::Value;

use super::bench::replied;
use super::claims::{expires_otherwise, introspect, scopes, texts};
use super::flows::Flows;
use super::request::pair;
use super::token_answer::{Tokens, text};

const RULES: [OauthRule; 4] = [IntrospectionActive, IntrospectionAgrees, IntrospectionUnknown, IntrospectionProtected];

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
    let told = |reply: &Reply| {
        let is_told = reply.is_success() && reply.json()["active"] == true;
        is_told.then_some("what the token says, to anybody")
    };
    let see = |how: &str, reply| bench.see_of(IntrospectionProtected, Some(how.to_owned()), replied(reply, told));
    let parameters = [pair("token", tokens.access.reveal())];
    see("without credentials", bench.probe.form(url, &parameters).await);
    if let Some(spoilt) = flows.client.spoilt() {
        see("with wrong credentials", bench.probe.ask(url, &parameters, &spoilt).await);
    }
}

async fn unknown(flows: &Flows<'_>, url: &str) {
    let token = flows.bench.setting.given.access.as_ref().map_or_else(unguessable, |token| token.reveal().to_owned());
    match active(flows, url, &token).await {
        Ok((active, reply)) => flows.bench.compare(IntrospectionUnknown, false, active, Some(reply.frame)),
        Err(reason) => flows.bench.skip(IntrospectionUnknown, reason),
    }
}

/// What introspection says of a token being active, and the reply that says so.
///
/// # Errors
/// Where the client may not ask, in words.
pub(super) async fn active(flows: &Flows<'_>, url: &str, token: &str) -> Result<(Value, Reply), String> {
    let reply = introspect(flows, url, token).await?;
    if [401, 403].contains(&reply.status) {
        return Err(format!("the client may not ask for introspection (status {})", reply.status));
    }
    let told = reply.json();
    let active = told.get("active").cloned().unwrap_or_else(|| Value::from(format!("status {}", reply.status)));
    Ok((active, reply))
}

async fn live(flows: &Flows<'_>, url: &str, tokens: &Tokens) {
    let bench = flows.bench;
    if !bench.has_open(&[IntrospectionActive, IntrospectionAgrees]) {
        return;
    }
    let (active, reply) = match active(flows, url, tokens.access.reveal()).await {
        Ok(told) => told,
        Err(reason) => return bench.skip_all(&RULES, &reason),
    };
    bench.compare(IntrospectionActive, true, active.clone(), Some(reply.frame));
    if active != true {
        return bench.skip(IntrospectionAgrees, "introspection says that the token is inactive");
    }
    bench.list(IntrospectionAgrees, differences(flows, tokens, &reply.json()), Some(reply.frame));
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
    wrong.extend(expires_otherwise(told, tokens).unwrap_or_default());
    let (audience, resources) = (texts(told, "aud"), flows.resources());
    if !audience.is_empty() && !resources.iter().all(|resource| audience.contains(resource)) {
        wrong.push(format!("`aud` is {audience:?}"));
    }
    wrong
}

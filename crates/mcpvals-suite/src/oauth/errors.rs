//! Do errors show what is none of their reader's business?

use std::sync::LazyLock;

use mcpvals_model::OauthRule::ErrorsLeakNothing;
use mcpvals_wire::oauth::probe::{Reply, with_query};
use regex::Regex;
use serde_json::json;

use super::flows::Flows;
use super::raw::Raw;
use super::request::pair;

/// Lines of a stack, paths of a machine, statements of a database.
static LEAK: LazyLock<Regex> = LazyLock::new(|| {
    let stacks = r"\bat [\w.<>$ ]+ \(?[^\s()]+:\d+:\d+\)?|Traceback \(most recent call last\)|File \x22[^\x22]+\x22, line \d+|\b\w+\.java:\d+\)|goroutine \d+ \[|panicked at ";
    let places = r"/(?:home|Users|usr/local|opt|srv|var/www)/[\w.-]+/[\w./-]+|[A-Z]:\\(?:Users|inetpub|Windows)\\|node_modules/|site-packages/";
    let queries = r"\bSELECT\s[\w*,.\s]+\sFROM\s+\w+|\bINSERT\s+INTO\s+\w+|syntax error at or near|SQLSTATE";
    Regex::new(&format!("{stacks}|{places}|{queries}")).expect("the pattern is a constant, and tested")
});

/// What servers stumble over.
const ODD: &str = "'\"<mcpvals>\\\u{0}{{7*7}}%00";

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.wants(ErrorsLeakNothing) {
        return;
    }
    let mut wrong = Vec::new();
    let mut frame = None;
    for (place, reply) in errors(flows).await {
        let shown = format!("{}\n{}", reply.text(), reply.header("www-authenticate").unwrap_or_default());
        let secret = flows.first_tokens().ok().filter(|tokens| shown.contains(tokens.access.reveal()));
        let leak = LEAK.find(&shown).map(|found| excerpt(found.as_str()));
        let leak = secret.map(|_| "the token".to_owned()).or(leak);
        if let Some(leak) = leak {
            frame = Some(reply.frame);
            wrong.push(format!("the error of {place} (status {}) shows: {leak}", reply.status));
        }
    }
    bench.list(ErrorsLeakNothing, wrong, frame);
}

fn excerpt(text: &str) -> String {
    text.chars().take(120).collect()
}

/// One error of each endpoint.
async fn errors(flows: &Flows<'_>) -> Vec<(&'static str, Reply)> {
    let (bench, mut errors) = (flows.bench, Vec::new());
    if let Ok(url) = flows.endpoint("authorization_endpoint") {
        let wrong = flows.request().with("response_type", ODD).with("client_id", ODD);
        errors.push(("the authorization endpoint", bench.probe.get(&with_query(&url, &wrong.parameters), &[]).await));
    }
    if let Ok(url) = flows.endpoint("token_endpoint") {
        let parameters = [pair("grant_type", ODD), pair("code", ODD), pair("client_id", ODD)];
        errors.push(("the token endpoint", bench.probe.form(&url, &parameters).await));
        errors.push((
            "the token endpoint",
            bench.probe.ask(&url, &[pair("grant_type", "authorization_code"), pair("code", ODD)], &flows.client).await,
        ));
    }
    for (name, what) in
        [("revocation_endpoint", "the revocation endpoint"), ("introspection_endpoint", "the introspection endpoint")]
    {
        if let Ok(url) = flows.endpoint(name) {
            errors.push((
                what,
                bench.probe.ask(&url, &[pair("token", ODD), pair("token_type_hint", ODD)], &flows.client).await,
            ));
        }
    }
    if let Ok(url) = flows.endpoint("registration_endpoint") {
        errors.push(("the registration endpoint", bench.probe.json(&url, &json!({"redirect_uris": ODD}), &[]).await));
    }
    let mut came: Vec<(&str, Reply)> =
        errors.into_iter().filter_map(|(place, reply)| Some((place, reply.ok()?))).collect();
    came.extend(of_server(flows).await);
    came.into_iter().filter(|(_, reply)| reply.status >= 400).collect()
}

/// What the server says to tokens that are none.
async fn of_server(flows: &Flows<'_>) -> Vec<(&'static str, Reply)> {
    let Ok(token) = flows.live_token().await else { return Vec::new() };
    let Ok(raw) = Raw::begin(flows.bench, None, &token).await else { return Vec::new() };
    let spoilt = format!("Bearer {}.x", token.reveal());
    let mut replies = Vec::new();
    for value in [spoilt.as_str(), "Bearer e30.e30.e30", "Bearer \"'<mcpvals>"] {
        let said = raw.ask("tools/list", &json!({}), &[pair("authorization", value)]).await;
        replies.extend(said.ok().map(|said| ("the server", said.reply)));
    }
    replies
}

#[cfg(test)]
mod tests {
    use super::LEAK;

    #[test]
    fn stacks_paths_and_queries_are_found() {
        for leak in [
            "Error: x\n    at Provider.token (file:///srv/app/index.js:10:5)",
            "Traceback (most recent call last):",
            "File \"/app/main.py\", line 7",
            "com.example.Main.run(Main.java:42)",
            "/home/ann/app/secrets.json",
            "node_modules/oidc-provider/lib",
            "SELECT id, name FROM users",
            "thread 'main' panicked at src/main.rs:1",
        ] {
            assert!(LEAK.is_match(leak), "{leak}");
        }
        for harmless in [
            "invalid_grant: the code is not known",
            "please select a value from the list",
            "meet us at noon (10:30)",
            "/.well-known/oauth-protected-resource/mcp",
            "{\"error\":\"invalid_request\",\"error_description\":\"missing required parameter(s)\"}",
        ] {
            assert!(!LEAK.is_match(harmless), "{harmless}");
        }
    }
}

//! For whom a token is (RFC 8707), and whether the server looks.

use mcpvals_model::OauthRule::{AudienceChecked, AudienceTaken, ResourceError, ResourceKept, ResourceUnknown};
use mcpvals_model::{OauthRule, Secret, Seen};
use mcpvals_wire::oauth::probe::{Forger, Jwt, is_resource_of};
use serde_json::json;

use super::authorized::AuthorizedEnd;
use super::bench::{Looked, opened};
use super::claims::texts;
use super::flows::Flows;
use super::request::{Request, pair, redemption};
use super::token_answer::Answer;

/// A resource that nobody knows.
const UNKNOWN: &str = "https://no-such-resource.example/mcp";
const OF_SERVER: [OauthRule; 2] = [AudienceChecked, AudienceTaken];

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if bench.has_open(&[ResourceUnknown, ResourceError]) {
        unknown(flows).await;
    }
    if bench.wants(ResourceKept) {
        kept(flows).await;
    }
    if bench.has_open(&OF_SERVER) {
        other_audience(flows).await;
    }
}

async fn unknown(flows: &Flows<'_>) {
    let bench = flows.bench;
    if let Err(problem) = flows.first_tokens() {
        return bench.lose(&[ResourceUnknown, ResourceError], &problem);
    }
    let first = flows.flow_of(flows.request_of(flows.scopes(), vec![UNKNOWN.to_owned()])).await;
    let looked = first.answer.seen();
    let frame = looked.1;
    // The error of the authorization endpoint is the flow's, wherever it was told.
    let error =
        first.authorized.as_ref().and_then(|it| it.get("error")).or_else(|| first.answer.error()).map(str::to_owned);
    match (&first.answer, error) {
        (Answer::Refused { .. }, Some(error)) => bench.compare(ResourceError, "invalid_target", error, frame),
        (Answer::Refused { .. }, None) => bench.skip(ResourceError, "it is refused without an error of OAuth"),
        _ => bench.skip(ResourceError, "it is not refused"),
    }
    // A page on which the way ends is a refusal, since a right request got through.
    let looked = match (looked.0, &first.authorized) {
        (Seen::Lost { .. }, Some(authorized)) => authorized.seen(),
        (seen, _) => (seen, frame),
    };
    bench.see(ResourceUnknown, looked);
}

/// A resource beside the server: the config's, or one that nobody knows.
fn elsewhere(flows: &Flows<'_>) -> String {
    flows.bench.setting.other_resource.clone().unwrap_or_else(|| UNKNOWN.to_owned())
}

/// A code that was given for one resource, redeemed for another.
async fn kept(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !flows.asks_users() {
        return bench.skip(ResourceKept, "the grant has no code");
    }
    if flows.resources().is_empty() {
        return bench.skip(ResourceKept, "no resource is asked for, and none is known");
    }
    let (request, other) = (flows.request(), elsewhere(flows));
    let authorized = flows.authorize(&request).await;
    let AuthorizedEnd::Code(code) = &authorized.end else {
        return bench.lose(&[ResourceKept], "a right authorization request gave no code");
    };
    let asked = Request { resources: vec![other.clone()], ..request };
    let answer = flows.ask_for_tokens(&flows.client, &redemption(code, flows.redirect_uri(), &asked)).await;
    bench.see_of(ResourceKept, Some("a code".to_owned()), elsewhere_given(flows, &answer, &other).await);
    if let Some(refresh) = flows.tokens().await.ok().and_then(|tokens| tokens.refresh) {
        let answer = flows.refresh(&flows.client, &refresh, &[pair("resource", other.as_str())]).await;
        bench.see_of(ResourceKept, Some("a refresh token".to_owned()), elsewhere_given(flows, &answer, &other).await);
    }
}

/// Is it a token for the other resource?
async fn elsewhere_given(flows: &Flows<'_>, answer: &Answer, other: &String) -> Looked {
    let frame = answer.seen().1;
    match answer {
        // It may stay for the first one all the same.
        Answer::Tokens(tokens) => match flows.claims(tokens).await {
            Ok(claims) if !texts(&claims, "aud").contains(other) => {
                let error = Some("the token is not for the other resource".to_owned());
                (Seen::Refused { status: tokens.reply.status, error }, frame)
            }
            Ok(_) => (Seen::Granted { what: format!("a token for {other}") }, frame),
            Err(reason) => (Seen::NotTried { reason }, frame),
        },
        _ => answer.seen(),
    }
}

/// A token for another resource, in front of the server.
async fn other_audience(flows: &Flows<'_>) {
    let bench = flows.bench;
    let Some(server) = bench.server() else {
        return bench.skip_all(&OF_SERVER, "the server is a process, which has no authorization");
    };
    if !flows.found.is_closed {
        return bench.skip_all(&OF_SERVER, "the server takes requests without any token");
    }
    let given = bench.setting.resources.iter().map(|it| &it.uri).find(|uri| !is_resource_of(uri, server));
    let token = match bench.setting.other_resource.as_ref().or(given) {
        Some(other) => token_for(flows, other).await,
        None => forged(flows).await,
    };
    match token {
        Ok(token) => {
            let looked = opened(&bench.open(Some(&token)).await);
            bench.see(AudienceChecked, looked.clone());
            bench.see(AudienceTaken, looked);
        }
        Err(reason) => bench.skip_all(&OF_SERVER, &reason),
    }
}

async fn token_for(flows: &Flows<'_>, other: &str) -> Result<Secret, String> {
    let request = flows.request_of(flows.scopes(), vec![other.to_owned()]);
    let tokens = flows.flow_of(request).await.answer.tokens();
    let tokens = tokens.map_err(|problem| format!("there is no token for {other}: {problem}"))?;
    match flows.claims(&tokens).await {
        Ok(claims) if !texts(&claims, "aud").is_empty() && !texts(&claims, "aud").iter().any(|aud| aud == other) => {
            let (wanted, found) = (vec![other.to_owned()], texts(&claims, "aud"));
            let seen = Seen::Found { wanted: wanted.into(), found: found.into() };
            let tried = format!("resource={other}");
            flows.bench.see_of(OauthRule::ResourceAudience, Some(tried), (seen, Some(tokens.frame())));
            Err(format!("the token that was asked for {other} is for {:?}", texts(&claims, "aud")))
        }
        Ok(_) | Err(_) => Ok(tokens.access),
    }
}

/// Signed with the authorization server's own key.
async fn forged(flows: &Flows<'_>) -> Result<Secret, String> {
    let missing = || "there is no other resource to ask a token for: give `otherResource`, or `signingKey`".to_owned();
    let tokens = flows.first_tokens()?;
    let jwt = Jwt::read(tokens.access.reveal()).ok_or_else(missing)?;
    let forger = Forger::new(jwt, flows.bench.setting.signing_key.as_ref())?;
    let (right, wrong) = (forger.signed_with(&[]), forger.signed_with(&[("aud", json!(UNKNOWN))]));
    let (right, wrong) = right.zip(wrong).ok_or_else(missing)?;
    for token in [&right, &wrong] {
        flows.bench.probe.learn("access_token", token);
    }
    let taken = opened(&flows.bench.open(Some(&Secret::new(right))).await);
    let is_taken = matches!(taken.0, Seen::Granted { .. });
    is_taken
        .then(|| Secret::new(wrong))
        .ok_or_else(|| "the server does not take what is signed with `signingKey`".to_owned())
}

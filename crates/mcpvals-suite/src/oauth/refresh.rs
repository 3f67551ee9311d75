//! Refresh tokens (OAuth 2.1, 4.3).

use mcpvals_model::OauthRule::{
    RefreshOfClient, RefreshOldRefused, RefreshReuseRevokes, RefreshRotates, RefreshScope, RefreshWorks,
};
use mcpvals_model::{OauthRule, Secret, Seen};
use serde_json::Value;

use super::bench::{Looked, opened};
use super::claims::scopes;
use super::flows::Flows;
use super::found::strings;
use super::request::pair;
use super::token_answer::{Answer, Tokens};

const RULES: [OauthRule; 6] =
    [RefreshWorks, RefreshRotates, RefreshOldRefused, RefreshReuseRevokes, RefreshOfClient, RefreshScope];

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.has_open(&RULES) {
        return;
    }
    let first = match flows.first_tokens() {
        Ok(tokens) => tokens.clone(),
        Err(problem) => return bench.lose(&RULES, &problem),
    };
    let Some(old) = bench.setting.given.refresh.clone().or_else(|| first.refresh.clone()) else {
        return bench.skip_all(&RULES, "no refresh token is given");
    };
    let answer = flows.refresh(&flows.client, &old, &[]).await;
    let frame = answer.seen().1;
    let Answer::Tokens(new) = answer else {
        bench.see(RefreshWorks, answer.seen());
        return bench.lose(&RULES, "the refresh token gives no new tokens");
    };
    works(flows, &new).await;
    if bench.wants(RefreshScope) {
        let (granted, found) = (first.granted().to_vec(), scopes_of(flows, &new, first.granted()).await);
        bench.see_of(RefreshScope, Some("without asking for any".to_owned()), within(granted, found, frame));
    }
    replaced(flows, &old, &new, frame).await;
    if bench.wants(RefreshOfClient) {
        of_client(flows).await;
    }
    if bench.asks_for(RefreshScope) {
        more_scopes(flows).await;
    }
}

async fn works(flows: &Flows<'_>, new: &Tokens) {
    let bench = flows.bench;
    if !bench.wants(RefreshWorks) {
        return;
    }
    if bench.server().is_none() {
        return bench.see(RefreshWorks, (Seen::Granted { what: "an access token".to_owned() }, Some(new.frame())));
    }
    bench.see(RefreshWorks, opened(&bench.open(Some(&new.access)).await));
}

/// Is the old one replaced, and worth nothing then?
async fn replaced(flows: &Flows<'_>, old: &Secret, new: &Tokens, frame: Option<u64>) {
    let bench = flows.bench;
    let newest = new.refresh.as_ref().filter(|newest| *newest != old);
    if flows.client.is_public() {
        bench.compare(RefreshRotates, Value::Null, newest.map(|_| "another one"), frame);
    } else {
        bench.skip(RefreshRotates, "the client proves who it is: its refresh tokens may stay");
    }
    let Some(newest) = newest else {
        return bench.skip_all(&[RefreshOldRefused, RefreshReuseRevokes], "refresh tokens are not replaced");
    };
    if !bench.has_open(&[RefreshOldRefused, RefreshReuseRevokes]) {
        return;
    }
    let again = flows.refresh(&flows.client, old, &[]).await;
    bench.see(RefreshOldRefused, again.seen());
    match again {
        Answer::Tokens(_) => bench.skip(RefreshReuseRevokes, "the old one is taken again"),
        _ => bench.see(RefreshReuseRevokes, flows.refresh(&flows.client, newest, &[]).await.seen()),
    }
}

async fn of_client(flows: &Flows<'_>) {
    let bench = flows.bench;
    let other = match flows.other().await {
        Ok(other) => other,
        Err(reason) => return bench.skip(RefreshOfClient, reason),
    };
    match fresh(flows).await {
        Ok(token) => bench.see(RefreshOfClient, flows.refresh(&other, &token, &[]).await.seen()),
        Err(problem) => bench.lose(&[RefreshOfClient], &problem),
    }
}

/// A refresh token of a flow of its own.
async fn fresh(flows: &Flows<'_>) -> Result<Secret, String> {
    flows.tokens().await?.refresh.ok_or_else(|| "no refresh token is given".to_owned())
}

/// Asks for less first, and then for more.
async fn more_scopes(flows: &Flows<'_>) {
    let bench = flows.bench;
    let all = flows.scopes();
    let is_special = |scope: &&String| ["openid", "offline_access"].contains(&scope.as_str());
    let own: Vec<&String> = all.iter().filter(|scope| !is_special(scope)).collect();
    let mut known = strings(&flows.found.metadata["scopes_supported"]);
    known.extend(all.iter().cloned());
    let less: Vec<String> = all.iter().filter(is_special).chain(own.first().copied()).cloned().collect();
    let first = match flows.flow_of(flows.request_of(less.clone(), flows.resources())).await.answer.tokens() {
        Ok(tokens) => tokens,
        Err(problem) => return bench.lose(&[RefreshScope], &problem),
    };
    let Some(token) = first.refresh.clone() else {
        return bench.skip(RefreshScope, "no refresh token is given for fewer scopes");
    };
    let granted = first.granted().to_vec();
    let Some(more) = known.into_iter().find(|scope| !granted.contains(scope) && !is_special(&scope)) else {
        return bench.skip(RefreshScope, "there is no scope that was not granted");
    };
    let asked = [granted.clone(), vec![more]].concat();
    let answer = flows.refresh(&flows.client, &token, &[pair("scope", asked.join(" "))]).await;
    let frame = answer.seen().1;
    let found = match answer {
        Answer::Tokens(tokens) => scopes_of(flows, &tokens, &asked).await,
        Answer::Refused { .. } => Vec::new(),
        Answer::Lost { problem } => return bench.lose(&[RefreshScope], &problem),
    };
    bench.see_of(RefreshScope, Some(format!("asking for {}", asked.join(" "))), within(granted, found, frame));
}

/// What a token is worth: what is not said is what was asked for (RFC 6749, 5.1).
async fn scopes_of(flows: &Flows<'_>, tokens: &Tokens, asked: &[String]) -> Vec<String> {
    match (&tokens.scope, flows.claims(tokens).await) {
        (Some(said), _) => said.clone(),
        (None, Ok(claims)) => scopes(&claims),
        (None, Err(_)) => asked.to_vec(),
    }
}

fn within(wanted: Vec<String>, found: Vec<String>, frame: Option<u64>) -> Looked {
    (Seen::Found { wanted: wanted.into(), found: found.into() }, frame)
}

//! Revocation (RFC 7009).

use std::time::{Duration, Instant};

use mcpvals_model::OauthRule::{
    IntrospectionRevoked, RevocationEffective, RevocationOfClient, RevocationOfRefresh, RevocationUnknown,
    RevocationWorks,
};
use mcpvals_model::{OauthRule, Secret, Seen};
use mcpvals_wire::oauth::probe::{Applicant, Jwt, unguessable};

use super::bench::{Looked, opened, replied};
use super::door::Door;
use super::expiry::opens;
use super::flows::Flows;
use super::introspection;
use super::request::pair;
use super::token_answer::Tokens;

const RULES: [OauthRule; 6] = [
    RevocationWorks,
    RevocationEffective,
    RevocationOfRefresh,
    RevocationUnknown,
    RevocationOfClient,
    IntrospectionRevoked,
];
/// Between two looks at whether a revocation has reached the server.
const PAUSE: Duration = Duration::from_millis(200);

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.has_open(&RULES) {
        return;
    }
    let url = match flows.endpoint("revocation_endpoint") {
        Ok(url) => url,
        Err(reason) => return bench.skip_all(&RULES, &reason),
    };
    if let Err(problem) = flows.first_tokens() {
        return bench.lose(&RULES, &problem);
    }
    if bench.wants(RevocationUnknown) {
        let answer = revoke(flows, &url, &flows.client, &Secret::new(unguessable())).await;
        bench.see(RevocationUnknown, answer);
    }
    if bench.wants(RevocationOfClient) {
        of_another_client(flows, &url).await;
    }
    if bench.wants(RevocationOfRefresh) {
        of_refresh(flows, &url).await;
    }
    if bench.has_open(&[RevocationWorks, RevocationEffective, IntrospectionRevoked]) {
        of_access(flows, &url).await;
    }
}

async fn revoke(flows: &Flows<'_>, url: &str, client: &Applicant, token: &Secret) -> Looked {
    let reply = flows.bench.probe.ask(url, &[pair("token", token.reveal())], client).await;
    replied(reply, |reply| (reply.status == 200).then_some("status 200"))
}

async fn of_access(flows: &Flows<'_>, url: &str) {
    let (bench, rules) = (flows.bench, [RevocationWorks, RevocationEffective, IntrospectionRevoked]);
    let tokens = match flows.tokens().await {
        Ok(tokens) => tokens,
        Err(problem) => return bench.lose(&rules, &problem),
    };
    let was_taken = bench.server().is_none() || opens(flows, &tokens.access).await;
    let door = Door::open(bench, &tokens.access).await;
    let (seen, frame) = revoke(flows, url, &flows.client, &tokens.access).await;
    // Only refresh tokens must be revocable (RFC 7009, 2).
    let is_unsupported =
        matches!(&seen, Seen::Refused { error: Some(error), .. } if error.starts_with("unsupported_token_type"));
    if is_unsupported {
        bench.skip_all(&rules[1..], "the authorization server cannot revoke access tokens (`unsupported_token_type`)");
        return match &tokens.refresh {
            Some(refresh) => bench.see(RevocationWorks, revoke(flows, url, &flows.client, refresh).await),
            None => bench.skip(
                RevocationWorks,
                "the authorization server cannot revoke access tokens, and gives no refresh token",
            ),
        };
    }
    let worked = matches!(seen, Seen::Granted { .. });
    bench.see(RevocationWorks, (seen, frame));
    if !worked {
        return bench.skip_all(&rules[1..], "nothing could be revoked");
    }
    introspected(flows, &tokens).await;
    if was_taken {
        return reaches_the_server(flows, &tokens, &door).await;
    }
    bench.lose(&[RevocationEffective], "the server does not take the token before it is revoked, either");
}

async fn introspected(flows: &Flows<'_>, tokens: &Tokens) {
    let bench = flows.bench;
    if !bench.wants(IntrospectionRevoked) {
        return;
    }
    let url = match flows.endpoint("introspection_endpoint") {
        Ok(url) => url,
        Err(reason) => return bench.skip(IntrospectionRevoked, reason),
    };
    let (within, began) = (bench.setting.revoked_within, Instant::now());
    loop {
        match introspection::active(flows, &url, tokens.access.reveal()).await {
            Ok((active, reply)) if active == false || began.elapsed() >= within => {
                return bench.compare(IntrospectionRevoked, false, active, Some(reply.frame));
            }
            Ok(_) => flows.wait(PAUSE.min(within)).await,
            Err(reason) => return bench.skip(IntrospectionRevoked, reason),
        }
    }
}

/// Looks until the server refuses the token, or the time is over.
async fn reaches_the_server(flows: &Flows<'_>, tokens: &Tokens, door: &Door<'_>) {
    let bench = flows.bench;
    if bench.server().is_none() {
        return bench.skip(RevocationEffective, "the server is a process, which has no authorization");
    }
    let (within, began) = (bench.setting.revoked_within, Instant::now());
    loop {
        let (place, looked) = door.look().await;
        if !matches!(looked.0, Seen::Granted { .. }) || began.elapsed() >= within {
            let kind = if Jwt::read(tokens.access.reveal()).is_some() { "a JWT" } else { "an opaque token" };
            let tried = format!("{kind}, within {} ms, {place}", within.as_millis());
            return bench.see_of(RevocationEffective, Some(tried), looked);
        }
        flows.wait(PAUSE.min(within)).await;
    }
}

async fn of_refresh(flows: &Flows<'_>, url: &str) {
    let bench = flows.bench;
    let tokens = match flows.tokens().await {
        Ok(tokens) => tokens,
        Err(problem) => return bench.lose(&[RevocationOfRefresh], &problem),
    };
    let Some(refresh) = &tokens.refresh else {
        return bench.skip(RevocationOfRefresh, "no refresh token is given");
    };
    match revoke(flows, url, &flows.client, refresh).await.0 {
        Seen::Granted { .. } => bench.see(RevocationOfRefresh, flows.refresh(&flows.client, refresh, &[]).await.seen()),
        _ => bench.skip(RevocationOfRefresh, "the refresh token could not be revoked"),
    }
}

async fn of_another_client(flows: &Flows<'_>, url: &str) {
    if let Some(spoilt) = flows.client.spoilt() {
        lives_on(flows, url, &spoilt, "one with wrong credentials").await;
    }
    match flows.other().await {
        Ok(other) => lives_on(flows, url, &other, "another client").await,
        Err(reason) => flows.bench.skip(RevocationOfClient, reason),
    }
}

/// Somebody else revokes our token: it must live on.
async fn lives_on(flows: &Flows<'_>, url: &str, other: &Applicant, who: &str) {
    let bench = flows.bench;
    let tokens = match flows.tokens().await {
        Ok(tokens) => tokens,
        Err(problem) => return bench.lose(&[RevocationOfClient], &problem),
    };
    let victim = tokens.refresh.as_ref().unwrap_or(&tokens.access);
    revoke(flows, url, other, victim).await;
    let looked = match &tokens.refresh {
        Some(refresh) => flows.refresh(&flows.client, refresh, &[]).await.seen(),
        None if bench.server().is_some() => opened(&bench.open(Some(&tokens.access)).await),
        None => (Seen::NotTried { reason: "there is nothing that shows whether the token lives".to_owned() }, None),
    };
    bench.see_of(RevocationOfClient, Some(who.to_owned()), looked);
}

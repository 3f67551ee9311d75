//! The proof key (RFC 7636), and the code that it protects (OAuth 2.1, 4.1.3).

use mcpvals_model::OauthRule::{
    self, CodeOfClient, CodeOfRedirectUri, CodeOnce, CodeReplayRevokes, PkceDowngrade, PkceMethodKept, PkcePlain,
    PkceRequired, PkceVerifierChecked, PkceVerifierOfCode, PkceVerifierRequired,
};
use mcpvals_model::{MetricName, Seen};
use mcpvals_wire::oauth::probe::{Jwt, s256, unguessable};

use super::authorized::AuthorizedEnd;
use super::bench::{Looked, opened};
use super::flows::Flows;
use super::request::{Request, redemption};
use super::token_answer::{Answer, Tokens};

const CHALLENGE: [&str; 2] = ["code_challenge", "code_challenge_method"];

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    let rules = OauthRule::of(MetricName::PkceSecurity);
    if !bench.has_open(&rules) {
        return;
    }
    if !flows.asks_users() {
        return bench.skip_all(&rules, "the grant has no code");
    }
    if let Err(problem) = flows.first_tokens() {
        return bench.lose(&rules, &problem);
    }
    let request = || flows.request();
    if bench.wants(PkceRequired) {
        bench.see(PkceRequired, without_challenge(flows, None).await);
    }
    if bench.wants(PkceDowngrade) {
        bench.see(PkceDowngrade, without_challenge(flows, Some(unguessable())).await);
    }
    if bench.wants(PkceVerifierRequired) {
        bench.see(PkceVerifierRequired, redeemed_with(flows, request(), None).await);
    }
    if bench.wants(PkceVerifierChecked) {
        bench.see(PkceVerifierChecked, redeemed_with(flows, request(), Some(unguessable())).await);
    }
    if bench.wants(PkceMethodKept) {
        let request = request();
        let challenge = request.verifier.as_deref().map(s256);
        bench.see(PkceMethodKept, redeemed_with(flows, request, challenge).await);
    }
    if bench.wants(PkcePlain) {
        bench.see(PkcePlain, plain(flows).await);
    }
    if bench.wants(PkceVerifierOfCode) {
        bench.see(PkceVerifierOfCode, verifier_of_another_code(flows).await);
    }
    if bench.has_open(&[CodeOnce, CodeReplayRevokes]) {
        again(flows).await;
    }
    bound(flows).await;
}

/// Asks for a code and redeems it with another verifier than its request wants, or with none.
async fn redeemed_with(flows: &Flows<'_>, request: Request, verifier: Option<String>) -> Looked {
    let authorized = flows.authorize(&request).await;
    match &authorized.end {
        AuthorizedEnd::Code(code) => flows.redeem(code, &Request { verifier, ..request }).await.seen(),
        _ => lost(authorized.seen()),
    }
}

/// An authorization request without a challenge; where it gives a code all the same, it is redeemed.
async fn without_challenge(flows: &Flows<'_>, verifier: Option<String>) -> Looked {
    let request = Request { verifier, ..flows.request().without(&CHALLENGE) };
    let authorized = flows.authorize(&request).await;
    match &authorized.end {
        AuthorizedEnd::Code(code) => flows.redeem(code, &request).await.seen(),
        _ => authorized.seen(),
    }
}

async fn plain(flows: &Flows<'_>) -> Looked {
    let verifier = unguessable();
    flows.bench.probe.learn("code_verifier", &verifier);
    let request = flows.request().with("code_challenge", &verifier).with("code_challenge_method", "plain");
    let request = Request { verifier: Some(verifier), ..request };
    let authorized = flows.authorize(&request).await;
    match &authorized.end {
        AuthorizedEnd::Code(code) => flows.redeem(code, &request).await.seen(),
        _ => authorized.seen(),
    }
}

async fn verifier_of_another_code(flows: &Flows<'_>) -> Looked {
    let first = flows.request();
    let before = flows.authorize(&first).await;
    if !matches!(before.end, AuthorizedEnd::Code(_)) {
        return lost(before.seen());
    }
    redeemed_with(flows, flows.request(), first.verifier).await
}

/// Redeems a code twice.
async fn again(flows: &Flows<'_>) {
    let bench = flows.bench;
    let request = flows.request();
    let authorized = flows.authorize(&request).await;
    let AuthorizedEnd::Code(code) = &authorized.end else {
        return bench.lose(&[CodeOnce, CodeReplayRevokes], "there was no code");
    };
    let tokens = match flows.redeem(code, &request).await.tokens() {
        Ok(tokens) => tokens,
        Err(problem) => return bench.lose(&[CodeOnce, CodeReplayRevokes], &problem),
    };
    let second = flows.redeem(code, &request).await;
    bench.see(CodeOnce, second.seen());
    if !bench.wants(CodeReplayRevokes) {
        return;
    }
    match second {
        Answer::Refused { .. } => bench.see(CodeReplayRevokes, still_good(flows, &tokens).await),
        _ => bench.skip(CodeReplayRevokes, "the code gives tokens again"),
    }
}

/// Are the tokens still worth something? A JWT that nobody asks about cannot be taken back.
async fn still_good(flows: &Flows<'_>, tokens: &Tokens) -> Looked {
    let is_jwt = Jwt::read(tokens.access.reveal()).is_some();
    let mut last =
        (Seen::NotTried { reason: "there is no refresh token, and nobody can take back a JWT".to_owned() }, None);
    if let Some(refresh) = &tokens.refresh {
        last = flows.refresh(&flows.client, refresh, &[]).await.seen();
    }
    let is_refused = !matches!(last.0, Seen::Granted { .. });
    if is_refused && !is_jwt && flows.bench.server().is_some() {
        last = opened(&flows.bench.open(Some(&tokens.access)).await);
    }
    last
}

/// In the hands of another client, and for another redirect URI.
async fn bound(flows: &Flows<'_>) {
    let bench = flows.bench;
    if bench.wants(CodeOfClient) {
        match flows.other().await {
            Ok(other) => {
                let request = flows.request();
                let authorized = flows.authorize(&request).await;
                let looked = match &authorized.end {
                    AuthorizedEnd::Code(code) => {
                        flows.ask_for_tokens(&other, &redemption(code, flows.redirect_uri(), &request)).await.seen()
                    }
                    _ => lost(authorized.seen()),
                };
                bench.see(CodeOfClient, looked);
            }
            Err(reason) => bench.skip(CodeOfClient, reason),
        }
    }
    if bench.wants(CodeOfRedirectUri) {
        let request = flows.request();
        let authorized = flows.authorize(&request).await;
        let elsewhere = format!("{}/elsewhere", flows.redirect_uri());
        let looked = match &authorized.end {
            AuthorizedEnd::Code(code) => {
                flows.ask_for_tokens(&flows.client, &redemption(code, &elsewhere, &request)).await.seen()
            }
            _ => lost(authorized.seen()),
        };
        bench.see(CodeOfRedirectUri, looked);
    }
}

/// Where there was to be a code and there is none, nothing was found out.
fn lost((seen, frame): Looked) -> Looked {
    let problem = match seen {
        Seen::Lost { problem } => problem,
        Seen::Refused { status, error } => {
            format!(
                "a right authorization request gave no code: status {status}{}",
                super::token_answer::behind_colon(error.as_deref())
            )
        }
        _ => "a right authorization request gave no code".to_owned(),
    };
    (Seen::Lost { problem }, frame)
}

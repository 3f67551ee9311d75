//! Is a token that is bound to a key worth nothing without it (RFC 9449)?

use mcpvals_model::OauthRule::{DpopAsBearer, DpopBound, DpopProof, DpopReplay};
use mcpvals_model::{OauthRule, Secret, Seen};
use serde_json::json;

use super::bench::{Looked, is_refusal};
use super::flows::Flows;
use super::raw::{Raw, looked};
use super::request::pair;
use super::token_answer::text;

const OF_TOKEN: [OauthRule; 3] = [DpopAsBearer, DpopProof, DpopReplay];

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.has_open(&[DpopBound]) && !bench.has_open(&OF_TOKEN) {
        return;
    }
    let rules = [&[DpopBound][..], &OF_TOKEN].concat();
    if !bench.probe.binds() {
        return bench.skip_all(&rules, "tokens are asked for without a key: give `dpop: true`");
    }
    let tokens = match flows.first_tokens() {
        Ok(tokens) => tokens,
        Err(problem) => return bench.lose(&rules, &problem),
    };
    let kind = text(&tokens.reply.json(), "token_type").unwrap_or_default();
    let shown = if kind.eq_ignore_ascii_case("dpop") { "DPoP".to_owned() } else { kind };
    bench.compare(DpopBound, "DPoP", shown, Some(tokens.frame()));
    if !bench.probe.is_bound() {
        return bench.skip_all(&OF_TOKEN, "the token is not bound to a key");
    }
    let Some(token) = flows.key_to_the_server(&OF_TOKEN).await else { return };
    match Raw::begin(bench, None, &token).await {
        Ok(raw) => shown_badly(flows, &raw, &token).await,
        Err(problem) => bench.lose(&OF_TOKEN, &problem),
    }
}

async fn shown_badly(flows: &Flows<'_>, raw: &Raw<'_>, token: &Secret) {
    let bench = flows.bench;
    if bench.wants(DpopAsBearer) {
        let as_bearer = pair("authorization", format!("Bearer {}", token.reveal()));
        bench.see(DpopAsBearer, answered(raw, &[as_bearer]).await);
    }
    if bench.wants(DpopProof) {
        for (what, headers) in bench.probe.bad_credentials(raw.url(), token.reveal()) {
            let seen = answered(raw, &headers).await;
            let is_refused = is_refusal(&seen.0);
            bench.see_of(DpopProof, Some(what.to_owned()), seen);
            if !is_refused {
                break;
            }
        }
    }
    if bench.wants(DpopReplay) {
        let once = bench.probe.credentials(raw.url(), token.reveal());
        let first = answered(raw, &once).await;
        match first.0 {
            Seen::Granted { .. } => bench.see(DpopReplay, answered(raw, &once).await),
            _ => bench.skip(DpopReplay, "a right proof is refused, too"),
        }
    }
}

async fn answered(raw: &Raw<'_>, headers: &[(String, String)]) -> Looked {
    looked(&raw.ask("tools/list", &json!({}), headers).await, "`tools/list`")
}

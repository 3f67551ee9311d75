//! Is the token looked at in every request, and only where it belongs?

use mcpvals_model::OauthRule::{EveryRequest, HeaderMalformed, TokenInQuery, Unauthorized};
use mcpvals_model::{HttpUrl, OauthRule, Secret, Seen, ServerSpec, Target};
use mcpvals_wire::oauth::probe::with_query;
use serde_json::{Value, json};

use super::bench::{Bench, Looked, is_refusal, opened};
use super::flows::Flows;
use super::raw::{Raw, looked};
use super::request::pair;

const RULES: [OauthRule; 3] = [TokenInQuery, EveryRequest, HeaderMalformed];
/// What is no `Bearer` and a token.
const MALFORMED: [&str; 5] = ["Bearer", "Bearer  ", "Basic bWNwdmFsczptY3B2YWxz", "Bearer a b c", "mcpvals"];

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    let Some(token) = flows.key_to_the_server(&RULES).await else { return };
    if bench.wants(TokenInQuery) {
        in_query(flows, &token).await;
    }
    if !bench.has_open(&[EveryRequest, HeaderMalformed]) {
        return;
    }
    match Raw::begin(bench, None, &token).await {
        Ok(raw) => by_hand(flows, &raw, &token).await,
        Err(reason) => bench.skip_all(&[EveryRequest, HeaderMalformed], &reason),
    }
}

async fn in_query(flows: &Flows<'_>, token: &Secret) {
    let bench = flows.bench;
    let with_token = |url: &HttpUrl| {
        let url = with_query(url.as_str(), &[pair("access_token", token.reveal())]);
        HttpUrl::parse(&url)
    };
    let mut spec: ServerSpec = bench.spec.clone();
    if let Target::Http { url, .. } | Target::Sse { url, .. } = &mut spec.target
        && let Some(other) = with_token(url)
    {
        *url = other;
    }
    bench.see(TokenInQuery, opened(&bench.open_at(&spec, None).await));
}

async fn by_hand(flows: &Flows<'_>, raw: &Raw<'_>, token: &Secret) {
    let bench = flows.bench;
    if bench.wants(EveryRequest) {
        every_request(flows, raw).await;
    }
    if bench.wants(HeaderMalformed) {
        malformed(flows, raw, token).await;
    }
}

/// What there is to ask for; of things that there are not, so that nothing is done.
fn methods() -> [(&'static str, Value); 5] {
    [
        ("tools/list", json!({})),
        ("tools/call", json!({"name": "mcpvals-no-such-tool", "arguments": {}})),
        ("resources/list", json!({})),
        ("resources/read", json!({"uri": "mcpvals://no-such-resource"})),
        ("prompts/list", json!({})),
    ]
}

/// Each method, without a token and with one that is none; whatever is answered in the protocol was let in.
async fn every_request(flows: &Flows<'_>, raw: &Raw<'_>) {
    let place = if raw.has_id() { "in the session" } else { "without a session" };
    let methods = methods();
    let garbage = [pair("authorization", "Bearer garbage")];
    let nobodies: [(&str, &[_]); 2] = [("without a token", &[]), ("with what is no token", &garbage)];
    let ways = methods.iter().flat_map(|method| nobodies.map(|nobody| (method, nobody)));
    let mut last = None;
    for ((method, params), (who, headers)) in ways {
        let looked = answered(raw, method, params, headers).await;
        let is_refused = is_refusal(&looked.0);
        last = Some((format!("`{method}` {who} {place}"), looked));
        if !is_refused {
            break;
        }
    }
    if let Some((tried, looked)) = last {
        flows.bench.see_of(EveryRequest, Some(tried), looked);
    }
}

/// A request that is no session's, and no token's, and is answered all the same.
pub(super) async fn unlocked(bench: &Bench<'_>) -> Option<(String, Looked)> {
    if !bench.wants(Unauthorized) {
        return None;
    }
    for raw in Raw::of_nobody(bench) {
        for (method, params) in methods() {
            let Ok(said) = raw.ask(method, &params, &[]).await else { return None };
            let looked = said.seen("a result");
            if matches!(looked.0, Seen::Granted { .. }) {
                return Some((format!("`{method}` without a token and without a session"), looked));
            }
        }
    }
    None
}

async fn answered(raw: &Raw<'_>, method: &str, params: &Value, headers: &[(String, String)]) -> Looked {
    match raw.ask(method, params, headers).await {
        Ok(said) if said.reply.is_success() && said.is_of_the_protocol() => {
            (Seen::Granted { what: format!("an answer to `{method}`") }, Some(said.reply.frame))
        }
        Ok(said) => (Seen::Refused { status: said.reply.status, error: said.error() }, Some(said.reply.frame)),
        Err(problem) => (Seen::Lost { problem }, None),
    }
}

/// The first that is let in, or that is an error of the server's.
async fn malformed(flows: &Flows<'_>, raw: &Raw<'_>, token: &Secret) {
    let bench = flows.bench;
    let mut last = None;
    // A good token does not help under another scheme, or under none (RFC 6750, 2.1).
    let of_token = ["", "Token ", "Basic "].map(|scheme| format!("{scheme}{}", token.reveal()));
    for value in MALFORMED.into_iter().map(str::to_owned).chain(of_token) {
        let said = looked(&raw.outside(&[pair("authorization", value.as_str())]).await, "a session");
        let is_right = matches!(said.0, Seen::Refused { status: 400..=403, .. });
        let shown = value.replace(token.reveal(), "TOKEN");
        last = Some((format!("Authorization: {shown}"), said));
        if !is_right {
            break;
        }
    }
    if let Some((tried, looked)) = last {
        bench.see_of(HeaderMalformed, Some(tried), looked);
    }
}

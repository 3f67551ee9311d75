//! Does the token endpoint know who asks (RFC 6749, 2.3 and 5.2)?

use mcpvals_model::OauthRule::{ClientChecked, ClientError};

use super::flows::Flows;
use super::request::pair;

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.has_open(&[ClientChecked, ClientError]) {
        return;
    }
    let rules = [ClientChecked, ClientError];
    let Some(spoilt) = flows.client.spoilt() else {
        return bench.skip_all(&rules, "the client is public: it has nothing to prove");
    };
    if let Err(problem) = flows.first_tokens() {
        return bench.lose(&rules, &problem);
    }
    let mut parameters = vec![pair("grant_type", "client_credentials")];
    let scopes = flows.scopes();
    parameters.extend((!scopes.is_empty()).then(|| pair("scope", scopes.join(" "))));
    let answer = flows.ask_for_tokens(&spoilt, &parameters).await;
    let (seen, frame) = answer.seen();
    bench.see(ClientChecked, (seen, frame));
    match answer.error() {
        Some(error) => bench.compare(ClientError, "invalid_client", error, frame),
        None => bench.skip(ClientError, "it was not refused with an error of OAuth"),
    }
}

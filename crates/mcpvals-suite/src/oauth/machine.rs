//! Does the authorization server know who asks (RFC 6749, 2.3, 3.2.1 and 5.2)?

use mcpvals_model::Grant;
use mcpvals_model::OauthRule::{ClientChecked, ClientError};
use mcpvals_wire::oauth::probe::Applicant;

use super::authorized::AuthorizedEnd;
use super::flows::Flows;
use super::request::{pair, redemption};
use super::token_answer::Answer;

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    if !bench.has_open(&[ClientChecked, ClientError]) {
        return;
    }
    let rules = [ClientChecked, ClientError];
    let Some(spoilt) = flows.client.spoilt() else {
        return bench.skip_all(&rules, "the client is public: it has nothing to prove");
    };
    let first = match flows.first_tokens() {
        Ok(tokens) => tokens,
        Err(problem) => return bench.lose(&rules, &problem),
    };
    match &flows.auth.grant {
        Grant::ClientCredentials => {
            let mut parameters = vec![pair("grant_type", "client_credentials")];
            let scopes = flows.scopes();
            parameters.extend((!scopes.is_empty()).then(|| pair("scope", scopes.join(" "))));
            told(flows, "client credentials", &flows.ask_for_tokens(&spoilt, &parameters).await);
        }
        Grant::AuthorizationCode { .. } => of_code(flows, &spoilt).await,
        _ => {}
    }
    if let Some(refresh) = first.refresh.as_ref().filter(|_| !matches!(flows.auth.grant, Grant::ClientCredentials)) {
        told(flows, "a refresh token", &flows.refresh(&spoilt, refresh, &[]).await);
    }
    bench.skip_all(&rules, "the grant has nothing that a client redeems");
}

/// A right code, in the hands of who cannot prove that it is the client.
async fn of_code(flows: &Flows<'_>, spoilt: &Applicant) {
    let request = flows.request();
    let authorized = flows.authorize(&request).await;
    let AuthorizedEnd::Code(code) = &authorized.end else { return };
    told(flows, "a code", &flows.ask_for_tokens(spoilt, &redemption(code, flows.redirect_uri(), &request)).await);
}

fn told(flows: &Flows<'_>, what: &str, answer: &Answer) {
    let (seen, frame) = answer.seen();
    flows.bench.see_of(ClientChecked, Some(what.to_owned()), (seen, frame));
    match answer.error() {
        Some(error) => flows.bench.compare(ClientError, "invalid_client", error, frame),
        None => flows.bench.skip(ClientError, "it was not refused with an error of OAuth"),
    }
}

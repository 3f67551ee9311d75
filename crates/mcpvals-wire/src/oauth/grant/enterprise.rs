//! A company's identity provider vouches for its user at another authorization server (MCP, enterprise-managed
//! authorization; RFC 8693, RFC 7523).

use http::HeaderMap;
use mcpvals_model::{ClientIdentity, IdentityProvider};
use serde_json::{Map, Value};

use super::pair;
use crate::Redactor;
use crate::oauth::client::Client;
use crate::oauth::error::{Result, SignInError};
use crate::oauth::fetch::Fetch;
use crate::oauth::metadata::ServerMetadata;
use crate::oauth::token::error_words;

/// RFC 7523, 2.1.
pub(in crate::oauth) const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const EXCHANGE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_JAG: &str = "urn:ietf:params:oauth:token-type:id-jag";
const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";
const WHAT: &str = "the identity provider";

/// The assertion with which the user is introduced to this authorization server.
///
/// # Errors
/// Where the provider gives none.
pub(in crate::oauth) async fn assertion(
    fetch: &Fetch,
    provider: &IdentityProvider,
    server: &ServerMetadata,
    resource: &str,
    scope: Option<String>,
    redactor: &Redactor,
) -> Result<String> {
    let mut parameters = vec![
        pair("grant_type", EXCHANGE),
        pair("requested_token_type", ID_JAG),
        pair("audience", server.issuer.clone()),
        pair("resource", resource),
        pair("subject_token", provider.id_token.reveal()),
        pair("subject_token_type", ID_TOKEN),
    ];
    parameters.extend(scope.map(|scope| pair("scope", scope)));
    let mut headers = HeaderMap::new();
    if let Some(id) = &provider.client_id {
        let client = Client { id: id.clone(), secret: provider.client_secret.clone(), method: None };
        let (identity, server) = (ClientIdentity::default(), ServerMetadata::default());
        client.prove((&identity, &Map::new()), &server, &mut parameters, &mut headers, redactor)?;
    }
    let fetched = fetch.form(&provider.token_endpoint, &parameters, headers).await?;
    let answer = fetched.json().unwrap_or_default();
    let token = answer.get("access_token").and_then(Value::as_str).filter(|_| fetched.is_success());
    let refused = || {
        let words = error_words(&answer);
        SignInError::new(WHAT, format!("POST {} gave status {}{words}", provider.token_endpoint, fetched.status))
    };
    let token = token.ok_or_else(refused)?;
    let kind = answer.get("issued_token_type").and_then(Value::as_str).unwrap_or_default();
    if kind != ID_JAG {
        let kind: String = kind.chars().take(100).collect();
        return Err(SignInError::new(
            WHAT,
            format!("it gave a token of the type `{kind}`, and `{ID_JAG}` is wanted (RFC 8693, 2.2.1)"),
        ));
    }
    Ok(token.to_owned())
}

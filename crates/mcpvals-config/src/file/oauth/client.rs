//! The clients of tests of signing in.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{GrantName, TenantClaim};
use crate::file::{ClientAuthentication, OneOrMany};

/// A client: who it is, and what it asks for.
///
/// Who it is (its id, its secret, its key, its document) is one thing: where some of it is given here, what is given
/// elsewhere counts no more.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OauthClient {
    /// The id under which it is registered; without one, it registers itself.
    pub(crate) client_id: Option<String>,
    /// The secret that belongs to it.
    pub(crate) client_secret: Option<String>,
    /// How it proves who it is; as the authorization server has it where left out.
    pub(crate) client_authentication: Option<ClientAuthentication>,
    /// Its private key: PKCS #8 in PEM.
    pub(crate) private_key: Option<String>,
    /// The algorithm of that key, such as `ES256`; the key's own where left out.
    pub(crate) algorithm: Option<String>,
    /// The id of that key.
    pub(crate) key_id: Option<String>,
    /// The address of its metadata document, its id where the authorization server takes such ids.
    pub(crate) client_metadata_url: Option<String>,
    /// Where the browser comes back to; a free port of 127.0.0.1 where left out.
    pub(crate) redirect_uri: Option<String>,
    /// The scopes to ask for; what the server asks for where left out.
    pub(crate) scope: Option<OneOrMany>,
    /// The `response_type` of the authorization request; `code` where left out.
    pub(crate) response_type: Option<String>,
    /// The grant of tests whose list does not say it.
    pub(crate) grant_type: Option<GrantName>,
    /// The proof key of the authorization code.
    pub(crate) pkce: Option<Pkce>,
    /// Are tokens bound to a key (RFC 9449)? If the server demands it, where left out.
    pub(crate) dpop: Option<bool>,
    /// The resources that tokens are asked for (RFC 8707).
    pub(crate) resource_indicators: Option<Vec<ResourceIndicator>>,
    /// The tenant that the access token must name, in a flow's test.
    pub(crate) multi_tenant: Option<TenantClaim>,
}

/// A second client of the same authorization server.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OtherClient {
    /// The id under which it is registered.
    pub(crate) client_id: Option<String>,
    /// The secret that belongs to it.
    pub(crate) client_secret: Option<String>,
    /// How it proves who it is; as the authorization server has it where left out.
    pub(crate) client_authentication: Option<ClientAuthentication>,
    /// Its private key: PKCS #8 in PEM.
    pub(crate) private_key: Option<String>,
    /// The algorithm of that key, such as `ES256`; the key's own where left out.
    pub(crate) algorithm: Option<String>,
    /// The id of that key.
    pub(crate) key_id: Option<String>,
    /// The address of its metadata document.
    pub(crate) client_metadata_url: Option<String>,
}

/// The proof key of the authorization code (RFC 7636).
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Pkce {
    /// Is there one at all (`true` where left out)?
    pub(crate) enabled: Option<bool>,
    /// The challenge; that of the verifier where left out.
    pub(crate) code_challenge: Option<String>,
    /// How the challenge is made of the verifier; `S256` where left out.
    pub(crate) code_challenge_method: Option<PkceMethod>,
    /// The verifier; made anew each time where left out.
    pub(crate) code_verifier: Option<String>,
}

/// How a challenge is made of its verifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub(crate) enum PkceMethod {
    /// It is the verifier's SHA-256.
    S256,
    /// It is the verifier itself, which MCP does not take.
    #[serde(rename = "plain")]
    Plain,
}

/// A resource that a token is asked for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ResourceIndicator {
    /// The resource.
    pub(crate) resource_uri: String,
    /// Must the token be for it alone?
    pub(crate) audience_restriction: Option<bool>,
    /// A scope that is asked for → the scopes that the token for this resource must have for it.
    pub(crate) scope_mapping: Option<BTreeMap<String, Vec<String>>>,
}

/// A key with which an authorization server signs.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SigningKey {
    /// The private key: PKCS #8 in PEM.
    #[schemars(length(min = 1))]
    pub(crate) private_key: String,
    /// Its algorithm, such as `ES256`; the key's own where left out.
    pub(crate) algorithm: Option<String>,
    /// Its id.
    pub(crate) key_id: Option<String>,
}

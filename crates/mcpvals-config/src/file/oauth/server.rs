//! The authorization server of tests of signing in.

use schemars::JsonSchema;
use serde::Deserialize;

/// An authorization server: where it is, and what its metadata must say.
///
/// Its addresses are one thing: where one is given here, those that are given elsewhere count no more.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AuthorizationServer {
    /// Its issuer, by which its metadata are found.
    pub(crate) issuer: Option<String>,
    /// Instead of what its metadata say.
    pub(crate) authorization_endpoint: Option<String>,
    /// Instead of what its metadata say.
    pub(crate) token_endpoint: Option<String>,
    /// Instead of what its metadata say.
    pub(crate) registration_endpoint: Option<String>,
    /// Instead of what its metadata say.
    pub(crate) device_authorization_endpoint: Option<String>,
    /// Instead of what its metadata say.
    pub(crate) revocation_endpoint: Option<String>,
    /// Instead of what its metadata say.
    pub(crate) introspection_endpoint: Option<String>,
    /// Where its public keys are, instead of what its metadata say.
    pub(crate) jwks_uri: Option<String>,
    /// Its metadata must name these grants: `authorization_code`, `client_credentials`, `device_code`, `refresh_token`, or
    /// another's URN.
    pub(crate) supported_grant_types: Option<Vec<String>>,
    /// Its metadata must name these response types.
    pub(crate) supported_response_types: Option<Vec<String>>,
    /// Its metadata must name these scopes.
    pub(crate) supported_scopes: Option<Vec<String>>,
    /// `false`: it may give a code without a proof key.
    pub(crate) pkce_required: Option<bool>,
    /// `false`: it may ignore which resource a token is asked for.
    pub(crate) resource_indicators_supported: Option<bool>,
}

/// A grant, as OAuth names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GrantName {
    /// A user says yes.
    AuthorizationCode,
    /// The client is its own user.
    ClientCredentials,
    /// A user types a code elsewhere.
    DeviceCode,
    /// The same, with its whole name.
    #[serde(rename = "urn:ietf:params:oauth:grant-type:device_code")]
    DeviceCodeUrn,
    /// A refresh token is there already.
    RefreshToken,
}

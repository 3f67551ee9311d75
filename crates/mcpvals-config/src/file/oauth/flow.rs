//! Tests of whole flows: from nothing to a token.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::oauth_form;
use super::{AuthorizationServer, GrantName, OauthClient, OtherClient, ScopedTool, SigningKey};
use crate::file::{ClientAuthentication, Consent, FormStep, OneOrMany, Skip, UtilityCall};

oauth_form! {
    /// A user says yes, and the code that comes of it becomes a token that opens the server.
    AuthorizationCodeTest {
        /// `authorization_code`, where it is given: the list says it already.
        flow: Option<GrantName>,
        /// What the token response must say.
        token: Option<OauthToken>,
        /// `success` where left out, unless there is an `expectedError`.
        expected_result: Option<FlowResult>,
        /// A part of the error that must come (case ignored).
        expected_error: Option<String>,
        /// What is looked at beside the flow; each is `true` where left out.
        security_checks: Option<SecurityChecks>,
        /// What the authorization request says beside the usual.
        authorization_params: Option<AuthorizationParams>,
        /// `false`: the user says nothing, or no where there is a `denial`; then there must be no code.
        simulate_user_consent: Option<bool>,
        /// Must redirect URIs that are not registered be refused (`true` where left out)?
        validate_redirect_uri: Option<bool>,
    }
}

oauth_form! {
    /// The client is its own user, and gets a token that opens the server.
    ClientCredentialsTest {
        /// `client_credentials`, where it is given: the list says it already.
        flow: Option<GrantName>,
        /// What the token response must say.
        token: Option<OauthToken>,
        /// `success` where left out, unless there is an `expectedError`.
        expected_result: Option<FlowResult>,
        /// A part of the error that must come (case ignored).
        expected_error: Option<String>,
        /// What is looked at beside the flow; each is `true` where left out.
        security_checks: Option<SecurityChecks>,
        /// How the client proves who it is, where `client` does not say it.
        client_authentication: Option<ClientAuthentication>,
        /// Claims of the client's assertions, where it signs any; else claims that the access token must have.
        additional_claims: Option<Map<String, Value>>,
    }
}

oauth_form! {
    /// A user types a code on another device, and the client that waits for it gets a token that opens the server.
    DeviceCodeTest {
        /// `device_code`, where it is given: the list says it already.
        flow: Option<GrantName>,
        /// What the token response must say.
        token: Option<OauthToken>,
        /// `success` where left out, unless there is an `expectedError`.
        expected_result: Option<FlowResult>,
        /// A part of the error that must come (case ignored).
        expected_error: Option<String>,
        /// What is looked at beside the flow; each is `true` where left out.
        security_checks: Option<SecurityChecks>,
        /// A device code that was asked for elsewhere.
        device_code: Option<String>,
        /// The `user_code` that must come; with `deviceCode`, the one that belongs to it.
        user_code: Option<String>,
        /// The `verification_uri` that must come.
        verification_uri: Option<String>,
        /// The `verification_uri_complete` that must come.
        verification_uri_complete: Option<String>,
        /// Seconds between two questions, where the authorization server does not say.
        #[schemars(range(min = 0, max = 3_600))]
        polling_interval: Option<f64>,
        /// `false`: the user types nothing; then there must be no token.
        simulate_user_authorization: Option<bool>,
    }
}

/// What must become of a flow, or of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum FlowResult {
    /// It does what it is for.
    Success,
    /// It is refused.
    Failure,
    /// The same.
    Error,
}

/// What is looked at beside a flow. What a flow has not (a client without a user has no `state`) is not looked at.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SecurityChecks {
    /// Is the proof key required, and checked?
    #[serde(rename = "validatePKCE")]
    pub(crate) validate_pkce: Option<bool>,
    /// Does the `state` come back?
    pub(crate) validate_state: Option<bool>,
    /// Does the `nonce` come back, in an ID token that holds?
    pub(crate) validate_nonce: Option<bool>,
    /// Does the token expire, soon enough, and when it says?
    pub(crate) check_token_expiration: Option<bool>,
    /// Is the token for the resource that was asked for?
    pub(crate) validate_audience: Option<bool>,
    /// Has the token no scope that was not asked for?
    pub(crate) check_scope_restriction: Option<bool>,
}

/// What an authorization request says beside the usual.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AuthorizationParams {
    /// `state`; made anew each time where left out.
    pub(crate) state: Option<String>,
    /// `nonce`; made anew each time where left out.
    pub(crate) nonce: Option<String>,
    /// `prompt`.
    pub(crate) prompt: Option<String>,
    /// `max_age`, in seconds.
    pub(crate) max_age: Option<u64>,
    /// `login_hint`.
    pub(crate) login_hint: Option<String>,
}

/// Tokens that are there already, and what a token response must say.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OauthToken {
    /// An access token that is there already.
    pub(crate) access_token: Option<String>,
    /// A refresh token that is there already.
    pub(crate) refresh_token: Option<String>,
    /// The `token_type`.
    pub(crate) token_type: Option<String>,
    /// The `expires_in`, in seconds.
    #[schemars(range(min = 0))]
    pub(crate) expires_in: Option<f64>,
    /// When it expires, in seconds since 1970; a number that large that it must be milliseconds is taken for these.
    #[schemars(range(min = 0))]
    pub(crate) expires_at: Option<f64>,
    /// The scopes.
    pub(crate) scope: Option<OneOrMany>,
    /// The audience.
    pub(crate) audience: Option<String>,
}

//! Tests of what is about a token: its life, its proof key, its resource, its server, and those who attack it.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::oauth_form;
use super::{AuthorizationServer, FlowResult, OauthClient, OauthToken, OtherClient, PkceMethod, SigningKey};
use crate::file::{Consent, FormStep, OneOrMany, Skip, UtilityCall};

oauth_form! {
    /// Tokens are refreshed, revoked, looked into, expire, or are tampered with.
    TokenTest {
        /// What is done with them; may be left out beside `checks`.
        test_type: Option<TokenTestType>,
        /// Tokens that are there already, and what those that come must say.
        token: Option<OauthToken>,
        /// `success` where left out. `failure`: the given refresh token is refused (`refresh`), the given access token is
        /// refused (`expiration`) or inactive (`introspection`).
        expected_result: Option<FlowResult>,
        /// Are claims of the token compared with what the response says of it (`true` where left out)?
        validate_token_claims: Option<bool>,
        /// Must what is no token, and a token with one letter changed, be refused (`true` where left out)?
        check_token_security: Option<bool>,
    }
}

oauth_form! {
    /// The proof key of the authorization code (RFC 7636).
    PkceTest {
        /// The verifier; made anew each time where left out.
        code_verifier: Option<String>,
        /// The challenge; that of the verifier where left out.
        code_challenge: Option<String>,
        /// How the challenge is made of the verifier; `S256` where left out.
        code_challenge_method: Option<PkceMethod>,
        /// Is the challenge that of another verifier?
        invalid_challenge: Option<bool>,
        /// `success` where left out, unless there is an `invalidChallenge` or an `expectedError`.
        expected_result: Option<Outcome>,
        /// A part of the error that must come (case ignored).
        expected_error: Option<String>,
        /// How much is tried where the flow must succeed: `high` (where left out) tries all that is about proof keys and codes,
        /// `medium` what the specification says first, `low` no more than the flow.
        security_level: Option<SecurityLevel>,
    }
}

oauth_form! {
    /// For which resource a token is (RFC 8707).
    ResourceIndicatorTest {
        /// The resource that the token is asked for; the server's own where left out.
        resource_uri: Option<String>,
        /// The scopes that are asked for.
        requested_scopes: Option<OneOrMany>,
        /// The `aud` of the token, where it is not the resource.
        expected_audience: Option<String>,
        /// Is a token for another resource tried on the server? It must be refused, or be taken with
        /// `expectedResult: failure`.
        cross_resource_access: Option<bool>,
        /// Must the token be for this resource alone (`true` where left out)?
        validate_audience_restriction: Option<bool>,
        /// `success` where left out, unless there is an `expectedError`. `failure`: the authorization server refuses the
        /// resource.
        expected_result: Option<Outcome>,
        /// A part of the error that must come (case ignored).
        expected_error: Option<String>,
    }
}

oauth_form! {
    /// What server and authorization server say of themselves.
    OauthDiscoveryTest {}
}

oauth_form! {
    /// What attackers try: redirects, framing, wide scopes, grants that are no more.
    OauthSecurityTest {}
}

oauth_form! {
    /// How long it takes, also for many at once.
    OauthPerformanceTest {
        /// How often the token endpoint is asked, one after the other, for `maxLatency` (20 where left out).
        #[schemars(range(min = 1, max = 10_000))]
        requests: Option<u32>,
        /// How many flows at once must each end in a token of its own (5 where left out).
        #[schemars(range(min = 1, max = 100))]
        concurrency: Option<u32>,
        /// What 95 of 100 answers of the token endpoint must not exceed, in milliseconds.
        #[schemars(range(min = 0, max = 86_400_000))]
        max_latency: Option<f64>,
        /// What a whole flow must not exceed, in milliseconds.
        #[schemars(range(min = 0, max = 86_400_000))]
        max_flow_time: Option<f64>,
        /// Must the token endpoint slow down who guesses?
        rate_limit: Option<bool>,
        /// How many wrong guesses are made for that (60 where left out).
        #[schemars(range(min = 1, max = 10_000))]
        guesses: Option<u32>,
    }
}

/// What is done with tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum TokenTestType {
    /// A refresh token gives another access token.
    Refresh,
    /// A token is revoked (RFC 7009).
    Revocation,
    /// The authorization server is asked about a token (RFC 7662).
    Introspection,
    /// A token expires.
    Expiration,
    /// Tokens are altered, forged, and put where they do not belong.
    Tampering,
}

/// What must become of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OauthOutcome")]
pub(crate) enum Outcome {
    /// It does what it is for.
    Success,
    /// It is refused.
    Failure,
}

/// How much is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum SecurityLevel {
    /// Everything.
    High,
    /// What the specification says first.
    Medium,
    /// Nothing more.
    Low,
}

/// A tool that needs a scope.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ScopedTool {
    /// The tool.
    #[schemars(length(min = 1))]
    pub(crate) tool: String,
    /// Its arguments.
    pub(crate) args: Option<Map<String, Value>>,
    /// The scope without which it must be refused.
    #[schemars(length(min = 1))]
    pub(crate) scope: String,
}

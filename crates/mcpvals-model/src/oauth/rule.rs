//! What a server and its authorization server are held to, rule by rule: `oauth2Suites`.

use serde::{Deserialize, Serialize};

use crate::MetricName;

/// How much breaking a rule weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleLevel {
    /// The test fails.
    Must,
    /// The test warns; with `strict`, or where the rule is asked for by name, it fails.
    Should,
}

/// How what was seen is held against a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// What was tried must be refused.
    Refused,
    /// What was tried must be granted.
    Granted,
    /// What was found must be what is wanted.
    Same,
    /// All that was found must be among what is wanted.
    Within,
    /// All that is wanted must be among what was found.
    Covers,
    /// What was found must not be more than what is wanted.
    AtMost,
    /// Something must be found.
    Present,
    /// Nothing must be found.
    Absent,
}

/// Writes the rules down once: the variant, its name in reports, metric, level, relation, source, and what it asks for.
macro_rules! rules {
    ($($variant:ident $id:literal $metric:ident $level:ident $relation:ident $reference:literal $asks:literal;)*) => {
        /// A rule; the names are stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum OauthRule {
            $(
                #[doc = $asks]
                #[serde(rename = $id)]
                $variant,
            )*
        }

        impl OauthRule {
            /// All, in the order of reports.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Those that count in a metric.
            pub fn of(metric: MetricName) -> Vec<Self> {
                Self::ALL.iter().copied().filter(|rule| rule.metric() == metric).collect()
            }

            /// The name.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// The metric in which it counts.
            pub fn metric(self) -> MetricName {
                match self { $(Self::$variant => MetricName::$metric,)* }
            }

            /// How much it weighs.
            pub fn level(self) -> RuleLevel {
                match self { $(Self::$variant => RuleLevel::$level,)* }
            }

            /// How it is judged.
            pub fn relation(self) -> Relation {
                match self { $(Self::$variant => Relation::$relation,)* }
            }

            /// Where it stands: a section of an RFC, or a page of the specification.
            pub fn reference(self) -> &'static str {
                match self { $(Self::$variant => $reference,)* }
            }

            /// What it asks for, in words.
            pub fn asks(self) -> &'static str {
                match self { $(Self::$variant => $asks,)* }
            }
        }
    };
}

rules! {
    // What server and authorization server say of themselves.
    Unauthorized "unauthorized" Discovery Must Refused "MCP, basic/authorization, error handling" "a request without a token is refused with 401";
    Challenge "challenge" Discovery Must Present "RFC 6750, 3; RFC 9110, 11.6.1" "the 401 has a `WWW-Authenticate` for `Bearer` or `DPoP`";
    ChallengeScope "challenge-scope" Discovery Should Present "MCP, basic/authorization, scope selection strategy" "the challenge says which `scope` is needed";
    ResourceMetadata "resource-metadata" Discovery Must Granted "MCP, basic/authorization, authorization server discovery; RFC 9728, 3 and 5.1" "the metadata of the protected resource are found";
    ResourceMetadataType "resource-metadata-type" Discovery Must Same "RFC 9728, 3.2" "the metadata of the protected resource are JSON, with status 200 and without a token";
    ResourceIdentifier "resource-identifier" Discovery Must Granted "RFC 9728, 3.3" "the `resource` of its metadata is the server, or a part of its origin that it is in";
    ResourceExact "resource-exact" Discovery Should Same "RFC 9728, 3.3; MCP, basic/authorization, canonical server URI" "the `resource` of its metadata is the server's address, letter by letter";
    AuthorizationServers "authorization-servers" Discovery Must Present "MCP, basic/authorization, authorization server location; RFC 9728, 2" "the metadata of the protected resource name an authorization server";
    ServerMetadata "server-metadata" Discovery Must Granted "RFC 8414, 3; OpenID Connect Discovery 1.0, 4" "the metadata of the authorization server are found";
    Issuer "issuer" Discovery Must Same "RFC 8414, 3.3" "the `issuer` of the authorization server's metadata is the one that was asked for, but for the slash of an empty path";
    IssuerExact "issuer-exact" Discovery Should Same "RFC 8414, 3.3" "that `issuer` is the one that the resource names, letter by letter, with or without the slash of an empty path";
    ServerMetadataComplete "server-metadata-complete" Discovery Must Covers "RFC 8414, 2" "the authorization server's metadata name all that they must";
    PkceAdvertised "pkce-advertised" Discovery Must Covers "MCP, basic/authorization, authorization code protection" "`code_challenge_methods_supported` has S256";
    HttpsEndpoints "https-endpoints" Discovery Must Absent "MCP, basic/authorization, communication security; OAuth 2.1, 1.5" "all endpoints are `https`, or on this machine";
    OfflineAccess "offline-access" Discovery Should Absent "MCP 2026-07-28, basic/authorization, refresh tokens" "`offline_access` is in no challenge and not in the resource's `scopes_supported`";
    AsStated "as-stated" Discovery Must Absent "the config" "the authorization server's metadata are as the config says";

    // From nothing to a token that opens the server.
    FlowCompletes "flow-completes" FlowCompletion Must Granted "OAuth 2.1, 4" "the flow ends in an access token";
    FlowRefused "flow-refused" FlowCompletion Must Refused "the config" "the authorization server refuses the flow";
    FlowFails "flow-fails" FlowCompletion Must Absent "the config" "the flow gives no access token, whether it is refused or breaks";
    FlowError "flow-error" FlowCompletion Must Same "the config" "the flow fails with the expected error";
    TokenOpens "token-opens" FlowCompletion Must Granted "MCP, basic/authorization, access token usage" "the access token opens `tools/list`";
    TokenType "token-type" FlowCompletion Must Absent "RFC 6749, 5.1 and 7.1" "the token response has a `token_type` that a client knows";
    TokenResponse "token-response" FlowCompletion Must Absent "RFC 6749, 5.1 and appendix A" "the token response is JSON, and what it has of the usual members is of their types";
    TokenAsStated "token-as-stated" FlowCompletion Must Absent "the config" "the token response is as the config says";
    NoCodeWithoutConsent "no-code-without-consent" FlowCompletion Must Refused "OAuth 2.1, 4.1.1" "without the user's consent there is no code";
    DenialReported "denial-reported" FlowCompletion Must Same "OAuth 2.1, 4.1.2.1" "a user's no comes back as `access_denied`, with the `state`";
    ClientChecked "client-checked" FlowCompletion Must Refused "RFC 6749, 3.2.1 and 5.2; MCP, OAuth client credentials extension" "a client with a wrong secret or assertion is refused, whatever it redeems";
    ClientError "client-error" FlowCompletion Should Same "RFC 6749, 5.2" "who cannot prove who it is gets `invalid_client`";
    NoRefreshForClients "no-refresh-for-clients" FlowCompletion Should Absent "RFC 6749, 4.4.3" "client credentials give no refresh token";
    DeviceResponse "device-response" FlowCompletion Must Covers "RFC 8628, 3.2" "the device authorization response has all that it must";
    DevicePending "device-pending" FlowCompletion Must Same "RFC 8628, 3.5" "before the user has said yes, the token endpoint says `authorization_pending`";
    DeviceCodeChecked "device-code-checked" FlowCompletion Must Refused "RFC 8628, 3.5" "a device code that was never given is refused";
    DeviceCodeOnce "device-code-once" FlowCompletion Must Refused "RFC 8628, 3.5 and 5.1" "a device code that gave a token is refused when it comes again";
    DeviceCodeOfClient "device-code-of-client" FlowCompletion Must Refused "RFC 8628, 3.4" "another client's device code is refused";

    // The proof key, and the code that it protects.
    PkceRequired "pkce-required" PkceSecurity Must Refused "MCP, basic/authorization, authorization code protection; OAuth 2.1, 4.1.1" "an authorization request without `code_challenge` is refused";
    PkceVerifierRequired "pkce-verifier-required" PkceSecurity Must Refused "RFC 7636, 4.6" "a token request without `code_verifier` is refused";
    PkceVerifierChecked "pkce-verifier-checked" PkceSecurity Must Refused "RFC 7636, 4.6" "a token request with a wrong `code_verifier` is refused";
    PkceVerifierOfCode "pkce-verifier-of-code" PkceSecurity Must Refused "RFC 7636, 4.6" "the `code_verifier` of another code is refused";
    PkcePlain "pkce-plain" PkceSecurity Must Refused "RFC 9700, 2.1.1; MCP, basic/authorization, authorization code protection" "the challenge method `plain` is refused";
    PkceMethodKept "pkce-method-kept" PkceSecurity Must Refused "RFC 7636, 4.6" "the challenge of S256 is no `code_verifier`";
    PkceDowngrade "pkce-downgrade" PkceSecurity Must Refused "RFC 9700, 4.8.2" "a `code_verifier` for a code that was asked for without a challenge is refused";
    CodeOnce "code-once" PkceSecurity Must Refused "OAuth 2.1, 4.1.3" "a code that was redeemed is refused when it comes again";
    CodeReplayRevokes "code-replay-revokes" PkceSecurity Should Refused "RFC 6749, 4.1.2; RFC 9700, 4.5" "when a code comes again, what its first use gave is revoked";
    CodeOfClient "code-of-client" PkceSecurity Must Refused "OAuth 2.1, 4.1.3" "another client's code is refused";
    CodeOfRedirectUri "code-of-redirect-uri" PkceSecurity Should Refused "RFC 6749, 4.1.3; OAuth 2.1, 10.2" "a code is refused with another `redirect_uri` than it was given for";

    // The life of tokens.
    RefreshWorks "refresh-works" TokenManagement Must Granted "OAuth 2.1, 4.3" "the refresh token gives an access token that opens the server";
    RefreshRotates "refresh-rotates" TokenManagement Must Present "OAuth 2.1, 4.3.1; MCP, basic/authorization, token theft" "a public client gets another refresh token each time";
    RefreshOldRefused "refresh-old-refused" TokenManagement Must Refused "OAuth 2.1, 4.3.1" "a refresh token that was replaced is refused";
    RefreshReuseRevokes "refresh-reuse-revokes" TokenManagement Should Refused "RFC 9700, 4.14.2" "when a replaced refresh token comes again, the newest is revoked, too";
    RefreshOfClient "refresh-of-client" TokenManagement Must Refused "OAuth 2.1, 4.3.1" "another client's refresh token is refused";
    RefreshScope "refresh-scope" TokenManagement Must Within "OAuth 2.1, 4.3.1" "refreshing gives no scope that was not granted";
    RevocationWorks "revocation-works" TokenManagement Must Granted "RFC 7009, 2.2" "the revocation endpoint takes a token, and answers 200";
    RevocationEffective "revocation-effective" TokenManagement Must Refused "RFC 7009, 2.1 and 3" "a revoked access token is refused by the server within the stated time";
    RevocationOfRefresh "revocation-of-refresh" TokenManagement Must Refused "RFC 7009, 2.1" "a revoked refresh token is refused";
    RevocationUnknown "revocation-unknown" TokenManagement Must Granted "RFC 7009, 2.2" "revoking a token that there is not is answered with 200";
    RevocationOfClient "revocation-of-client" TokenManagement Must Granted "RFC 7009, 2.1" "another client, or one with wrong credentials, cannot revoke the token";
    IntrospectionActive "introspection-active" TokenManagement Must Same "RFC 7662, 2.2" "introspection says that a live token is active";
    IntrospectionAgrees "introspection-agrees" TokenManagement Must Absent "RFC 7662, 2.2" "introspection agrees with the token response";
    IntrospectionUnknown "introspection-unknown" TokenManagement Must Same "RFC 7662, 2.2" "introspection says that a token that there is not is inactive";
    IntrospectionRevoked "introspection-revoked" TokenManagement Must Same "RFC 7662, 2.2" "introspection says that a revoked token is inactive";
    IntrospectionProtected "introspection-protected" TokenManagement Must Refused "RFC 7662, 2.1" "introspection without credentials, or with wrong ones, is refused";
    ExpiresIn "expires-in" TokenManagement Should Present "OAuth 2.1, 3.2.3" "the token response says when the token expires";
    ShortLived "short-lived" TokenManagement Should AtMost "MCP, basic/authorization, token theft" "access tokens live for a day at most";
    ExpiryAgrees "expiry-agrees" TokenManagement Must Absent "OAuth 2.1, 3.2.3; RFC 9068, 2.2" "`exp` of the token and `expires_in` agree";
    ExpiryHonoured "expiry-honoured" TokenManagement Must Refused "MCP, basic/authorization, token handling" "an expired token is refused by the server";
    GivenToken "given-token" TokenManagement Must Granted "MCP, basic/authorization, token handling" "the given token is taken by the server";
    GivenTokenRefused "given-token-refused" TokenManagement Must Refused "MCP, basic/authorization, token handling" "the given token is refused by the server";
    TokenMalformed "token-malformed" TokenManagement Must Refused "MCP, basic/authorization, token handling" "what is no token, and a refresh token, is refused";
    TokenAltered "token-altered" TokenManagement Must Refused "MCP, basic/authorization, token handling" "a token with one letter changed is refused";
    JwtNone "jwt-none" TokenManagement Must Refused "RFC 8725, 3.1 and 3.2" "a JWT with `alg: none` is refused";
    JwtPayload "jwt-payload" TokenManagement Must Refused "RFC 7515, 5.2" "a JWT with changed claims under the old signature is refused";
    JwtKey "jwt-key" TokenManagement Must Refused "RFC 7515, 5.2" "a JWT that another key has signed, or a password such as the public key, is refused";
    JwtKeyId "jwt-key-id" TokenManagement Must Refused "RFC 8725, 3.10" "a JWT that brings its own key, or the id of one that there is not, is refused";
    JwtKeyAddress "jwt-key-address" TokenManagement Must Refused "RFC 8725, 3.10; RFC 7515, 4.1.2 and 4.1.5" "a JWT that names an address of its own key is refused";
    JwtExpired "jwt-expired" TokenManagement Must Refused "RFC 7519, 4.1.4; RFC 9068, 4" "a signed JWT whose `exp` is over, or that has none, is refused";
    JwtNotYet "jwt-not-yet" TokenManagement Must Refused "RFC 7519, 4.1.5" "a signed JWT whose `nbf` is to come is refused";
    JwtIssuer "jwt-issuer" TokenManagement Must Refused "RFC 9068, 4" "a signed JWT of another issuer is refused";
    TokenInQuery "token-in-query" TokenManagement Must Refused "MCP, basic/authorization, token requirements; OAuth 2.1, 5.1" "a token in the query string is not taken";
    EveryRequest "every-request" TokenManagement Must Refused "MCP, basic/authorization, token requirements" "a request without a token is refused, also in a session that began with one";
    HeaderMalformed "header-malformed" TokenManagement Must Refused "RFC 6750, 3.1" "a malformed `Authorization` is refused with 400 or 401";
    InvalidTokenError "invalid-token-error" TokenManagement Should Same "RFC 6750, 3.1" "a token that is refused is answered with 401 and `error=\"invalid_token\"`";

    // What attackers try.
    StateReturned "state-returned" SecurityValidation Must Same "OAuth 2.1, 4.1.2" "the authorization response has the `state` of its request";
    StateOnError "state-on-error" SecurityValidation Must Same "OAuth 2.1, 4.1.2.1" "an error of the authorization endpoint has the `state` of its request";
    IssCorrect "iss-correct" SecurityValidation Must Same "RFC 9207, 2" "`iss` of the authorization response is the issuer";
    IssOnError "iss-on-error" SecurityValidation Must Same "RFC 9207, 2" "an error of the authorization endpoint has the `iss` that its metadata promise";
    IssAdvertised "iss-advertised" SecurityValidation Must Same "MCP 2026-07-28, basic/authorization, authorization response validation; RFC 9207, 3" "who sends `iss` says so in its metadata, and the other way round";
    IssSent "iss-sent" SecurityValidation Should Present "RFC 9700, 2.1 and 4.4; RFC 9207" "the authorization response has an `iss`, against mix-up";
    NonceReturned "nonce-returned" SecurityValidation Must Same "OpenID Connect Core 1.0, 3.1.3.7" "the ID token has the `nonce` of its request";
    IdToken "id-token" SecurityValidation Must Absent "OpenID Connect Core 1.0, 3.1.3.7" "the ID token is signed by the issuer, for this client, and holds";
    RedirectUriExact "redirect-uri-exact" SecurityValidation Must Refused "OAuth 2.1, 2.3.1 and 7.13; RFC 9700, 4.1" "a redirect URI that is not letter by letter a registered one is refused";
    OpenRedirect "open-redirect" SecurityValidation Must Refused "OAuth 2.1, 4.1.2.1 and 7.13; RFC 9700, 4.11" "an error sends nobody to an address that is not registered";
    RegistrationRedirectUri "registration-redirect-uri" SecurityValidation Must Refused "MCP, basic/authorization, communication security" "a redirect URI that is neither `https` nor on this machine is not registered";
    RegistrationFragment "registration-fragment" SecurityValidation Should Refused "RFC 6749, 3.1.2" "a redirect URI with a fragment is not registered";
    ScopeNotWidened "scope-not-widened" SecurityValidation Must Within "OAuth 2.1, 1.4.1; RFC 6749, 3.3" "no scope is granted that was not asked for, neither by the response nor by the token";
    ScopeEnforced "scope-enforced" SecurityValidation Must Refused "MCP, basic/authorization, runtime insufficient scope errors" "a tool is refused to a token without its scope";
    ScopeChallenge "scope-challenge" SecurityValidation Should Same "MCP, basic/authorization, runtime insufficient scope errors; RFC 6750, 3.1" "the refusal is a 403 with `error=\"insufficient_scope\"` and the scope that is missing";
    Clickjacking "clickjacking" SecurityValidation Must Absent "RFC 9700, 4.16; RFC 6749, 10.13" "no page of the authorization endpoint can be framed";
    Redirect307 "redirect-307" SecurityValidation Must Absent "RFC 9700, 4.12" "what the user has typed is not redirected with 307 or 308";
    TokenCache "token-cache" SecurityValidation Must Absent "OAuth 2.1, 3.2.3; RFC 6749, 5.1" "the token response is not stored: `Cache-Control: no-store`";
    DpopBound "dpop-bound" SecurityValidation Must Same "RFC 9449, 5" "a token that is asked for with a proof of a key is bound to it";
    DpopAsBearer "dpop-as-bearer" SecurityValidation Must Refused "RFC 9449, 7.2; MCP SEP-1932" "a token that is bound to a key is refused as a bearer token";
    DpopProof "dpop-proof" SecurityValidation Must Refused "RFC 9449, 4.3 and 7.1; MCP SEP-1932" "a bound token is refused without a fresh proof of its key, for this request and this token";
    DpopReplay "dpop-replay" SecurityValidation Should Refused "RFC 9449, 11.1; MCP SEP-1932" "a proof that was used is refused when it comes again";
    ImplicitRefused "implicit-refused" SecurityValidation Must Refused "OAuth 2.1, 10.1; RFC 9700, 2.1.2" "`response_type=token` is refused";
    PasswordRefused "password-refused" SecurityValidation Must Refused "OAuth 2.1, 10.1; RFC 9700, 2.4" "the password grant is refused";
    ErrorsLeakNothing "errors-leak-nothing" SecurityValidation Must Absent "MCP, security best practices; OWASP ASVS 7.4.1" "no error shows a stack, a path, a query or a token";

    // For whom a token is.
    ResourceAudience "resource-audience" ResourceIndicator Must Covers "RFC 8707, 2; MCP, basic/authorization, resource parameter implementation" "the token is for the resource that was asked for";
    ResourceAlone "resource-alone" ResourceIndicator Must Within "RFC 8707, 2.2; MCP, basic/authorization, audience binding" "the token is for no other resource";
    ResourceUnknown "resource-unknown" ResourceIndicator Should Refused "RFC 8707, 2" "a resource that the authorization server does not know is refused";
    ResourceError "resource-error" ResourceIndicator Should Same "RFC 8707, 2" "a resource that is refused is answered with `invalid_target`";
    ResourceKept "resource-kept" ResourceIndicator Must Refused "RFC 8707, 2.2" "a code or a refresh token for one resource gives no token for another";
    ResourceScope "resource-scope" ResourceIndicator Must Covers "RFC 8707, 2.2" "the token has the scopes of the resource that it is for";
    AudienceChecked "audience-checked" ResourceIndicator Must Refused "MCP, basic/authorization, token handling" "the server refuses a token for another resource";
    AudienceTaken "audience-taken" ResourceIndicator Must Granted "the config" "the server takes a token for the other resource";
    TokenPassthrough "token-passthrough" ResourceIndicator Must Absent "MCP, basic/authorization, access token privilege restriction" "the server passes our token on to nobody";

    // Who sees what of whom.
    TenantAccess "tenant-access" MultiTenant Must Granted "MCP, security best practices" "a tenant has what is its own";
    TenantLists "tenant-lists" MultiTenant Must Absent "MCP, security best practices" "what is one tenant's is in no list of another's";
    TenantBlocked "tenant-blocked" MultiTenant Must Refused "MCP, security best practices" "what is one tenant's is refused to another";
    TenantAllowed "tenant-allowed" MultiTenant Must Granted "the config" "what is one tenant's is given to the other";
    TenantIndistinct "tenant-indistinct" MultiTenant Must Same "OWASP API Security Top 10, API1:2023" "what is another tenant's is refused as what there is not";
    TenantErrors "tenant-errors" MultiTenant Must Absent "MCP, security best practices" "no error names another tenant";
    TenantSession "tenant-session" MultiTenant Must Refused "MCP, security best practices, session hijacking" "the session of one tenant is refused to another's token";
    TenantSwitching "tenant-switching" MultiTenant Must Same "MCP, basic/authorization, token requirements" "each tenant sees the same before and after another was there";
    TenantClaim "tenant-claim" MultiTenant Must Present "the config" "the token names the tenant";

    // How long it takes.
    TokenLatency "token-latency" Performance Must AtMost "the config" "the token endpoint answers in time";
    FlowTime "flow-time" Performance Must AtMost "the config" "the flow is done in time";
    FlowsAtOnce "flows-at-once" Performance Must Absent "the config" "flows at the same time all end in a token of their own";
    RateLimited "rate-limited" Performance Should Present "OAuth 2.1, 7.9; RFC 6749, 10.10" "who guesses is slowed down";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::OauthRule;

    #[test]
    fn names_are_unique_and_those_of_the_file() {
        let names: BTreeSet<&str> = OauthRule::ALL.iter().map(|rule| rule.as_str()).collect();
        assert_eq!(names.len(), OauthRule::ALL.len());
        for rule in OauthRule::ALL {
            assert_eq!(serde_json::to_value(rule).unwrap(), rule.as_str());
        }
    }

    #[test]
    fn every_rule_says_where_it_stands() {
        assert!(OauthRule::ALL.iter().all(|rule| !rule.reference().is_empty() && !rule.asks().ends_with('.')));
    }
}

//! `oauth2Suites`: how a client signs in, and what a server makes of its tokens.

mod client;
mod flow;
mod form;
mod server;
mod tenant;
mod token;

use schemars::JsonSchema;
use serde::Deserialize;

use super::form::suite_form;
use super::{Consent, FormStep, Isolate, SetupCall, Skip, UtilityCall};

pub(crate) use client::{OauthClient, OtherClient, Pkce, PkceMethod, ResourceIndicator, SigningKey};
pub(crate) use flow::{
    AuthorizationCodeTest, AuthorizationParams, ClientCredentialsTest, DeviceCodeTest, FlowResult, OauthToken,
    SecurityChecks,
};
pub(crate) use server::{AuthorizationServer, GrantName};
use tenant::TenantClaim;
pub(crate) use tenant::{IsolationLevel, OauthTenant, TenantItem, TenantScenario, TenantTest};
pub(crate) use token::{
    OauthDiscoveryTest, OauthPerformanceTest, OauthSecurityTest, Outcome, PkceTest, ResourceIndicatorTest, ScopedTool,
    SecurityLevel, TokenTest, TokenTestType,
};

suite_form! {
    /// A suite: tests of signing in that belong together. One without any list tries everything that it can.
    ///
    /// Its `timeout`, and that of a test, is the deadline of one exchange; that of signing in as a whole, people
    /// included, is that of the server's `auth`.
    OauthSuite {
        /// A user says yes, and the code that comes of it becomes a token.
        authorization_code_tests: Option<Vec<AuthorizationCodeTest>>,
        /// The client is its own user.
        client_credentials_tests: Option<Vec<ClientCredentialsTest>>,
        /// A user types a code on another device.
        device_code_tests: Option<Vec<DeviceCodeTest>>,
        /// Tokens are refreshed, revoked, looked into, expire, and are tampered with.
        token_management_tests: Option<Vec<TokenTest>>,
        /// The proof key of the authorization code (RFC 7636).
        pkce_validation_tests: Option<Vec<PkceTest>>,
        /// For which resource a token is (RFC 8707).
        resource_indicator_tests: Option<Vec<ResourceIndicatorTest>>,
        /// Who sees what of whom.
        multi_tenant_tests: Option<Vec<TenantTest>>,
        /// What server and authorization server say of themselves.
        discovery_tests: Option<Vec<OauthDiscoveryTest>>,
        /// What attackers try.
        security_tests: Option<Vec<OauthSecurityTest>>,
        /// How long it takes, also for many at once.
        performance_tests: Option<Vec<OauthPerformanceTest>>,
        /// The authorization server; where left out, that of the server's `auth`, else as the server says.
        authorization_server: Option<AuthorizationServer>,
        /// Who the client is; where left out, that of the server's `auth`, else it registers itself.
        client: Option<OauthClient>,
        /// Another client of the same authorization server, which must not get what is the first one's.
        other_client: Option<OtherClient>,
        /// Who says yes: `browser`, `print`, `automatic`, or the forms that are filled in; where left out, as the
        /// server's `auth` says, else `automatic`.
        consent: Option<Consent>,
        /// The forms with which the user says no.
        denial: Option<Vec<FormStep>>,
        /// The resource that tokens are for; the server's own where left out.
        resource: Option<String>,
        /// Another resource of the same authorization server, whose tokens the server must refuse.
        other_resource: Option<String>,
        /// Tools that must be refused to a token without their scope.
        scoped_tools: Option<Vec<ScopedTool>>,
        /// The key with which the authorization server signs access tokens, where you have it: for tokens that are
        /// signed as they should be, and wrong all the same.
        signing_key: Option<SigningKey>,
        /// Milliseconds in which a revocation must reach the server (5,000 where left out).
        #[schemars(range(min = 0, max = 86_400_000))]
        revoked_within: Option<f64>,
        /// Milliseconds for which an access token is waited for to expire (30,000 where left out).
        #[schemars(range(min = 0, max = 86_400_000))]
        expires_within: Option<f64>,
        /// A call that makes the server ask a service behind it; `{{upstream}}` in its arguments is an address of ours.
        upstream: Option<UtilityCall>,
        /// Do rules fail, too, that are no more than a SHOULD?
        strict: Option<bool>,
        /// Names of rules, or of groups of rules, that no test of the suite looks at.
        skip_checks: Option<Vec<String>>,
    }
}

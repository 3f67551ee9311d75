//! Which rules a test is about where it does not name them.

use std::collections::BTreeSet;

use mcpvals_model::{GivenDevice, GivenTokens, MetricName, OauthRule as Rule, OauthSetting, StatedServer};

use super::checks::of_metric;
use crate::file::{SecurityChecks, SecurityLevel, TenantScenario, TokenTestType};

/// Rules without an order of their own.
pub(super) type Rules = BTreeSet<Rule>;

/// What every flow that must succeed ends in.
const OPENS: &[Rule] = &[Rule::FlowCompletes, Rule::TokenOpens, Rule::TokenType, Rule::TokenResponse, Rule::TokenCache];
const EXPIRY: &[Rule] = &[Rule::ExpiresIn, Rule::ShortLived, Rule::ExpiryAgrees];

/// Those whose condition holds.
pub(super) fn those(table: &[(bool, &[Rule])]) -> Rules {
    table.iter().filter(|(holds, _)| *holds).flat_map(|(_, rules)| rules.iter().copied()).collect()
}

/// Does the config say anything that can be found in the server's metadata?
pub(super) fn states_something(stated: &StatedServer) -> bool {
    !stated.grant_types.is_empty() || !stated.response_types.is_empty() || !stated.scopes.is_empty()
}

/// Does it say anything that a token response says?
pub(super) fn says_something(given: &GivenTokens) -> bool {
    given.token_type.is_some()
        || given.expires_in.is_some()
        || given.expires_at.is_some()
        || given.audience.is_some()
        || !given.scope.is_empty()
}

/// Does it say anything of the token's claims? Of a client that signs, they are those of its assertions.
fn expects_claims(setting: &OauthSetting) -> bool {
    !setting.claims.is_empty() && setting.auth.client.key.is_none()
}

/// Does it say anything that a device authorization response says?
fn states_device(given: &GivenDevice) -> bool {
    given.user_code.is_some() || given.verification_uri.is_some() || given.verification_uri_complete.is_some()
}

/// Of a flow that must succeed, whoever has a part in it. A tenant in the setting is one that the token must name.
pub(super) fn of_flow(asked: &SecurityChecks, setting: &OauthSetting) -> Rules {
    let audience = asks(asked.validate_audience) && !setting.stated.no_resource_indicators;
    let restricted = setting.resources.iter().any(|resource| resource.restricted);
    let mapped = setting.resources.iter().any(|resource| !resource.scopes.is_empty());
    let scope = asks(asked.check_scope_restriction);
    those(&[
        (true, OPENS),
        (asks(asked.check_token_expiration), EXPIRY),
        (audience, &[Rule::ResourceAudience]),
        (audience && restricted, &[Rule::ResourceAlone]),
        (scope, &[Rule::ScopeNotWidened]),
        (scope && mapped, &[Rule::ResourceScope]),
        (says_something(&setting.given) || expects_claims(setting), &[Rule::TokenAsStated]),
        (!setting.tenants.is_empty(), &[Rule::TenantClaim]),
        (states_something(&setting.stated) || states_device(&setting.device), &[Rule::AsStated]),
    ])
}

/// What an authorization code has beside it.
pub(super) fn of_code(asked: &SecurityChecks, redirects: bool, setting: &OauthSetting) -> Rules {
    let pkce = asks(asked.validate_pkce) && setting.pkce.enabled;
    those(&[
        (true, &[Rule::IssCorrect, Rule::Clickjacking, Rule::Redirect307]),
        // Whoever has nothing to prove has nothing that could be checked.
        (
            setting.auth.client.secret.is_some() || setting.auth.client.key.is_some(),
            &[Rule::ClientChecked, Rule::ClientError],
        ),
        (asks(asked.validate_state), &[Rule::StateReturned]),
        (pkce, &[Rule::PkceVerifierChecked, Rule::PkceVerifierRequired]),
        (pkce && !setting.stated.pkce_optional, &[Rule::PkceRequired]),
        (asks(asked.validate_nonce), &[Rule::NonceReturned, Rule::IdToken]),
        (redirects, &[Rule::RedirectUriExact, Rule::OpenRedirect]),
    ])
}

/// What client credentials have beside a flow.
pub(super) fn of_client() -> Rules {
    Rules::from([Rule::ClientChecked, Rule::ClientError, Rule::NoRefreshForClients])
}

/// What a device has beside a flow.
pub(super) fn of_device() -> Rules {
    Rules::from([
        Rule::DeviceResponse,
        Rule::DevicePending,
        Rule::DeviceCodeChecked,
        Rule::DeviceCodeOnce,
        Rule::DeviceCodeOfClient,
    ])
}

/// Of a flow that must be refused.
pub(super) fn of_refusal(setting: &OauthSetting) -> Rules {
    those(&[(true, &[Rule::FlowRefused]), (setting.error.is_some(), &[Rule::FlowError])])
}

/// Of a flow that must give no token, whether it is refused or breaks.
pub(super) fn of_no_token(setting: &OauthSetting) -> Rules {
    those(&[(true, &[Rule::FlowFails]), (setting.error.is_some(), &[Rule::FlowError])])
}

/// Of what is done with tokens that are good.
pub(super) fn of_tokens(what: TokenTestType, has_token: bool) -> Rules {
    let rules: &[Rule] = match what {
        TokenTestType::Refresh => &[
            Rule::RefreshWorks,
            Rule::RefreshRotates,
            Rule::RefreshOldRefused,
            Rule::RefreshReuseRevokes,
            Rule::RefreshOfClient,
            Rule::RefreshScope,
        ],
        TokenTestType::Revocation => &[
            Rule::RevocationWorks,
            Rule::RevocationEffective,
            Rule::RevocationOfRefresh,
            Rule::RevocationUnknown,
            Rule::RevocationOfClient,
            Rule::IntrospectionRevoked,
        ],
        TokenTestType::Introspection => &[
            Rule::IntrospectionActive,
            Rule::IntrospectionAgrees,
            Rule::IntrospectionUnknown,
            Rule::IntrospectionRevoked,
            Rule::IntrospectionProtected,
        ],
        TokenTestType::Expiration if has_token => &[Rule::GivenToken],
        TokenTestType::Expiration => &[Rule::ExpiresIn, Rule::ShortLived, Rule::ExpiryAgrees, Rule::ExpiryHonoured],
        TokenTestType::Tampering => &[
            Rule::TokenMalformed,
            Rule::TokenAltered,
            Rule::JwtNone,
            Rule::JwtPayload,
            Rule::JwtKey,
            Rule::JwtKeyId,
            Rule::JwtKeyAddress,
            Rule::JwtExpired,
            Rule::JwtNotYet,
            Rule::JwtIssuer,
            Rule::TokenInQuery,
            Rule::EveryRequest,
            Rule::HeaderMalformed,
            Rule::InvalidTokenError,
        ],
    };
    rules.iter().copied().collect()
}

/// Of a proof key with which the flow must succeed. With `plain`, MCP would have it refused.
pub(super) fn of_pkce(level: SecurityLevel, setting: &OauthSetting) -> Rules {
    let mut rules = match level {
        SecurityLevel::High if !setting.pkce.plain => of_metric(MetricName::PkceSecurity),
        SecurityLevel::Medium if !setting.pkce.plain => Rules::from([
            Rule::PkceRequired,
            Rule::PkceVerifierRequired,
            Rule::PkceVerifierChecked,
            Rule::PkcePlain,
            Rule::CodeOnce,
        ]),
        SecurityLevel::High | SecurityLevel::Medium | SecurityLevel::Low => Rules::new(),
    };
    rules.retain(|rule| !setting.stated.pkce_optional || *rule != Rule::PkceRequired);
    rules.insert(Rule::FlowCompletes);
    rules
}

/// Of the resource that a token is asked for.
pub(super) fn of_resource() -> Rules {
    Rules::from([Rule::ResourceAudience, Rule::ResourceUnknown, Rule::ResourceError, Rule::ResourceKept])
}

/// Of what server and authorization server say of themselves.
pub(super) fn of_discovery(setting: &OauthSetting) -> Rules {
    let mut rules = of_metric(MetricName::Discovery);
    rules.retain(|rule| *rule != Rule::AsStated || states_something(&setting.stated));
    rules
}

/// Of what attackers try.
pub(super) fn of_security(setting: &OauthSetting) -> Rules {
    let mut rules = of_metric(MetricName::SecurityValidation);
    let scoped = [Rule::ScopeEnforced, Rule::ScopeChallenge];
    rules.retain(|rule| !setting.scoped.is_empty() || !scoped.contains(rule));
    let bound = [Rule::DpopBound, Rule::DpopAsBearer, Rule::DpopProof, Rule::DpopReplay];
    rules.retain(|rule| setting.auth.dpop == Some(true) || !bound.contains(rule));
    rules
}

/// Of two tenants. `isolation` looks at lists and sessions, too; `relaxed` lets it be known what others have.
pub(super) fn of_tenants(scenario: TenantScenario, isolation: bool, relaxed: bool) -> Rules {
    use TenantScenario::{CrossTenantAllowed, CrossTenantBlocked, TenantIsolation, TenantSwitching};
    let blocked = matches!(scenario, CrossTenantBlocked | TenantIsolation);
    let isolated = scenario == TenantIsolation || isolation && scenario != CrossTenantAllowed;
    let mut rules = those(&[
        (true, &[Rule::TenantAccess]),
        (blocked, &[Rule::TenantBlocked, Rule::TenantIndistinct, Rule::TenantErrors]),
        (scenario == CrossTenantAllowed, &[Rule::TenantAllowed]),
        (scenario == TenantSwitching, &[Rule::TenantSwitching]),
        (isolated, &[Rule::TenantLists, Rule::TenantSession]),
    ]);
    let knowing = [Rule::TenantLists, Rule::TenantIndistinct];
    rules.retain(|rule| !relaxed || !knowing.contains(rule));
    rules
}

/// What is looked at unless the test says `false`.
fn asks(said: Option<bool>) -> bool {
    said.unwrap_or(true)
}

//! Tests of tenants: who sees what of whom.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::oauth_form;
use super::{AuthorizationServer, OauthClient, OtherClient, Outcome, ScopedTool, SigningKey};
use crate::file::{Auth, Consent, FormStep, Skip, UtilityCall};

oauth_form! {
    /// Two tenants of one server: what is one's must not be the other's.
    TenantTest {
        /// The tenant whose things they are.
        primary_tenant: OauthTenant,
        /// The tenant who tries to get at them.
        secondary_tenant: Option<OauthTenant>,
        /// What is tried; may be left out beside `checks`.
        test_scenario: Option<TenantScenario>,
        /// `success` where left out. `failure` turns `cross_tenant_blocked` and `cross_tenant_allowed` round.
        expected_result: Option<Outcome>,
        /// Are lists and sessions looked at, too (`true` where left out)?
        validate_tenant_isolation: Option<bool>,
    }
}

/// A tenant.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct OauthTenant {
    /// Its name, as it stands in tokens and errors.
    #[schemars(length(min = 1))]
    pub(crate) tenant_id: String,
    /// A name of the same in addresses.
    pub(crate) tenant_domain: Option<String>,
    /// `relaxed`: it may be known what another tenant has, though not be had.
    pub(crate) isolation_level: Option<IsolationLevel>,
    /// Of the tenant who tries: may it get at what is the other's? It must not say otherwise than the test's scenario.
    pub(crate) cross_tenant_access: Option<bool>,
    /// How it signs in; as the client of the test where left out.
    pub(crate) auth: Option<Auth>,
    /// Its own address of the server, where it has one.
    pub(crate) url: Option<String>,
    /// What is its own.
    pub(crate) items: Option<Vec<TenantItem>>,
}

/// A tenant that an access token must name.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TenantClaim {
    /// Its name.
    #[schemars(length(min = 1))]
    pub(crate) tenant_id: String,
    /// A name of the same in addresses.
    pub(crate) tenant_domain: Option<String>,
    /// Without effect: it takes two tenants, in `multiTenantTests`.
    #[expect(dead_code, reason = "files of version 0.1.0 have it")]
    pub(crate) isolation_level: Option<IsolationLevel>,
    /// Without effect: it takes two tenants, in `multiTenantTests`.
    #[expect(dead_code, reason = "files of version 0.1.0 have it")]
    pub(crate) cross_tenant_access: Option<bool>,
}

/// How far tenants are apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum IsolationLevel {
    /// Nobody can tell what another has.
    Strict,
    /// Nobody can have what another has.
    Relaxed,
}

/// What is tried with two tenants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TenantScenario {
    /// A tenant has what is its own.
    SameTenantAccess,
    /// It is refused what is the other's.
    CrossTenantBlocked,
    /// It is given what is the other's.
    CrossTenantAllowed,
    /// It can neither have nor see what is the other's, nor use its session.
    TenantIsolation,
    /// Each sees the same before and after the other was there.
    TenantSwitching,
}

/// Something that is a tenant's own: what a call of a tool gives, or a resource.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TenantItem {
    /// The tool.
    pub(crate) tool: Option<String>,
    /// Its arguments.
    pub(crate) args: Option<Map<String, Value>>,
    /// The resource.
    pub(crate) uri: Option<String>,
}

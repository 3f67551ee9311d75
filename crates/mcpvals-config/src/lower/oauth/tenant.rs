//! Tests of tenants.

use mcpvals_model::{Auth, HttpUrl, Item, Tenant, ToolCall};

use super::Scene;
use super::draft::{OauthDraft, start};
use super::rules::{Rules, of_tenants};
use crate::error::Problem;
use crate::file::{IsolationLevel, OauthTenant, Outcome, TenantItem, TenantScenario, TenantTest};
use crate::lower::Lowering;
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn tenant_test(&mut self, mut test: TenantTest, scene: &Scene<'_>, at: &Pointer) -> OauthDraft {
        let start = start!(self, test, &scene.below, at);
        let choices = [
            ("expectedResult", test.expected_result == Some(Outcome::Failure)),
            ("validateTenantIsolation", test.validate_tenant_isolation.is_some()),
        ];
        self.check_choices(&start, &choices);
        let mut setting = self.any_setting(&start, scene);
        let rules = match test.test_scenario {
            Some(scenario) => self.of_scenario(scenario, &test, at),
            None => self.of_no_type(&start, "testScenario", "what is tried with the tenants?"),
        };
        let about = test.test_scenario.map_or("tenants", title);
        let (primary, secondary) = (at.member("primaryTenant"), at.member("secondaryTenant"));
        setting.tenants = vec![self.tenant(test.primary_tenant, &setting.auth, &primary)];
        setting.tenants.extend(test.secondary_tenant.map(|tenant| self.tenant(tenant, &setting.auth, &secondary)));
        self.check_distinct(&setting.tenants, &secondary);
        self.oauth_draft(start, about, rules, setting, scene)
    }

    fn of_scenario(&mut self, scenario: TenantScenario, test: &TenantTest, at: &Pointer) -> Rules {
        let scenario = self.turned(scenario, test.expected_result, at);
        self.check_scenario(scenario, test, at);
        let tenants = std::iter::once(&test.primary_tenant).chain(test.secondary_tenant.as_ref());
        let relaxed = tenants.into_iter().any(|tenant| tenant.isolation_level == Some(IsolationLevel::Relaxed));
        let isolation = test.validate_tenant_isolation.unwrap_or(true) && test.secondary_tenant.is_some();
        of_tenants(scenario, isolation, relaxed)
    }

    /// `failure` asks for the other outcome, where there is one.
    fn turned(&mut self, scenario: TenantScenario, expected: Option<Outcome>, at: &Pointer) -> TenantScenario {
        match (expected, scenario) {
            (None | Some(Outcome::Success), scenario) => scenario,
            (Some(Outcome::Failure), TenantScenario::CrossTenantBlocked) => TenantScenario::CrossTenantAllowed,
            (Some(Outcome::Failure), TenantScenario::CrossTenantAllowed) => TenantScenario::CrossTenantBlocked,
            (
                Some(Outcome::Failure),
                scenario @ (TenantScenario::SameTenantAccess
                | TenantScenario::TenantIsolation
                | TenantScenario::TenantSwitching),
            ) => {
                let message = format!("`failure` has no meaning for `{}`", name(scenario));
                self.report(Problem::new(&at.member("expectedResult"), message));
                scenario
            }
        }
    }

    fn check_scenario(&mut self, scenario: TenantScenario, test: &TenantTest, at: &Pointer) {
        let second = at.member("secondaryTenant");
        let needs_two = scenario != TenantScenario::SameTenantAccess;
        if needs_two && test.secondary_tenant.is_none() && !self.is_bad(&second) {
            let message = format!("`secondaryTenant` is missing: `{}` takes two", name(scenario));
            self.report(Problem::new(at, message));
        }
        let access = test.secondary_tenant.as_ref().and_then(|tenant| tenant.cross_tenant_access);
        let contradicts = match scenario {
            TenantScenario::CrossTenantBlocked | TenantScenario::TenantIsolation => access == Some(true),
            TenantScenario::CrossTenantAllowed => access == Some(false),
            TenantScenario::SameTenantAccess | TenantScenario::TenantSwitching => false,
        };
        if contradicts {
            let message = "contradicts the test's `testScenario` and `expectedResult`";
            self.report(Problem::new(&second.member("crossTenantAccess"), message));
        }
        if scenario == TenantScenario::TenantIsolation && test.validate_tenant_isolation == Some(false) {
            let message = "contradicts the test's `testScenario`, which is `tenant_isolation`";
            self.report(Problem::new(&at.member("validateTenantIsolation"), message));
        }
    }

    /// A tenant who does not say how it signs in does so as the client of the test.
    fn tenant(&mut self, tenant: OauthTenant, client: &Auth, at: &Pointer) -> Tenant {
        let auth = tenant.auth.as_ref().map(|auth| self.signed_in(auth, &at.member("auth")));
        if matches!(auth, Some(None)) {
            self.report(Problem::new(&at.member("auth"), "a tenant signs in: `false` has no meaning here"));
        }
        let url = self.address(tenant.url.as_deref(), &at.member("url"));
        let items = tenant.items.into_iter().flatten().enumerate();
        Tenant {
            id: tenant.tenant_id,
            domain: tenant.tenant_domain,
            auth: auth.flatten().unwrap_or_else(|| client.clone()),
            url: url.and_then(|url| HttpUrl::parse(&url)),
            items: items.filter_map(|(index, item)| self.item(item, &at.member("items").item(index))).collect(),
        }
    }

    fn item(&mut self, item: TenantItem, at: &Pointer) -> Option<Item> {
        match (item.tool, item.uri) {
            (Some(tool), None) => Some(Item::Call(ToolCall { tool, args: item.args.unwrap_or_default() })),
            (None, Some(uri)) if item.args.is_none() => Some(Item::Resource(uri)),
            (None | Some(_), None | Some(_)) => {
                self.report(Problem::new(at, "an item is `{tool, args}`, the call of a tool, or `{uri}`, a resource"));
                None
            }
        }
    }

    fn check_distinct(&mut self, tenants: &[Tenant], at: &Pointer) {
        if let [one, other] = tenants
            && one.id == other.id
            && !one.id.is_empty()
        {
            let message = format!("both tenants are `{}`", one.id);
            self.report(Problem::new(&at.member("tenantId"), message));
        }
    }
}

/// Its name in the file.
fn name(scenario: TenantScenario) -> &'static str {
    match scenario {
        TenantScenario::SameTenantAccess => "same_tenant_access",
        TenantScenario::CrossTenantBlocked => "cross_tenant_blocked",
        TenantScenario::CrossTenantAllowed => "cross_tenant_allowed",
        TenantScenario::TenantIsolation => "tenant_isolation",
        TenantScenario::TenantSwitching => "tenant_switching",
    }
}

/// The title of a test without one.
fn title(scenario: TenantScenario) -> &'static str {
    match scenario {
        TenantScenario::SameTenantAccess => "same tenant access",
        TenantScenario::CrossTenantBlocked => "cross tenant blocked",
        TenantScenario::CrossTenantAllowed => "cross tenant allowed",
        TenantScenario::TenantIsolation => "tenant isolation",
        TenantScenario::TenantSwitching => "tenant switching",
    }
}

//! `checks` and `skipChecks`: rules by their names, and groups of rules.

use std::collections::BTreeSet;

use mcpvals_model::{MetricName, OauthRule, OauthSetting, RuleLevel};

use super::rules::{Rules, says_something, states_something};
use crate::error::Problem;
use crate::lower::Lowering;
use crate::nearest::nearest;
use crate::pointer::Pointer;

/// Groups of rules, each of one metric.
const GROUPS: [(&str, MetricName); 8] = [
    ("discovery", MetricName::Discovery),
    ("flow", MetricName::FlowCompletion),
    ("pkce", MetricName::PkceSecurity),
    ("tokens", MetricName::TokenManagement),
    ("security", MetricName::SecurityValidation),
    ("resources", MetricName::ResourceIndicator),
    ("tenants", MetricName::MultiTenant),
    ("performance", MetricName::Performance),
];

/// The rules of a test.
pub(super) struct Chosen {
    pub(super) rules: Rules,
    /// Those that were asked for by name, and not as one of a group.
    pub(super) named: Rules,
}

/// All rules of a metric.
pub(super) fn of_metric(metric: MetricName) -> Rules {
    OauthRule::ALL.iter().copied().filter(|rule| rule.metric() == metric).collect()
}

/// What is no more than a SHOULD.
pub(super) fn should(rules: &Rules) -> Rules {
    rules.iter().copied().filter(|rule| rule.level() == RuleLevel::Should).collect()
}

impl Lowering<'_> {
    /// The rules that are meant by names; a name that nothing has is told.
    pub(super) fn named_rules(&mut self, names: &[String], at: &Pointer) -> Chosen {
        let mut chosen = Chosen { rules: BTreeSet::new(), named: BTreeSet::new() };
        for (index, name) in names.iter().enumerate() {
            if let Some(rule) = OauthRule::ALL.iter().find(|rule| rule.as_str() == name) {
                chosen.named.insert(*rule);
            } else if let Some((_, metric)) = GROUPS.iter().find(|(group, _)| group == name) {
                chosen.rules.extend(of_metric(*metric));
            } else {
                self.unknown_rule(name, &at.item(index));
            }
        }
        chosen.rules.extend(&chosen.named);
        chosen
    }

    fn unknown_rule(&mut self, name: &str, at: &Pointer) {
        let groups = GROUPS.map(|(group, _)| group);
        let known = OauthRule::ALL.iter().map(|rule| rule.as_str()).chain(groups);
        let message =
            format!("no rule is called `{name}`, and no group of rules: the groups are `{}`", groups.join("`, `"));
        self.report(Problem::new(at, message).with_nearest(nearest(name, known)));
    }

    /// The rules of a test: its usual ones, or those of its `checks`.
    pub(super) fn chosen(
        &mut self,
        usual: Rules,
        checks: Option<&[String]>,
        setting: &OauthSetting,
        at: &Pointer,
    ) -> Chosen {
        let Some(names) = checks else { return Chosen { rules: usual, named: BTreeSet::new() } };
        let chosen = self.named_rules(names, &at.member("checks"));
        for rule in &chosen.named {
            if let Some(member) = missing(*rule, setting) {
                let message = format!("`{member}` is missing, without which `{}` cannot be looked at", rule.as_str());
                self.report(Problem::of_key(&at.member("checks"), message));
            }
        }
        chosen
    }
}

/// The member of the test without which the rule says nothing, where it is left out.
fn missing(rule: OauthRule, setting: &OauthSetting) -> Option<&'static str> {
    use OauthRule as Rule;
    let (member, is_there) = match rule {
        Rule::AsStated => ("server.supportedGrantTypes", states_something(&setting.stated)),
        Rule::TokenAsStated => ("token", says_something(&setting.given)),
        Rule::FlowError => ("expectedError", setting.error.is_some()),
        Rule::DenialReported => ("denial", !setting.denial.is_empty()),
        Rule::GivenToken | Rule::GivenTokenRefused => ("token.accessToken", setting.given.access.is_some()),
        Rule::ScopeEnforced | Rule::ScopeChallenge => ("scopedTools", !setting.scoped.is_empty()),
        Rule::AudienceTaken => ("otherResource", setting.other_resource.is_some()),
        Rule::TokenPassthrough => ("upstream", setting.upstream.is_some()),
        Rule::TenantAccess => ("primaryTenant", !setting.tenants.is_empty()),
        Rule::TenantClaim => ("client.multiTenant", !setting.tenants.is_empty()),
        Rule::TokenLatency => ("maxLatency", setting.load.latency_max.is_some()),
        Rule::FlowTime => ("maxFlowTime", setting.load.flow_max.is_some()),
        rule if rule.metric() == MetricName::MultiTenant => ("secondaryTenant", setting.tenants.len() > 1),
        _ => return None,
    };
    (!is_there).then_some(member)
}

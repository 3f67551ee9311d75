//! Tests of the servers as a whole: what they say of themselves, what attackers try, how long it takes.

use mcpvals_model::{OauthRule as Rule, OauthSetting};

use super::Scene;
use super::draft::{OauthDraft, Start, start};
use super::rules::{Rules, of_discovery, of_security, those};
use crate::error::Problem;
use crate::file::{OauthDiscoveryTest, OauthPerformanceTest, OauthSecurityTest};
use crate::lower::{Lowering, millis};
use crate::pointer::Pointer;

/// What is measured whatever the test says.
pub(super) const OF_LOAD: &[Rule] = &[Rule::FlowsAtOnce, Rule::TokenLatency, Rule::FlowTime];

impl Lowering<'_> {
    pub(super) fn oauth_discovery_test(
        &mut self,
        mut test: OauthDiscoveryTest,
        scene: &Scene<'_>,
        at: &Pointer,
    ) -> OauthDraft {
        let start = start!(self, test, &scene.below, at);
        self.whole_draft(start, "discovery", of_discovery, scene)
    }

    pub(super) fn oauth_security_test(
        &mut self,
        mut test: OauthSecurityTest,
        scene: &Scene<'_>,
        at: &Pointer,
    ) -> OauthDraft {
        let start = start!(self, test, &scene.below, at);
        self.whole_draft(start, "security", of_security, scene)
    }

    fn whole_draft(
        &mut self,
        start: Start,
        about: &str,
        usual: fn(&OauthSetting) -> Rules,
        scene: &Scene<'_>,
    ) -> OauthDraft {
        let setting = self.any_setting(&start, scene);
        self.oauth_draft(start, about, usual(&setting), setting, scene)
    }

    pub(super) fn oauth_performance_test(
        &mut self,
        mut test: OauthPerformanceTest,
        scene: &Scene<'_>,
        at: &Pointer,
    ) -> OauthDraft {
        let start = start!(self, test, &scene.below, at);
        let mut setting = self.any_setting(&start, scene);
        let load = &mut setting.load;
        load.requests = test.requests.unwrap_or(load.requests);
        load.flows = test.concurrency.unwrap_or(load.flows);
        load.guesses = test.guesses.unwrap_or(load.guesses);
        load.latency_max = test.max_latency.map(millis);
        load.flow_max = test.max_flow_time.map(millis);
        // What has no bound is measured all the same.
        let rules = those(&[(true, OF_LOAD), (test.rate_limit == Some(true), &[Rule::RateLimited])]);
        let draft = self.oauth_draft(start, "performance", rules, setting, scene);
        self.check_load(&test, &draft.test.rules, at);
        draft
    }

    /// Members that say how a rule is looked at that nobody looks at.
    fn check_load(&mut self, test: &OauthPerformanceTest, rules: &Rules, at: &Pointer) {
        let members = [
            ("requests", test.requests.is_some(), Rule::TokenLatency, "checks"),
            ("guesses", test.guesses.is_some(), Rule::RateLimited, "rateLimit"),
            ("concurrency", test.concurrency.is_some(), Rule::FlowsAtOnce, "checks"),
        ];
        for (name, is_given, rule, needed) in members {
            if is_given && !rules.contains(&rule) {
                let message = format!("has no meaning without `{}` among the rules: see `{needed}`", rule.as_str());
                self.report(Problem::of_key(&at.member(name), message));
            }
        }
    }
}

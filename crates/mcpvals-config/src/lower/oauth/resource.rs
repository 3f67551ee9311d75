//! Tests of the resource that a token is for.

use mcpvals_model::{OauthRule as Rule, OauthSetting, ResourceIndicator};

use super::Scene;
use super::draft::{OauthDraft, start};
use super::rules::{Rules, of_refusal, of_resource, those};
use crate::error::Problem;
use crate::file::{Outcome, ResourceIndicatorTest};
use crate::lower::Lowering;
use crate::lower::auth::scopes;
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn resource_indicator_test(
        &mut self,
        mut test: ResourceIndicatorTest,
        scene: &Scene<'_>,
        at: &Pointer,
    ) -> OauthDraft {
        let start = start!(self, test, &scene.below, at);
        self.check_error(test.expected_error.as_deref(), test.expected_result == Some(Outcome::Success), at);
        let fails = test.expected_result == Some(Outcome::Failure) || test.expected_error.is_some();
        self.check_choices(&start, &[("expectedResult", fails)]);
        let mut setting = self.any_setting(&start, scene);
        let crosses = test.cross_resource_access.unwrap_or(false);
        let restricted = test.validate_audience_restriction.unwrap_or(true);
        if let Some(uri) = test.resource_uri {
            // What the authorization server must refuse may be no name of a resource.
            let uri = if fails { uri } else { self.resource_uri(uri, &at.member("resourceUri")) };
            setting.resources = vec![ResourceIndicator { uri, restricted, scopes: Vec::new() }];
        }
        setting.auth.scope = test.requested_scopes.as_ref().map(scopes).or(setting.auth.scope);
        setting.audience = test.expected_audience;
        if crosses && test.expected_error.is_some() {
            let message = "has no meaning beside `crossResourceAccess`, where the server takes the token or does not";
            self.report(Problem::of_key(&at.member("expectedError"), message));
        }
        setting.error = test.expected_error;
        let rules = match (fails, crosses) {
            (true, true) => Rules::from([Rule::AudienceTaken]),
            (true, false) => of_refusal(&setting),
            (false, _) => of_good_resource(restricted, crosses, &setting),
        };
        self.oauth_draft(start, "resource indicators", rules, setting, scene)
    }
}

/// A token for another resource is tried where the test asks for it, and wherever there is another one.
fn of_good_resource(restricted: bool, crosses: bool, setting: &OauthSetting) -> Rules {
    let more = those(&[
        (true, &[Rule::FlowCompletes]),
        (restricted, &[Rule::ResourceAlone]),
        (crosses || setting.other_resource.is_some(), &[Rule::AudienceChecked]),
        (setting.upstream.is_some(), &[Rule::TokenPassthrough]),
    ]);
    &of_resource() | &more
}

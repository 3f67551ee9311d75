//! Tests of the proof key.

use mcpvals_model::PkceChoice;

use super::Scene;
use super::draft::{OauthDraft, start};
use super::layer::Flow;
use super::rules::{of_pkce, of_refusal};
use super::setting::{code, setting};
use crate::error::Problem;
use crate::file::{Outcome, PkceMethod, PkceTest, SecurityLevel};
use crate::lower::Lowering;
use crate::lower::auth::secret;
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn pkce_test(&mut self, mut test: PkceTest, scene: &Scene<'_>, at: &Pointer) -> OauthDraft {
        self.check_grant_type(test.client.as_ref(), Flow::Code, at);
        if test.client.as_ref().is_some_and(|client| client.pkce.is_some()) {
            let message = "a test of proof keys has the members of `pkce` as its own";
            self.report(Problem::of_key(&at.member("client").member("pkce"), message));
        }
        let start = start!(self, test, &scene.below, at);
        self.check_error(test.expected_error.as_deref(), test.expected_result == Some(Outcome::Success), at);
        let refused = test.expected_result == Some(Outcome::Failure) || test.expected_error.is_some();
        self.check_choices(&start, &[("expectedResult", refused), ("securityLevel", test.security_level.is_some())]);
        let mismatched = test.invalid_challenge.unwrap_or(false);
        if mismatched && test.expected_result == Some(Outcome::Success) {
            let message = "with an `invalidChallenge` nothing must succeed: leave it out, or write `failure`";
            self.report(Problem::new(&at.member("expectedResult"), message));
        }
        let mut setting = setting(&start.layer, scene.auth, code(&start.layer));
        setting.pkce = PkceChoice {
            enabled: true,
            plain: test.code_challenge_method == Some(PkceMethod::Plain),
            verifier: secret(test.code_verifier.as_deref()),
            challenge: test.code_challenge,
            mismatched,
        };
        setting.error = test.expected_error;
        let fails = mismatched || refused;
        let level = test.security_level.unwrap_or(SecurityLevel::High);
        let rules = if fails { of_refusal(&setting) } else { of_pkce(level, &setting) };
        self.oauth_draft(start, "PKCE", rules, setting, scene)
    }
}

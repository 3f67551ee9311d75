//! Tests of the life of tokens.

use mcpvals_model::{Grant, OauthRule as Rule, OauthSetting};

use super::Scene;
use super::draft::{OauthDraft, Start, start};
use super::flow::tokens;
use super::rules::{Rules, of_refusal, of_tokens, says_something, those};
use super::setting::setting;
use crate::error::Problem;
use crate::file::{FlowResult, TokenTest, TokenTestType};
use crate::lower::Lowering;
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn token_test(&mut self, mut test: TokenTest, scene: &Scene<'_>, at: &Pointer) -> OauthDraft {
        let start = start!(self, test, &scene.below, at);
        let given = test.token.take().map(tokens).unwrap_or_default();
        let grant = self.any_grant(&start.layer, scene.auth, given.refresh.as_ref(), at);
        let mut setting = setting(&start.layer, scene.auth, grant);
        setting.given = given;
        let fails = matches!(test.expected_result, Some(FlowResult::Failure | FlowResult::Error));
        let choices = [
            ("expectedResult", fails),
            ("validateTokenClaims", test.validate_token_claims.is_some()),
            ("checkTokenSecurity", test.check_token_security.is_some()),
        ];
        self.check_choices(&start, &choices);
        let rules = match test.test_type {
            Some(what) if fails => self.of_bad_tokens(what, &test, &mut setting, at),
            Some(what) => of_good_tokens(what, &test, &setting),
            None => self.of_no_type(&start, "testType", "what is done with the tokens?"),
        };
        let about = test.test_type.map_or("tokens", token_title);
        self.oauth_draft(start, about, rules, setting, scene)
    }

    /// Without a type, only `checks` can say what is looked at.
    pub(super) fn of_no_type(&mut self, start: &Start, member: &str, question: &str) -> Rules {
        if start.checks.is_none() && !self.is_bad(&start.at.member(member)) {
            self.report(Problem::new(&start.at, format!("`{member}` is missing: {question}")));
        }
        // The plan is not given out, and without a rule there would be more to tell.
        Rules::from([Rule::FlowCompletes])
    }

    /// Of a given token that is no good.
    fn of_bad_tokens(
        &mut self,
        what: TokenTestType,
        test: &TokenTest,
        setting: &mut OauthSetting,
        at: &Pointer,
    ) -> Rules {
        let (member, is_given) = match what {
            TokenTestType::Refresh => ("refreshToken", setting.given.refresh.is_some()),
            TokenTestType::Introspection | TokenTestType::Expiration => ("accessToken", setting.given.access.is_some()),
            TokenTestType::Revocation | TokenTestType::Tampering => {
                let message = format!("`failure` has no meaning for tests of {}", noun(what));
                self.report(Problem::new(&at.member("expectedResult"), message));
                return of_tokens(what, false);
            }
        };
        if !is_given && !self.is_bad(&at.member("token").member(member)) {
            self.report(Problem::new(at, format!("`token.{member}` is missing: which token is no good?")));
        }
        match (what, &setting.given.refresh) {
            (TokenTestType::Refresh, Some(token)) => {
                setting.auth.grant = Grant::RefreshToken { token: token.clone() };
                of_refusal(setting)
            }
            (TokenTestType::Introspection, _) => Rules::from([Rule::IntrospectionUnknown]),
            _ => &Rules::from([Rule::GivenTokenRefused]) | &of_forged(test),
        }
    }
}

fn of_good_tokens(what: TokenTestType, test: &TokenTest, setting: &OauthSetting) -> Rules {
    let claims = test.validate_token_claims.unwrap_or(true);
    let more =
        those(&[(claims, &[Rule::ExpiryAgrees]), (claims && says_something(&setting.given), &[Rule::TokenAsStated])]);
    &(&of_tokens(what, setting.given.access.is_some()) | &more) | &of_forged(test)
}

/// What is no token is looked at beside any test of tokens.
fn of_forged(test: &TokenTest) -> Rules {
    those(&[(test.check_token_security.unwrap_or(true), &[Rule::TokenMalformed, Rule::TokenAltered])])
}

fn noun(what: TokenTestType) -> &'static str {
    match what {
        TokenTestType::Refresh => "refresh",
        TokenTestType::Revocation => "revocation",
        TokenTestType::Introspection => "introspection",
        TokenTestType::Expiration => "expiration",
        TokenTestType::Tampering => "tampering",
    }
}

/// The title of a test without one.
fn token_title(what: TokenTestType) -> &'static str {
    if what == TokenTestType::Tampering { "tampered tokens" } else { noun(what) }
}

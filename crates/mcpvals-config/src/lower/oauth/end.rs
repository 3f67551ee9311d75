//! What must become of a flow.

use super::draft::Start;
use super::layer::Flow;
use crate::error::Problem;
use crate::file::{FlowResult, GrantName, OauthToken, SecurityChecks};
use crate::lower::Lowering;
use crate::pointer::Pointer;

/// What the tests of all flows say in the same words.
pub(super) struct FlowWords {
    pub(super) flow: Option<GrantName>,
    pub(super) token: Option<OauthToken>,
    pub(super) expected: Option<FlowResult>,
    pub(super) error: Option<String>,
    pub(super) checks: Option<SecurityChecks>,
}

macro_rules! flow_words {
    ($test:expr) => {
        $crate::lower::oauth::end::FlowWords {
            flow: $test.flow,
            token: $test.token.take(),
            expected: $test.expected_result,
            error: $test.expected_error.take(),
            checks: $test.security_checks.take(),
        }
    };
}

pub(super) use flow_words;

impl FlowWords {
    fn fails(&self) -> bool {
        matches!(self.expected, Some(FlowResult::Failure | FlowResult::Error))
    }
}

/// What must become of a flow.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// A token.
    Token,
    /// It is refused.
    Refusal,
    /// No token, for whatever reason.
    NoToken,
    /// The user does not say yes.
    NoConsent,
}

impl Lowering<'_> {
    /// What must become of the flow; what contradicts itself is told.
    pub(super) fn end(&mut self, words: &FlowWords, flow: Flow, agrees: bool, start: &Start) -> End {
        let at = &start.at;
        self.check_choices(start, &[("expectedResult", words.fails()), ("securityChecks", words.checks.is_some())]);
        self.check_flow(words.flow, flow, &at.member("flow"));
        let succeeds = words.expected == Some(FlowResult::Success);
        self.check_error(words.error.as_deref(), succeeds && agrees, at);
        if !agrees {
            self.check_without_consent(words, succeeds, start);
            return End::NoConsent;
        }
        match words.expected {
            Some(FlowResult::Error) => End::NoToken,
            Some(FlowResult::Failure) => End::Refusal,
            None if words.error.is_some() => End::Refusal,
            Some(FlowResult::Success) | None => End::Token,
        }
    }

    /// The error that must come, beside what must become of it all.
    pub(super) fn check_error(&mut self, error: Option<&str>, succeeds: bool, at: &Pointer) {
        let at = at.member("expectedError");
        if error == Some("") {
            let message = "an empty text is in every error: `\"expectedResult\": \"failure\"` asks for any";
            self.report(Problem::new(&at, message));
        }
        if succeeds && error.is_some() {
            self.report(Problem::of_key(&at, "`expectedResult` is `success`: there is no error to expect"));
        }
    }

    fn check_without_consent(&mut self, words: &FlowWords, succeeds: bool, start: &Start) {
        if succeeds {
            let message = "without the user's consent nothing succeeds: leave it out, or write `failure`";
            self.report(Problem::new(&start.at.member("expectedResult"), message));
        }
        if words.error.is_some() && start.layer.denial.is_none() {
            let message = "no error comes of a user who says nothing: give the forms of a no, `denial`";
            self.report(Problem::of_key(&start.at.member("expectedError"), message));
        }
    }
}

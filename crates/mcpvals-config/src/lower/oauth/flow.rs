//! Tests of whole flows: authorization code, client credentials, device code.

use std::time::Duration;

use mcpvals_model::{GivenDevice, GivenTokens, Grant, OauthRule as Rule, OauthSetting, RequestWords, Tenant};

use super::Scene;
use super::draft::{OauthDraft, start};
use super::end::{End, FlowWords, flow_words};
use super::layer::{Flow, Layer};
use super::rules::{Rules, of_client, of_code, of_device, of_flow, of_no_token, of_refusal, those};
use super::setting::{code, device, setting};
use crate::error::Problem;
use crate::file::{
    AuthorizationCodeTest, AuthorizationParams, ClientCredentialsTest, DeviceCodeTest, OauthToken, SecurityChecks,
};
use crate::lower::Lowering;
use crate::lower::auth::{scopes, secret};
use crate::lower::identity::method;
use crate::pointer::Pointer;

/// No time since 1970 has so many seconds: these are milliseconds, as JavaScript counts.
const SECONDS_MAX: f64 = 1e11;

impl Lowering<'_> {
    pub(super) fn code_test(&mut self, mut test: AuthorizationCodeTest, scene: &Scene<'_>, at: &Pointer) -> OauthDraft {
        self.check_grant_type(test.client.as_ref(), Flow::Code, at);
        let words = flow_words!(test);
        let start = start!(self, test, &scene.flow_below, at);
        let agrees = test.simulate_user_consent.unwrap_or(true);
        let end = self.end(&words, Flow::Code, agrees, &start);
        self.check_choices(&start, &[("validateRedirectUri", test.validate_redirect_uri.is_some())]);
        let redirects = test.validate_redirect_uri.unwrap_or(true);
        let (mut setting, asked) = flow_setting(words, agrees, &start.layer, scene, code(&start.layer));
        setting.request = request(test.authorization_params, setting.request.response_type);
        let rules = match end {
            End::Token => &of_flow(&asked, &setting) | &of_code(&asked, redirects, &setting),
            End::Refusal => of_refusal(&setting),
            End::NoToken => of_no_token(&setting),
            End::NoConsent => &of_no(&setting) | &of_reported_no(&setting),
        };
        self.oauth_draft(start, "authorization code", rules, setting, scene)
    }

    pub(super) fn client_test(
        &mut self,
        mut test: ClientCredentialsTest,
        scene: &Scene<'_>,
        at: &Pointer,
    ) -> OauthDraft {
        self.check_client_test(&test, at);
        let words = flow_words!(test);
        let start = start!(self, test, &scene.flow_below, at);
        let end = self.end(&words, Flow::Client, true, &start);
        let (mut setting, asked) = flow_setting(words, true, &start.layer, scene, Grant::ClientCredentials);
        setting.auth.client.method = test.client_authentication.map(method).or(setting.auth.client.method);
        setting.claims = test.additional_claims.unwrap_or_default();
        let rules = match end {
            End::Token | End::NoConsent => &of_flow(&asked, &setting) | &of_client(),
            End::Refusal => of_refusal(&setting),
            End::NoToken => of_no_token(&setting),
        };
        self.oauth_draft(start, "client credentials", rules, setting, scene)
    }

    fn check_client_test(&mut self, test: &ClientCredentialsTest, at: &Pointer) {
        self.check_grant_type(test.client.as_ref(), Flow::Client, at);
        let of_client = test.client.as_ref().and_then(|client| client.client_authentication);
        if test.client_authentication.is_some() && of_client.is_some() {
            let message = "`client` has a `clientAuthentication`, too: give one of them";
            self.report(Problem::of_key(&at.member("clientAuthentication"), message));
        }
        for (name, is_given) in [("consent", test.consent.is_some()), ("denial", test.denial.is_some())] {
            if is_given {
                self.report(Problem::of_key(&at.member(name), "has no meaning here: no user is asked"));
            }
        }
    }

    pub(super) fn device_test(&mut self, mut test: DeviceCodeTest, scene: &Scene<'_>, at: &Pointer) -> OauthDraft {
        self.check_grant_type(test.client.as_ref(), Flow::Device, at);
        let words = flow_words!(test);
        let start = start!(self, test, &scene.flow_below, at);
        let agrees = test.simulate_user_authorization.unwrap_or(true);
        let end = self.end(&words, Flow::Device, agrees, &start);
        let (mut setting, asked) = flow_setting(words, agrees, &start.layer, scene, device(&start.layer));
        setting.device = self.device_words(test, at);
        let rules = match end {
            End::Token => &of_flow(&asked, &setting) | &of_device(),
            End::Refusal => of_refusal(&setting),
            End::NoToken => of_no_token(&setting),
            End::NoConsent => &of_no(&setting) | &Rules::from([Rule::DeviceResponse, Rule::DevicePending]),
        };
        self.oauth_draft(start, "device code", rules, setting, scene)
    }

    fn device_words(&mut self, test: DeviceCodeTest, at: &Pointer) -> GivenDevice {
        let complete = test.verification_uri_complete.as_deref();
        GivenDevice {
            device_code: secret(test.device_code.as_deref()),
            user_code: test.user_code,
            verification_uri: self.address(test.verification_uri.as_deref(), &at.member("verificationUri")),
            verification_uri_complete: self.address(complete, &at.member("verificationUriComplete")),
            interval: test.polling_interval.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        }
    }
}

/// A flow's setting, and what is looked at beside the flow.
fn flow_setting(
    words: FlowWords,
    agrees: bool,
    layer: &Layer,
    scene: &Scene<'_>,
    grant: Grant,
) -> (OauthSetting, SecurityChecks) {
    let mut setting = setting(layer, scene.auth, grant);
    setting.agrees = agrees;
    setting.given = words.token.map(tokens).unwrap_or_default();
    setting.error = words.error;
    let claimed = layer.claimed.clone().map(|name| Tenant {
        id: name.id,
        domain: name.domain,
        auth: setting.auth.clone(),
        url: None,
        items: Vec::new(),
    });
    setting.tenants = claimed.into_iter().collect();
    (setting, words.checks.unwrap_or_default())
}

/// A user who says nothing, or no.
fn of_no(setting: &OauthSetting) -> Rules {
    those(&[(true, &[Rule::NoCodeWithoutConsent]), (setting.error.is_some(), &[Rule::FlowError])])
}

/// Where the user says no, the browser comes back with it.
fn of_reported_no(setting: &OauthSetting) -> Rules {
    those(&[(!setting.denial.is_empty(), &[Rule::DenialReported, Rule::StateOnError])])
}

fn request(params: Option<AuthorizationParams>, response_type: Option<String>) -> RequestWords {
    let params = params.unwrap_or_default();
    let more = [
        ("prompt", params.prompt),
        ("max_age", params.max_age.map(|seconds| seconds.to_string())),
        ("login_hint", params.login_hint),
    ];
    RequestWords {
        response_type,
        state: params.state,
        nonce: params.nonce,
        more: more.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect(),
    }
}

/// Tokens that are there already, and what is said of those that come.
pub(super) fn tokens(token: OauthToken) -> GivenTokens {
    let scope = token.scope.as_ref().map(scopes).unwrap_or_default();
    GivenTokens {
        access: secret(token.access_token.as_deref()),
        refresh: secret(token.refresh_token.as_deref()),
        token_type: token.token_type,
        expires_in: token.expires_in,
        expires_at: token.expires_at.map(|time| if time > SECONDS_MAX { time / 1000.0 } else { time }),
        scope: scope.split_whitespace().map(str::to_owned).collect(),
        audience: token.audience,
    }
}

//! A suite that names no tests: everything that can be tried.

use mcpvals_model::{Consent, Grant, OauthRule as Rule, OauthSetting};

use super::Scene;
use super::draft::{OauthDraft, Start};
use super::layer::Flow;
use super::rules::{
    Rules, of_client, of_code, of_device, of_discovery, of_flow, of_pkce, of_resource, of_security, of_tokens, those,
};
use super::setting::{code, device, flow_of, setting};
use super::whole::OF_LOAD;
use crate::file::{SecurityChecks, SecurityLevel, TokenTestType};
use crate::lower::Lowering;
use crate::lower::suite::Own;
use crate::pointer::Pointer;

/// One test of the battery: can it be tried, with which grant, and what is it about?
type Part = (bool, &'static str, Grant, fn(&OauthSetting) -> Rules);

impl Lowering<'_> {
    pub(super) fn battery(&mut self, scene: &Scene<'_>, at: &Pointer) -> Vec<OauthDraft> {
        let any = self.any_grant(&scene.below, scene.auth, None, at);
        let mut drafts = Vec::new();
        for (can_be, title, grant, rules) in parts(scene, &any) {
            let setting = setting(&scene.below, scene.auth, grant);
            let rules = rules(&setting);
            if can_be && !rules.is_subset(&scene.skipped) {
                drafts.push(self.oauth_draft(start(scene, at), title, rules, setting, scene));
            }
        }
        drafts
    }
}

fn parts(scene: &Scene<'_>, any: &Grant) -> [Part; 15] {
    let layer = &scene.below;
    let flow = flow_of(layer, scene.auth);
    let has_user = flow == Some(Flow::Code) || layer.consent.is_some() && flow != Some(Flow::Device);
    [
        (true, "discovery", any.clone(), of_discovery),
        (has_user, "authorization code", code(layer), of_whole_code),
        (has_user && layer.denial.is_some(), "a user's no", code(layer), |_| {
            Rules::from([Rule::DenialReported, Rule::NoCodeWithoutConsent])
        }),
        // A client of users that has a secret need not be its own user, too.
        (layer.proves() && !has_user, "client credentials", Grant::ClientCredentials, of_whole_client),
        (flow == Some(Flow::Device), "device code", device(layer), of_whole_device),
        (has_user, "PKCE", code(layer), of_proof_key),
        (true, "refresh", any.clone(), |_| of_tokens(TokenTestType::Refresh, false)),
        (true, "revocation", any.clone(), |_| of_tokens(TokenTestType::Revocation, false)),
        (true, "introspection", any.clone(), |_| of_tokens(TokenTestType::Introspection, false)),
        (true, "expiration", any.clone(), |_| of_tokens(TokenTestType::Expiration, false)),
        (true, "tampered tokens", any.clone(), |_| of_tokens(TokenTestType::Tampering, false)),
        (true, "security", any.clone(), of_security),
        (true, "resource indicators", any.clone(), of_resources),
        // Nobody says yes two dozen times.
        (!asks_people(any), "performance", any.clone(), |_| those(&[(true, OF_LOAD)])),
        (layer.upstream.is_some(), "token passthrough", any.clone(), |_| Rules::from([Rule::TokenPassthrough])),
    ]
}

/// Must somebody be there?
fn asks_people(grant: &Grant) -> bool {
    grant.consent().is_some_and(Consent::has_people)
}

fn of_whole_code(setting: &OauthSetting) -> Rules {
    let all = SecurityChecks::default();
    &of_flow(&all, setting) | &of_code(&all, true, setting)
}

/// That the flow completes is seen by that of the code.
fn of_proof_key(setting: &OauthSetting) -> Rules {
    &of_pkce(SecurityLevel::High, setting) - &Rules::from([Rule::FlowCompletes])
}

fn of_whole_client(setting: &OauthSetting) -> Rules {
    &of_flow(&SecurityChecks::default(), setting) | &of_client()
}

fn of_whole_device(setting: &OauthSetting) -> Rules {
    &of_flow(&SecurityChecks::default(), setting) | &of_device()
}

fn of_resources(setting: &OauthSetting) -> Rules {
    &of_resource()
        | &those(&[(true, &[Rule::ResourceAlone]), (setting.other_resource.is_some(), &[Rule::AudienceChecked])])
}

fn start(scene: &Scene<'_>, at: &Pointer) -> Start {
    Start {
        at: at.clone(),
        given: None,
        own: Own::default(),
        required: None,
        layer: scene.below.clone(),
        checks: None,
        skip_checks: None,
    }
}

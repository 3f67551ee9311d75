//! From the layers of a test to the setting that it is played in.

use mcpvals_model::{
    Auth, Consent, FormStep, Grant, OauthSetting, RequestWords, Secret, SecretValue, StatedServer, Tenant, TokenStore,
};

use super::Scene;
use super::draft::Start;
use super::layer::{Flow, Layer};
use crate::error::Problem;
use crate::lower::Lowering;
use crate::lower::auth::PATIENCE;
use crate::pointer::Pointer;
use crate::secrets::from_named;

/// A setting without what only some kinds of test say.
pub(super) fn setting(layer: &Layer, auth: Option<&Auth>, grant: Grant) -> OauthSetting {
    let bare = OauthSetting::new(signing_in(layer, auth, grant));
    OauthSetting {
        stated: stated(layer),
        request: RequestWords { response_type: layer.response_type.clone(), ..RequestWords::default() },
        pkce: layer.pkce.clone().unwrap_or_default(),
        denial: layer.denial.clone().unwrap_or_default(),
        other_client: layer.other_client.clone(),
        resources: layer.resources.clone().unwrap_or_default(),
        other_resource: layer.other_resource.clone(),
        scoped: layer.scoped.clone().unwrap_or_default(),
        signing_key: layer.signing_key.clone(),
        revoked_within: layer.revoked_within.unwrap_or(bare.revoked_within),
        expires_within: layer.expires_within.unwrap_or(bare.expires_within),
        upstream: layer.upstream.clone(),
        ..bare
    }
}

/// Tokens of a test are kept nowhere: it must see how they come to be, and it revokes them.
fn signing_in(layer: &Layer, auth: Option<&Auth>, grant: Grant) -> Auth {
    let addresses = layer.addresses.clone().unwrap_or_default();
    Auth {
        grant,
        client: layer.identity.clone().unwrap_or_default(),
        scope: layer.scope.clone(),
        resource: layer.resource.clone(),
        issuer: addresses.issuer,
        endpoints: addresses.endpoints,
        dpop: layer.dpop,
        // Whether it is encrypted is looked at by a rule.
        allow_http: true,
        store: TokenStore::Memory,
        timeout: auth.map_or(PATIENCE, |auth| auth.timeout),
    }
}

fn stated(layer: &Layer) -> StatedServer {
    StatedServer {
        grant_types: layer.grant_types.clone().unwrap_or_default(),
        response_types: layer.response_types.clone().unwrap_or_default(),
        scopes: layer.scopes_supported.clone().unwrap_or_default(),
        pkce_optional: layer.pkce_required == Some(false),
        no_resource_indicators: layer.resource_indicators == Some(false),
    }
}

/// A user says yes, or nobody is asked.
pub(super) fn code(layer: &Layer) -> Grant {
    Grant::AuthorizationCode { redirect_uri: layer.redirect_uri.clone(), consent: consent(layer) }
}

/// A user types a code elsewhere.
pub(super) fn device(layer: &Layer) -> Grant {
    Grant::DeviceCode { consent: consent(layer) }
}

fn consent(layer: &Layer) -> Consent {
    layer.consent.clone().unwrap_or(Consent::Automatic)
}

/// The flow of a test whose list does not say it; `None` where it is one that only the server's `auth` can have.
pub(super) fn flow_of(layer: &Layer, auth: Option<&Auth>) -> Option<Flow> {
    if layer.flow.is_some() {
        return layer.flow;
    }
    let has_user = layer.consent.is_some() || !layer.proves();
    match auth.map(|auth| &auth.grant) {
        None => Some(if has_user { Flow::Code } else { Flow::Client }),
        Some(Grant::AuthorizationCode { .. }) => Some(Flow::Code),
        Some(Grant::DeviceCode { .. }) => Some(Flow::Device),
        Some(Grant::ClientCredentials) => Some(Flow::Client),
        Some(Grant::Bearer { .. } | Grant::RefreshToken { .. } | Grant::JwtBearer { .. } | Grant::Enterprise(_)) => {
            None
        }
    }
}

impl Lowering<'_> {
    /// The setting of a test whose list does not say its grant.
    pub(super) fn any_setting(&mut self, start: &Start, scene: &Scene<'_>) -> OauthSetting {
        let grant = self.any_grant(&start.layer, scene.auth, None, &start.at);
        setting(&start.layer, scene.auth, grant)
    }

    /// The grant of a test whose list does not say it. `refresh` is a refresh token that the test has.
    pub(super) fn any_grant(
        &mut self,
        layer: &Layer,
        auth: Option<&Auth>,
        refresh: Option<&Secret>,
        at: &Pointer,
    ) -> Grant {
        let own = auth.map(|auth| auth.grant.clone());
        match flow_of(layer, auth) {
            Some(Flow::Code) => code(layer),
            Some(Flow::Client) => Grant::ClientCredentials,
            Some(Flow::Device) => device(layer),
            Some(Flow::Refresh) => self.refresh_grant(refresh, own, at),
            None => own.unwrap_or(Grant::ClientCredentials),
        }
    }

    fn refresh_grant(&mut self, refresh: Option<&Secret>, own: Option<Grant>, at: &Pointer) -> Grant {
        match (refresh, own) {
            (Some(token), _) => Grant::RefreshToken { token: token.clone() },
            (None, Some(own @ Grant::RefreshToken { .. })) => own,
            (None, _) => {
                let message = "`grantType` is `refresh_token`, and no refresh token is given: neither the test's \
                               `token.refreshToken` nor that of the server's `auth`";
                self.report(Problem::new(at, message));
                Grant::ClientCredentials
            }
        }
    }
}

/// Everything in a setting that nobody may see, with the name by which it is spoken of.
pub(super) fn secrets(setting: &OauthSetting) -> Vec<SecretValue> {
    let other = setting.other_client.as_ref();
    let named = [
        ("accessToken", setting.given.access.as_ref()),
        ("refreshToken", setting.given.refresh.as_ref()),
        ("deviceCode", setting.device.device_code.as_ref()),
        ("codeVerifier", setting.pkce.verifier.as_ref()),
        ("signingKey", setting.signing_key.as_ref().map(|key| &key.pem)),
        ("clientSecret", other.and_then(|client| client.secret.as_ref())),
        ("privateKey", other.and_then(|client| client.key.as_ref()).map(|key| &key.pem)),
    ];
    let named = named.into_iter().filter_map(|(name, secret)| SecretValue::new(name, secret?.reveal()));
    let tenants = setting.tenants.iter().flat_map(|tenant: &Tenant| tenant.auth.secrets());
    setting.auth.secrets().into_iter().chain(named).chain(tenants).chain(typed(&setting.denial)).collect()
}

fn typed(steps: &[FormStep]) -> Vec<SecretValue> {
    let filled = steps.iter().flat_map(|step| &step.fill);
    filled.flat_map(|(name, value)| from_named(name, value.reveal())).collect()
}

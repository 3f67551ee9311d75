//! What a suite or a test says of its clients.

use mcpvals_model::{ClientIdentity, PkceChoice, ResourceIndicator};

use super::layer::{Flow, Layer, TenantName, given};
use crate::error::Problem;
use crate::file::{self, OauthClient, OtherClient, Pkce, PkceMethod};
use crate::lower::Lowering;
use crate::lower::auth::{scopes, secret};
use crate::lower::identity::identified;
use crate::pointer::Pointer;

impl Lowering<'_> {
    pub(super) fn client_layer(&mut self, client: OauthClient, at: &Pointer) -> Layer {
        let who = identified!(client);
        self.check_identity(&who, at);
        let identity = self.identity(&who, at);
        let resources = client.resource_indicators;
        Layer {
            identity: given(identity),
            redirect_uri: self.address(client.redirect_uri.as_deref(), &at.member("redirectUri")),
            scope: client.scope.as_ref().map(scopes),
            response_type: client.response_type,
            flow: client.grant_type.map(Flow::of),
            dpop: client.dpop,
            pkce: client.pkce.map(|pkce| self.pkce(pkce, &at.member("pkce"))),
            resources: resources.map(|given| self.resources(given, &at.member("resourceIndicators"))),
            claimed: client
                .multi_tenant
                .map(|tenant| TenantName { id: tenant.tenant_id, domain: tenant.tenant_domain }),
            ..Layer::default()
        }
    }

    pub(super) fn other_client(&mut self, client: &OtherClient, at: &Pointer) -> ClientIdentity {
        let who = identified!(client);
        self.check_identity(&who, at);
        if who.id.is_none() && who.metadata_url.is_none() && who.secret.is_none() && who.pem.is_none() {
            let message = "this client has no name: give its `clientId`, or its `clientMetadataUrl`";
            self.report(Problem::of_key(at, message));
        }
        self.identity(&who, at)
    }

    fn pkce(&mut self, pkce: Pkce, at: &Pointer) -> PkceChoice {
        let enabled = pkce.enabled.unwrap_or(true);
        let members =
            [("codeChallenge", pkce.code_challenge.is_some()), ("codeVerifier", pkce.code_verifier.is_some())];
        for (name, _) in members.into_iter().filter(|(_, is_given)| *is_given && !enabled) {
            let message = "has no meaning where there is no proof key: `enabled: false`";
            self.report(Problem::of_key(&at.member(name), message));
        }
        PkceChoice {
            enabled,
            plain: pkce.code_challenge_method == Some(PkceMethod::Plain),
            verifier: secret(pkce.code_verifier.as_deref()),
            challenge: pkce.code_challenge,
            mismatched: false,
        }
    }

    fn resources(&mut self, given: Vec<file::ResourceIndicator>, at: &Pointer) -> Vec<ResourceIndicator> {
        let lower = |(index, indicator): (usize, file::ResourceIndicator)| ResourceIndicator {
            uri: self.resource_uri(indicator.resource_uri, &at.item(index).member("resourceUri")),
            restricted: indicator.audience_restriction.unwrap_or(false),
            scopes: indicator.scope_mapping.into_iter().flatten().collect(),
        };
        given.into_iter().enumerate().map(lower).collect()
    }
}

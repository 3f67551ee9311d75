//! What a suite or a test says of its authorization server.

use mcpvals_model::Endpoints;

use super::layer::{Addresses, Layer, given};
use crate::error::Problem;
use crate::file::AuthorizationServer;
use crate::lower::Lowering;
use crate::nearest::nearest;
use crate::pointer::Pointer;

/// The whole name of the device grant, which metadata have.
const DEVICE: &str = "urn:ietf:params:oauth:grant-type:device_code";
/// Grants that are named by a word; all others by an address (RFC 6749, 8.3).
const GRANTS: [&str; 6] =
    ["authorization_code", "client_credentials", "device_code", "refresh_token", "implicit", "password"];

impl Lowering<'_> {
    pub(super) fn server_layer(&mut self, server: AuthorizationServer, at: &Pointer) -> Layer {
        let endpoints = Endpoints {
            authorization: self.address(server.authorization_endpoint.as_deref(), &at.member("authorizationEndpoint")),
            token: self.address(server.token_endpoint.as_deref(), &at.member("tokenEndpoint")),
            registration: self.address(server.registration_endpoint.as_deref(), &at.member("registrationEndpoint")),
            device_authorization: self
                .address(server.device_authorization_endpoint.as_deref(), &at.member("deviceAuthorizationEndpoint")),
            revocation: self.address(server.revocation_endpoint.as_deref(), &at.member("revocationEndpoint")),
            introspection: self.address(server.introspection_endpoint.as_deref(), &at.member("introspectionEndpoint")),
            jwks: self.address(server.jwks_uri.as_deref(), &at.member("jwksUri")),
        };
        let issuer = self.address(server.issuer.as_deref(), &at.member("issuer"));
        let grants = server.supported_grant_types;
        Layer {
            addresses: given(Addresses { issuer, endpoints }),
            grant_types: grants.map(|names| self.grant_types(names, &at.member("supportedGrantTypes"))),
            response_types: server.supported_response_types,
            scopes_supported: server.supported_scopes,
            pkce_required: server.pkce_required,
            resource_indicators: server.resource_indicators_supported,
            ..Layer::default()
        }
    }

    fn grant_types(&mut self, names: Vec<String>, at: &Pointer) -> Vec<String> {
        for (index, name) in names.iter().enumerate() {
            if !GRANTS.contains(&name.as_str()) && !name.contains(':') {
                let message = format!("`{name}` is no grant type: expected `{}`, or a URN", GRANTS.join("`, `"));
                self.report(Problem::new(&at.item(index), message).with_nearest(nearest(name, GRANTS)));
            }
        }
        names.into_iter().map(|name| if name == "device_code" { DEVICE.to_owned() } else { name }).collect()
    }
}

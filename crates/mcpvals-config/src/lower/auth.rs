//! `server.auth`: which members go with which type, and where the secrets are.

use std::time::Duration;

use mcpvals_model::{self as model, Endpoints, Grant, HttpUrl, IdentityProvider, Secret, TokenStore, loopback_place};

use super::identity::identified;
use super::{Lowering, millis};
use crate::error::Problem;
use crate::file::{Auth, AuthDetails, AuthType, Consent, ConsentBy, NamedStore, OneOrMany, Server, Store, Transport};
use crate::pointer::Pointer;

/// Signing in, people included, unless the file says otherwise.
pub(super) const PATIENCE: Duration = Duration::from_mins(5);

impl Lowering<'_> {
    /// How the client signs in; `None` where it does not.
    pub(super) fn auth(&mut self, server: &Server, at: &Pointer) -> Option<Box<model::Auth>> {
        let given = server.auth.as_ref()?;
        let at = at.member("auth");
        if server.transport == Transport::Stdio {
            self.report(Problem::of_key(&at, "`auth` goes with transport `shttp` or `sse` only"));
        }
        let has_header = server.headers.iter().flatten().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        if has_header && !matches!(given, Auth::Enabled(false)) {
            self.report(Problem::of_key(&at, "`auth` and a header `Authorization` exclude each other"));
        }
        self.signed_in(given, &at).map(Box::new)
    }

    /// As [`Self::auth`], wherever it stands.
    pub(super) fn signed_in(&mut self, given: &Auth, at: &Pointer) -> Option<model::Auth> {
        match given {
            Auth::Enabled(false) => None,
            Auth::Enabled(true) => Some(model::Auth::new(Grant::AuthorizationCode {
                redirect_uri: None,
                consent: model::Consent::Browser,
            })),
            Auth::Details(details) => {
                if !self.is_bad(&at.member("type")) {
                    self.check_auth(details, at);
                }
                let auth = self.details(details, at);
                self.secrets.extend(auth.secrets());
                Some(auth)
            }
        }
    }

    fn details(&mut self, details: &AuthDetails, at: &Pointer) -> model::Auth {
        let client = self.identity(&identified!(details), at);
        let endpoints = Endpoints {
            authorization: self.address(details.authorization_endpoint.as_deref(), &at.member("authorizationEndpoint")),
            token: self.address(details.token_endpoint.as_deref(), &at.member("tokenEndpoint")),
            registration: self.address(details.registration_endpoint.as_deref(), &at.member("registrationEndpoint")),
            device_authorization: self
                .address(details.device_authorization_endpoint.as_deref(), &at.member("deviceAuthorizationEndpoint")),
            ..Endpoints::default()
        };
        let issuer = self.address(details.issuer.as_deref(), &at.member("issuer"));
        let resource = self.address(details.resource.as_deref(), &at.member("resource"));
        model::Auth {
            grant: self.grant(details, at),
            client,
            scope: details.scope.as_ref().map(scopes),
            resource,
            issuer,
            endpoints,
            dpop: details.dpop,
            allow_http: details.allow_http.unwrap_or(false),
            store: self.store(details.store.as_ref()),
            timeout: details.timeout.map_or(PATIENCE, millis),
        }
    }

    fn store(&self, store: Option<&Store>) -> TokenStore {
        match store {
            None | Some(Store::Named(NamedStore::Memory)) => TokenStore::Memory,
            Some(Store::Named(NamedStore::Keyring)) => TokenStore::Keyring,
            Some(Store::File(file)) => TokenStore::File(self.base.join(&file.file)),
        }
    }

    fn grant(&mut self, details: &AuthDetails, at: &Pointer) -> Grant {
        match details.kind {
            AuthType::Bearer => Grant::Bearer { token: self.needed(details.token.as_deref(), "token", at) },
            AuthType::ClientCredentials => Grant::ClientCredentials,
            AuthType::AuthorizationCode => {
                let (place, consent) = (at.member("redirectUri"), consent(details.consent.as_ref()));
                let redirect_uri = self.address(details.redirect_uri.as_deref(), &place);
                self.check_way_back(redirect_uri.as_deref(), &consent, &place);
                Grant::AuthorizationCode { redirect_uri, consent }
            }
            AuthType::DeviceCode => Grant::DeviceCode { consent: consent(details.consent.as_ref()) },
            AuthType::RefreshToken => {
                Grant::RefreshToken { token: self.needed(details.refresh_token.as_deref(), "refreshToken", at) }
            }
            AuthType::JwtBearer => {
                Grant::JwtBearer { assertion: self.needed(details.assertion.as_deref(), "assertion", at) }
            }
            AuthType::Enterprise => {
                let endpoint = self.needed(details.idp_token_endpoint.as_deref(), "idpTokenEndpoint", at);
                self.address(details.idp_token_endpoint.as_deref(), &at.member("idpTokenEndpoint"));
                Grant::Enterprise(IdentityProvider {
                    token_endpoint: endpoint.reveal().to_owned(),
                    client_id: details.idp_client_id.clone(),
                    client_secret: secret(details.idp_client_secret.as_deref()),
                    id_token: self.needed(details.id_token.as_deref(), "idToken", at),
                })
            }
        }
    }

    /// People come back to a socket of ours; nobody is called where others can listen.
    fn check_way_back(&mut self, redirect_uri: Option<&str>, consent: &model::Consent, at: &Pointer) {
        let Some(uri) = redirect_uri.filter(|uri| HttpUrl::parse(uri).is_some()) else { return };
        let is_here = loopback_place(uri).is_some();
        if consent.has_people() && !is_here {
            let message = "a browser must come back to this machine: http://127.0.0.1, http://[::1] or http://localhost, with a port";
            self.report(Problem::new(at, message));
        } else if !is_here && !uri.starts_with("https://") {
            let message =
                "a redirect URI is `https`, or on this machine (MCP, basic/authorization, communication security)";
            self.report(Problem::new(at, message));
        }
    }

    /// What is read from a file often has a line's end.
    fn needed(&mut self, value: Option<&str>, name: &str, at: &Pointer) -> Secret {
        let given = value.map(str::trim_end).filter(|value| !value.is_empty());
        if given.is_some_and(|value| value.contains(char::is_control)) {
            self.report(Problem::new(&at.member(name), "has characters that no header can have"));
        }
        if given.is_none() && !self.is_bad(&at.member(name)) && !self.is_bad(&at.member("type")) {
            self.report(Problem::new(at, format!("`{name}` is missing, which this `type` needs")));
        }
        Secret::new(given.unwrap_or_default())
    }

    pub(super) fn address(&mut self, value: Option<&str>, at: &Pointer) -> Option<String> {
        let value = value?;
        if HttpUrl::parse(value).is_none() {
            self.report(Problem::new(at, "not an address with `http://` or `https://` and a host"));
        }
        Some(value.to_owned())
    }

    /// Tells members that do not go with the type, rather than leave them without effect.
    fn check_auth(&mut self, details: &AuthDetails, at: &Pointer) {
        use AuthType::{AuthorizationCode, Bearer, ClientCredentials, DeviceCode, Enterprise, JwtBearer, RefreshToken};
        let kind = details.kind;
        let users: &[AuthType] = &[AuthorizationCode, DeviceCode];
        let discovered: &[AuthType] =
            &[ClientCredentials, AuthorizationCode, DeviceCode, RefreshToken, JwtBearer, Enterprise];
        let members: [(&str, bool, &[AuthType]); 27] = [
            ("token", details.token.is_some(), &[Bearer]),
            ("clientId", details.client_id.is_some(), discovered),
            ("clientSecret", details.client_secret.is_some(), discovered),
            ("clientAuthentication", details.client_authentication.is_some(), discovered),
            ("privateKey", details.private_key.is_some(), discovered),
            ("algorithm", details.algorithm.is_some(), discovered),
            ("keyId", details.key_id.is_some(), discovered),
            ("clientMetadataUrl", details.client_metadata_url.is_some(), discovered),
            ("scope", details.scope.is_some(), discovered),
            ("resource", details.resource.is_some(), discovered),
            ("issuer", details.issuer.is_some(), discovered),
            ("authorizationEndpoint", details.authorization_endpoint.is_some(), &[AuthorizationCode]),
            ("tokenEndpoint", details.token_endpoint.is_some(), discovered),
            ("registrationEndpoint", details.registration_endpoint.is_some(), discovered),
            ("deviceAuthorizationEndpoint", details.device_authorization_endpoint.is_some(), &[DeviceCode]),
            ("redirectUri", details.redirect_uri.is_some(), &[AuthorizationCode]),
            ("consent", details.consent.is_some(), users),
            ("refreshToken", details.refresh_token.is_some(), &[RefreshToken]),
            ("assertion", details.assertion.is_some(), &[JwtBearer]),
            ("idToken", details.id_token.is_some(), &[Enterprise]),
            ("idpTokenEndpoint", details.idp_token_endpoint.is_some(), &[Enterprise]),
            ("idpClientId", details.idp_client_id.is_some(), &[Enterprise]),
            ("idpClientSecret", details.idp_client_secret.is_some(), &[Enterprise]),
            ("dpop", details.dpop.is_some(), discovered),
            ("allowHttp", details.allow_http.is_some(), discovered),
            ("store", details.store.is_some(), discovered),
            ("timeout", details.timeout.is_some(), discovered),
        ];
        for (name, is_given, kinds) in members {
            if is_given && !kinds.contains(&kind) {
                let message = format!("`{name}` has no meaning for this `type`");
                self.report(Problem::of_key(&at.member(name), message));
            }
        }
        let keeps = details.store.as_ref().is_some_and(|store| !matches!(store, Store::Named(NamedStore::Memory)));
        if keeps && details.dpop == Some(true) {
            let message = "what is bound to a key (`dpop`) is gone with it, and cannot be kept";
            self.report(Problem::of_key(&at.member("store"), message));
        }
        let client = identified!(details);
        self.check_identity(&client, at);
        self.check_method(&client, at);
    }
}

pub(super) fn secret(value: Option<&str>) -> Option<Secret> {
    value.map(Secret::new)
}

pub(super) fn scopes(scope: &OneOrMany) -> String {
    match scope {
        OneOrMany::One(scope) => scope.clone(),
        OneOrMany::Many(scopes) => scopes.join(" "),
    }
}

pub(super) fn consent(given: Option<&Consent>) -> model::Consent {
    match given {
        None | Some(Consent::By(ConsentBy::Browser)) => model::Consent::Browser,
        Some(Consent::By(ConsentBy::Print)) => model::Consent::Shown,
        Some(Consent::By(ConsentBy::Automatic)) => model::Consent::Automatic,
        Some(Consent::Steps(steps)) => model::Consent::Scripted(steps.iter().map(step).collect()),
    }
}

pub(super) fn step(step: &crate::file::FormStep) -> model::FormStep {
    let typed = step.fill.iter().flatten().map(|(name, value)| (name.clone(), Secret::new(value.as_str())));
    model::FormStep { fill: typed.collect(), submit: step.submit.clone() }
}

//! What resources and authorization servers say of themselves (RFC 9728, RFC 8414, OpenID Connect Discovery 1.0).

use serde::Deserialize;

/// Metadata of a protected resource.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct ResourceMetadata {
    /// The resource's identifier.
    pub(super) resource: Option<String>,
    /// Issuers whose tokens it takes.
    #[serde(default)]
    pub(super) authorization_servers: Vec<String>,
    /// Scopes that it knows.
    pub(super) scopes_supported: Option<Vec<String>>,
    /// Does it take no other tokens than those that are bound to a key?
    #[serde(default)]
    pub(super) dpop_bound_access_tokens_required: bool,
}

/// Metadata of an authorization server.
#[derive(Debug, Clone, Default, Deserialize)]
pub(super) struct ServerMetadata {
    /// Its identifier.
    #[serde(default)]
    pub(super) issuer: String,
    /// Where users are sent.
    pub(super) authorization_endpoint: Option<String>,
    /// Where tokens are given.
    pub(super) token_endpoint: Option<String>,
    /// Where clients register (RFC 7591).
    pub(super) registration_endpoint: Option<String>,
    /// Where device codes are given (RFC 8628).
    pub(super) device_authorization_endpoint: Option<String>,
    /// Scopes that it knows.
    pub(super) scopes_supported: Option<Vec<String>>,
    /// Grants that it knows.
    pub(super) grant_types_supported: Option<Vec<String>>,
    /// How clients may prove who they are.
    pub(super) token_endpoint_auth_methods_supported: Option<Vec<String>>,
    /// Methods of PKCE.
    pub(super) code_challenge_methods_supported: Option<Vec<String>>,
    /// Does every authorization response name its issuer (RFC 9207)?
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
    /// May a client's id be the address of its metadata?
    #[serde(default)]
    pub(super) client_id_metadata_document_supported: bool,
}

impl ServerMetadata {
    /// Those that 2025-03-26 takes for granted where there is no document: `/authorize`, `/token` and `/register` at the
    /// server's own origin.
    pub(super) fn taken_for_granted(origin: &str) -> Self {
        let at = |path: &str| Some(format!("{origin}{path}"));
        Self {
            issuer: origin.to_owned(),
            authorization_endpoint: at("/authorize"),
            token_endpoint: at("/token"),
            registration_endpoint: at("/register"),
            code_challenge_methods_supported: Some(vec![super::pkce::METHOD.to_owned()]),
            ..Self::default()
        }
    }

    /// Does it know this grant? One that names none knows the usual two (RFC 8414, 2).
    pub(super) fn takes_grant(&self, grant: &str) -> bool {
        let listed = |grants: &Vec<String>| grants.iter().any(|known| known == grant);
        self.grant_types_supported.as_ref().is_none_or(listed)
    }
}

//! What a suite or a test says of where, as whom and with what: layers, of which the upper ones win.

use std::time::Duration;

use mcpvals_model::{
    Auth, ClientIdentity, ClientKey, Consent, Endpoints, FormStep, Grant, PkceChoice, ResourceIndicator, ScopedCall,
    UpstreamCall,
};

use crate::file::GrantName;

/// Writes a layer down once: its members, each of which may be left out, and how one lies over another.
macro_rules! layer {
    ($($(#[$about:meta])* $member:ident: $kind:ty,)*) => {
        /// What one place of the file says.
        #[derive(Debug, Clone, Default)]
        pub(super) struct Layer {
            $($(#[$about])* pub(super) $member: Option<$kind>,)*
        }

        impl Layer {
            /// With what is said below where this says nothing.
            pub(super) fn over(self, below: &Self) -> Self {
                Self { $($member: self.$member.or_else(|| below.$member.clone()),)* }
            }
        }
    };
}

layer! {
    addresses: Addresses,
    grant_types: Vec<String>,
    response_types: Vec<String>,
    scopes_supported: Vec<String>,
    pkce_required: bool,
    resource_indicators: bool,
    identity: ClientIdentity,
    redirect_uri: String,
    scope: String,
    response_type: String,
    flow: Flow,
    pkce: PkceChoice,
    dpop: bool,
    resources: Vec<ResourceIndicator>,
    /// The tenant that the token must name.
    claimed: TenantName,
    other_client: ClientIdentity,
    consent: Consent,
    denial: Vec<FormStep>,
    resource: String,
    other_resource: String,
    scoped: Vec<ScopedCall>,
    signing_key: ClientKey,
    revoked_within: Duration,
    expires_within: Duration,
    upstream: UpstreamCall,
    strict: bool,
}

/// Where an authorization server is. One thing: the issuer of one and the endpoints of another are none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Addresses {
    pub(super) issuer: Option<String>,
    pub(super) endpoints: Endpoints,
}

/// By what names a tenant is known.
#[derive(Debug, Clone)]
pub(super) struct TenantName {
    pub(super) id: String,
    pub(super) domain: Option<String>,
}

/// A grant that a test can be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Code,
    Client,
    Device,
    Refresh,
}

impl Flow {
    pub(super) fn of(name: GrantName) -> Self {
        match name {
            GrantName::AuthorizationCode => Self::Code,
            GrantName::ClientCredentials => Self::Client,
            GrantName::DeviceCode | GrantName::DeviceCodeUrn => Self::Device,
            GrantName::RefreshToken => Self::Refresh,
        }
    }

    /// Its name in the file.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Code => "authorization_code",
            Self::Client => "client_credentials",
            Self::Device => "device_code",
            Self::Refresh => "refresh_token",
        }
    }
}

impl Layer {
    /// What the server's `auth` says: the lowest layer.
    pub(super) fn of_auth(auth: &Auth) -> Self {
        let addresses = Addresses { issuer: auth.issuer.clone(), endpoints: auth.endpoints.clone() };
        let (redirect_uri, consent) = match &auth.grant {
            Grant::AuthorizationCode { redirect_uri, consent } => (redirect_uri.clone(), Some(consent.clone())),
            Grant::DeviceCode { consent } => (None, Some(consent.clone())),
            Grant::Bearer { .. }
            | Grant::ClientCredentials
            | Grant::RefreshToken { .. }
            | Grant::JwtBearer { .. }
            | Grant::Enterprise(_) => (None, None),
        };
        Self {
            addresses: given(addresses),
            identity: given(auth.client.clone()),
            scope: auth.scope.clone(),
            resource: auth.resource.clone(),
            dpop: auth.dpop,
            redirect_uri,
            consent,
            ..Self::default()
        }
    }

    /// Can the client prove who it is?
    pub(super) fn proves(&self) -> bool {
        self.identity.as_ref().is_some_and(|client| client.secret.is_some() || client.key.is_some())
    }
}

/// `None` where nothing of it is given.
pub(super) fn given<T: Default + PartialEq>(value: T) -> Option<T> {
    (value != T::default()).then_some(value)
}

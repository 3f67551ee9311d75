//! Where a test of signing in takes place, and with what.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::{Auth, ClientIdentity, ClientKey, FormStep, HttpUrl, Secret, ToolCall};

/// Everything that a test of signing in is made with. What is left out is discovered.
#[derive(Debug, Clone, PartialEq)]
pub struct OauthSetting {
    /// The grant, the client, the user's consent, the endpoints.
    pub auth: Auth,
    /// What the config says of the authorization server.
    pub stated: StatedServer,
    /// What the authorization request says beside the usual.
    pub request: RequestWords,
    /// The proof key.
    pub pkce: PkceChoice,
    /// Does the user say yes?
    pub agrees: bool,
    /// The forms with which the user says no.
    pub denial: Vec<FormStep>,
    /// A second client of the same authorization server.
    pub other_client: Option<ClientIdentity>,
    /// Tokens that are there already, and what is said of those that come.
    pub given: GivenTokens,
    /// What is said of the device's code.
    pub device: GivenDevice,
    /// Claims: of the client's assertions where it signs any, and else of the access token.
    pub claims: Map<String, Value>,
    /// The resources that the client asks for, where they are given.
    pub resources: Vec<ResourceIndicator>,
    /// Another resource, for which the server must take no token.
    pub other_resource: Option<String>,
    /// The `aud` that tokens must have, where it is not the resource.
    pub audience: Option<String>,
    /// Tools that need a scope.
    pub scoped: Vec<ScopedCall>,
    /// The key with which the authorization server signs, where the tester has it.
    pub signing_key: Option<ClientKey>,
    /// How long a revocation may take to reach the server.
    pub revoked_within: Duration,
    /// How long an access token is waited for to expire.
    pub expires_within: Duration,
    /// A call that makes the server ask a service behind it.
    pub upstream: Option<UpstreamCall>,
    /// Those who must not see each other's things; two, or none.
    pub tenants: Vec<Tenant>,
    /// How hard the token endpoint is asked.
    pub load: Load,
    /// Text of the error that is expected.
    pub error: Option<String>,
}

/// What a config says of an authorization server, to be compared with its metadata.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatedServer {
    /// `grant_types_supported` has these.
    pub grant_types: Vec<String>,
    /// `response_types_supported` has these.
    pub response_types: Vec<String>,
    /// `scopes_supported` has these.
    pub scopes: Vec<String>,
    /// Does it say `false` of PKCE being required?
    pub pkce_optional: bool,
    /// Does it say `false` of resource indicators?
    pub no_resource_indicators: bool,
}

/// What an authorization request says beside the usual.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RequestWords {
    /// `response_type`; `code` where left out.
    pub response_type: Option<String>,
    /// `state`; made anew each time where left out.
    pub state: Option<String>,
    /// `nonce`; made anew each time where left out.
    pub nonce: Option<String>,
    /// Further parameters: `prompt`, `max_age`, `login_hint`.
    pub more: Vec<(String, String)>,
}

/// The proof key of a flow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PkceChoice {
    /// Is there one at all?
    pub enabled: bool,
    /// Is the challenge the verifier itself?
    pub plain: bool,
    /// Made anew each time where left out.
    pub verifier: Option<Secret>,
    /// That of the verifier where left out.
    pub challenge: Option<String>,
    /// Is the challenge that of another verifier?
    pub mismatched: bool,
}

/// Tokens that are there already, and what is said of those that come.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GivenTokens {
    /// An access token.
    pub access: Option<Secret>,
    /// A refresh token.
    pub refresh: Option<Secret>,
    /// Their `token_type`.
    pub token_type: Option<String>,
    /// Their `expires_in`, in seconds.
    pub expires_in: Option<f64>,
    /// When they expire, in seconds since 1970.
    pub expires_at: Option<f64>,
    /// Their scopes.
    pub scope: Vec<String>,
    /// Their audience.
    pub audience: Option<String>,
}

/// What is said of the device authorization response.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GivenDevice {
    /// A device code that was asked for elsewhere.
    pub device_code: Option<Secret>,
    /// The `user_code` that must come; that of the device code which was asked for elsewhere.
    pub user_code: Option<String>,
    /// The `verification_uri` that must come.
    pub verification_uri: Option<String>,
    /// The `verification_uri_complete` that must come.
    pub verification_uri_complete: Option<String>,
    /// How long to wait between two questions, where the server does not say.
    pub interval: Option<Duration>,
}

/// A resource that tokens are asked for (RFC 8707).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceIndicator {
    /// The resource.
    pub uri: String,
    /// Must the token be for it alone?
    pub restricted: bool,
    /// Scopes that are asked for, and those that the token must have for each.
    pub scopes: Vec<(String, Vec<String>)>,
}

/// A tool that needs a scope.
#[derive(Debug, Clone, PartialEq)]
pub struct ScopedCall {
    /// The call.
    pub call: ToolCall,
    /// The scope without which it must be refused.
    pub scope: String,
}

/// A call that makes the server ask a service behind it; `{{upstream}}` in its arguments is that service's address.
#[derive(Debug, Clone, PartialEq)]
pub struct UpstreamCall {
    /// The call.
    pub call: ToolCall,
}

/// Somebody whose things others must not see.
#[derive(Debug, Clone, PartialEq)]
pub struct Tenant {
    /// The name.
    pub id: String,
    /// A name of the same in addresses.
    pub domain: Option<String>,
    /// How it signs in.
    pub auth: Auth,
    /// Its own address of the server, where it has one.
    pub url: Option<HttpUrl>,
    /// What is its own.
    pub items: Vec<Item>,
}

/// Something that belongs to a tenant.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// What a call of a tool gives.
    Call(ToolCall),
    /// A resource.
    Resource(String),
}

/// How hard the token endpoint is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// How often it is asked, one after the other.
    pub requests: u32,
    /// How many flows at once.
    pub flows: u32,
    /// What 95 of 100 answers of the token endpoint must not exceed.
    pub latency_max: Option<Duration>,
    /// What a flow must not exceed.
    pub flow_max: Option<Duration>,
    /// How many wrong guesses must be slowed down.
    pub guesses: u32,
}

impl OauthSetting {
    /// With nothing but how to sign in; everything else is discovered.
    pub fn new(auth: Auth) -> Self {
        Self {
            auth,
            stated: StatedServer::default(),
            request: RequestWords::default(),
            pkce: PkceChoice::default(),
            agrees: true,
            denial: Vec::new(),
            other_client: None,
            given: GivenTokens::default(),
            device: GivenDevice::default(),
            claims: Map::new(),
            resources: Vec::new(),
            other_resource: None,
            audience: None,
            scoped: Vec::new(),
            signing_key: None,
            revoked_within: Duration::from_secs(5),
            expires_within: Duration::from_secs(30),
            upstream: None,
            tenants: Vec::new(),
            load: Load::default(),
            error: None,
        }
    }
}

impl Default for PkceChoice {
    fn default() -> Self {
        Self { enabled: true, plain: false, verifier: None, challenge: None, mismatched: false }
    }
}

impl Default for Load {
    fn default() -> Self {
        Self { requests: 10, flows: 5, latency_max: None, flow_max: None, guesses: 60 }
    }
}

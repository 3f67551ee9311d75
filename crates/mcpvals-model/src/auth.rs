//! How a client gets access to a server over HTTP (MCP, basic/authorization; OAuth 2.1).

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::{Secret, SecretValue};

/// How our client signs in, and as whom.
#[derive(Debug, Clone, PartialEq)]
pub struct Auth {
    /// Where the token comes from.
    pub grant: Grant,
    /// Who we are to the authorization server.
    pub client: ClientIdentity,
    /// The scopes to ask for; where left out, those of the server's challenge, else those of its metadata.
    pub scope: Option<String>,
    /// The resource indicator (RFC 8707); where left out, the one of the server's metadata.
    pub resource: Option<String>,
    /// The authorization server; where left out, the first that the server's metadata name.
    pub issuer: Option<String>,
    /// Endpoints that are used whatever the metadata say.
    pub endpoints: Endpoints,
    /// Is a token bound to a key of ours (RFC 9449)? Where left out, if the server demands it.
    pub dpop: Option<bool>,
    /// May secrets go to other machines without encryption?
    pub allow_http: bool,
    /// Where tokens are kept beyond the run.
    pub store: TokenStore,
    /// How long signing in may take, people included.
    pub timeout: Duration,
}

/// Where a token comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Grant {
    /// A token that is there already.
    Bearer {
        /// The token.
        token: Secret,
    },
    /// The client is its own user (RFC 6749, 4.4).
    ClientCredentials,
    /// A user says yes in a browser (OAuth 2.1, 4.1; PKCE with S256).
    AuthorizationCode {
        /// Where the browser comes back to; where left out, a free port of the loopback interface.
        redirect_uri: Option<String>,
        /// Who says yes.
        consent: Consent,
    },
    /// A user types a code on another device (RFC 8628).
    DeviceCode {
        /// Who types it.
        consent: Consent,
    },
    /// A refresh token that is there already (RFC 6749, 6).
    RefreshToken {
        /// The token.
        token: Secret,
    },
    /// Somebody else vouches for the client (RFC 7523, 2.1).
    JwtBearer {
        /// The JWT.
        assertion: Secret,
    },
    /// The company's identity provider vouches for the user (MCP, enterprise-managed authorization).
    Enterprise(IdentityProvider),
}

/// Where on this machine a browser that comes back to this redirect URI arrives (RFC 8252, 7.3); `None` where it is
/// elsewhere.
pub fn loopback_place(redirect_uri: &str) -> Option<SocketAddr> {
    let host = redirect_uri.strip_prefix("http://")?.split(['/', '?', '#']).next()?;
    let (name, port) = match host.strip_prefix("[::1]") {
        Some(rest) => ("::1", rest.strip_prefix(':').or(rest.is_empty().then_some("80"))?),
        None => host.rsplit_once(':').unwrap_or((host, "80")),
    };
    let address = if name == "localhost" { "127.0.0.1" } else { name };
    let address = address.parse().ok().filter(|_| ["127.0.0.1", "localhost", "::1"].contains(&name))?;
    let port = port.parse().ok().filter(|port| *port != 0)?;
    Some(SocketAddr::new(address, port))
}

/// An identity provider that gives an assertion for another authorization server (RFC 8693).
#[derive(Debug, Clone, PartialEq)]
pub struct IdentityProvider {
    /// Its token endpoint.
    pub token_endpoint: String,
    /// Who we are there.
    pub client_id: Option<String>,
    /// The secret that belongs to it.
    pub client_secret: Option<Secret>,
    /// Who the user is: an ID token of this provider.
    pub id_token: Secret,
}

/// Who says yes to our client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Consent {
    /// The user, in a browser that is opened.
    Browser,
    /// The user, to whom the address is shown.
    Shown,
    /// Nobody needs to: the authorization server sends the browser back by itself.
    Automatic,
    /// Forms are filled in, one after the other.
    Scripted(Vec<FormStep>),
}

impl Grant {
    /// Who says yes, where somebody is asked.
    pub fn consent(&self) -> Option<&Consent> {
        match self {
            Self::AuthorizationCode { consent, .. } | Self::DeviceCode { consent } => Some(consent),
            Self::Bearer { .. }
            | Self::ClientCredentials
            | Self::RefreshToken { .. }
            | Self::JwtBearer { .. }
            | Self::Enterprise(_) => None,
        }
    }
}

impl Consent {
    /// Is a person asked?
    pub fn has_people(&self) -> bool {
        matches!(self, Self::Browser | Self::Shown)
    }
}

/// What is done with a page that holds a form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FormStep {
    /// The fields by name, and what is typed into them; the others are sent as the page has them.
    pub fill: BTreeMap<String, Secret>,
    /// The name, the value or the label of the button; the first where left out.
    pub submit: Option<String>,
}

/// Who a client is to an authorization server.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClientIdentity {
    /// The id under which it is registered already.
    pub id: Option<String>,
    /// The secret that belongs to it.
    pub secret: Option<Secret>,
    /// The key with which it signs its assertions (RFC 7523, 2.2).
    pub key: Option<ClientKey>,
    /// How it proves who it is; where left out, as the authorization server has it.
    pub method: Option<ClientMethod>,
    /// The address of its metadata document, which is its id where the authorization server takes such ids.
    pub metadata_url: Option<String>,
}

/// A private key of a client.
#[derive(Debug, Clone, PartialEq)]
pub struct ClientKey {
    /// PKCS #8 in PEM.
    pub pem: Secret,
    /// The JOSE algorithm (RFC 7518), such as `ES256`.
    pub algorithm: Option<String>,
    /// The key's id, where the authorization server knows several.
    pub id: Option<String>,
}

/// How a client proves to the token endpoint who it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientMethod {
    /// `client_secret_basic`.
    Basic,
    /// `client_secret_post`.
    Post,
    /// `private_key_jwt`.
    PrivateKeyJwt,
    /// `none`: a public client.
    None,
}

/// Addresses of an authorization server that are used whatever its metadata say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Endpoints {
    /// `authorization_endpoint`.
    pub authorization: Option<String>,
    /// `token_endpoint`.
    pub token: Option<String>,
    /// `registration_endpoint`.
    pub registration: Option<String>,
    /// `device_authorization_endpoint`.
    pub device_authorization: Option<String>,
    /// `revocation_endpoint`.
    pub revocation: Option<String>,
    /// `introspection_endpoint`.
    pub introspection: Option<String>,
    /// `jwks_uri`.
    pub jwks: Option<String>,
}

/// Where tokens are kept beyond the run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TokenStore {
    /// Nowhere.
    #[default]
    Memory,
    /// In a file that only its owner may read.
    File(PathBuf),
    /// In the keyring of the system.
    Keyring,
}

impl ClientMethod {
    /// The name of the registry "OAuth Token Endpoint Authentication Methods".
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Basic => "client_secret_basic",
            Self::Post => "client_secret_post",
            Self::PrivateKeyJwt => "private_key_jwt",
            Self::None => "none",
        }
    }
}

impl Auth {
    /// With this grant, and everything else as it is discovered.
    pub fn new(grant: Grant) -> Self {
        Self {
            grant,
            client: ClientIdentity::default(),
            scope: None,
            resource: None,
            issuer: None,
            endpoints: Endpoints::default(),
            dpop: None,
            allow_http: false,
            store: TokenStore::Memory,
            timeout: Duration::from_mins(5),
        }
    }

    /// Everything in it that nobody may see, with the name by which it is spoken of.
    pub fn secrets(&self) -> Vec<SecretValue> {
        let mut secrets = match &self.grant {
            Grant::Bearer { token } => vec![("token", token)],
            Grant::RefreshToken { token } => vec![("refreshToken", token)],
            Grant::JwtBearer { assertion } => vec![("assertion", assertion)],
            Grant::Enterprise(provider) => {
                let secret = provider.client_secret.as_ref().map(|secret| ("idpClientSecret", secret));
                std::iter::once(("idToken", &provider.id_token)).chain(secret).collect()
            }
            Grant::AuthorizationCode { consent, .. } | Grant::DeviceCode { consent } => typed(consent),
            Grant::ClientCredentials => Vec::new(),
        };
        secrets.extend(self.client.secret.as_ref().map(|secret| ("clientSecret", secret)));
        secrets.extend(self.client.key.as_ref().map(|key| ("privateKey", &key.pem)));
        secrets.into_iter().filter_map(|(name, secret)| SecretValue::new(name, secret.reveal())).collect()
    }
}

/// What is typed into the fields of a script that sound like it.
fn typed(consent: &Consent) -> Vec<(&'static str, &Secret)> {
    let Consent::Scripted(steps) = consent else { return Vec::new() };
    let filled = steps.iter().flat_map(|step| &step.fill);
    filled.filter(|(name, _)| crate::looks_secret(name)).map(|(_, value)| ("consent", value)).collect()
}

#[cfg(test)]
mod tests {
    use super::loopback_place;

    #[test]
    fn browser_comes_back_to_this_machine() {
        let place = |uri: &str| loopback_place(uri).map(|place| place.to_string());
        assert_eq!(place("http://localhost:3000/callback").as_deref(), Some("127.0.0.1:3000"));
        assert_eq!(place("http://127.0.0.1/x").as_deref(), Some("127.0.0.1:80"));
        assert_eq!(place("http://[::1]:3000/x").as_deref(), Some("[::1]:3000"));
        let elsewhere = [
            "https://localhost:1/",
            "http://example.com:1/",
            "http://localhost.evil.example:1/",
            "http://localhost:0/",
            "http://[::1]x/",
            "x",
        ];
        for uri in elsewhere {
            assert_eq!(place(uri), None, "{uri}");
        }
    }
}

//! `server.auth`: how our client signs in (OAuth 2.1).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::OneOrMany;

/// How our client signs in: `true` for a user in a browser, with everything else as it is discovered, or the details.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Auth {
    /// `true`: as `{type: authorizationCode}`; `false`: not at all.
    Enabled(bool),
    /// The details.
    Details(Box<AuthDetails>),
}

/// How our client signs in.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AuthDetails {
    /// Where the token comes from.
    #[serde(rename = "type")]
    pub(crate) kind: AuthType,
    /// `bearer`: the token.
    pub(crate) token: Option<String>,
    /// The id under which the client is registered; without one, it registers itself.
    pub(crate) client_id: Option<String>,
    /// The secret that belongs to it.
    pub(crate) client_secret: Option<String>,
    /// How the client proves who it is: `basic`, `post`, `privateKeyJwt`, or `none`; as the authorization server has it
    /// where left out.
    pub(crate) client_authentication: Option<ClientAuthentication>,
    /// The client's private key: PKCS #8 in PEM.
    pub(crate) private_key: Option<String>,
    /// The algorithm of that key, such as `ES256`; the key's own where left out.
    pub(crate) algorithm: Option<String>,
    /// The id of that key.
    pub(crate) key_id: Option<String>,
    /// The address of the client's metadata document, its id where the authorization server takes such ids.
    pub(crate) client_metadata_url: Option<String>,
    /// The scopes to ask for; what the server asks for where left out.
    pub(crate) scope: Option<OneOrMany>,
    /// The resource indicator (RFC 8707); the server's own where left out.
    pub(crate) resource: Option<String>,
    /// The authorization server; the first that the server names where left out.
    pub(crate) issuer: Option<String>,
    /// Instead of what the authorization server's metadata say.
    pub(crate) authorization_endpoint: Option<String>,
    /// Instead of what the authorization server's metadata say.
    pub(crate) token_endpoint: Option<String>,
    /// Instead of what the authorization server's metadata say.
    pub(crate) registration_endpoint: Option<String>,
    /// Instead of what the authorization server's metadata say.
    pub(crate) device_authorization_endpoint: Option<String>,
    /// `authorizationCode`: where the browser comes back to; a free port of 127.0.0.1 where left out.
    pub(crate) redirect_uri: Option<String>,
    /// `authorizationCode` and `deviceCode`: who says yes: `browser`, `print`, `automatic`, or the forms that are filled in.
    pub(crate) consent: Option<Consent>,
    /// `refreshToken`: the token.
    pub(crate) refresh_token: Option<String>,
    /// `jwtBearer`: the JWT of somebody who vouches for the client.
    pub(crate) assertion: Option<String>,
    /// `enterprise`: the user's ID token of the company's identity provider.
    pub(crate) id_token: Option<String>,
    /// `enterprise`: the identity provider's token endpoint.
    pub(crate) idp_token_endpoint: Option<String>,
    /// `enterprise`: who the client is to the identity provider.
    pub(crate) idp_client_id: Option<String>,
    /// `enterprise`: the secret that belongs to it.
    pub(crate) idp_client_secret: Option<String>,
    /// Is the token bound to a key (RFC 9449)? If the server demands it, where left out.
    pub(crate) dpop: Option<bool>,
    /// May an authorization server on another machine be asked by plain `http`?
    pub(crate) allow_http: Option<bool>,
    /// Where tokens are kept: `memory`; for later runs, too, the system's `keyring`, or `{file: path}`, which only its owner
    /// may read.
    pub(crate) store: Option<Store>,
    /// Milliseconds that signing in may take, people included; no other deadline counts them.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) timeout: Option<f64>,
}

/// Where tokens are kept.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Store {
    /// Nowhere, or in the system's keyring.
    Named(NamedStore),
    /// In a file.
    File(StoreFile),
}

/// Where tokens are kept, where it is no file.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum NamedStore {
    /// They are gone with the run.
    Memory,
    /// The system's; on Linux the kernel's, which forgets when the user's last process ends. Not on other systems yet.
    Keyring,
}

/// A file of tokens.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StoreFile {
    /// Its path, from the folder that `cwd` is relative to.
    pub(crate) file: String,
}

/// Where a token comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum AuthType {
    /// It is there already.
    Bearer,
    /// The client is its own user (RFC 6749, 4.4).
    ClientCredentials,
    /// A user says yes (OAuth 2.1, 4.1).
    AuthorizationCode,
    /// A user types a code elsewhere (RFC 8628).
    DeviceCode,
    /// A refresh token is there already.
    RefreshToken,
    /// Somebody vouches for the client (RFC 7523, 2.1).
    JwtBearer,
    /// The company's identity provider vouches for the user.
    Enterprise,
}

/// How a client proves who it is, in our words or in those of OAuth's registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ClientAuthentication {
    /// With its secret in a header.
    Basic,
    /// The same.
    #[serde(rename = "client_secret_basic")]
    ClientSecretBasic,
    /// With its secret in the body.
    Post,
    /// The same.
    #[serde(rename = "client_secret_post")]
    ClientSecretPost,
    /// With its private key.
    PrivateKeyJwt,
    /// The same.
    #[serde(rename = "private_key_jwt")]
    PrivateKeyJwtOfRegistry,
    /// Not at all.
    None,
}

/// Who says yes.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Consent {
    /// A user, or nobody.
    By(ConsentBy),
    /// What is typed and pressed, page by page.
    Steps(Vec<FormStep>),
}

/// Who says yes, where no forms are filled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ConsentBy {
    /// A user, in a browser that is opened.
    Browser,
    /// A user, who is shown the address.
    Print,
    /// Nobody: the authorization server asks nobody.
    Automatic,
}

/// What is done with a form.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct FormStep {
    /// What is typed, by the fields' names; `{{user_code}}` is a device's code.
    pub(crate) fill: Option<BTreeMap<String, String>>,
    /// The name, value or label of the button; the first where left out.
    pub(crate) submit: Option<String>,
}

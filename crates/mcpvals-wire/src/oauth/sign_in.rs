//! One way from a refusal to a token.

use std::sync::Arc;

use mcpvals_model::{Grant, Secret};

use super::challenge::of_tokens;
use super::client::Client;
use super::consent::Receiver;
use super::dpop::Proofs;
use super::error::{Result, SignInError, told};
use super::grant::{code, device, enterprise, pair};
use super::metadata::{ResourceMetadata, ServerMetadata};
use super::scope::Scopes;
use super::token::{Desk, Tokens};
use super::{Authorizer, Fetch, Refusal, Signed, Source, State, discovery, pkce, register};

/// More authorization servers are not looked at.
const ISSUERS_MAX: usize = 5;

/// What discovery found.
struct Found {
    resource: Option<ResourceMetadata>,
    server: ServerMetadata,
    /// The resource indicator; none in 2025-03-26.
    indicator: Option<String>,
}

impl Authorizer {
    /// Discovers, registers, and gets a token.
    pub(super) async fn sign_in(&self, state: &mut State, refusal: &Refusal, fetch: &Fetch) -> Result<()> {
        if matches!(self.auth.grant, Grant::Bearer { .. }) {
            let problem = format!("the server refuses it with status {}{}", refusal.status, said(refusal));
            return Err(SignInError::new("the token", problem));
        }
        if !discovery::is_safe(&self.server) && !self.auth.allow_http {
            let problem = "it is neither `https` nor on this machine: a token would be read on its way (OAuth 2.1, 1.5); \
                           `allowHttp` lets it";
            return Err(SignInError::new("the server", problem));
        }
        let found = self.discover(refusal, fetch).await?;
        let scopes = self.scopes(refusal, state, &found)?;
        if let Some(done) = self.refreshed(state, refusal, &found, fetch).await {
            return self.accept(state, done, found.indicator, &scopes);
        }
        let (indicator, done) = (found.indicator.clone(), self.by_grant(state, refusal, found, &scopes, fetch).await?);
        self.accept(state, done, indicator, &scopes)
    }

    /// A token by the grant. Where the authorization server has forgotten a client of ours, that is registered once more.
    async fn by_grant(
        &self,
        state: &mut State,
        refusal: &Refusal,
        found: Found,
        scopes: &Scopes,
        fetch: &Fetch,
    ) -> Result<Done> {
        let receiver = self.receiver().await?;
        let uri = receiver.as_ref().map(Receiver::uri);
        let proofs = self.wants_proofs(refusal, &found).then(|| Arc::new(Proofs::new()));
        let known = known_client(state, &found.server.issuer, uri);
        let is_known = known.is_some();
        let mut client = match known {
            Some(client) => client,
            None => self.new_client(state, &found, uri, scopes, fetch).await?,
        };
        let ask = async |client: &Client| {
            let desk = self.desk(fetch, &found.server, client, proofs.as_deref())?;
            self.granted(&desk, &found, scopes, receiver.as_ref()).await
        };
        let mut tokens = ask(&client).await;
        let is_forgotten = |error: &SignInError| error.code.as_deref() == Some("invalid_client");
        if is_known && self.auth.client.id.is_none() && tokens.as_ref().is_err_and(is_forgotten) {
            client = self.new_client(state, &found, uri, scopes, fetch).await?;
            tokens = ask(&client).await;
        }
        let tokens = tokens?;
        Ok(Done { tokens, proofs, server: found.server, client, source: Source::Granted })
    }

    async fn discover(&self, refusal: &Refusal, fetch: &Fetch) -> Result<Found> {
        let challenge = of_tokens(&refusal.challenges);
        let resource = discovery::resource(fetch, &self.server, challenge, self.auth.allow_http).await?;
        let named = resource.as_ref().map_or(&[][..], |resource| &resource.authorization_servers);
        let issuers = self.auth.issuer.as_ref().map_or(named, std::slice::from_ref);
        let server = match issuers {
            [_, ..] => self.first_of(issuers, fetch).await?,
            [] if resource.is_some() => {
                let problem = "they name no authorization server (RFC 9728, 2), and the config gives no `issuer`";
                return Err(SignInError::new("the metadata of the protected resource", problem));
            }
            [] if self.auth.endpoints.token.is_some() => self.given_server(),
            [] => discovery::old(fetch, &self.server).await?,
        };
        self.encrypted(&server)?;
        let said = resource.as_ref().and_then(|resource| resource.resource.clone());
        let indicator = self.auth.resource.clone().or(said);
        Ok(Found { resource, server, indicator })
    }

    /// Codes, secrets and tokens go to these places.
    fn encrypted(&self, server: &ServerMetadata) -> Result<()> {
        let given = &self.auth.endpoints;
        let vouching = match &self.auth.grant {
            Grant::Enterprise(provider) => Some(&provider.token_endpoint),
            _ => None,
        };
        let places = [
            ("token_endpoint", vouching),
            ("authorization_endpoint", given.authorization.as_ref().or(server.authorization_endpoint.as_ref())),
            ("token_endpoint", given.token.as_ref().or(server.token_endpoint.as_ref())),
            ("registration_endpoint", given.registration.as_ref().or(server.registration_endpoint.as_ref())),
            (
                "device_authorization_endpoint",
                given.device_authorization.as_ref().or(server.device_authorization_endpoint.as_ref()),
            ),
        ];
        let open =
            places.into_iter().find_map(|(name, url)| Some((name, url?)).filter(|(_, url)| !discovery::is_safe(url)));
        let Some((name, url)) = open.filter(|_| !self.auth.allow_http) else { return Ok(()) };
        let problem = format!(
            "its `{name}` is {url}, which is neither `https` nor on this machine: what is secret could be read on its way (OAuth \
             2.1, 1.5); `allowHttp` lets it"
        );
        Err(SignInError::new("the authorization server", problem))
    }

    /// Of several authorization servers, the first that can be found (RFC 9728, 7.6: the client chooses).
    async fn first_of(&self, issuers: &[String], fetch: &Fetch) -> Result<ServerMetadata> {
        let mut first = None;
        for issuer in issuers.iter().take(ISSUERS_MAX) {
            match self.server_of(issuer, fetch).await {
                Ok(server) => return Ok(server),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.unwrap_or_else(|| SignInError::new("the authorization server", "there is none")))
    }

    async fn server_of(&self, issuer: &str, fetch: &Fetch) -> Result<ServerMetadata> {
        if !discovery::is_safe(issuer) && !self.auth.allow_http {
            let problem =
                format!("{issuer} is neither `https` nor on this machine (OAuth 2.1, 1.5); `allowHttp` lets it");
            return Err(SignInError::new("the authorization server", problem));
        }
        if let Some(metadata) = discovery::server(fetch, issuer, true).await? {
            return Ok(metadata);
        }
        if self.auth.endpoints.token.is_some() {
            return Ok(ServerMetadata { issuer: issuer.to_owned(), ..self.given_server() });
        }
        let problem = format!("there are none of {issuer}, neither of RFC 8414 nor of OpenID");
        Err(SignInError::new("the metadata of the authorization server", problem))
    }

    /// What the config says of it.
    fn given_server(&self) -> ServerMetadata {
        ServerMetadata {
            issuer: self.auth.issuer.clone().unwrap_or_default(),
            code_challenge_methods_supported: Some(vec![pkce::METHOD.to_owned()]),
            ..ServerMetadata::default()
        }
    }

    /// What to ask for: what the config says, else what the challenge says, else all that the resource knows; and for more
    /// than before, where that was not enough.
    fn scopes(&self, refusal: &Refusal, state: &State, found: &Found) -> Result<Scopes> {
        let challenged = of_tokens(&refusal.challenges).and_then(|it| it.get("scope")).map(Scopes::read);
        let known = found.resource.as_ref().and_then(|resource| resource.scopes_supported.as_deref()).map(Scopes::of);
        let own = self.auth.scope.as_deref().map(Scopes::read);
        let offline = |scopes: Scopes| {
            let has_user = matches!(self.auth.grant, Grant::AuthorizationCode { .. } | Grant::DeviceCode { .. });
            let supported = found.server.scopes_supported.as_deref().filter(|_| has_user);
            scopes.with_offline(supported)
        };
        let before = state.signed.as_ref().filter(|signed| signed.server.issuer == found.server.issuer);
        match before.filter(|_| refusal.status == 403) {
            None => Ok(own.unwrap_or_else(|| offline(challenged.or(known).unwrap_or_default()))),
            Some(signed) => {
                // Some servers do not say in their challenge what is missing.
                let wanted = challenged.or(known).unwrap_or_default();
                if wanted.is_empty() || signed.scopes.contains_all(&wanted) {
                    let scopes = signed.scopes.parameter().unwrap_or_else(|| "none".to_owned());
                    let problem =
                        format!("the server refuses a token that was asked for with them ({scopes}){}", said(refusal));
                    return Err(SignInError::new("the scopes", problem));
                }
                Ok(signed.scopes.clone().with(&wanted))
            }
        }
    }

    /// A new token for the old one, where there is a refresh token of this authorization server's, and scopes are enough.
    async fn refreshed(&self, state: &State, refusal: &Refusal, found: &Found, fetch: &Fetch) -> Option<Done> {
        let signed = state.signed.as_ref().filter(|signed| signed.server.issuer == found.server.issuer)?;
        let refresh = signed.refresh.as_ref().filter(|_| refusal.status == 401)?;
        let proofs = self.access().proofs.clone();
        let desk = self.desk(fetch, &found.server, &signed.client, proofs.as_deref()).ok()?;
        // Where it is not taken, everything begins anew.
        let tokens = desk.tokens(refreshing(refresh, signed.resource.as_deref())).await.ok()?;
        let tokens = Tokens { refresh: tokens.refresh.or_else(|| Some(refresh.clone())), ..tokens };
        let (server, client) = (found.server.clone(), signed.client.clone());
        Some(Done { tokens, proofs, server, client, source: Source::Refreshed })
    }

    /// Where users come back to, for the grant that has users who come back.
    async fn receiver(&self) -> Result<Option<Receiver>> {
        match &self.auth.grant {
            Grant::AuthorizationCode { redirect_uri, consent } => {
                Receiver::open(consent, redirect_uri.as_deref()).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    async fn new_client(
        &self,
        state: &mut State,
        found: &Found,
        redirect_uri: Option<&str>,
        scopes: &Scopes,
        fetch: &Fetch,
    ) -> Result<Client> {
        // All that it may want later, too: what a client is registered without, it is refused.
        let known = found.resource.as_ref().and_then(|resource| resource.scopes_supported.as_deref());
        let scope = known.and_then(|known| scopes.clone().with(&Scopes::of(known)).parameter());
        let client = register::client(fetch, &self.auth, &found.server, redirect_uri, scope.as_deref()).await?;
        if let Some(secret) = &client.secret {
            self.learn("client_secret", secret.reveal());
        }
        state.clients.insert(found.server.issuer.clone(), client.clone());
        Ok(client)
    }

    fn wants_proofs(&self, refusal: &Refusal, found: &Found) -> bool {
        let demanded = found.resource.as_ref().is_some_and(|resource| resource.dpop_bound_access_tokens_required);
        let challenged = of_tokens(&refusal.challenges).is_some_and(|it| it.is("dpop"));
        self.auth.dpop.unwrap_or(demanded || challenged)
    }

    fn desk<'a>(
        &'a self,
        fetch: &'a Fetch,
        server: &'a ServerMetadata,
        client: &'a Client,
        proofs: Option<&'a Proofs>,
    ) -> Result<Desk<'a>> {
        let url = endpoint(self.auth.endpoints.token.as_ref(), server.token_endpoint.as_ref(), "token_endpoint")?;
        Ok(Desk { fetch, url, server, client, identity: &self.auth.client, proofs, redactor: &self.redactor })
    }

    async fn granted(
        &self,
        desk: &Desk<'_>,
        found: &Found,
        scopes: &Scopes,
        receiver: Option<&Receiver>,
    ) -> Result<Tokens> {
        let (scope, resource) = (scopes.parameter(), found.indicator.as_deref());
        let mut common: Vec<(String, String)> = scope.iter().map(|scope| pair("scope", scope)).collect();
        common.extend(resource.map(|resource| pair("resource", resource)));
        let with = |first: Vec<(String, String)>| first.into_iter().chain(common.clone()).collect();
        let visitor = self.visitor.as_deref();
        let learn = |name, value: &str| self.learn(name, value);
        match &self.auth.grant {
            Grant::ClientCredentials => desk.tokens(with(vec![pair("grant_type", "client_credentials")])).await,
            Grant::AuthorizationCode { consent, .. } => {
                let request = self.request(desk, found, scope)?;
                let receiver = receiver.ok_or_else(|| SignInError::new("the redirect URI", "there is none"))?;
                code::tokens(request, receiver, consent, visitor, desk, learn).await
            }
            Grant::DeviceCode { consent } => {
                let server = desk.server.device_authorization_endpoint.as_ref();
                let given = self.auth.endpoints.device_authorization.as_ref();
                let url = endpoint(given, server, "device_authorization_endpoint")?;
                device::tokens(url, common, consent, visitor, desk, learn).await
            }
            Grant::RefreshToken { token } => desk.tokens(refreshing(token, resource)).await,
            Grant::JwtBearer { assertion } => desk.tokens(with(bearer(assertion.reveal()))).await,
            Grant::Enterprise(provider) => {
                let of_server = resource.unwrap_or(&self.server);
                let assertion =
                    enterprise::assertion(desk.fetch, provider, desk.server, of_server, scope, desk.redactor).await?;
                self.learn("assertion", &assertion);
                desk.tokens(with(bearer(&assertion))).await
            }
            Grant::Bearer { token } => {
                Ok(Tokens { access: token.clone(), is_bound: false, refresh: None, scopes: None })
            }
        }
    }

    fn request<'a>(&'a self, desk: &Desk<'a>, found: &'a Found, scope: Option<String>) -> Result<code::Request<'a>> {
        let server = desk.server;
        let methods = server.code_challenge_methods_supported.as_deref().unwrap_or_default();
        if !methods.iter().any(|method| method == pkce::METHOD) {
            let problem = "its metadata do not name S256 in `code_challenge_methods_supported`, without which a client must \
                           not go on (MCP, basic/authorization, authorization code protection)";
            return Err(SignInError::new("the authorization server", problem));
        }
        let given = self.auth.endpoints.authorization.as_ref();
        let endpoint = endpoint(given, server.authorization_endpoint.as_ref(), "authorization_endpoint")?;
        Ok(code::Request { endpoint, client_id: &desk.client.id, scope, resource: found.indicator.as_deref() })
    }

    fn accept(&self, state: &mut State, done: Done, resource: Option<String>, asked: &Scopes) -> Result<()> {
        let Done { tokens, proofs, server, client, source } = done;
        if self.auth.dpop == Some(true) && !tokens.is_bound {
            let problem = "it is not bound to our key, which `dpop: true` demands (RFC 9449, 5)";
            return Err(SignInError::new("the token", problem));
        }
        self.learn("access_token", tokens.access.reveal());
        if let Some(refresh) = &tokens.refresh {
            self.learn("refresh_token", refresh.reveal());
        }
        let scopes = tokens.scopes.map_or_else(|| asked.clone(), |granted| asked.clone().with(&granted));
        let signed = Signed { server, client, scopes, resource, refresh: tokens.refresh };
        // What is bound to a key of ours is gone with the key.
        let kept = if tokens.is_bound { Ok(()) } else { self.keep(&signed, &tokens.access) };
        self.take(tokens.access, proofs.filter(|_| tokens.is_bound), source);
        state.signed = Some(signed);
        kept
    }
}

/// A token, and what it was got with.
struct Done {
    tokens: Tokens,
    proofs: Option<Arc<Proofs>>,
    server: ServerMetadata,
    client: Client,
    source: Source,
}

/// A client is registered with its redirect URI, and a socket of ours has another port each time.
fn known_client(state: &State, issuer: &str, redirect_uri: Option<&str>) -> Option<Client> {
    let is_kept = redirect_uri.is_none_or(|uri| !uri.starts_with("http://127.0.0.1:"));
    state.clients.get(issuer).filter(|_| is_kept).cloned()
}

fn refreshing(token: &Secret, resource: Option<&str>) -> Vec<(String, String)> {
    let mut parameters = vec![pair("grant_type", "refresh_token"), pair("refresh_token", token.reveal())];
    parameters.extend(resource.map(|resource| pair("resource", resource)));
    parameters
}

fn bearer(assertion: &str) -> Vec<(String, String)> {
    vec![pair("grant_type", enterprise::JWT_BEARER), pair("assertion", assertion)]
}

fn endpoint<'a>(given: Option<&'a String>, found: Option<&'a String>, name: &str) -> Result<&'a str> {
    let missing = || SignInError::new("the authorization server", format!("its metadata have no `{name}`"));
    given.or(found).map(String::as_str).ok_or_else(missing)
}

/// What the challenge says is wrong, behind a colon.
pub(super) fn said(refusal: &Refusal) -> String {
    let challenge = of_tokens(&refusal.challenges);
    told(|name| challenge.and_then(|challenge| challenge.get(name)))
}

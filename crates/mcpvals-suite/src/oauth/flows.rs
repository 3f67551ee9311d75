//! Ways to a token: a right one for each grant, which every wrong one differs from in one thing.

use std::time::Duration;

use mcpvals_model::{Auth, ClientIdentity, Consent, Grant, OauthRule, Secret};
use mcpvals_wire::oauth::probe::{Applicant, Callback, Reply, unguessable, with_query};
use serde_json::Value;

use super::authorized::{Authorized, AuthorizedEnd};
use super::bench::Bench;
use super::device;
use super::found::{Found, strings};
use super::request::{Request, beginning, pair, prove, redemption};
use super::token_answer::{Answer, Tokens, behind_colon, text, words};

/// A client at an authorization server.
pub(super) struct Flows<'a> {
    pub(super) bench: &'a Bench<'a>,
    pub(super) found: &'a Found,
    pub(super) auth: &'a Auth,
    pub(super) client: Applicant,
    callback: Callback,
    /// The first flow, with which the others are compared.
    first: Option<First>,
}

/// A whole flow.
pub(super) struct First {
    pub(super) answer: Answer,
    /// What the authorization endpoint said, where it was asked.
    pub(super) authorized: Option<Authorized>,
    /// What it was asked.
    pub(super) request: Request,
}

/// Parameters of token requests that nobody may see.
const SECRETS: [&str; 4] = ["code", "code_verifier", "refresh_token", "device_code"];

/// So often a wait is kept.
const WAITS_MAX: usize = 3;
/// Longer is not waited.
const WAIT_MAX: Duration = Duration::from_secs(15);

/// How long to wait with what came too often (RFC 9110, 10.2.3), where that is said in seconds and is not too long.
fn retry_after(reply: &Reply) -> Option<Duration> {
    if reply.status != 429 {
        return None;
    }
    let seconds = reply.header("retry-after")?.trim().parse().ok().map(Duration::from_secs)?;
    (seconds <= WAIT_MAX).then_some(seconds)
}

impl<'a> Flows<'a> {
    /// Registers the client where it is not known yet, and makes a first flow.
    ///
    /// # Errors
    /// Where there is no client to be had, in words.
    pub(super) async fn open(bench: &'a Bench<'a>, found: &'a Found, auth: &'a Auth) -> Result<Self, String> {
        if found.wants_proofs {
            bench.probe.bind();
        }
        if let Some(problem) = found.unknown.as_ref().filter(|_| auth.endpoints.token.is_none()) {
            return Err(format!("there are no metadata of the authorization server: {problem}"));
        }
        let redirect_uri = match &auth.grant {
            Grant::AuthorizationCode { redirect_uri, .. } => redirect_uri.as_deref(),
            _ => None,
        };
        let opened = bench.probe.callback(consent_of(&auth.grant), redirect_uri).await;
        let callback = opened.map_err(|error| error.to_string())?;
        let has_users = matches!(auth.grant, Grant::AuthorizationCode { .. });
        let uri = has_users.then(|| callback.uri());
        let registered = registered_scope(found);
        let client = match &auth.grant {
            // Nobody asks for anything.
            Grant::Bearer { .. } if auth.client.id.is_none() => {
                let nobody = Auth {
                    client: ClientIdentity { id: Some("none".to_owned()), ..auth.client.clone() },
                    ..auth.clone()
                };
                bench.probe.applicant(&nobody, &found.metadata, None, None).await
            }
            _ => bench.probe.applicant(auth, &found.metadata, uri, registered.as_deref()).await,
        };
        let client = client.map_err(|error| error.to_string())?.with_claims(&bench.setting.claims);
        let mut flows = Self { bench, found, auth, client, callback, first: None };
        flows.first = Some(flows.flow().await);
        Ok(flows)
    }

    /// A second client of the same authorization server: the one that is given, or one that is registered now.
    pub(super) async fn other(&self) -> Result<Applicant, String> {
        let given = self.bench.setting.other_client.clone();
        let can_register = self.found.metadata.get("registration_endpoint").is_some();
        if given.is_none() && !can_register {
            return Err("there is no second client: give `otherClient`".to_owned());
        }
        let auth = Auth { client: given.unwrap_or_default(), ..self.auth.clone() };
        let uri = self.asks_users().then(|| self.callback.uri());
        let scope = registered_scope(self.found);
        let other = self.bench.probe.applicant(&auth, &self.found.metadata, uri, scope.as_deref()).await;
        other.map_err(|error| format!("there is no second client: {error}"))
    }

    /// Is the grant the authorization code?
    pub(super) fn asks_users(&self) -> bool {
        matches!(self.auth.grant, Grant::AuthorizationCode { .. })
    }

    pub(super) fn consent(&self) -> &Consent {
        consent_of(&self.auth.grant)
    }

    pub(super) fn redirect_uri(&self) -> &str {
        self.callback.uri()
    }

    /// The address of an endpoint.
    pub(super) fn endpoint(&self, name: &str) -> Result<String, String> {
        text(&self.found.metadata, name).ok_or_else(|| format!("the authorization server has no `{name}`"))
    }

    /// Who the authorization server is, as it says.
    pub(super) fn issuer(&self) -> Option<String> {
        self.found.issuer.clone().or_else(|| text(&self.found.metadata, "issuer"))
    }

    /// Do its metadata promise an `iss` in every authorization response (RFC 9207, 3)?
    pub(super) fn promises_issuer(&self) -> bool {
        self.found.metadata["authorization_response_iss_parameter_supported"] == true
    }

    /// The scopes that are asked for.
    pub(super) fn scopes(&self) -> Vec<String> {
        if let Some(scope) = &self.auth.scope {
            return words(scope);
        }
        let mut scopes = self.found.scopes.clone();
        let supported = strings(&self.found.metadata["scopes_supported"]);
        let has_users = matches!(self.auth.grant, Grant::AuthorizationCode { .. } | Grant::DeviceCode { .. });
        for extra in ["openid", "offline_access"].into_iter().filter(|_| has_users) {
            if supported.iter().any(|known| known == extra) && !scopes.iter().any(|known| known == extra) {
                scopes.push(extra.to_owned());
            }
        }
        scopes
    }

    /// The resources that are asked for (RFC 8707).
    pub(super) fn resources(&self) -> Vec<String> {
        let setting = self.bench.setting;
        match setting.resources.as_slice() {
            [] if setting.stated.no_resource_indicators => Vec::new(),
            [] => self.found.indicator.iter().cloned().collect(),
            // What a test asks for by name is asked for, whatever is said of the authorization server.
            given => given.iter().map(|it| it.uri.clone()).collect(),
        }
    }

    /// A right authorization request.
    pub(super) fn request(&self) -> Request {
        self.request_of(self.scopes(), self.resources())
    }

    /// The same for these scopes and resources.
    pub(super) fn request_of(&self, scopes: Vec<String>, resources: Vec<String>) -> Request {
        let said = &self.bench.setting.request;
        let state = said.state.clone().unwrap_or_else(unguessable);
        let is_openid = scopes.iter().any(|scope| scope == "openid");
        let nonce = said.nonce.clone().or_else(|| is_openid.then(unguessable));
        let response_type = said.response_type.clone().unwrap_or_else(|| "code".to_owned());
        let mut parameters = vec![
            pair("response_type", response_type),
            pair("client_id", self.client.id()),
            pair("redirect_uri", self.callback.uri()),
            pair("state", state.clone()),
        ];
        if !scopes.is_empty() {
            parameters.push(pair("scope", scopes.join(" ")));
        }
        let verifier = prove(&self.bench.setting.pkce, &mut parameters);
        if let Some(verifier) = &verifier {
            self.bench.probe.learn("code_verifier", verifier);
        }
        parameters.extend(nonce.iter().map(|nonce| pair("nonce", nonce.as_str())));
        let asks_again =
            scopes.iter().any(|scope| scope == "offline_access") && !said.more.iter().any(|(name, _)| name == "prompt");
        parameters.extend(asks_again.then(|| pair("prompt", "consent")));
        parameters.extend(said.more.iter().cloned());
        parameters.extend(resources.iter().map(|resource| pair("resource", resource.as_str())));
        Request { parameters, verifier, state, nonce, scopes, resources }
    }

    /// Makes an authorization request; the user says yes.
    pub(super) async fn authorize(&self, request: &Request) -> Authorized {
        self.authorize_until(request, &[]).await
    }

    /// The same; the way also ends at any of these addresses.
    pub(super) async fn authorize_until(&self, request: &Request, stops: &[&str]) -> Authorized {
        let endpoint = match self.endpoint("authorization_endpoint") {
            Ok(endpoint) => endpoint,
            Err(problem) => return Authorized::lost(problem),
        };
        let url = with_query(&endpoint, &request.parameters);
        let walk = self.bench.probe.authorize(&url, &self.callback, stops, self.consent());
        let walked = self.bench.probe.within(self.auth.timeout, walk).await;
        let Some(walked) = walked else {
            return Authorized::lost(format!("nobody has said yes within {} s", self.auth.timeout.as_secs()));
        };
        let authorized = Authorized::of(walked.end, walked.pages);
        if let AuthorizedEnd::Code(code) = &authorized.end {
            self.bench.probe.learn("code", code);
        }
        authorized
    }

    /// Redeems a code as its request wants it.
    pub(super) async fn redeem(&self, code: &str, request: &Request) -> Answer {
        let answer = self.ask_for_tokens(&self.client, &redemption(code, self.redirect_uri(), request)).await;
        request.complete(answer)
    }

    /// Asks the token endpoint. Who is told to come back later does so, as long as that is soon.
    pub(super) async fn ask_for_tokens(&self, client: &Applicant, parameters: &[(String, String)]) -> Answer {
        // Also what is wrong on purpose: nobody could tell it from what is right.
        for (name, value) in parameters {
            if let Some(name) = SECRETS.into_iter().find(|known| known == name) {
                self.bench.probe.learn(name, value);
            }
        }
        let mut reply = self.token_reply(client, parameters).await;
        for _ in 0..WAITS_MAX {
            let Some(wait) = reply.as_ref().ok().and_then(retry_after) else { break };
            self.wait(wait).await;
            reply = self.token_reply(client, parameters).await;
        }
        Answer::of(reply, &self.bench.probe)
    }

    /// The same, but no wait is kept, and what is sent is nobody's secret.
    pub(super) async fn ask_at_once(&self, client: &Applicant, parameters: &[(String, String)]) -> Answer {
        Answer::of(self.token_reply(client, parameters).await, &self.bench.probe)
    }

    async fn token_reply(&self, client: &Applicant, parameters: &[(String, String)]) -> Result<Reply, String> {
        let url = self.endpoint("token_endpoint")?;
        self.bench.probe.ask(&url, parameters, client).await.map_err(|error| error.to_string())
    }

    /// A whole flow, from nothing to tokens; and the request that it began with.
    pub(super) async fn flow(&self) -> First {
        self.flow_of(self.request()).await
    }

    /// The same with another request.
    pub(super) async fn flow_of(&self, request: Request) -> First {
        let without_user =
            |answer: Answer, request: Request| First { answer: request.complete(answer), authorized: None, request };
        match &self.auth.grant {
            Grant::AuthorizationCode { .. } => {
                let authorized = self.authorize(&request).await;
                let answer = match &authorized.end {
                    AuthorizedEnd::Code(code) => self.redeem(code, &request).await,
                    _ => authorized.as_answer(),
                };
                First { answer, authorized: Some(authorized), request }
            }
            Grant::DeviceCode { .. } => without_user(device::tokens(self, &request).await, request),
            Grant::Bearer { token } => without_user(self.given(token).await, request),
            grant => {
                let mut parameters = beginning(grant);
                parameters.extend((!request.scopes.is_empty()).then(|| pair("scope", request.scopes.join(" "))));
                parameters.extend(request.resources.iter().map(|resource| pair("resource", resource.as_str())));
                without_user(self.ask_for_tokens(&self.client, &parameters).await, request)
            }
        }
    }

    /// A token that is there already is as good as one that was given.
    async fn given(&self, token: &Secret) -> Answer {
        let Some(server) = self.bench.server() else {
            return Answer::Lost { problem: "there is no server that could take the token".to_owned() };
        };
        match self.bench.probe.get(server, &[]).await {
            Ok(reply) => Answer::Tokens(Box::new(Tokens::given(token, reply))),
            Err(error) => Answer::Lost { problem: error.to_string() },
        }
    }

    /// New tokens.
    pub(super) async fn tokens(&self) -> Result<Tokens, String> {
        self.flow().await.answer.tokens()
    }

    /// An access token that nothing has been done with yet.
    pub(super) async fn live_token(&self) -> Result<Secret, String> {
        self.tokens().await.map(|tokens| tokens.access)
    }

    /// A token for rules about a server that is closed without one; `None` where none of them is asked for, or there is
    /// nothing to look at.
    pub(super) async fn key_to_the_server(&self, rules: &[OauthRule]) -> Option<Secret> {
        let bench = self.bench;
        if !bench.has_open(rules) {
            return None;
        }
        if bench.server().is_none() {
            bench.skip_all(rules, "the server is a process, which has no authorization");
        } else if !self.found.is_closed {
            bench.skip_all(rules, "the server takes requests without any token");
        } else {
            match self.live_token().await {
                Ok(token) => return Some(token),
                Err(problem) => bench.lose(rules, &problem),
            }
        }
        None
    }

    /// The first flow of the case.
    pub(super) fn first(&self) -> &First {
        self.first.as_ref().expect("it is made before anybody gets the flows")
    }

    /// Its tokens.
    pub(super) fn first_tokens(&self) -> Result<&Tokens, String> {
        match &self.first().answer {
            Answer::Tokens(tokens) => Ok(tokens),
            Answer::Refused { status, error, .. } => {
                Err(format!("there is no token to begin with: status {status}{}", behind_colon(error.as_deref())))
            }
            Answer::Lost { problem } => Err(format!("there is no token to begin with: {problem}")),
        }
    }

    /// Asks for new tokens with a refresh token.
    pub(super) async fn refresh(&self, client: &Applicant, token: &Secret, more: &[(String, String)]) -> Answer {
        let mut parameters = vec![pair("grant_type", "refresh_token"), pair("refresh_token", token.reveal())];
        parameters.extend_from_slice(more);
        self.ask_for_tokens(client, &parameters).await
    }

    /// One more look at the server, after a while.
    pub(super) async fn wait(&self, duration: Duration) {
        self.bench.probe.wait(duration).await;
    }

    /// The claims of an access token, where they can be known: it is a JWT, or introspection tells.
    pub(super) async fn claims(&self, tokens: &Tokens) -> Result<Value, String> {
        super::claims::of(self, tokens).await
    }
}

/// A new client may want all that the server knows.
fn registered_scope(found: &Found) -> Option<String> {
    let known = strings(found.resource.as_ref().map_or(&Value::Null, |it| &it["scopes_supported"]));
    let supported = strings(&found.metadata["scopes_supported"]);
    let more = ["openid", "offline_access"].into_iter().filter(|scope| supported.iter().any(|known| known == scope));
    let all: Vec<String> = known.into_iter().chain(more.map(str::to_owned)).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

fn consent_of(grant: &Grant) -> &Consent {
    grant.consent().unwrap_or(&Consent::Automatic)
}

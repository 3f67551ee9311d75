//! `mcpvals conformance-client`: our client under the official conformance suite, which gives it a server's address and
//! says in its environment what is to be tried.

use std::time::Duration;

use mcpvals_model::mcp::{Offer, Revision, Tool};
use mcpvals_model::profile::ClientProfile;
use mcpvals_model::{
    Auth, CallRole, ClientIdentity, ClientKey, Consent, Grant, HttpUrl, IdentityProvider, RevisionChoice, Secret,
    ServerSpec, Target,
};
use mcpvals_report::visible;
use mcpvals_wire::{ConnectOptions, Params, Redactor, Session, SignIns};
use serde_json::{Map, Value};

use super::call::answer;
use super::init::sample;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// The client id that the suite's authorization servers know by its document.
const METADATA_URL: &str = "https://conformance-test.local/client-metadata.json";
const PATIENCE: Duration = Duration::from_secs(20);
/// More tools are not called.
const TOOLS_MAX: usize = 20;

/// Connects, lists, and calls each tool once, or as the context says.
pub(crate) async fn run(url: &str, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let scenario = Scenario::read(environment)?;
    let url = HttpUrl::parse(url).ok_or_else(|| Failure::usage(format!("`{url}` is no address of a server")))?;
    let redactor = Redactor::default();
    let sign_ins = SignIns::new(None, redactor.clone());
    let options = ConnectOptions { sign_ins, environment: environment.variables.clone(), ..ConnectOptions::default() };
    let session = mcpvals_wire::connect(&scenario.spec(url), &options)
        .await
        .map_err(|error| Failure::new(Exit::Unreachable, visible(&redactor.text(&error.to_string())).into_owned()))?;
    let failed = scenario.play(&session).await;
    session.close().await;
    for words in &failed {
        output.note(&visible(&redactor.text(words)));
    }
    Ok(if failed.is_empty() { Exit::Passed } else { Exit::Failed })
}

/// What the suite wants to see.
struct Scenario {
    name: String,
    revision: Option<Revision>,
    context: Value,
}

impl Scenario {
    fn read(environment: &Environment) -> Result<Self, Failure> {
        let text = |name: &str| environment.variables.get(name).map(String::as_str).unwrap_or_default();
        let context = text("MCP_CONFORMANCE_CONTEXT");
        let context = if context.is_empty() { "{}" } else { context };
        let context = serde_json::from_str(context)
            .map_err(|error| Failure::usage(format!("MCP_CONFORMANCE_CONTEXT is no JSON: {error}")))?;
        let revision = text("MCP_CONFORMANCE_PROTOCOL_VERSION").parse().ok();
        Ok(Self { name: text("MCP_CONFORMANCE_SCENARIO").to_owned(), revision, context })
    }

    fn spec(&self, url: HttpUrl) -> ServerSpec {
        ServerSpec {
            name: "server".to_owned(),
            target: Target::Http { url, headers: Vec::new() },
            revision: self.revision.map_or(RevisionChoice::Negotiate, RevisionChoice::Forced),
            client: ClientProfile::full(),
            startup_timeout: PATIENCE,
            call_timeout: PATIENCE,
            rate_limit: None,
            auth: self.name.starts_with("auth/").then(|| Box::new(self.auth())),
        }
    }

    fn auth(&self) -> Auth {
        let secret = |name: &str| self.text(name).map(Secret::new);
        let grant = match self.name.as_str() {
            "auth/client-credentials-jwt" | "auth/client-credentials-basic" => Grant::ClientCredentials,
            "auth/wif-jwt-bearer" => Grant::JwtBearer { assertion: secret("valid_jwt").unwrap_or_default() },
            "auth/enterprise-managed-authorization" | "auth/cross-app-access-complete-flow" => {
                Grant::Enterprise(IdentityProvider {
                    token_endpoint: self.text("idp_token_endpoint").unwrap_or_default(),
                    client_id: self.text("idp_client_id"),
                    client_secret: None,
                    id_token: secret("idp_id_token").unwrap_or_default(),
                })
            }
            _ => Grant::AuthorizationCode { redirect_uri: None, consent: Consent::Automatic },
        };
        let key = secret("private_key_pem");
        let key = key.map(|pem| ClientKey { pem, algorithm: self.text("signing_algorithm"), id: None });
        let client = ClientIdentity {
            id: self.text("client_id"),
            secret: secret("client_secret"),
            key,
            method: None,
            metadata_url: Some(METADATA_URL.to_owned()),
        };
        Auth { client, dpop: self.name.starts_with("auth/dpop").then_some(true), ..Auth::new(grant) }
    }

    fn text(&self, name: &str) -> Option<String> {
        self.context.get(name).and_then(Value::as_str).map(str::to_owned)
    }

    /// The calls; what went wrong in words.
    async fn play(&self, session: &Session) -> Vec<String> {
        let mut failed = Vec::new();
        for (name, arguments) in self.calls(session) {
            let mut recording = session.begin();
            let params = Params::Named { name: &name, arguments: &arguments };
            let end = recording.call(CallRole::Tested, "tools/call", params, PATIENCE).await;
            let trace = recording.finish();
            if answer(&trace).is_none() {
                failed.push(format!("no answer to the call of `{name}`: {end}"));
            }
        }
        failed
    }

    /// What the context asks for, else each tool once.
    fn calls(&self, session: &Session) -> Vec<(String, Map<String, Value>)> {
        if let Some(calls) = self.context.get("toolCalls").and_then(Value::as_array) {
            let read = |call: &Value| {
                let arguments = call.get("arguments").and_then(Value::as_object).cloned().unwrap_or_default();
                Some((call.get("name")?.as_str()?.to_owned(), arguments))
            };
            return calls.iter().filter_map(read).collect();
        }
        let offer = session.offer();
        let usable = offer.tools.iter().filter(|tool| tool.header_problems().is_empty()).take(TOOLS_MAX);
        usable.map(|tool| (tool.name().to_owned(), arguments(tool, &offer))).collect()
    }
}

/// What its schema asks for; where that is a schema, the one of another tool, as it came.
fn arguments(tool: &Tool, offer: &Offer) -> Map<String, Value> {
    let mut arguments = sample::arguments(tool.input_schema());
    let other = offer.tools.iter().find(|it| it.name() != tool.name());
    if let (Some(schema @ Value::Object(_)), Some(other)) = (arguments.get_mut("schema"), other) {
        *schema = other.input_schema().clone();
    }
    arguments.as_object().cloned().unwrap_or_default()
}

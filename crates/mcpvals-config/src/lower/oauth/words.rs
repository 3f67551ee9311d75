//! From the words of a suite or a test to a layer.

use mcpvals_model::{ClientKey, ScopedCall, ToolCall, UpstreamCall};

use super::layer::Layer;
use crate::error::Problem;
use crate::file::{
    AuthorizationServer, Consent, FormStep, OauthClient, OtherClient, ScopedTool, SigningKey, UtilityCall,
};
use crate::lower::auth::{consent, step};
use crate::lower::identity::key;
use crate::lower::utility::call;
use crate::lower::{Lowering, millis};
use crate::pointer::Pointer;

/// Stands for the address of our service behind the server.
const UPSTREAM: &str = "{{upstream}}";

/// What suites and tests say in the same words.
pub(super) struct Said {
    pub(super) server: Option<AuthorizationServer>,
    pub(super) client: Option<OauthClient>,
    pub(super) other_client: Option<OtherClient>,
    pub(super) consent: Option<Consent>,
    pub(super) denial: Option<Vec<FormStep>>,
    pub(super) resource: Option<String>,
    pub(super) other_resource: Option<String>,
    pub(super) scoped_tools: Option<Vec<ScopedTool>>,
    pub(super) signing_key: Option<SigningKey>,
    pub(super) revoked_within: Option<f64>,
    pub(super) expires_within: Option<f64>,
    pub(super) upstream: Option<UtilityCall>,
    pub(super) strict: Option<bool>,
}

/// Takes it out of a suite or a test, of which `$server` is the member with the authorization server.
macro_rules! said {
    ($of:expr, $server:ident) => {
        $crate::lower::oauth::words::Said {
            server: $of.$server.take(),
            client: $of.client.take(),
            other_client: $of.other_client.take(),
            consent: $of.consent.take(),
            denial: $of.denial.take(),
            resource: $of.resource.take(),
            other_resource: $of.other_resource.take(),
            scoped_tools: $of.scoped_tools.take(),
            signing_key: $of.signing_key.take(),
            revoked_within: $of.revoked_within,
            expires_within: $of.expires_within,
            upstream: $of.upstream.take(),
            strict: $of.strict,
        }
    };
}

pub(super) use said;

impl Lowering<'_> {
    /// `server` is the name of the member with the authorization server.
    pub(super) fn oauth_layer(&mut self, said: Said, server: &str, at: &Pointer) -> Layer {
        if let Some(given) = &said.signing_key {
            self.check_key_of(Some(&given.private_key), given.algorithm.as_deref(), &at.member("signingKey"));
        }
        let own = Layer {
            other_client: said.other_client.map(|client| self.other_client(&client, &at.member("otherClient"))),
            consent: said.consent.map(|given| consent(Some(&given))),
            denial: said.denial.map(|steps| steps.iter().map(step).collect()),
            resource: said.resource.map(|uri| self.resource_uri(uri, &at.member("resource"))),
            other_resource: said.other_resource.map(|uri| self.resource_uri(uri, &at.member("otherResource"))),
            scoped: said.scoped_tools.map(|tools| tools.into_iter().map(scoped).collect()),
            signing_key: said.signing_key.as_ref().map(signing_key),
            revoked_within: said.revoked_within.map(millis),
            expires_within: said.expires_within.map(millis),
            upstream: said.upstream.map(|upstream| self.upstream(upstream, &at.member("upstream"))),
            strict: said.strict,
            ..Layer::default()
        };
        let server = said.server.map(|given| self.server_layer(given, &at.member(server))).unwrap_or_default();
        let client = said.client.map(|given| self.client_layer(given, &at.member("client"))).unwrap_or_default();
        own.over(&server).over(&client)
    }

    /// Whoever is asked at another address than ours, we do not hear it.
    fn upstream(&mut self, upstream: UtilityCall, at: &Pointer) -> UpstreamCall {
        let call = call(upstream);
        if !call.args.values().any(|argument| argument.to_string().contains(UPSTREAM)) {
            let message = format!("no argument has `{UPSTREAM}`: how is the server told whom to ask?");
            self.report(Problem::of_key(at, message));
        }
        UpstreamCall { call }
    }

    /// The name of a resource, which need be no address of HTTP.
    pub(super) fn resource_uri(&mut self, uri: String, at: &Pointer) -> String {
        let is_scheme = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_absolute = uri.split_once(':').is_some_and(|(scheme, rest)| is_scheme(scheme) && !rest.is_empty());
        if !is_absolute || uri.contains(['#', ' ']) {
            self.report(Problem::new(at, "not an absolute URI without a fragment (RFC 8707, 2)"));
        }
        uri
    }
}

fn scoped(tool: ScopedTool) -> ScopedCall {
    ScopedCall { call: ToolCall { tool: tool.tool, args: tool.args.unwrap_or_default() }, scope: tool.scope }
}

fn signing_key(given: &SigningKey) -> ClientKey {
    key(&given.private_key, given.algorithm.as_deref(), given.key_id.as_deref())
}

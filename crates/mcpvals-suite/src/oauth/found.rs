//! From a server's address to its authorization server (MCP, basic/authorization, authorization server discovery), as a
//! tester goes: what is wrong is written down, and the way goes on as far as it can.

use mcpvals_model::mcp::Revision;
use mcpvals_model::{OauthRule, RevisionChoice, Secret, Seen};
use mcpvals_wire::oauth::probe::{Outcome, TokenChallenge, is_issuer, is_resource_of, origin, places_of_resource};
use serde_json::Value;

use super::bench::{Bench, Looked, opened};
use super::token_answer::{text, words};
use super::{metadata, requests};

/// What is known of the server and its authorization server.
pub(super) struct Found {
    /// The authorization server's metadata, and what the config says instead.
    pub(super) metadata: Value,
    /// The issuer that was asked for its metadata.
    pub(super) issuer: Option<String>,
    /// What the server says of itself as a resource.
    pub(super) resource: Option<Value>,
    /// The resource indicator.
    pub(super) indicator: Option<String>,
    /// The scopes to ask for, where the config says nothing.
    pub(super) scopes: Vec<String>,
    /// Is a request without a token refused?
    pub(super) is_closed: bool,
    /// Why nothing is known of the authorization server.
    pub(super) unknown: Option<String>,
    /// What there is instead of metadata of the resource, where a server of 2025-03-26 need not have any.
    pub(super) undescribed: Option<Looked>,
    /// Does the server want tokens that are bound to a key?
    pub(super) wants_proofs: bool,
}

impl Found {
    /// Does the server answer whoever comes, and name no authorization server?
    pub(super) fn is_open(&self) -> bool {
        !self.is_closed && self.resource.is_none()
    }
}

const OF_RESOURCE: [OauthRule; 10] = [
    OauthRule::Unauthorized,
    OauthRule::Challenge,
    OauthRule::ChallengeScope,
    OauthRule::ResourceMetadata,
    OauthRule::ResourceMetadataType,
    OauthRule::ResourceIdentifier,
    OauthRule::ResourceExact,
    OauthRule::AuthorizationServers,
    OauthRule::OfflineAccess,
    OauthRule::TokenOpens,
];

const OF_METADATA: [OauthRule; 4] = [
    OauthRule::ResourceMetadataType,
    OauthRule::ResourceIdentifier,
    OauthRule::ResourceExact,
    OauthRule::AuthorizationServers,
];

pub(super) const OF_ISSUER: [OauthRule; 5] = [
    OauthRule::ServerMetadata,
    OauthRule::Issuer,
    OauthRule::IssuerExact,
    OauthRule::ServerMetadataComplete,
    OauthRule::PkceAdvertised,
];

/// Looks for everything, and at the rules of discovery on the way.
pub(super) async fn discover(bench: &Bench<'_>) -> Found {
    let auth = &bench.setting.auth;
    let mut challenge = None;
    let mut is_closed = false;
    let (mut resource, mut undescribed) = (None, None);
    match bench.server() {
        None => bench.skip_all(&OF_RESOURCE, "the server is a process, which has no authorization"),
        Some(server) => {
            (challenge, is_closed) = knock(bench).await;
            match resource_metadata(bench, server, challenge.as_ref()).await {
                Ok(document) => resource = Some(document),
                Err(looked) => undescribed = Some(looked),
            }
        }
    }
    let named = match &resource {
        Some(resource) if auth.issuer.is_none() => {
            metadata::first_found(bench, strings(&resource["authorization_servers"])).await
        }
        _ => None,
    };
    let old = bench
        .server()
        .map(|url| origin(url).to_owned())
        .filter(|_| resource.is_none() && auth.endpoints.token.is_none());
    let is_old = auth.issuer.is_none() && named.is_none() && old.is_some();
    let issuer = auth.issuer.clone().or(named).or(old);
    let mut unknown = None;
    let metadata = if let Some(issuer) = &issuer {
        // At the server's own origin there need be nothing: that is a way of 2025-03-26.
        metadata::of_server(bench, issuer, !is_old).await.unwrap_or_else(|problem| {
            unknown = Some(problem);
            Value::Null
        })
    } else {
        bench.skip_all(&OF_ISSUER, "nothing names an issuer: the endpoints are the config's");
        Value::Null
    };
    let metadata = metadata::with_given(metadata, bench, issuer.as_deref(), is_old);
    let scopes_of = |value: Option<&Value>| value.map(strings).unwrap_or_default();
    let challenged = challenge.as_ref().and_then(|it| it.get("scope")).map(words);
    let known = scopes_of(resource.as_ref().map(|it| &it["scopes_supported"]));
    offline(bench, challenge.as_ref(), &known);
    metadata::compare_endpoints(bench, &metadata);
    metadata::compare_stated(bench, &metadata);
    let said = resource.as_ref().and_then(|it| text(it, "resource"));
    let is_demanded = resource.as_ref().is_some_and(|it| it["dpop_bound_access_tokens_required"] == true);
    let is_challenged = challenge.as_ref().is_some_and(|it| it.scheme.eq_ignore_ascii_case("dpop"));
    Found {
        unknown,
        undescribed,
        wants_proofs: auth.dpop.unwrap_or(is_demanded || is_challenged),
        indicator: auth.resource.clone().or(said),
        scopes: challenged.unwrap_or(known),
        // As it spells itself, where it is the one that was named.
        issuer: issuer.filter(|_| !is_old).map(|named| own_spelling(&metadata, named)),
        metadata,
        resource,
        is_closed,
    }
}

fn own_spelling(metadata: &Value, named: String) -> String {
    text(metadata, "issuer").filter(|said| is_issuer(said, &named)).unwrap_or(named)
}

/// Without a token.
async fn knock(bench: &Bench<'_>) -> (Option<TokenChallenge>, bool) {
    let opening = bench.open(None).await;
    let is_refused = matches!(opening.outcome, Outcome::Refused { .. });
    // Who is given no session may still be given everything else.
    let unlocked = if is_refused { requests::unlocked(bench).await } else { None };
    match unlocked {
        Some((tried, looked)) => bench.see_of(OauthRule::Unauthorized, Some(tried), looked),
        None => bench.see(OauthRule::Unauthorized, opened(&opening)),
    }
    let Outcome::Refused { challenge, .. } = opening.outcome else {
        let rules = [OauthRule::Challenge, OauthRule::ChallengeScope];
        bench.skip_all(&rules, "a request without a token is not refused");
        return (None, false);
    };
    let shown = challenge.as_ref().map(|it| it.scheme.clone());
    bench.compare(OauthRule::Challenge, Value::Null, shown, opening.frame);
    match challenge.as_ref().map(|it| it.get("scope")) {
        Some(scope) => bench.compare(OauthRule::ChallengeScope, Value::Null, scope, opening.frame),
        None => bench.skip(OauthRule::ChallengeScope, "there is no challenge"),
    }
    (challenge, true)
}

/// What the server says of itself; what is there instead.
async fn resource_metadata(
    bench: &Bench<'_>,
    server: &str,
    challenge: Option<&TokenChallenge>,
) -> Result<Value, Looked> {
    let named = challenge.and_then(|it| it.get("resource_metadata")).map(str::to_owned);
    let places = named.map_or_else(|| places_of_resource(server), |place| vec![place]);
    let (place, reply, document) = match metadata::first_document(bench, &places).await {
        Ok(found) => found,
        Err(looked) => {
            bench.skip_all(&OF_METADATA, "there are no metadata of the protected resource");
            return Err(looked);
        }
    };
    bench.see(OauthRule::ResourceMetadata, metadata::is_there(&place, &reply));
    let kind = reply.header("content-type").unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    bench.compare(OauthRule::ResourceMetadataType, "application/json", essence, Some(reply.frame));
    let said = text(&document, "resource").unwrap_or_default();
    let seen = if is_resource_of(&said, server) {
        Seen::Granted { what: format!("the resource `{said}`") }
    } else {
        Seen::Refused { status: reply.status, error: Some(format!("{place} is about the resource `{said}`")) }
    };
    let is_its_own = matches!(seen, Seen::Granted { .. });
    bench.see(OauthRule::ResourceIdentifier, (seen, Some(reply.frame)));
    if is_its_own {
        bench.compare(OauthRule::ResourceExact, server, said, Some(reply.frame));
    } else {
        bench.skip(OauthRule::ResourceExact, "it is about another resource");
    }
    let servers = Some(strings(&document["authorization_servers"])).filter(|servers| !servers.is_empty());
    bench.compare(OauthRule::AuthorizationServers, Value::Null, servers, Some(reply.frame));
    Ok(document)
}

/// Whether there must be metadata of the resource is known only when the server has said what it speaks.
pub(super) async fn described(bench: &Bench<'_>, found: &Found, token: Option<&Secret>) {
    let Some(looked) = found.undescribed.clone().filter(|_| bench.wants(OauthRule::ResourceMetadata)) else { return };
    let is_older = |revision: Revision| revision < Revision::V2025_06_18;
    let older = match bench.spec.revision {
        RevisionChoice::Forced(revision) => is_older(revision).then_some(revision),
        RevisionChoice::Negotiate => match token {
            Some(token) => bench.open(Some(token)).await.revision.filter(|revision| is_older(*revision)),
            None => None,
        },
    };
    match older {
        Some(revision) => bench.skip(
            OauthRule::ResourceMetadata,
            format!("the server speaks MCP {}, which has none before 2025-06-18", revision.as_str()),
        ),
        None => bench.see(OauthRule::ResourceMetadata, looked),
    }
}

fn offline(bench: &Bench<'_>, challenge: Option<&TokenChallenge>, known: &[String]) {
    let is_offline = |scope: &String| scope == "offline_access";
    let challenged = challenge.and_then(|it| it.get("scope")).map(words).unwrap_or_default();
    let places =
        [("the challenge", challenged.iter().any(is_offline)), ("`scopes_supported`", known.iter().any(is_offline))];
    let wrong = places.into_iter().filter(|(_, is_there)| *is_there).map(|(place, _)| format!("it is in {place}"));
    bench.list(OauthRule::OfflineAccess, wrong.collect(), None);
}

/// The texts in a list.
pub(super) fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

//! What an authorization server says of itself (RFC 8414), and what the config says instead.

use mcpvals_model::{OauthRule, Seen};
use mcpvals_wire::oauth::probe::{Reply, is_issuer, is_safe, origin, places_of_issuer};
use serde_json::{Map, Value, json};

use super::bench::{Bench, Looked};
use super::found::{OF_ISSUER, strings};

/// More authorization servers are not looked at.
const ISSUERS_MAX: usize = 5;

/// Of several issuers, the first of which there are metadata; the very first, where there are of none.
pub(super) async fn first_found(bench: &Bench<'_>, issuers: Vec<String>) -> Option<String> {
    if issuers.len() > 1 {
        for issuer in issuers.iter().take(ISSUERS_MAX) {
            if first_document(bench, &places_of_issuer(issuer)).await.is_ok() {
                return Some(issuer.clone());
            }
        }
    }
    issuers.into_iter().next()
}

/// The document, and a look at it; must there be one?
///
/// # Errors
/// Where there is none, and must be: what is there instead, in words.
pub(super) async fn of_server(bench: &Bench<'_>, issuer: &str, is_needed: bool) -> Result<Value, String> {
    let (place, reply, document) = match first_document(bench, &places_of_issuer(issuer)).await {
        Ok(found) => found,
        Err(_) if !is_needed => {
            bench.skip_all(&OF_ISSUER, "nothing names an authorization server, and the server has none of its own");
            return Ok(Value::Null);
        }
        Err(looked) => {
            let problem = match &looked.0 {
                Seen::Refused { error, .. } => error.clone().unwrap_or_default(),
                Seen::Lost { problem } => problem.clone(),
                _ => String::new(),
            };
            bench.see(OauthRule::ServerMetadata, looked);
            bench.skip_all(&OF_ISSUER[1..], "there are no metadata of the authorization server");
            return Err(problem);
        }
    };
    bench.see(OauthRule::ServerMetadata, is_there(&place, &reply));
    let frame = Some(reply.frame);
    let said = document["issuer"].clone();
    if said.as_str().is_some_and(|said| is_issuer(said, issuer)) {
        bench.compare(OauthRule::Issuer, issuer, issuer, frame);
        bench.compare(OauthRule::IssuerExact, issuer, said, frame);
    } else {
        bench.compare(OauthRule::Issuer, issuer, said, frame);
        bench.skip(OauthRule::IssuerExact, "it is another's");
    }
    let names: Vec<&String> = document.as_object().into_iter().flat_map(Map::keys).collect();
    let has_users = strings(&document["grant_types_supported"]).iter().any(|grant| grant == "authorization_code");
    let says_none = document["grant_types_supported"].is_null();
    let of_users = ["authorization_endpoint"].into_iter().filter(|_| has_users || says_none);
    let wanted: Vec<&str> =
        ["issuer", "response_types_supported", "token_endpoint"].into_iter().chain(of_users).collect();
    bench.compare(OauthRule::ServerMetadataComplete, wanted, names.into_iter().cloned().collect::<Vec<_>>(), frame);
    if has_users || says_none {
        let methods = strings(&document["code_challenge_methods_supported"]);
        bench.compare(OauthRule::PkceAdvertised, vec!["S256"], methods, frame);
    } else {
        bench.skip(OauthRule::PkceAdvertised, "the authorization server does not know the authorization code");
    }
    Ok(document)
}

/// What the config says is used whatever the metadata say.
pub(super) fn with_given(metadata: Value, bench: &Bench<'_>, issuer: Option<&str>, is_old: bool) -> Value {
    let mut members = match metadata {
        Value::Object(members) => members,
        _ => taken_for_granted(bench, issuer, is_old),
    };
    let given = &bench.setting.auth.endpoints;
    let named = [
        ("authorization_endpoint", &given.authorization),
        ("token_endpoint", &given.token),
        ("registration_endpoint", &given.registration),
        ("device_authorization_endpoint", &given.device_authorization),
        ("revocation_endpoint", &given.revocation),
        ("introspection_endpoint", &given.introspection),
        ("jwks_uri", &given.jwks),
    ];
    for (name, value) in named {
        if let Some(value) = value {
            members.insert(name.to_owned(), json!(value));
        }
    }
    Value::Object(members)
}

/// Without metadata, in 2025-03-26, a server has its endpoints at its own origin.
fn taken_for_granted(bench: &Bench<'_>, issuer: Option<&str>, is_old: bool) -> Map<String, Value> {
    let mut members = Map::new();
    if let Some(issuer) = issuer {
        members.insert("issuer".to_owned(), json!(issuer));
    }
    let is_given = bench.setting.auth.endpoints.token.is_some();
    // A server that names somebody else gets nothing that is for somebody else.
    if let Some(server) = bench.server().filter(|_| is_old && !is_given) {
        let origin = origin(server);
        for (name, path) in [
            ("authorization_endpoint", "authorize"),
            ("token_endpoint", "token"),
            ("registration_endpoint", "register"),
        ] {
            members.insert(name.to_owned(), json!(format!("{origin}/{path}")));
        }
    }
    members
}

/// The first of these places at which there is a JSON object.
///
/// # Errors
/// What is there instead.
pub(super) async fn first_document(bench: &Bench<'_>, places: &[String]) -> Result<(String, Reply, Value), Looked> {
    let (mut tried, mut last) = (Vec::new(), None);
    for place in places {
        match bench.probe.get(place, &[]).await {
            Ok(reply) if reply.is_success() && reply.json().is_object() => {
                let document = reply.json();
                return Ok((place.clone(), reply, document));
            }
            Ok(reply) => {
                let what = if reply.is_success() { "what is no JSON object, with" } else { "an answer with" };
                tried.push(format!("{place} gives {what} status {}", reply.status));
                last = Some(reply);
            }
            Err(error) => tried.push(error.to_string()),
        }
    }
    let tried = tried.join("; ");
    Err(match last {
        Some(reply) => (Seen::Refused { status: reply.status, error: Some(tried) }, Some(reply.frame)),
        None => (Seen::Lost { problem: tried }, None),
    })
}

/// That it is there.
pub(super) fn is_there(place: &str, reply: &Reply) -> Looked {
    (Seen::Granted { what: format!("what is at {place}") }, Some(reply.frame))
}

/// Without encryption, only what stays on this machine may go.
pub(super) fn compare_endpoints(bench: &Bench<'_>, metadata: &Value) {
    let members = metadata.as_object().into_iter().flatten();
    let places = members.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
    let server = bench.server().map(|url| ("the server", url));
    let is_place = |(name, _): &(&str, &str)| name.ends_with("_endpoint") || *name == "issuer" || *name == "jwks_uri";
    let all = places.filter(is_place).chain(server);
    let wrong = all.filter(|(_, url)| !is_safe(url)).map(|(name, url)| format!("{name} is {url}"));
    bench.list(OauthRule::HttpsEndpoints, wrong.collect(), None);
}

pub(super) fn compare_stated(bench: &Bench<'_>, metadata: &Value) {
    let stated = &bench.setting.stated;
    let missing = |name: &str, wanted: &[String]| {
        let known = metadata.get(name).map(strings);
        let known = known.as_deref();
        let lacks = |one: &&String| known.is_none_or(|known| !known.contains(one));
        let lacking: Vec<String> = wanted.iter().filter(lacks).map(|one| format!("`{name}` has no `{one}`")).collect();
        lacking
    };
    let grants = missing("grant_types_supported", &stated.grant_types);
    let types = missing("response_types_supported", &stated.response_types);
    let scopes = missing("scopes_supported", &stated.scopes);
    bench.list(OauthRule::AsStated, [grants, types, scopes].concat(), None);
}

//! The authorization code (OAuth 2.1, 4.1; PKCE: RFC 7636; `iss`: RFC 9207).

use mcpvals_model::Consent;

use super::pair;
use crate::oauth::consent::{Receiver, Response, Visitor};
use crate::oauth::error::{Result, SignInError, told};
use crate::oauth::metadata::ServerMetadata;
use crate::oauth::pkce::{self, Pkce};
use crate::oauth::random;
use crate::oauth::scope;
use crate::oauth::token::{Desk, Tokens};

const WHAT: &str = "the authorization response";

/// What an authorization request says.
pub(in crate::oauth) struct Request<'a> {
    pub(in crate::oauth) endpoint: &'a str,
    pub(in crate::oauth) client_id: &'a str,
    pub(in crate::oauth) scope: Option<String>,
    pub(in crate::oauth) resource: Option<&'a str>,
}

/// Sends the user there, and redeems the code that comes back.
///
/// # Errors
/// Where the user refuses, or the response is another's, or the code is not taken.
pub(in crate::oauth) async fn tokens(
    request: Request<'_>,
    receiver: &Receiver,
    consent: &Consent,
    visitor: Option<&dyn Visitor>,
    desk: &Desk<'_>,
    learn: impl Fn(&'static str, &str),
) -> Result<Tokens> {
    let (pkce, state) = (Pkce::new(), random::text());
    learn("code_verifier", &pkce.verifier);
    let url = address(&request, receiver.uri(), &pkce, &state);
    let response = receiver.response(&url, consent, visitor, desk.fetch).await?;
    let code = code(&response, &state, desk.server)?;
    learn("code", code);
    let mut parameters = vec![
        pair("grant_type", "authorization_code"),
        pair("code", code),
        pair("redirect_uri", receiver.uri()),
        pair("code_verifier", pkce.verifier),
    ];
    parameters.extend(request.resource.map(|resource| pair("resource", resource)));
    desk.tokens(parameters).await
}

fn address(request: &Request<'_>, redirect_uri: &str, pkce: &Pkce, state: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs([
        ("response_type", "code"),
        ("client_id", request.client_id),
        ("redirect_uri", redirect_uri),
        ("code_challenge", &pkce.challenge),
        ("code_challenge_method", pkce::METHOD),
        ("state", state),
    ]);
    query.extend_pairs(request.scope.iter().map(|scope| ("scope", scope)));
    // Where the user is not asked, the scope for refresh tokens is ignored (OpenID Connect Core 1.0, 11).
    if request.scope.as_deref().is_some_and(scope::has_offline) {
        query.append_pair("prompt", "consent");
    }
    query.extend_pairs(request.resource.iter().map(|resource| ("resource", resource)));
    let joint = if request.endpoint.contains('?') { '&' } else { '?' };
    format!("{}{joint}{}", request.endpoint, query.finish())
}

/// The code, where the response is the one that was asked for.
fn code<'a>(response: &'a Response, state: &str, server: &ServerMetadata) -> Result<&'a str> {
    let no = |problem: String| SignInError::new(WHAT, problem);
    if let Some(twice) = ["code", "state", "iss", "error"].into_iter().find(|name| response.count(name) > 1) {
        return Err(no(format!("it has `{twice}` more than once (RFC 6749, 3.1)")));
    }
    if response.get("state") != Some(state) {
        return Err(no("its `state` is not the one that was sent: it answers another request".to_owned()));
    }
    issuer_problem(response.get("iss"), server).map_or(Ok(()), |problem| Err(no(problem)))?;
    if response.get("error").is_some() {
        return Err(no(format!("the authorization server refuses{}", told(|name| response.get(name)))));
    }
    response.get("code").ok_or_else(|| no("it has neither `code` nor `error`".to_owned()))
}

/// Is it another server's answer? Compared letter by letter (RFC 9207, 2.4).
fn issuer_problem(iss: Option<&str>, server: &ServerMetadata) -> Option<String> {
    match iss {
        Some(iss) if iss != server.issuer => {
            Some(format!("its `iss` is `{iss}`, and the authorization server is `{}` (RFC 9207, 2.4)", server.issuer))
        }
        None if server.authorization_response_iss_parameter_supported => {
            Some("it has no `iss`, which the authorization server's metadata promise (RFC 9207, 2.4)".to_owned())
        }
        Some(_) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Response, ServerMetadata, code};

    #[track_caller]
    fn check(query: &str, promises: bool, want: Result<&str, &str>) {
        let server = ServerMetadata {
            issuer: "https://as".to_owned(),
            authorization_response_iss_parameter_supported: promises,
            ..ServerMetadata::default()
        };
        let response = Response::of(&format!("http://h/callback?{query}"));
        match (code(&response, "s", &server), want) {
            (Ok(code), want) => assert_eq!(Ok(code), want),
            (Err(error), want) => assert!(want.is_err_and(|want| error.to_string().contains(want)), "{error}"),
        }
    }

    #[test]
    fn response_is_the_one_that_was_asked_for() {
        check("code=c&state=s", false, Ok("c"));
        check("code=c&state=s&iss=https%3A%2F%2Fas", true, Ok("c"));
        check("code=c&state=t", false, Err("`state` is not"));
        check("code=c", false, Err("`state` is not"));
        check("code=c&state=s&iss=https%3A%2F%2Fas%2F", false, Err("`iss` is `https://as/`"));
        check("code=c&state=s", true, Err("no `iss`"));
        check("error=access_denied&state=s", false, Err("refuses: access_denied"));
        check("state=s", false, Err("neither"));
        check("code=c&state=s&code=d", false, Err("`code` more than once"));
    }
}

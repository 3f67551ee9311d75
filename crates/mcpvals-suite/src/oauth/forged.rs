//! Tokens that nobody has given: spoilt, forged, out of time.

use mcpvals_model::OauthRule::{
    InvalidTokenError, JwtExpired, JwtIssuer, JwtKey, JwtKeyAddress, JwtKeyId, JwtNone, JwtNotYet, JwtPayload,
    TokenAltered, TokenMalformed,
};
use mcpvals_model::{OauthRule, Secret, Seen};
use mcpvals_wire::oauth::probe::{Forger, Jwt, Outcome, Upstream};
use serde_json::{Value, json};

use super::bench::{Looked, is_refusal, opened};
use super::claims::now;
use super::expiry::opens;
use super::flow::keys;
use super::flows::Flows;

const RULES: [OauthRule; 11] = [
    TokenMalformed,
    TokenAltered,
    JwtNone,
    JwtPayload,
    JwtKey,
    JwtKeyId,
    JwtKeyAddress,
    JwtExpired,
    JwtNotYet,
    JwtIssuer,
    InvalidTokenError,
];
/// What is no token.
const GARBAGE: &str = "garbage";
/// Requests for a key are answered so often.
const REQUESTS_MAX: usize = 20;
/// An hour, in seconds.
const HOUR: f64 = 3600.0;

pub(super) async fn observe(flows: &Flows<'_>) {
    let bench = flows.bench;
    let Some(token) = flows.key_to_the_server(&RULES).await else { return };
    if !opens(flows, &token).await {
        return bench.lose(&RULES, "the server does not take a right token, either");
    }
    malformed(flows, &token).await;
    let Some(jwt) = Jwt::read(token.reveal()) else {
        let rules = [JwtNone, JwtPayload, JwtKey, JwtKeyId, JwtKeyAddress, JwtExpired, JwtNotYet, JwtIssuer];
        bench.skip_all(&rules, "the access token is opaque: it is no JWT");
        return each(flows, TokenAltered, &[altered(token.reveal())]).await;
    };
    let forger = match Forger::new(jwt, bench.setting.signing_key.as_ref()) {
        Ok(forger) => forger.with_public_keys(&keys(flows).await.unwrap_or_default()),
        Err(problem) => return bench.lose(&RULES, &format!("`signingKey` cannot be used: {problem}")),
    };
    unverified(flows, &forger, token.reveal()).await;
    out_of_time(flows, &forger).await;
}

async fn malformed(flows: &Flows<'_>, token: &Secret) {
    let bench = flows.bench;
    let cut: String = token.reveal().chars().take(token.reveal().len() / 2).collect();
    // Nor is a refresh token one for the server.
    let refresh = flows.first_tokens().ok().and_then(|tokens| tokens.refresh.as_ref());
    let refresh = refresh.map(|refresh| refresh.reveal().to_owned());
    let all: Vec<String> = [GARBAGE.to_owned(), cut].into_iter().chain(refresh).collect();
    each(flows, TokenMalformed, &all).await;
    if !bench.wants(InvalidTokenError) {
        return;
    }
    let opening = bench.open(Some(&Secret::new(GARBAGE))).await;
    let Outcome::Refused { status, challenge } = &opening.outcome else {
        return bench.skip(InvalidTokenError, "what is no token was not refused");
    };
    let error = challenge.as_ref().and_then(|it| it.get("error")).unwrap_or("no error");
    bench.compare(InvalidTokenError, "401 invalid_token", format!("{status} {error}"), opening.frame);
}

/// Does the server look at the signature?
async fn unverified(flows: &Flows<'_>, forger: &Forger, token: &str) {
    let bench = flows.bench;
    each(flows, JwtNone, &forger.unsigned()).await;
    let changed = first_in(flows, &forger.changed()).await;
    let is_unverified = matches!(changed.0, Seen::Granted { .. });
    bench.see(JwtPayload, changed);
    if is_unverified {
        return bench.skip_all(
            &[TokenAltered, JwtKey, JwtKeyId, JwtKeyAddress],
            "signatures are not looked at: see jwt-payload",
        );
    }
    each(flows, TokenAltered, &[altered(token)]).await;
    each(flows, JwtKey, &forger.of_a_stranger()).await;
    each(flows, JwtKeyId, &forger.with_own_key()).await;
    if bench.wants(JwtKeyAddress) {
        key_address(flows, forger).await;
    }
}

/// A server that asks whom a token tells it to ask has lost already, whatever it makes of the key.
async fn key_address(flows: &Flows<'_>, forger: &Forger) {
    let upstream = match Upstream::listen().await {
        Ok(upstream) => upstream.saying(&forger.own_keys()),
        Err(error) => return flows.bench.lose(&[JwtKeyAddress], &error.to_string()),
    };
    let address = format!("{}/jwks.json", upstream.address());
    let tokens = forger.with_key_at(&address);
    let ((seen, frame), requests) = upstream.during(REQUESTS_MAX, first_in(flows, &tokens)).await;
    let what = || format!("a request to {address}, which only the token names");
    let seen = if !requests.is_empty() && is_refusal(&seen) { Seen::Granted { what: what() } } else { seen };
    flows.bench.see_of(JwtKeyAddress, Some(format!("jku={address}")), (seen, frame));
}

/// With a signature that holds.
async fn out_of_time(flows: &Flows<'_>, forger: &Forger) {
    let bench = flows.bench;
    let rules = [JwtExpired, JwtNotYet, JwtIssuer];
    if !bench.has_open(&rules) {
        return;
    }
    let Some(signed) = forger.signed_with(&[]) else {
        return bench.skip_all(&rules, "it takes the key of the authorization server: give `signingKey`");
    };
    if !matches!(first_in(flows, &[signed]).await.0, Seen::Granted { .. }) {
        return bench.skip_all(&rules, "the server does not take what is signed with `signingKey`");
    }
    let at = |seconds: f64| json!((now() + seconds).round());
    let expired = vec![("iat", at(-2.0 * HOUR)), ("exp", at(-HOUR))];
    let endless = vec![("exp", Value::Null)];
    let to_come = vec![("nbf", at(HOUR)), ("exp", at(2.0 * HOUR))];
    let of_another = vec![("iss", json!("https://another-issuer.example"))];
    for (rule, ways) in
        [(JwtExpired, vec![expired, endless]), (JwtNotYet, vec![to_come]), (JwtIssuer, vec![of_another])]
    {
        let tokens: Vec<String> = ways.iter().filter_map(|changes| forger.signed_with(changes)).collect();
        each(flows, rule, &tokens).await;
    }
}

/// Tries all of them, if the rule is asked for.
async fn each(flows: &Flows<'_>, rule: OauthRule, tokens: &[String]) {
    if flows.bench.wants(rule) {
        flows.bench.see(rule, first_in(flows, tokens).await);
    }
}

/// The first that opens the server, or that it fails at; the last refusal where there is none.
async fn first_in(flows: &Flows<'_>, tokens: &[String]) -> Looked {
    let mut last = (Seen::NotTried { reason: "there is no such token to be made".to_owned() }, None);
    for token in tokens {
        // Half of a token is no less secret; `garbage` is a word.
        if token.len() > GARBAGE.len() {
            flows.bench.probe.learn("access_token", token);
        }
        last = opened(&flows.bench.open(Some(&Secret::new(token.as_str()))).await);
        if !is_refusal(&last.0) {
            return last;
        }
    }
    last
}

/// With one letter changed, in a place where it counts: the last letters of Base64 may say nothing.
fn altered(token: &str) -> String {
    let at = token.len().saturating_sub(6);
    let swap = |index: usize, letter: char| {
        if index != at {
            letter
        } else if letter == 'A' {
            'B'
        } else {
            'A'
        }
    };
    token.chars().enumerate().map(|(index, letter)| swap(index, letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::altered;

    #[test]
    fn one_letter_is_another() {
        for token in ["abcdefghij", "AAAAAAAAAA", "abc"] {
            let other = altered(token);
            let apart = token.chars().zip(other.chars()).filter(|(one, other)| one != other).count();
            assert_eq!((apart, other.len()), (1, token.len()), "{token}");
        }
    }
}

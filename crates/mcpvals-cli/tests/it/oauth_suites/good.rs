//! Good servers pass: with opaque tokens, with JWTs, in every part.

use serde_json::{Value, json};

use super::parts;
use super::place::{Outcome, Place};

/// What nothing is wrong with, apart from what cannot be tried: the beginning of each reason.
#[track_caller]
fn passes(outcome: &Outcome, not_tried: &[&str]) {
    assert_eq!(outcome.ran.code, 0, "{:#?}\n{}", outcome.cases, outcome.ran.stderr);
    assert!(outcome.broken.is_empty(), "{:?}", outcome.broken);
    let shown: Vec<&str> = outcome.not_tried.iter().filter_map(|words| words.strip_prefix("not tried: ")).collect();
    let fits =
        shown.len() == not_tried.len() && shown.iter().zip(not_tried).all(|(shown, want)| shown.starts_with(want));
    assert!(fits, "{shown:#?}");
}

fn of_codes() -> Vec<Value> {
    vec![parts::discovery(), parts::code(), parts::pkce(), parts::refresh()]
}

fn others() -> Vec<Value> {
    vec![parts::security(), parts::scopes(), parts::resources(), parts::machine(), parts::tenants()]
}

#[test]
fn with_opaque_tokens() {
    let place = Place::start(&json!({}));
    passes(&place.run(&of_codes()), &["expiry-agrees (the access token is opaque"]);
    passes(&place.run(&others()), &[]);
    let of_tokens = [parts::revocation(), parts::introspection(), parts::tampering()];
    passes(
        &place.run(&of_tokens),
        &[
            "jwt-none, jwt-payload, jwt-key, jwt-key-id, jwt-key-address, jwt-expired, jwt-not-yet, jwt-issuer (the access",
        ],
    );
}

#[test]
fn with_jwts() {
    let place = Place::start(&json!({"jwt": true, "signingKey": parts::SIGNING_KEY}));
    passes(&place.run(&of_codes()), &[]);
    passes(&place.run(&others()), &[]);
    passes(&place.run(&[parts::tampering()]), &[]);
    // JWTs cannot be taken back.
    let revocation = place.run(&[parts::revocation()]);
    assert_eq!(revocation.cases[0]["verdict"], "passed", "{revocation:#?}");
}

#[test]
fn with_tokens_that_are_bound_to_a_key() {
    let place = Place::start(&json!({"jwt": true, "signingKey": parts::SIGNING_KEY}));
    let bound = |mut suite: Value| {
        suite["client"]["dpop"] = json!(true);
        suite
    };
    passes(&place.run(&[parts::bound()]), &[]);
    passes(&place.run(&of_codes().into_iter().map(bound).collect::<Vec<_>>()), &[]);
    passes(&place.run(&[parts::tampering(), parts::scopes(), parts::resources(), parts::machine()].map(bound)), &[]);
}

#[test]
fn with_tokens_that_expire() {
    let place = Place::start(&json!({"life": 3}));
    passes(&place.run(&[parts::expiry()]), &[]);
}

#[test]
fn on_a_device() {
    let place = Place::start(&json!({"deviceInterval": 1}));
    let not_tried = ["resource-audience, expiry-agrees (the access token is opaque"];
    passes(&place.run(&[parts::device()]), &not_tried);
}

#[test]
fn in_time_and_many_at_once() {
    let place = Place::start(&json!({}));
    passes(&place.run(&[parts::performance()]), &[]);
}

/// With a name and a user, everything else is discovered.
#[test]
fn of_which_nothing_is_told() {
    for options in [json!({}), json!({"dpop": true})] {
        is_discovered(&Place::start(&options));
    }
}

#[track_caller]
fn is_discovered(place: &Place) {
    let outcome = place.run(&[json!({"name": "OAuth", "consent": parts::forms()})]);
    assert!(outcome.broken.is_empty() && outcome.errored.is_empty() && outcome.ran.code == 0, "{outcome:#?}");
    let titles: Vec<&str> = outcome.cases.iter().map(|case| case["id"].as_str().unwrap()).collect();
    let want = ["OAuth/discovery", "OAuth/authorization code", "OAuth/PKCE", "OAuth/refresh", "OAuth/revocation"];
    assert!(want.iter().all(|title| titles.contains(title)), "{titles:?}");
}

//! An authorization server of another make (Authlib) before an MCP server of the Python SDK.

use serde_json::{Value, json};

use super::place::{Outcome, Place};

fn run(suite: &Value) -> Outcome {
    let outcome = Place::of_another_make().run(std::slice::from_ref(suite));
    assert!(outcome.errored.is_empty(), "{:#?}", outcome.errored);
    outcome
}

#[track_caller]
fn check(suite: &Value, open: &[&str]) {
    let outcome = run(suite);
    let broken: Vec<&str> = outcome.broken.iter().map(String::as_str).collect();
    assert_eq!(broken, open, "{:#?}", outcome.cases);
}

fn yes() -> Value {
    json!([{"fill": {"username": "ann", "password": "pw"}, "submit": "Yes"}])
}

fn of_user(tests: &Value) -> Value {
    let mut suite =
        json!({"name": "user", "consent": yes(), "client": {"redirectUri": "http://localhost:3000/callback"}});
    suite.as_object_mut().unwrap().extend(tests.as_object().unwrap().clone());
    suite
}

/// What it leaves open as it comes: access tokens of ten days.
#[test]
fn user_signs_in() {
    check(&of_user(&json!({"authorizationCodeTests": [{"name": "code"}]})), &["short-lived"]);
}

/// The Python SDK names no scope in its challenge.
#[test]
fn documents_are_found() {
    check(&of_user(&json!({"discoveryTests": [{"name": "discovery"}]})), &["challenge-scope"]);
}

#[test]
fn proof_keys_are_looked_at_but_plain_ones_are_taken() {
    check(
        &of_user(&json!({"pkceValidationTests": [{"name": "pkce", "securityLevel": "high"}]})),
        &["code-replay-revokes", "pkce-plain"],
    );
}

#[test]
fn refresh_tokens_are_replaced_but_their_reuse_revokes_nothing() {
    let tests = json!({"tokenManagementTests": [{"name": "refresh", "testType": "refresh"}]});
    check(&of_user(&tests), &["refresh-reuse-revokes"]);
}

#[test]
fn attackers_get_little() {
    check(&of_user(&json!({"securityTests": [{"name": "security"}]})), &["iss-sent", "registration-redirect-uri"]);
}

#[test]
fn machine_signs_in_and_its_tokens_are_taken_back() {
    let of_tokens = |kind: &str| json!({"name": kind, "testType": kind});
    let suite = json!({
        "name": "machine", "client": {"clientId": "machine", "clientSecret": "secret-of-machine"},
        "clientCredentialsTests": [{"name": "machine", "skipChecks": ["resource-audience"]}],
        "tokenManagementTests": [of_tokens("revocation"), of_tokens("introspection"), of_tokens("tampering")],
    });
    check(&suite, &["short-lived"]);
}

#[test]
fn device_signs_in() {
    let steps = json!([{"fill": {"user_code": "{{user_code}}", "username": "ann", "password": "pw"}, "submit": "Yes"}]);
    let rules = ["flow-completes", "token-opens", "device-response", "device-pending", "device-code-checked"];
    let suite = json!({
        "name": "device", "consent": steps, "client": {"clientId": "device"},
        "deviceCodeTests": [{"name": "device", "checks": rules}],
    });
    check(&suite, &[]);
}

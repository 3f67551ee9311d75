//! Each server that is broken in one way is caught by the rule that is meant, and by no other.

use serde_json::{Value, json};

use super::parts;
use super::place::Place;

/// Plays a part of the tests against a server with each of these flaws.
#[track_caller]
fn each(suite: &Value, options: &Value, flaws: &[&str]) {
    let mut place = Place::start(&json!({}));
    let wrong: Vec<String> = flaws.iter().filter_map(|flaw| wrong(&mut place, suite, options, flaw)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with what the tests say of it.
fn wrong(place: &mut Place, suite: &Value, options: &Value, flaw: &str) -> Option<String> {
    let mut options = options.clone();
    options["flaw"] = json!(flaw);
    place.change(&options);
    let outcome = place.run(std::slice::from_ref(suite));
    let caught: Vec<&str> = outcome.broken.iter().map(String::as_str).collect();
    // `rule/where`: the same rule, broken elsewhere.
    let rule = flaw.split('/').next().unwrap_or(flaw);
    let is_right = caught == [rule] && outcome.errored.is_empty();
    (!is_right).then(|| format!("{flaw}: caught {caught:?}, {:?}\n{:#?}", outcome.errored, outcome.cases))
}

fn jwt() -> Value {
    json!({"jwt": true, "signingKey": parts::SIGNING_KEY})
}

#[test]
fn documents_that_are_wrong() {
    let flaws = [
        "unauthorized",
        "unauthorized/inside",
        "challenge",
        "challenge-scope",
        "resource-metadata",
        "resource-metadata-type",
        "resource-identifier",
        "resource-exact",
        "authorization-servers",
        "server-metadata",
        "issuer",
        "issuer-exact",
        "server-metadata-complete",
        "pkce-advertised",
        "https-endpoints",
        "offline-access",
    ];
    each(&parts::discovery(), &json!({}), &flaws);
}

#[test]
fn flows_that_go_wrong() {
    let flaws = [
        "token-opens",
        "token-opens/list",
        "token-type",
        "token-response",
        "token-cache",
        "no-code-without-consent",
        "no-code-without-consent/denied",
        "denial-reported",
    ];
    each(&parts::code(), &json!({}), &flaws);
}

#[test]
fn answers_that_are_wrong() {
    let flaws = ["expires-in", "short-lived", "state-returned", "iss-correct", "nonce-returned", "id-token"];
    each(&parts::code(), &json!({}), &flaws);
}

#[test]
fn pages_and_tokens_that_can_be_taken_away() {
    let flaws = ["clickjacking", "redirect-307", "scope-not-widened", "resource-audience"];
    each(&parts::code(), &json!({}), &flaws);
    each(&parts::code(), &jwt(), &["expiry-agrees"]);
    each(&parts::code(), &json!({}), &["client-checked"]);
}

#[test]
fn clients_that_are_not_known() {
    each(
        &parts::machine(),
        &json!({}),
        &["client-checked", "client-error", "no-refresh-for-clients", "flow-completes"],
    );
}

#[test]
fn devices_whose_codes_are_worth_too_much() {
    let flaws =
        ["device-response", "device-pending", "device-code-checked", "device-code-once", "device-code-of-client"];
    each(&parts::device(), &json!({"deviceInterval": 1}), &flaws);
}

#[test]
fn proof_keys_that_prove_nothing() {
    let flaws = ["pkce-required", "pkce-verifier-required", "pkce-verifier-checked", "pkce-plain", "pkce-method-kept"];
    each(&parts::pkce(), &json!({}), &flaws);
    // Where there need be no proof key, one that is there must be looked at all the same.
    let mut optional = parts::pkce();
    optional["authorizationServer"] = json!({"pkceRequired": false});
    each(&optional, &json!({}), &["pkce-downgrade"]);
}

#[test]
fn codes_that_are_worth_too_much() {
    each(&parts::pkce(), &json!({}), &["code-once", "code-replay-revokes", "code-of-client", "code-of-redirect-uri"]);
}

#[test]
fn refresh_tokens_that_live_too_long() {
    let flaws = [
        "refresh-works",
        "refresh-rotates",
        "refresh-old-refused",
        "refresh-reuse-revokes",
        "refresh-of-client",
        "refresh-scope",
    ];
    each(&parts::refresh(), &json!({}), &flaws);
}

#[test]
fn revocations_that_take_nothing_back() {
    let flaws = [
        "revocation-works",
        "revocation-effective",
        "revocation-effective/inside",
        "revocation-of-refresh",
        "revocation-unknown",
        "revocation-of-client",
        "introspection-revoked",
    ];
    each(&parts::revocation(), &json!({}), &flaws);
}

#[test]
fn introspection_that_does_not_tell_the_truth() {
    let flaws = [
        "introspection-active",
        "introspection-agrees",
        "introspection-unknown",
        "introspection-protected",
        "introspection-protected/wrong",
    ];
    each(&parts::introspection(), &json!({}), &flaws);
}

#[test]
fn tokens_that_nobody_has_given() {
    let flaws = [
        "token-malformed",
        "token-altered",
        "token-in-query",
        "every-request",
        "header-malformed",
        "invalid-token-error",
    ];
    each(&parts::tampering(), &json!({}), &flaws);
}

#[test]
fn jwts_that_nobody_has_signed() {
    let flaws = [
        "jwt-none",
        "jwt-none/signed",
        "jwt-key/public",
        "jwt-expired/never",
        "jwt-payload",
        "jwt-key",
        "jwt-key-id",
        "jwt-key-address",
        "jwt-key-address/asks",
        "jwt-expired",
        "jwt-not-yet",
        "jwt-issuer",
    ];
    each(&parts::tampering(), &jwt(), &flaws);
}

#[test]
fn tokens_whose_time_is_over() {
    each(&parts::expiry(), &json!({"life": 3}), &["expiry-honoured"]);
}

#[test]
fn what_attackers_try() {
    let flaws = [
        "state-on-error",
        "iss-on-error",
        "iss-advertised",
        "iss-sent",
        "redirect-uri-exact",
        "open-redirect",
        "registration-redirect-uri",
        "registration-fragment",
        "implicit-refused",
        "password-refused",
        "errors-leak-nothing",
    ];
    each(&parts::security(), &json!({}), &flaws);
}

#[test]
fn keys_that_nobody_looks_at() {
    let flaws = [
        "dpop-bound",
        "dpop-as-bearer",
        "dpop-proof",
        "dpop-proof/key",
        "dpop-proof/method",
        "dpop-proof/address",
        "dpop-proof/token",
        "dpop-proof/age",
        "dpop-replay",
    ];
    each(&parts::bound(), &json!({}), &flaws);
}

#[test]
fn scopes_that_nobody_looks_at() {
    each(&parts::scopes(), &json!({}), &["scope-enforced", "scope-challenge"]);
}

#[test]
fn resources_that_nobody_looks_at() {
    let flaws = [
        "resource-unknown",
        "resource-error",
        "resource-kept",
        "resource-kept/refresh",
        "audience-checked",
        "token-passthrough",
    ];
    each(&parts::resources(), &json!({}), &flaws);
    each(&parts::resources(), &jwt(), &["resource-alone"]);
}

#[test]
fn tenants_that_see_each_other() {
    let flaws = [
        "tenant-lists",
        "tenant-lists/page",
        "tenant-session/get",
        "tenant-session/delete",
        "tenant-blocked",
        "tenant-indistinct",
        "tenant-errors",
        "tenant-session",
        "tenant-switching",
    ];
    each(&parts::tenants(), &json!({}), &flaws);
}

#[test]
fn who_guesses_is_not_slowed_down() {
    each(&parts::performance(), &json!({}), &["rate-limited"]);
}

//! An authorization server of another make (Authlib) before an MCP server of the Python SDK.

use serde_json::json;

use super::place::Place;

#[test]
fn flows_that_it_has_pass() {
    let place = Place::of_another_make();
    let consent = json!([{"fill": {"username": "ann", "password": "pw"}, "submit": "Yes"}]);
    let user = json!({"name": "user", "consent": consent, "client": {"redirectUri": "http://localhost:3000/callback"},
        "discoveryTests": [{"name": "discovery"}], "authorizationCodeTests": [{"name": "code"}],
        "pkceValidationTests": [{"name": "pkce", "securityLevel": "medium"}],
        "tokenManagementTests": [{"name": "refresh", "testType": "refresh"}]});
    let machine = json!({"name": "machine", "client": {"clientId": "machine", "clientSecret": "secret-of-machine"},
        "clientCredentialsTests": [{"name": "machine"}]});
    let outcome = place.run(&[user, machine]);
    assert!(outcome.errored.is_empty(), "{:#?}", outcome.errored);
    let broken: Vec<&str> = outcome.broken.iter().map(String::as_str).collect();
    assert_eq!(broken, Vec::<&str>::new());
}

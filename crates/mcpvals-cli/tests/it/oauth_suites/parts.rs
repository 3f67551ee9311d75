//! Suites for the servers of `servers/oauth-suite`, part by part.

use serde_json::{Value, json};

const CALLBACK: &str = "http://localhost:3000/callback";

/// The private key with which the authorization server signs, where it is told so.
pub(super) const SIGNING_KEY: &str = include_str!("../../servers/oauth-suite/signing-key.pem");

/// Who is there, and yes.
pub(super) fn forms() -> Value {
    json!([{"fill": {"login": "ann", "password": "a-password-of-ann"}}, {}])
}

/// What all suites say, and this.
fn suite(name: &str, more: &Value) -> Value {
    let mut suite = json!({
        "name": name, "consent": forms(), "otherResource": "here", "expiresWithin": 12_000, "revokedWithin": 1_500,
    });
    suite.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    suite
}

/// A confidential client, which may ask for introspection.
pub(super) fn confidential() -> Value {
    let scope = ["openid", "offline_access", "tools:read", "tools:call"];
    json!({"clientId": "conf", "clientSecret": "secret-of-conf", "redirectUri": CALLBACK, "scope": scope})
}

fn of_confidential(name: &str, more: &Value) -> Value {
    let mut all = json!({"client": confidential(), "otherClient": {"clientId": "public2"}});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    suite(name, &all)
}

fn of_public(name: &str, more: &Value) -> Value {
    let client = json!({"clientId": "public", "redirectUri": CALLBACK});
    let mut all = json!({"client": client, "otherClient": {"clientId": "public2"}});
    all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    suite(name, &all)
}

pub(super) fn discovery() -> Value {
    of_confidential("discovery", &json!({"discoveryTests": [{"name": "discovery"}]}))
}

pub(super) fn code() -> Value {
    let no = json!([{"fill": {"login": "ann", "password": "a-password-of-ann"}}, {"submit": "Cancel"}]);
    let tests = json!([{"name": "yes"}, {"name": "no", "simulateUserConsent": false, "denial": no}]);
    of_confidential("code", &json!({"authorizationCodeTests": tests}))
}

pub(super) fn pkce() -> Value {
    of_public("pkce", &json!({"pkceValidationTests": [{"name": "pkce", "securityLevel": "high"}]}))
}

fn tokens(kind: &str) -> Value {
    json!({"tokenManagementTests": [{"name": kind, "testType": kind}]})
}

pub(super) fn refresh() -> Value {
    of_public("refresh", &tokens("refresh"))
}

pub(super) fn revocation() -> Value {
    of_confidential("revocation", &tokens("revocation"))
}

pub(super) fn introspection() -> Value {
    of_confidential("introspection", &tokens("introspection"))
}

pub(super) fn tampering() -> Value {
    let mut all = tokens("tampering");
    all["signingKey"] = json!({"privateKey": SIGNING_KEY, "algorithm": "RS256"});
    of_confidential("tampering", &all)
}

pub(super) fn expiry() -> Value {
    of_confidential("expiry", &tokens("expiration"))
}

pub(super) fn security() -> Value {
    of_confidential("security", &json!({"securityTests": [{"name": "security"}]}))
}

/// With tokens that are bound to a key.
pub(super) fn bound() -> Value {
    let mut client = confidential();
    client["dpop"] = json!(true);
    of_confidential("bound", &json!({"client": client, "securityTests": [{"name": "bound"}]}))
}

/// With a client that may ask for more than the others.
pub(super) fn scopes() -> Value {
    let mut client = confidential();
    client["scope"] = json!(["openid", "offline_access", "tools:read", "tools:call", "tools:admin"]);
    let scoped = json!([{"tool": "admin", "args": {}, "scope": "tools:admin"}]);
    let tests = json!([{"name": "scopes", "checks": ["scope-enforced", "scope-challenge"]}]);
    suite("scopes", &json!({"client": client, "scopedTools": scoped, "securityTests": tests}))
}

pub(super) fn resources() -> Value {
    let upstream = json!({"tool": "fetch_upstream", "args": {"url": "{{upstream}}/page"}});
    of_confidential("resources", &json!({"resourceIndicatorTests": [{"name": "resources", "upstream": upstream}]}))
}

pub(super) fn device() -> Value {
    let steps = json!([{"fill": {"user_code": "{{user_code}}"}}, {}, {"fill": {"login": "ann", "password": "pw"}}, {}]);
    let clients = json!({"clientId": "device"});
    let all = json!({
        "client": clients, "otherClient": {"clientId": "device2"}, "consent": steps, "deviceCodeTests": [{"name": "device"}],
    });
    suite("device", &all)
}

pub(super) fn machine() -> Value {
    let all = json!({
        "client": {"clientId": "basic", "clientSecret": "secret-of-basic"},
        "otherClient": {"clientId": "basic2", "clientSecret": "secret-of-basic2"},
        "clientCredentialsTests": [{"name": "machine"}],
    });
    suite("machine", &all)
}

pub(super) fn tenants() -> Value {
    let tenant = |name: &str| {
        let auth = json!({
            "type": "clientCredentials", "clientId": format!("{name}-client"), "clientSecret": format!("secret-of-{name}"),
        });
        let items =
            json!([{"uri": format!("doc://{name}/1")}, {"tool": "get_document", "args": {"id": format!("{name}-1")}}]);
        json!({"tenantId": name, "auth": auth, "items": items})
    };
    let test = |scenario: &str| {
        json!({
            "name": scenario, "primaryTenant": tenant("acme"), "secondaryTenant": tenant("globex"), "testScenario": scenario,
        })
    };
    let tests = ["same_tenant_access", "cross_tenant_blocked", "tenant_isolation", "tenant_switching"].map(test);
    suite("tenants", &json!({"multiTenantTests": tests}))
}

pub(super) fn performance() -> Value {
    let test = json!({
        "name": "performance", "requests": 5, "concurrency": 5, "maxLatency": 10_000, "maxFlowTime": 30_000,
        "rateLimit": true, "guesses": 60,
    });
    of_confidential("performance", &json!({"performanceTests": [test]}))
}

//! Suites of tests of signing in: what each field makes of the plan.

use std::collections::BTreeSet;
use std::time::Duration;

use mcpvals_model::{
    CaseKind, ClientMethod, Consent, Grant, Item, MetricName, OauthCase, OauthRule, OauthSetting, Plan, RuleLevel,
    SuiteKind,
};
use serde_json::{Value, json};

use crate::support::load_text;

/// What has the form of a private key.
fn pem(inner: &str) -> String {
    format!("-----BEGIN PRIVATE KEY-----\n{inner}\n-----END PRIVATE KEY-----")
}

fn plan_of(server: &Value, suite: &Value) -> Plan {
    let mut suite = suite.clone();
    suite["name"] = json!("s");
    let config = json!({"server": server, "oauth2Suites": [suite]});
    load_text("c.json", &config.to_string()).unwrap_or_else(|errors| panic!("{errors}"))
}

fn server(auth: &Value) -> Value {
    json!({"transport": "shttp", "url": "http://localhost:1/mcp", "auth": auth})
}

/// The cases of a suite, with their titles.
fn cases(server: &Value, suite: &Value) -> Vec<(String, OauthCase)> {
    let case = |case: &mcpvals_model::Case| match &case.kind {
        CaseKind::Oauth(oauth) => (case.title.clone(), (**oauth).clone()),
        other => panic!("{other:?}"),
    };
    plan_of(server, suite).suites[0].cases.iter().map(case).collect()
}

/// The only case of a suite with this test, beside what else the suite says.
fn one(list: &str, test: &Value, suite: &Value) -> OauthCase {
    let mut suite = suite.clone();
    suite[list] = json!([test]);
    cases(&server(&json!(false)), &suite).remove(0).1
}

fn setting(case: &OauthCase) -> &OauthSetting {
    case.setting.as_deref().expect("lowering gives one")
}

fn names(case: &OauthCase) -> Vec<&'static str> {
    case.rules.iter().map(|rule| rule.as_str()).collect()
}

/// The rules that one test has and the other has not, in the order of names; those that it lacks with `-`.
fn difference(plain: &OauthCase, other: &OauthCase) -> Vec<String> {
    let lost = plain.rules.difference(&other.rules).map(|rule| format!("-{}", rule.as_str()));
    let gained = other.rules.difference(&plain.rules).map(|rule| rule.as_str().to_owned());
    lost.chain(gained).collect::<BTreeSet<String>>().into_iter().collect()
}

/// What a member makes of the rules of a test without any.
#[track_caller]
fn check(list: &str, plain: &Value, more: &Value, expected: &[&str]) {
    let mut test = plain.clone();
    test.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let found = difference(&one(list, plain, &json!({})), &one(list, &test, &json!({})));
    assert_eq!(found, expected, "{test}");
}

#[test]
fn flags_of_a_code_choose_among_its_rules() {
    let check = |more: Value, expected: &[&str]| check("authorizationCodeTests", &json!({}), &more, expected);
    let pkce = ["-pkce-required", "-pkce-verifier-checked", "-pkce-verifier-required"];
    check(json!({"securityChecks": {"validatePKCE": false}}), &pkce);
    check(json!({"client": {"pkce": {"enabled": false}}}), &pkce);
    check(json!({"server": {"pkceRequired": false}}), &["-pkce-required"]);
    check(json!({"server": {"pkceRequired": true}}), &[]);
    check(json!({"securityChecks": {"validateState": false}}), &["-state-returned"]);
    check(json!({"securityChecks": {"validateNonce": false}}), &["-id-token", "-nonce-returned"]);
    let expiry = ["-expires-in", "-expiry-agrees", "-short-lived"];
    check(json!({"securityChecks": {"checkTokenExpiration": false}}), &expiry);
    check(json!({"securityChecks": {"validateAudience": false}}), &["-resource-audience"]);
    check(json!({"server": {"resourceIndicatorsSupported": false}}), &["-resource-audience"]);
    check(json!({"securityChecks": {"checkScopeRestriction": false}}), &["-scope-not-widened"]);
    check(json!({"validateRedirectUri": false}), &["-open-redirect", "-redirect-uri-exact"]);
    let indicators = |more: Value| {
        let mut indicator = json!({"resourceUri": "https://a.example"});
        indicator.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"client": {"resourceIndicators": [indicator]}})
    };
    check(indicators(json!({"audienceRestriction": true})), &["resource-alone"]);
    check(indicators(json!({"scopeMapping": {"read": ["a:read"]}})), &["resource-scope"]);
    check(json!({"token": {"expiresIn": 60}}), &["token-as-stated"]);
    check(json!({"token": {"accessToken": "access-token"}}), &[]);
    check(json!({"client": {"multiTenant": {"tenantId": "a"}}}), &["tenant-claim"]);
    check(json!({"server": {"supportedScopes": ["read"]}}), &["as-stated"]);
}

#[test]
fn flows_that_must_fail_have_rules_of_their_own() {
    let of = |list: &str, test: Value| names(&one(list, &test, &json!({})));
    for list in ["authorizationCodeTests", "clientCredentialsTests", "deviceCodeTests"] {
        assert_eq!(of(list, json!({"expectedResult": "failure"})), ["flow-refused"]);
        assert_eq!(of(list, json!({"expectedResult": "error"})), ["flow-fails"]);
        let both = ["flow-refused", "flow-error"];
        assert_eq!(of(list, json!({"expectedResult": "failure", "expectedError": "invalid_scope"})), both);
        assert_eq!(of(list, json!({"expectedError": "invalid_scope"})), both);
    }
    let silent = json!({"simulateUserConsent": false, "expectedResult": "failure"});
    assert_eq!(of("authorizationCodeTests", silent), ["no-code-without-consent"]);
    let no = json!({"simulateUserConsent": false, "denial": [{"submit": "Deny"}], "expectedError": "access_denied"});
    let reported = ["flow-error", "no-code-without-consent", "denial-reported", "state-on-error"];
    assert_eq!(of("authorizationCodeTests", no.clone()), reported);
    assert!(!setting(&one("authorizationCodeTests", &no, &json!({}))).agrees);
    let silent = json!({"simulateUserAuthorization": false});
    let rules = ["no-code-without-consent", "device-response", "device-pending"];
    assert_eq!(of("deviceCodeTests", silent), rules);
}

#[test]
fn flows_without_a_user_look_at_what_they_have() {
    let rules = names(&one("clientCredentialsTests", &json!({}), &json!({})));
    let of_client = ["client-checked", "client-error", "no-refresh-for-clients"];
    assert!(of_client.iter().all(|rule| rules.contains(rule)), "{rules:?}");
    assert!(!rules.iter().any(|rule| rule.starts_with("pkce") || rule.starts_with("state")), "{rules:?}");
    let flags = json!({"securityChecks": {"validateAudience": false, "checkScopeRestriction": false}});
    check("clientCredentialsTests", &json!({}), &flags, &["-resource-audience", "-scope-not-widened"]);
    check("deviceCodeTests", &json!({}), &flags, &["-resource-audience", "-scope-not-widened"]);
}

#[test]
fn words_of_a_request_are_kept() {
    let test = json!({
        "authorizationParams": {"state": "S", "nonce": "N", "prompt": "login", "maxAge": 60, "loginHint": "ann"},
        "client": {"responseType": "code", "redirectUri": "https://app.example/cb", "scope": ["a", "b"], "pkce": {
            "codeVerifier": "a-verifier", "codeChallenge": "a-challenge", "codeChallengeMethod": "plain",
        }},
    });
    let case = one("authorizationCodeTests", &test, &json!({}));
    let setting = setting(&case);
    let more = [("prompt", "login"), ("max_age", "60"), ("login_hint", "ann")];
    assert_eq!(setting.request.more, more.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!((setting.request.state.as_deref(), setting.request.nonce.as_deref()), (Some("S"), Some("N")));
    assert_eq!((setting.request.response_type.as_deref(), setting.auth.scope.as_deref()), (Some("code"), Some("a b")));
    assert!(setting.pkce.enabled && setting.pkce.plain && setting.pkce.verifier.is_some());
    assert_eq!(setting.pkce.challenge.as_deref(), Some("a-challenge"));
    let grant = Grant::AuthorizationCode {
        redirect_uri: Some("https://app.example/cb".to_owned()),
        consent: Consent::Automatic,
    };
    assert_eq!(setting.auth.grant, grant);
}

#[test]
fn words_of_clients_and_devices_are_kept() {
    let test = json!({
        "clientAuthentication": "private_key_jwt", "additionalClaims": {"team": "a"},
        "client": {"clientId": "c", "privateKey": pem("a"), "algorithm": "ES256", "keyId": "k"},
    });
    let case = one("clientCredentialsTests", &test, &json!({}));
    let client = &setting(&case).auth.client;
    assert_eq!((client.method, client.id.as_deref()), (Some(ClientMethod::PrivateKeyJwt), Some("c")));
    assert_eq!(client.key.as_ref().and_then(|key| key.id.as_deref()), Some("k"));
    assert_eq!(setting(&case).claims["team"], "a");
    let test = json!({
        "deviceCode": "a-device-code", "userCode": "ABCD", "verificationUri": "https://a.example/d",
        "verificationUriComplete": "https://a.example/d?c=ABCD", "pollingInterval": 0.5,
    });
    let case = one("deviceCodeTests", &test, &json!({}));
    let device = &setting(&case).device;
    assert_eq!((device.interval, device.user_code.as_deref()), (Some(Duration::from_millis(500)), Some("ABCD")));
    assert!(device.device_code.is_some() && device.verification_uri.is_some());
    assert_eq!(device.verification_uri_complete.as_deref(), Some("https://a.example/d?c=ABCD"));
}

#[test]
fn tokens_are_of_a_type() {
    let of = |test: Value| one("tokenManagementTests", &test, &json!({}));
    for what in ["refresh", "revocation", "introspection", "expiration", "tampering"] {
        let plain = json!({"testType": what});
        assert!(of(plain.clone()).rules.contains(&OauthRule::TokenAltered), "{what}");
        assert!(of(plain).rules.contains(&OauthRule::ExpiryAgrees), "{what}");
    }
    let plain = json!({"testType": "refresh"});
    let check = |more: Value, expected: &[&str]| check("tokenManagementTests", &plain, &more, expected);
    check(json!({"checkTokenSecurity": false}), &["-token-altered", "-token-malformed"]);
    check(json!({"validateTokenClaims": false}), &["-expiry-agrees"]);
    check(json!({"token": {"audience": "a"}}), &["token-as-stated"]);
    let given = of(json!({"testType": "expiration", "token": {"accessToken": "access-token"}}));
    assert_eq!(names(&given), ["expiry-agrees", "given-token", "token-malformed", "token-altered"]);
}

#[test]
fn given_tokens_may_be_no_good() {
    let of = |what: &str, token: Value| {
        let test = json!({"testType": what, "token": token, "expectedResult": "failure"});
        one("tokenManagementTests", &test, &json!({}))
    };
    let refused = of("refresh", json!({"refreshToken": "refresh-token"}));
    assert_eq!(names(&refused), ["flow-refused"]);
    assert!(
        matches!(&setting(&refused).auth.grant, Grant::RefreshToken { token } if token.reveal() == "refresh-token")
    );
    let access = json!({"accessToken": "access-token", "expiresAt": 1_700_000_000_000_u64});
    assert_eq!(names(&of("introspection", access.clone())), ["introspection-unknown"]);
    let expired = of("expiration", access);
    assert_eq!(names(&expired), ["given-token-refused", "token-malformed", "token-altered"]);
    assert_eq!(setting(&expired).given.expires_at, Some(1_700_000_000.0));
}

#[test]
fn proof_keys_have_levels() {
    let of = |test: Value| one("pkceValidationTests", &test, &json!({}));
    let all = OauthRule::ALL.iter().filter(|rule| rule.metric() == MetricName::PkceSecurity).count();
    assert_eq!(of(json!({})).rules.len(), all + 1);
    assert_eq!(of(json!({"securityLevel": "high", "server": {"pkceRequired": false}})).rules.len(), all);
    assert_eq!(of(json!({"securityLevel": "medium"})).rules.len(), 6);
    assert_eq!(names(&of(json!({"securityLevel": "low"}))), ["flow-completes"]);
    let plain = of(json!({"codeChallengeMethod": "plain"}));
    assert_eq!((names(&plain), setting(&plain).pkce.plain), (vec!["flow-completes"], true));
    let mismatched = of(json!({"invalidChallenge": true, "codeVerifier": "a-verifier"}));
    assert_eq!(names(&mismatched), ["flow-refused"]);
    assert_eq!(names(&of(json!({"expectedError": "invalid_grant"}))), ["flow-refused", "flow-error"]);
    assert!(setting(&mismatched).pkce.mismatched && setting(&mismatched).pkce.verifier.is_some());
    assert!(matches!(setting(&mismatched).auth.grant, Grant::AuthorizationCode { .. }));
}

#[test]
fn resources_are_asked_for() {
    let plain = json!({"resourceUri": "https://a.example/mcp"});
    let check = |more: Value, expected: &[&str]| check("resourceIndicatorTests", &plain, &more, expected);
    check(json!({"validateAudienceRestriction": false}), &["-resource-alone"]);
    check(json!({"crossResourceAccess": true}), &["audience-checked"]);
    check(json!({"otherResource": "https://b.example"}), &["audience-checked"]);
    check(json!({"upstream": {"tool": "get", "args": {"url": "{{upstream}}/x"}}}), &["token-passthrough"]);
    let of = |test: Value| one("resourceIndicatorTests", &test, &json!({}));
    assert_eq!(names(&of(json!({"resourceUri": "/x", "expectedResult": "failure"}))), ["flow-refused"]);
    let unknown = json!({"resourceUri": "/x", "expectedError": "invalid_target"});
    assert_eq!(names(&of(unknown)), ["flow-refused", "flow-error"]);
    let taken = json!({"crossResourceAccess": true, "expectedResult": "failure"});
    assert_eq!(names(&of(taken)), ["audience-taken"]);
    let case = of(json!({"resourceUri": "urn:a:b", "requestedScopes": "a b", "expectedAudience": "c"}));
    let setting = setting(&case);
    assert_eq!((setting.resources[0].uri.as_str(), setting.resources[0].restricted), ("urn:a:b", true));
    assert_eq!((setting.auth.scope.as_deref(), setting.audience.as_deref()), (Some("a b"), Some("c")));
}

#[test]
fn tenants_have_scenarios() {
    let of = |scenario: &str, more: Value| {
        let mut test = json!({
            "primaryTenant": {"tenantId": "a"}, "secondaryTenant": {"tenantId": "b"}, "testScenario": scenario,
        });
        test.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        names(&one("multiTenantTests", &test, &json!({})))
    };
    let none = || json!({});
    assert_eq!(of("same_tenant_access", none()), ["tenant-access", "tenant-lists", "tenant-session"]);
    assert_eq!(of("same_tenant_access", json!({"validateTenantIsolation": false})), ["tenant-access"]);
    let isolated =
        ["tenant-access", "tenant-lists", "tenant-blocked", "tenant-indistinct", "tenant-errors", "tenant-session"];
    assert_eq!(of("tenant_isolation", none()), isolated);
    assert_eq!(of("cross_tenant_blocked", none()), isolated);
    assert_eq!(of("cross_tenant_allowed", json!({"expectedResult": "failure"})), isolated);
    assert_eq!(of("cross_tenant_allowed", none()), ["tenant-access", "tenant-allowed"]);
    let failure = json!({"expectedResult": "failure"});
    assert_eq!(of("cross_tenant_blocked", failure), ["tenant-access", "tenant-allowed"]);
    let switching = ["tenant-access", "tenant-lists", "tenant-session", "tenant-switching"];
    assert_eq!(of("tenant_switching", none()), switching);
    let relaxed = json!({"secondaryTenant": {"tenantId": "b", "isolationLevel": "relaxed"}});
    let known = ["tenant-access", "tenant-blocked", "tenant-errors", "tenant-session"];
    assert_eq!(of("tenant_isolation", relaxed), known);
}

#[test]
fn tenants_sign_in_and_own_things() {
    let test = json!({
        "testScenario": "tenant_isolation",
        "primaryTenant": {
            "tenantId": "a", "tenantDomain": "a.example", "url": "https://a.example/mcp",
            "items": [{"tool": "read", "args": {"id": 1}}, {"uri": "note://1"}],
            "auth": {"type": "clientCredentials", "clientId": "a", "clientSecret": "secret-of-a"},
        },
        "secondaryTenant": {"tenantId": "b"},
    });
    let suite = json!({"client": {"clientId": "c", "clientSecret": "secret-of-c"}, "multiTenantTests": [test]});
    let (_, case) = cases(&server(&json!(false)), &suite).remove(0);
    let [a, b] = setting(&case).tenants.as_slice() else { panic!("two tenants") };
    assert_eq!((a.domain.as_deref(), a.auth.client.id.as_deref()), (Some("a.example"), Some("a")));
    assert_eq!(a.url.as_ref().map(mcpvals_model::HttpUrl::as_str), Some("https://a.example/mcp"));
    assert!(matches!(a.items.as_slice(), [Item::Call(_), Item::Resource(uri)] if uri == "note://1"));
    assert_eq!((b.auth.client.id.as_deref(), &b.auth.grant), (Some("c"), &Grant::ClientCredentials));
    let plan = plan_of(&server(&json!(false)), &suite);
    let secrets: Vec<&str> = plan.secrets.iter().map(|secret| secret.value.reveal()).collect();
    assert!(secrets.contains(&"secret-of-a") && secrets.contains(&"secret-of-c"), "{secrets:?}");
}

#[test]
fn load_has_bounds() {
    let plain = one("performanceTests", &json!({}), &json!({}));
    assert_eq!(names(&plain), ["token-latency", "flow-time", "flows-at-once"], "what has no bound is measured, too");
    assert_eq!((setting(&plain).load.latency_max, setting(&plain).load.flow_max), (None, None));
    let test = json!({
        "requests": 7, "concurrency": 3, "maxLatency": 100, "maxFlowTime": 2000, "rateLimit": true, "guesses": 9,
    });
    let case = one("performanceTests", &test, &json!({}));
    assert_eq!(names(&case), ["token-latency", "flow-time", "flows-at-once", "rate-limited"]);
    let load = &setting(&case).load;
    assert_eq!((load.requests, load.flows, load.guesses), (7, 3, 9));
    assert_eq!((load.latency_max, load.flow_max), (Some(Duration::from_millis(100)), Some(Duration::from_secs(2))));
}

#[test]
fn lists_without_members_look_at_their_metric() {
    let suite = json!({
        "scopedTools": [{"tool": "write", "args": {"a": 1}, "scope": "tools:write"}],
        "authorizationServer": {"supportedGrantTypes": ["device_code"]},
    });
    let security = one("securityTests", &json!({}), &suite);
    assert!(security.rules.contains(&OauthRule::ScopeEnforced));
    assert_eq!(setting(&security).scoped[0].scope, "tools:write");
    check("securityTests", &json!({}), &suite_of(&suite, "scopedTools"), &["scope-challenge", "scope-enforced"]);
    let discovery = one("discoveryTests", &json!({}), &suite);
    assert!(discovery.rules.contains(&OauthRule::AsStated));
    let device = "urn:ietf:params:oauth:grant-type:device_code";
    assert_eq!(setting(&discovery).stated.grant_types, [device]);
}

/// An object with one member of another.
fn suite_of(suite: &Value, member: &str) -> Value {
    json!({member: suite[member].clone()})
}

#[test]
fn checks_are_all_that_is_looked_at() {
    let of = |more: Value, suite: Value| one("securityTests", &more, &suite);
    let case = of(json!({"checks": ["iss-sent", "flow"]}), json!({}));
    assert!(case.rules.iter().all(|rule| rule.metric() == MetricName::FlowCompletion || rule.as_str() == "iss-sent"));
    assert_eq!(case.strict, BTreeSet::from([OauthRule::IssSent]));
    let case = of(json!({"skipChecks": ["iss-sent", "state-returned"]}), json!({"skipChecks": ["id-token"]}));
    assert_eq!(case.rules.len(), of(json!({}), json!({})).rules.len() - 3);
    assert!(case.strict.is_empty());
    let strict = of(json!({}), json!({"strict": true}));
    assert!(strict.strict.contains(&OauthRule::IssSent));
    assert!(strict.strict.iter().all(|rule| rule.level() == RuleLevel::Should));
    assert!(of(json!({"strict": false}), json!({"strict": true})).strict.is_empty());
}

#[test]
fn settings_come_from_the_nearest_place() {
    let auth = json!({
        "type": "authorizationCode", "clientId": "of-auth", "clientSecret": "secret-of-auth", "scope": "of-auth",
        "issuer": "https://auth.example", "consent": [{"fill": {"login": "ann"}}], "timeout": 1000,
        "store": "memory", "dpop": true, "clientAuthentication": "client_secret_post",
    });
    let of = |suite: Value| cases(&server(&auth), &suite).remove(0).1;
    let plain = of(json!({"securityTests": [{}]}));
    let auth_of = |case: &OauthCase| setting(case).auth.clone();
    let client_of = |case: &OauthCase| auth_of(case).client.id;
    assert_eq!(
        (client_of(&plain).as_deref(), auth_of(&plain).client.method),
        (Some("of-auth"), Some(ClientMethod::Post))
    );
    assert_eq!(auth_of(&plain).timeout, Duration::from_secs(1));
    assert_eq!((auth_of(&plain).store, auth_of(&plain).dpop), (mcpvals_model::TokenStore::Memory, Some(true)));
    assert!(matches!(auth_of(&plain).grant, Grant::AuthorizationCode { consent: Consent::Scripted(_), .. }));
    let suite = of(json!({"client": {"clientId": "of-suite"}, "securityTests": [{}]}));
    assert_eq!((client_of(&suite).as_deref(), auth_of(&suite).client.secret), (Some("of-suite"), None));
    assert_eq!(auth_of(&suite).scope.as_deref(), Some("of-auth"));
    let test = of(json!({"client": {"clientId": "of-suite"}, "securityTests": [{"client": {"clientId": "of-test"}}]}));
    assert_eq!(client_of(&test).as_deref(), Some("of-test"));
    let unbound = json!({"client": {"dpop": false}, "securityTests": [{}]});
    assert!(plain.rules.contains(&OauthRule::DpopProof) && !of(unbound).rules.contains(&OauthRule::DpopProof));
    let token = json!({"authorizationServer": {"tokenEndpoint": "https://other.example/token"}, "securityTests": [{}]});
    let token = auth_of(&of(token));
    assert_eq!((token.issuer, token.endpoints.token.as_deref()), (None, Some("https://other.example/token")));
}

#[test]
fn first_flow_speaks_for_the_other_lists() {
    let wrong = json!({"client": {"clientId": "nobody"}, "expectedResult": "failure"});
    let right = json!({
        "client": {"clientId": "right", "clientSecret": "secret-of-right"},
        "server": {"introspectionEndpoint": "https://a.example/introspect"},
    });
    let of = |mut suite: Value| {
        suite["tokenManagementTests"] = json!([{"testType": "introspection"}]);
        cases(&server(&json!(false)), &suite).pop().expect("the last is of tokens").1
    };
    let case = of(json!({"authorizationCodeTests": [wrong, right]}));
    let auth = &setting(&case).auth;
    assert_eq!(auth.client.id.as_deref(), Some("right"));
    assert_eq!(auth.endpoints.introspection.as_deref(), Some("https://a.example/introspect"));
    assert!(matches!(auth.grant, Grant::AuthorizationCode { .. }));
    let case = of(json!({"clientCredentialsTests": [right]}));
    assert_eq!(setting(&case).auth.grant, Grant::ClientCredentials);
    let case = of(json!({"client": {"clientId": "of-suite"}, "clientCredentialsTests": [right]}));
    assert_eq!(setting(&case).auth.client.id.as_deref(), Some("of-suite"));
    let client = json!({"clientId": "of-suite", "clientSecret": "secret-of-suite"});
    let case = of(json!({"client": client, "authorizationCodeTests": [{}]}));
    assert!(matches!(setting(&case).auth.grant, Grant::AuthorizationCode { .. }));
}

/// Also where the server's `auth` has users.
#[test]
fn suite_of_machines_is_about_machines() {
    let user = json!({"type": "authorizationCode", "clientId": "c", "clientSecret": "secret-of-c"});
    let of = |auth: &Value, lists: &[&str]| {
        let mut suite = json!({"tokenManagementTests": [{"testType": "refresh"}]});
        for list in lists {
            suite[*list] = json!([{}]);
        }
        let case = cases(&server(auth), &suite).pop().expect("the last is of tokens").1;
        setting(&case).auth.grant.clone()
    };
    let is_code = |grant: &Grant| matches!(grant, Grant::AuthorizationCode { .. });
    assert!(is_code(&of(&user, &[])));
    assert_eq!(of(&user, &["clientCredentialsTests"]), Grant::ClientCredentials);
    assert!(is_code(&of(&user, &["clientCredentialsTests", "authorizationCodeTests"])));
    let bearer = json!({"type": "bearer", "token": "a-token"});
    assert!(matches!(of(&bearer, &["clientCredentialsTests"]), Grant::Bearer { .. }));
}

#[test]
fn grants_follow_from_who_is_there() {
    let grant = |suite: Value| {
        let mut suite = suite;
        suite["securityTests"] = json!([{}]);
        setting(&cases(&server(&json!(false)), &suite).remove(0).1).auth.grant.clone()
    };
    let code = |consent: Consent| Grant::AuthorizationCode { redirect_uri: None, consent };
    let secret = json!({"clientId": "c", "clientSecret": "secret-of-c"});
    assert_eq!(grant(json!({})), code(Consent::Automatic));
    assert_eq!(grant(json!({"client": secret})), Grant::ClientCredentials);
    assert_eq!(grant(json!({"client": secret, "consent": "print"})), code(Consent::Shown));
    let device = json!({"grantType": "urn:ietf:params:oauth:grant-type:device_code"});
    assert_eq!(grant(json!({"client": device})), Grant::DeviceCode { consent: Consent::Automatic });
    let refreshed = json!({"testType": "refresh", "token": {"refreshToken": "refresh-token"},
        "client": {"grantType": "refresh_token"}});
    let case = one("tokenManagementTests", &refreshed, &json!({}));
    assert!(matches!(setting(&case).auth.grant, Grant::RefreshToken { .. }));
}

#[test]
fn rest_of_a_suite_is_kept() {
    let suite = json!({
        "denial": [{"submit": "No"}], "resource": "https://a.example/mcp", "otherResource": "https://b.example/mcp",
        "otherClient": {"clientId": "other", "clientSecret": "secret-of-other"}, "revokedWithin": 10,
        "expiresWithin": 20, "signingKey": {"privateKey": pem("signing"), "algorithm": "ES256", "keyId": "k"},
        "required": true,
    });
    let case = one("securityTests", &json!({}), &suite);
    let setting = setting(&case);
    assert!(case.required);
    assert_eq!(setting.denial[0].submit.as_deref(), Some("No"));
    assert_eq!(setting.auth.resource.as_deref(), Some("https://a.example/mcp"));
    assert_eq!(setting.other_resource.as_deref(), Some("https://b.example/mcp"));
    assert_eq!(setting.other_client.as_ref().and_then(|client| client.id.as_deref()), Some("other"));
    assert_eq!((setting.revoked_within.as_millis(), setting.expires_within.as_millis()), (10, 20));
    assert_eq!(setting.signing_key.as_ref().and_then(|key| key.algorithm.as_deref()), Some("ES256"));
}

#[test]
fn everything_secret_is_known() {
    let suite = json!({
        "otherClient": {"clientId": "other", "clientSecret": "secret-of-other", "privateKey": pem("other")},
        "signingKey": {"privateKey": pem("signing")},
        "consent": [{"fill": {"login": "ann", "password": "typed-password"}}],
        "denial": [{"fill": {"password": "denied-password"}}],
        "client": {"clientId": "c", "clientSecret": "secret-of-c", "privateKey": pem("c"), "pkce": {
            "codeVerifier": "a-code-verifier",
        }},
        "authorizationCodeTests": [{}],
        "deviceCodeTests": [{"deviceCode": "a-device-code"}],
        "tokenManagementTests": [{"testType": "refresh", "token": {
            "accessToken": "an-access-token", "refreshToken": "a-refresh-token",
        }}],
    });
    let plan = plan_of(&server(&json!(false)), &suite);
    let mut secrets: Vec<&str> = plan.secrets.iter().map(|secret| secret.value.reveal()).collect();
    secrets.sort_unstable();
    let keys = ["c", "other", "signing"].map(pem);
    let wanted = [
        keys[0].as_str(),
        &keys[1],
        &keys[2],
        "a-code-verifier",
        "a-device-code",
        "a-refresh-token",
        "an-access-token",
        "denied-password",
        "secret-of-c",
        "secret-of-other",
        "typed-password",
    ];
    assert_eq!(secrets, wanted);
}

/// The titles of a suite without any list.
#[track_caller]
fn check_battery(auth: &Value, suite: &Value, expected: &[&str]) {
    let always =
        ["refresh", "revocation", "introspection", "expiration", "tampered tokens", "security", "resource indicators"];
    let found = cases(&server(auth), suite);
    let titles: Vec<&str> = found.iter().map(|(title, _)| title.as_str()).collect();
    let rest: Vec<&str> = titles.iter().copied().filter(|title| !always.contains(title)).collect();
    assert_eq!((rest.as_slice(), titles.len()), (expected, expected.len() + always.len()), "{titles:?}");
}

#[test]
fn suite_without_lists_tries_everything() {
    let secret = json!({"clientId": "c", "clientSecret": "secret-of-c"});
    let none = json!({});
    let code = ["discovery", "authorization code", "PKCE"];
    let alone = ["discovery", "authorization code", "PKCE", "performance"];
    check_battery(&json!(false), &none, &alone);
    // Nobody says yes two dozen times.
    check_battery(&json!(true), &none, &code);
    check_battery(&json!(false), &json!({"client": secret}), &["discovery", "client credentials", "performance"]);
    // A client of users that has a secret need not be its own user, too.
    check_battery(&json!(false), &json!({"client": secret, "consent": "browser"}), &code);
    check_battery(&json!({"type": "deviceCode"}), &none, &["discovery", "device code"]);
    check_battery(&json!({"type": "bearer", "token": "a-bearer-token"}), &none, &["discovery", "performance"]);
    let upstream = json!({"upstream": {"tool": "get", "args": {"url": "{{upstream}}"}}, "skipChecks": ["pkce"]});
    let without = ["discovery", "authorization code", "performance", "token passthrough"];
    check_battery(&json!(false), &upstream, &without);
}

#[test]
fn oauth_suites_stand_where_the_file_has_them() {
    let text = r#"{
        "server": { "transport": "stdio", "command": "server" },
        "oauth2Suites": [{ "name": "o" }],
        "toolHealthSuites": [{ "name": "t", "tests": [{ "name": "x" }] }]
    }"#;
    let plan = load_text("c.json", text).unwrap_or_else(|errors| panic!("{errors}"));
    let kinds: Vec<SuiteKind> = plan.suites.iter().map(|suite| suite.kind).collect();
    assert_eq!(kinds, [SuiteKind::Oauth, SuiteKind::ToolHealth]);
}

#[test]
fn configs_of_the_guide_load() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/oauth.md");
    let guide = std::fs::read_to_string(path).unwrap();
    // Its variables are set nowhere; its tenants stand in a suite that it does not repeat.
    let guide = regex::Regex::new(r"\$\{(\w+)\}").unwrap().replace_all(&guide, "value-of-$1").into_owned();
    let fences = guide.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let ours: Vec<&str> = fences.filter(|fence| fence.contains("oauth2Suites:") || fence.contains("Tests:")).collect();
    assert_eq!(ours.len(), 4);
    for fence in ours {
        let server = if fence.contains("server:\n") { "" } else { "server: {transport: stdio, command: x}\n" };
        let suite = if fence.contains("oauth2Suites:") { "" } else { "oauth2Suites:\n  - name: s\n" };
        load_text("c.yaml", &format!("{server}{suite}{fence}")).unwrap_or_else(|errors| panic!("{errors}"));
    }
}

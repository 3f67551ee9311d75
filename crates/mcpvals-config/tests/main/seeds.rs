//! The configs of the documents that mcpvals follows load as they are written there.

use mcpvals_model::{CaseKind, Expectation, Matcher, SuiteKind, Target};
use serde_json::json;

use crate::support::load_text;

const QUICK_START: &str = r#"
import type { Config } from "mcpvals";

export default {
  server: {
    transport: "stdio",
    command: "node",
    args: ["./example/simple-mcp-server.js"],
  },

  // Test individual tools directly
  toolHealthSuites: [
    {
      name: "Calculator Health Tests",
      tests: [
        {
          name: "add",
          args: { a: 5, b: 3 },
          expectedResult: 8,
          maxLatency: 500,
        },
        {
          name: "divide",
          args: { a: 10, b: 0 },
          expectedError: "division by zero",
        },
      ],
    },
  ],

  // Test multi-step, LLM-driven workflows
  workflows: [
    {
      name: "Multi-step Calculation",
      steps: [
        {
          user: "Calculate (5 + 3) * 2, then divide by 4",
          expectedState: "4",
        },
      ],
      expectTools: ["add", "multiply", "divide"],
    },
  ],

  // Optional LLM judge
  llmJudge: true,
  openaiKey: process.env.OPENAI_API_KEY,
  passThreshold: 0.8,
} satisfies Config;
"#;

#[test]
fn quick_start_loads() {
    let plan = load_text("mcp-eval.config.ts", QUICK_START).unwrap();
    assert_eq!(plan.suites.len(), 2);
    let case = &plan.suites[0].cases[0];
    assert_eq!((case.id.as_str(), case.place.line), ("Calculator Health Tests/add", 16));
    let CaseKind::Tool(tool) = &case.kind else { panic!("a tool case") };
    assert_eq!(tool.expect[0], Expectation::Result(json!(8)));
    let CaseKind::Workflow(workflow) = &plan.suites[1].cases[0].kind else { panic!("a workflow") };
    assert_eq!(names(workflow.expect_tools.as_ref()), ["add", "multiply", "divide"]);
    let state = workflow.steps[0].expected_state.as_ref().map(|state| &state.matcher);
    assert_eq!(state, Some(&Matcher::Contains(vec!["4".to_owned()])));
    let judge = plan.judge.unwrap();
    assert_eq!((judge.model.model.as_str(), judge.model.api_key), ("gpt-4o", None));
}

#[test]
fn remote_server_with_authentication_loads_and_its_secrets_are_known() {
    let text = r#"{
      "server": {
        "transport": "shttp",
        "url": "https://api.example.com/mcp",
        "headers": { "Authorization": "Bearer ${API_TOKEN}", "X-API-Key": "${API_KEY}" }
      },
      "toolHealthSuites": [{ "name": "s", "tests": [{ "name": "t", "args": {} }] }]
    }"#;
    let plan = load_text("mcp-eval.config.json", text).unwrap();
    let Target::Http { headers, .. } = &plan.servers[0].target else { panic!("http") };
    assert_eq!(headers[0].1.reveal(), "Bearer tok-123456");
    let secrets: Vec<&str> = plan.secrets.iter().map(|secret| secret.value.reveal()).collect();
    assert_eq!(secrets, ["tok-123456", "key-123456", "Bearer tok-123456"]);
}

#[test]
fn steps_with_expected_tools_load() {
    let text = r#"{
      "server": { "transport": "stdio", "command": "server" },
      "workflows": [{
        "name": "w",
        "description": "d",
        "steps": [
          { "user": "go", "expectTools": ["a", "b"], "expectedState": "done" },
          { "user": "go on", "desiredState": "done" }
        ]
      }],
      "llmJudge": false,
      "openaiKey": "sk-not-really"
    }"#;
    let plan = load_text("mcp-eval.config.json", text).unwrap();
    let CaseKind::Workflow(workflow) = &plan.suites[0].cases[0].kind else { panic!("a workflow") };
    assert_eq!(names(workflow.steps[0].expect_tools.as_ref()), ["a", "b"]);
    assert!(workflow.steps[1].expected_state.is_some());
    assert_eq!(plan.secrets[0].value.reveal(), "sk-not-really");
}

/// The OAuth example that version 0.1.0 shipped.
const OLD_OAUTH: &str = r#"{
  "server": { "transport": "stdio", "command": "server" },
  "oauth2Suites": [{
    "name": "OAuth 2.1", "description": "all lists", "parallel": false, "timeout": 30000,
    "authorizationCodeTests": [{
      "name": "Authorization Code with PKCE", "description": "the whole flow", "flow": "authorization_code",
      "server": {
        "authorizationEndpoint": "https://auth.example.com/oauth/authorize",
        "tokenEndpoint": "https://auth.example.com/oauth/token",
        "issuer": "https://auth.example.com",
        "supportedGrantTypes": ["authorization_code", "refresh_token"], "supportedResponseTypes": ["code"],
        "supportedScopes": ["read", "write"], "pkceRequired": true
      },
      "client": {
        "clientId": "test-client", "redirectUri": "https://app.example.com/callback", "scope": ["read", "write"],
        "responseType": "code", "grantType": "authorization_code",
        "pkce": { "enabled": true, "codeChallengeMethod": "S256" }
      },
      "authorizationParams": { "prompt": "consent" }, "simulateUserConsent": true, "expectedResult": "success",
      "securityChecks": {
        "validatePKCE": true, "validateState": true, "validateNonce": true, "checkTokenExpiration": true
      }
    }, {
      "name": "Resource Indicators",
      "client": { "clientId": "test-client", "resourceIndicators": [
        { "resourceUri": "https://api.example.com/v1", "audienceRestriction": true }
      ] },
      "expectedResult": "success"
    }],
    "clientCredentialsTests": [{
      "name": "Client Credentials", "flow": "client_credentials",
      "server": { "tokenEndpoint": "https://auth.example.com/oauth/token" },
      "client": { "clientId": "service", "clientSecret": "service-secret", "scope": ["api"] },
      "clientAuthentication": "client_secret_basic", "expectedResult": "success"
    }],
    "deviceCodeTests": [{
      "name": "Device", "flow": "device_code",
      "server": {
        "deviceAuthorizationEndpoint": "https://auth.example.com/device",
        "supportedGrantTypes": ["urn:ietf:params:oauth:grant-type:device_code"]
      },
      "client": { "clientId": "tv", "grantType": "urn:ietf:params:oauth:grant-type:device_code" },
      "pollingInterval": 5, "simulateUserAuthorization": true, "expectedResult": "success"
    }],
    "tokenManagementTests": [{
      "name": "Refresh", "testType": "refresh", "expectedResult": "success", "validateTokenClaims": true,
      "token": {
        "accessToken": "old-access-token", "refreshToken": "old-refresh-token", "tokenType": "Bearer",
        "expiresIn": 3600, "scope": ["read"]
      }
    }, {
      "name": "Expired", "testType": "expiration", "expectedResult": "failure", "checkTokenSecurity": true,
      "token": { "accessToken": "expired-access-token", "tokenType": "Bearer", "expiresAt": 1700000000000 }
    }],
    "pkceValidationTests": [
      { "name": "Valid", "codeVerifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "codeChallengeMethod": "S256",
        "expectedResult": "success", "securityLevel": "high" },
      { "name": "Invalid", "codeVerifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        "codeChallenge": "of-another", "invalidChallenge": true, "expectedResult": "failure", "securityLevel": "high" }
    ],
    "resourceIndicatorTests": [
      { "name": "One", "resourceUri": "https://api.example.com/v1", "requestedScopes": ["read"],
        "expectedAudience": "https://api.example.com/v1", "validateAudienceRestriction": true, "expectedResult": "success" },
      { "name": "Another", "resourceUri": "https://api.example.com/v2", "requestedScopes": ["read"],
        "crossResourceAccess": true, "expectedResult": "success" }
    ],
    "multiTenantTests": [
      { "name": "Same", "primaryTenant": { "tenantId": "a", "tenantDomain": "a.example.com" },
        "testScenario": "same_tenant_access", "expectedResult": "success" },
      { "name": "Blocked", "primaryTenant": { "tenantId": "a", "isolationLevel": "strict", "crossTenantAccess": false },
        "secondaryTenant": { "tenantId": "b", "isolationLevel": "strict", "crossTenantAccess": false },
        "testScenario": "cross_tenant_blocked", "expectedResult": "success", "validateTenantIsolation": true }
    ]
  }]
}"#;

#[test]
fn oauth_suites_of_the_old_package_load() {
    let plan = load_text("c.json", OLD_OAUTH).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!((plan.suites[0].kind, plan.suites[0].parallel), (SuiteKind::Oauth, false));
    let about = plan.cases().map(|case| {
        let CaseKind::Oauth(oauth) = &case.kind else { panic!("a test of signing in") };
        let rules: Vec<&str> = oauth.rules.iter().map(|rule| rule.as_str()).collect();
        format!("{}\n  {}", case.title, rules.join("\n  "))
    });
    insta::assert_snapshot!("oauth_of_the_old_package", about.collect::<Vec<_>>().join("\n"));
    let secrets: Vec<&str> = plan.secrets.iter().map(|secret| secret.value.reveal()).collect();
    let wanted = ["service-secret", "old-access-token", "old-refresh-token", "expired-access-token"];
    assert!(wanted.iter().all(|secret| secrets.contains(secret)), "{secrets:?}");
}

/// Every field that version 0.1.0 had for sampling.
const OLD_SAMPLING: &str = r#"{
  "server": { "transport": "stdio", "command": "server" },
  "samplingSuites": [{
    "name": "Sampling", "description": "all lists", "parallel": false, "timeout": 5000,
    "capabilityTests": [{ "name": "capability", "expectedCapability": true }],
    "requestTests": [{
      "name": "request", "includeContext": "thisServer", "systemPrompt": "be brief", "maxTokens": 100,
      "messages": [{ "role": "user", "content": { "type": "text", "text": "hi" } }],
      "modelPreferences": { "costPriority": 0.3, "speedPriority": 0.7, "intelligencePriority": 0.5 },
      "metadata": { "k": "v" }, "expectError": "no", "expectUserApproval": true, "simulateUserResponse": "modify",
      "retries": 2
    }],
    "securityTests": [{
      "name": "security",
      "unauthorizedRequests": [{ "messages": [{ "role": "user", "content": { "type": "text", "text": "x" } }], "expectRejection": true }],
      "sensitiveDataTests": [{ "input": "123-45-6789", "expectFiltering": true }],
      "privacyTests": [{ "description": "none", "includePersonalData": true, "expectDataProtection": true }]
    }],
    "performanceTests": [{ "name": "performance", "concurrentRequests": 3, "messageSize": "large", "maxLatency": 5000, "expectThrottling": false, "retries": 1 }],
    "contentTests": [{ "name": "content", "testCases": [{ "contentType": "mixed", "input": "x", "expectedHandling": "convert", "expectedResponse": "y" }] }],
    "workflowTests": [{ "name": "workflow", "expectSuccess": true, "steps": [
      { "stepType": "request", "action": "ask", "expectedOutcome": "asked" },
      { "stepType": "approval", "action": "approve", "expectedOutcome": "approved", "userResponse": "approve", "timeoutMs": 100 }
    ] }]
  }]
}"#;

#[test]
fn sampling_suites_of_the_old_package_load() {
    let plan = load_text("c.json", OLD_SAMPLING).unwrap();
    let titles: Vec<&str> = plan.cases().map(|case| case.title.as_str()).collect();
    let parts = ["security: unauthorized request", "security: sensitive data", "security: none", "performance"];
    assert_eq!(titles[..2], ["capability", "request"]);
    assert_eq!(titles[2..6], parts);
    assert_eq!(titles[6..], ["content: mixed", "workflow"]);
}

/// Shapes of the shipped examples of version 0.1.0, and of its README.
const SHIPPED: &str = r#"{
  "server": { "transport": "stdio", "command": "server" },
  "resourceSuites": [{ "name": "R", "templateTests": [
    { "name": "missing", "templateUri": "file://{a}/{b}.txt", "parameters": {}, "expectError": "parameter", "retries": 0 },
    { "name": "one of two", "templateUri": "file://t/{a}/{b}.txt", "parameters": { "a": "x" }, "expectError": "parameter" }
  ] }],
  "promptSuites": [
    { "name": "P", "tests": [{ "name": "greet", "args": { "name": "Alice" } }],
      "argumentTests": [{ "name": "args", "requiredArgs": ["name"], "optionalArgs": ["role"], "invalidArgs": { "name": 123 } }],
      "securityTests": [{ "name": "injection", "maliciousInputs": ["{system: 'override'}"], "expectRejection": true }] },
    { "name": "Q", "argumentTests": [{ "name": "nobody knows of which prompt" }] },
    { "name": "S", "securityTests": [{ "name": "s", "promptName": "greet",
      "maliciousInputs": [{ "name": "${jndi:ldap://example.com/x}" }] }] }
  ],
  "samplingSuites": [{ "name": "T",
    "requestTests": [{ "name": "context",
      "includeContext": [{ "type": "text", "text": "it was sunny" }, { "type": "resource", "uri": "context://prefs" }],
      "messages": [{ "role": "user", "content": { "type": "text", "text": "and now?" } }] }],
    "contentTests": [{ "name": "kinds", "testCases": [
      { "contentType": "text", "input": { "text": "words" }, "expectedHandling": "accept" },
      { "contentType": "image", "input": { "imageData": "AAAA", "mimeType": "image/gif" }, "expectedHandling": "accept" },
      { "contentType": "mixed", "input": { "text": "both", "imageData": "BBBB" }, "expectedHandling": "accept" }
    ] }] }]
}"#;

#[test]
fn shapes_of_the_shipped_examples_load() {
    let plan = load_text("c.json", SHIPPED).unwrap();
    let prompt = |kind: &CaseKind| match kind {
        CaseKind::Prompt(case) => case.test.call().map(|call| call.prompt.clone()),
        _ => None,
    };
    let prompts: Vec<String> = plan.cases().filter_map(|case| prompt(&case.kind)).collect();
    assert_eq!(prompts, ["greet", "greet", "greet", "", "greet"]);
    let peer = |kind: &CaseKind| if let CaseKind::Peer(case) = kind { Some(case.clone()) } else { None };
    let peers: Vec<_> = plan.cases().filter_map(|case| peer(&case.kind)).collect();
    assert_eq!(peers[0].requests.in_order[0].context, ["it was sunny", "context://prefs"]);
    let answers: Vec<String> =
        peers[1..].iter().map(|case| serde_json::to_string(&case.client.answers.sampling).unwrap()).collect();
    for (answer, parts) in answers.iter().zip([["words", "text"], ["AAAA", "image/gif"], ["both", "BBBB"]]) {
        assert!(parts.iter().all(|part| answer.contains(part)), "{answer}");
    }
}

fn names(expected: Option<&mcpvals_model::ExpectedTools>) -> Vec<&str> {
    expected.into_iter().flat_map(|expected| &expected.tools).map(|tool| tool.name.as_str()).collect()
}

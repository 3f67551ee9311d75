//! Signing in to a real authorization server (oidc-provider), before which stands an MCP server of the official SDK that
//! checks its tokens: every grant gets in, everything secret stays out of what is written, and what is wrong is told.

use std::io::{BufReader, Read as _};
use std::process::{Child, Command};

use serde_json::{Value, json};

use crate::installed::{Started, installed, server, started};
use crate::mcpvals::{Folder, Ran, cases};

/// Both servers. Dropping it ends them.
struct Behind {
    process: Child,
    said: BufReader<std::process::ChildStdout>,
    issuer: String,
    mcp: String,
}

impl Behind {
    /// With what is to be otherwise.
    fn start(flaws: &Value) -> Self {
        let packages = installed("oauth", "node_modules");
        let mut command = Command::new("node");
        command.arg(server("oauth/server.mjs")).arg(flaws.to_string()).env("OAUTH_PACKAGES", packages);
        Self::of(command)
    }

    /// Another make of both: Authlib, and the Python SDK.
    fn of_another_make() -> Self {
        let mut command = Command::new(installed("authlib", "bin/python").join("bin/python"));
        command.arg(server("authlib/server.py"));
        Self::of(command)
    }

    fn of(command: Command) -> Self {
        let Started { process, said, places, .. } = started(command);
        let text = |name: &str| places[name].as_str().unwrap().to_owned();
        Self { process, said, issuer: text("issuer"), mcp: text("mcp") }
    }

    fn config(&self, auth: &Value, tools: &[&str]) -> Value {
        let tests: Vec<Value> = tools.iter().map(|tool| json!({"name": tool, "args": {}})).collect();
        json!({
            "server": {"transport": "shttp", "url": self.mcp, "auth": auth},
            "toolHealthSuites": [{"name": "T", "tests": tests}],
        })
    }

    /// Signs in and calls `hello`: the run, and the first case of the report.
    fn hello(&self, auth: &Value) -> (Ran, Value) {
        let folder = Folder::with_config(&self.config(auth, &["hello"]));
        let (ran, report) = folder.eval(&["--no-browser"]);
        let case = cases(&report).swap_remove(0);
        (ran, case)
    }

    /// The grants that were successful, with everything secret in them. Ends the servers.
    fn grants(mut self) -> Vec<(String, Vec<String>)> {
        self.process.kill().unwrap();
        let mut rest = String::new();
        self.said.read_to_string(&mut rest).unwrap();
        let read = |line: &str| {
            let grant: Value = serde_json::from_str(line).unwrap();
            let secrets = grant["secrets"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned());
            (grant["grant"].as_str().unwrap().to_owned(), secrets.collect())
        };
        // The provider itself has its say there, too.
        rest.lines().filter(|line| line.starts_with('{')).map(read).collect()
    }
}

impl Drop for Behind {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[track_caller]
fn gets_in(behind: &Behind, auth: &Value) {
    let (ran, case) = behind.hello(auth);
    assert_eq!((ran.code, case["verdict"].as_str()), (0, Some("passed")), "{case:#}\n{}", ran.stderr);
}

#[track_caller]
fn stays_out(behind: &Behind, auth: &Value, words: &str) {
    let (ran, case) = behind.hello(auth);
    assert_eq!((ran.code, case["verdict"].as_str()), (3, Some("errored")), "{case:#}");
    assert!(case.to_string().contains(words), "`{words}` is not in {case:#}");
}

/// The forms of the authorization server: who is there, and yes.
fn forms() -> Value {
    json!([{"fill": {"login": "ann", "password": "a-password-of-ann"}}, {}])
}

fn by_code(more: &Value) -> Value {
    let mut auth = json!({"type": "authorizationCode", "consent": forms()});
    auth.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    auth
}

const KEY: &str = "-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgmSpX6blxv+YQLuKo
HhPSh5jt/xBu5aDwCk9NENaduByhRANCAAS8ig2IxDIk96+IxD/EvqAGy8YJZbXI
EXrYC4HcO+vHMyeg0Os5b6XoDNvbogZ+f0bzdupy1mQf9gDHvv0aXGN9
-----END PRIVATE KEY-----
";
const PUBLIC_KEY: &str = "-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvIoNiMQyJPeviMQ/xL6gBsvGCWW1
yBF62AuB3DvrxzMnoNDrOW+l6Azb26IGfn9G83bqctZkH/YAx779GlxjfQ==
-----END PUBLIC KEY-----
";

#[test]
fn client_that_is_its_own_user_gets_in() {
    let behind = Behind::start(&json!({"publicKey": PUBLIC_KEY}));
    let machine = |id: &str, more: &Value| {
        let mut auth = json!({"type": "clientCredentials", "clientId": id});
        auth.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        auth
    };
    gets_in(&behind, &machine("basic", &json!({"clientSecret": "secret-of-basic"})));
    gets_in(&behind, &machine("post", &json!({"clientSecret": "secret-of-post", "clientAuthentication": "post"})));
    gets_in(&behind, &machine("jwt", &json!({"privateKey": KEY})));
    stays_out(&behind, &machine("basic", &json!({"clientSecret": "another-secret"})), "invalid_client");
    let other = KEY.replace("gmSpX6blxv", "AAAAAAAAAA");
    stays_out(&behind, &machine("jwt", &json!({"privateKey": other})), "the client's private key");
    let folder =
        Folder::with_config(&behind.config(&machine("jwt", &json!({"privateKey": "no-key-at-all"})), &["hello"]));
    let ran = folder.run(&["eval"]);
    assert!(ran.code == 2 && ran.stderr.contains("no private key") && !ran.stderr.contains("no-key-at-all"), "{ran:?}");
}

#[test]
fn user_of_a_registered_and_of_a_new_client_gets_in() {
    let behind = Behind::start(&json!({}));
    gets_in(&behind, &by_code(&json!({"clientId": "public"})));
    gets_in(&behind, &by_code(&json!({})));
    gets_in(&behind, &by_code(&json!({"dpop": true})));
    gets_in(&behind, &by_code(&json!({"scope": ["tools:read"]})));
    stays_out(&behind, &by_code(&json!({"consent": "automatic"})), "has a form with `prompt`, `login`, `password`");
    stays_out(
        &behind,
        &by_code(&json!({"consent": [{"fill": {"user": "ann"}}]})),
        "which step 1 of `consent` does not fit",
    );
    stays_out(&behind, &by_code(&json!({"clientId": "nobody"})), "the user's consent");
    stays_out(
        &behind,
        &json!({"type": "bearer", "token": "not-a-token"}),
        "the server refuses it with status 401: invalid_token",
    );
}

#[test]
fn code_is_confirmed_on_another_device() {
    let behind = Behind::start(&json!({}));
    let steps = json!([{"fill": {"user_code": "{{user_code}}"}}, {}, {"fill": {"login": "ann", "password": "pw"}}, {}]);
    gets_in(&behind, &json!({"type": "deviceCode", "clientId": "device", "consent": steps}));
    let unconfirmed = json!({"type": "deviceCode", "clientId": "device", "consent": "automatic", "timeout": 6000});
    stays_out(&behind, &unconfirmed, "not done within 6 s");
}

#[test]
fn token_that_expires_is_refreshed_and_one_that_is_too_weak_made_stronger() {
    let behind = Behind::start(&json!({"life": 2}));
    let folder = Folder::with_config(&behind.config(&by_code(&json!({})), &["nap", "hello"]));
    let (ran, report) = folder.eval(&[]);
    assert_eq!(ran.code, 0, "{report:#}");
    let grants: Vec<String> = behind.grants().into_iter().map(|(grant, _)| grant).collect();
    // On a busy machine the second token expires, too.
    let (first, others) = grants.split_first().unwrap();
    assert!(
        first == "authorization_code" && !others.is_empty() && others.iter().all(|it| it == "refresh_token"),
        "{grants:?}"
    );
    let behind = Behind::start(&json!({"scope": "tools:read", "needs": "tools:call"}));
    gets_in(&behind, &by_code(&json!({})));
    assert_eq!(behind.grants().len(), 2, "once with each");
    let behind = Behind::start(&json!({"needs": "tools:never"}));
    stays_out(&behind, &by_code(&json!({})), "signing in failed");
}

#[test]
fn what_is_not_about_this_server_is_not_believed() {
    let other = Behind::start(&json!({"metadata": {"resource": "https://elsewhere.example/mcp"}}));
    stays_out(&other, &by_code(&json!({})), "is about the resource `https://elsewhere.example/mcp`");
    let nobody = Behind::start(&json!({"metadata": {"authorization_servers": []}}));
    stays_out(&nobody, &by_code(&json!({})), "they name no authorization server");
    gets_in(&nobody, &by_code(&json!({"issuer": nobody.issuer})));
    let gone = Behind::start(&json!({"metadata": {"authorization_servers": ["http://localhost:1"]}}));
    stays_out(&gone, &by_code(&json!({})), "no connection to");
    let second = Behind::start(&json!({"before": ["http://localhost:1"]}));
    gets_in(&second, &by_code(&json!({})));
    let audience = Behind::start(&json!({"audience": "https://elsewhere.example"}));
    stays_out(
        &audience,
        &by_code(&json!({})),
        "the token that it was just given: the server refuses it with status 401",
    );
    assert_eq!(audience.grants().len(), 1, "nobody is asked twice");
}

#[test]
fn nobody_sees_a_token_a_code_a_verifier_or_a_secret() {
    let behind = Behind::start(&json!({"publicKey": PUBLIC_KEY}));
    let basic = json!({"type": "clientCredentials", "clientId": "basic", "clientSecret": "secret-of-basic"});
    let jwt = json!({"type": "clientCredentials", "clientId": "jwt", "privateKey": KEY});
    let mut written = String::new();
    for auth in [basic, jwt, by_code(&json!({}))] {
        let folder = Folder::with_config(&behind.config(&auth, &["hello", "echo_token", "no_such_tool"]));
        let words =
            ["eval", "-vv", "--debug", "--trace", "traces", "--reporter", "console", "--reporter", "json=r.json"];
        let ran = folder.run(&[&words[..], &["--reporter", "junit=r.xml", "--reporter", "markdown=r.md"]].concat());
        assert_eq!(ran.code, 1, "one of the tools is not there: {ran:?}");
        written.push_str(&ran.stdout);
        written.push_str(&ran.stderr);
        written.push_str(&folder.written());
    }
    assert!(written.contains("[redacted:access_token]"), "the echo is in there");
    let fixed = ["secret-of-basic", "YmFzaWM6c2VjcmV0LW9mLWJhc2lj", "a-password-of-ann", "AQQgmSpX6blxv+YQLuKo"]
        .map(str::to_owned);
    let grants = behind.grants();
    assert_eq!(grants.len(), 3);
    let secrets = grants.into_iter().flat_map(|(_, secrets)| secrets).chain(fixed);
    let shown: Vec<String> = secrets.filter(|secret| written.contains(secret.as_str())).collect();
    assert_eq!(shown, Vec::<String>::new());
}

#[test]
fn authorization_server_of_another_make_lets_in_too() {
    let behind = Behind::of_another_make();
    let consent = |answer: &str| json!([{"fill": {"username": "ann", "password": "pw"}, "submit": answer}]);
    gets_in(&behind, &json!({"type": "authorizationCode", "consent": consent("Yes")}));
    gets_in(&behind, &json!({"type": "clientCredentials", "clientId": "machine", "clientSecret": "secret-of-machine"}));
    stays_out(&behind, &json!({"type": "authorizationCode", "consent": consent("No")}), "refuses: access_denied");
    let weak = json!({"type": "authorizationCode", "consent": consent("Yes"), "scope": "tools:read"});
    gets_in(&behind, &weak);
}

/// As in 2024-11-05, with the token on the stream and on each message.
#[test]
fn server_of_the_old_transport_is_signed_in_to() {
    let behind = Behind::start(&json!({}));
    let mut config = behind.config(&by_code(&json!({})), &["hello"]);
    config["server"]["transport"] = json!("sse");
    config["server"]["url"] = json!(behind.mcp.replace("/mcp", "/sse"));
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert_eq!(ran.code, 0, "{report:#}");
    config["server"]["auth"] = json!({"type": "bearer", "token": "not-a-token"});
    let (ran, report) = Folder::with_config(&config).eval(&[]);
    assert!(ran.code == 3 && report.to_string().contains("signing in failed"), "{report:#}");
}

#[test]
fn what_is_kept_in_a_file_signs_in_the_next_run() {
    let behind = Behind::start(&json!({}));
    let folder = Folder::with_config(&behind.config(&by_code(&json!({"store": {"file": "tokens.json"}})), &["hello"]));
    assert_eq!(folder.eval(&[]).0.code, 0);
    let kept = folder.read("tokens.json");
    let tokens: Value = serde_json::from_str(&kept).unwrap();
    let (place, of_server) = tokens.as_object().unwrap().iter().next().unwrap();
    assert!(place.starts_with(&behind.mcp) && of_server["refreshToken"].is_string(), "{place}");
    assert_eq!(folder.eval(&[]).0.code, 0);
    // Its access token is spoilt: the refresh token helps.
    let access = of_server["accessToken"].as_str().unwrap();
    folder.write("tokens.json", &kept.replace(access, "another"));
    assert_eq!(folder.eval(&[]).0.code, 0);
    // Another user is another user.
    let mut bob = by_code(&json!({"store": {"file": "tokens.json"}}));
    bob["consent"][0]["fill"]["login"] = json!("bob");
    folder.write("mcp-eval.config.json", &behind.config(&bob, &["hello"]).to_string());
    assert_eq!(folder.eval(&[]).0.code, 0);
    let grants: Vec<String> = behind.grants().into_iter().map(|(grant, _)| grant).collect();
    assert_eq!(grants, ["authorization_code", "refresh_token", "authorization_code"]);
}

/// The authorization server has no client of this name any more.
#[test]
fn client_that_is_forgotten_registers_again() {
    let behind = Behind::start(&json!({}));
    let check = |auth: &Value| {
        let folder = Folder::with_config(&behind.config(auth, &["hello"]));
        assert_eq!(folder.eval(&[]).0.code, 0);
        let mut kept: Value = serde_json::from_str(&folder.read("tokens.json")).unwrap();
        for of_server in kept.as_object_mut().unwrap().values_mut() {
            for member in ["accessToken", "refreshToken", "clientId"] {
                of_server[member] = json!("forgotten");
            }
        }
        folder.write("tokens.json", &kept.to_string());
        let (ran, report) = folder.eval(&[]);
        assert_eq!(ran.code, 0, "{report:#}");
    };
    let store = json!({"file": "tokens.json"});
    check(&by_code(&json!({"store": store})));
    check(&by_code(&json!({"store": store, "redirectUri": "http://localhost:3000/callback"})));
    check(&json!({"type": "clientCredentials", "store": store}));
}

#[test]
fn one_token_is_for_all_sessions_of_a_run() {
    let behind = Behind::start(&json!({}));
    let folder = Folder::new();
    let server = ["--url", &behind.mcp, "--auth=client", "--client-id", "basic", "--client-secret-env", "SECRET"]
        .map(str::to_owned);
    for words in [&["init"][..], &["inspect", "--profile", "full", "--profile", "bare"]] {
        let mut command = folder.command(words);
        let ran = Ran::of(&command.args(&server).env("SECRET", "secret-of-basic").output().unwrap());
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    assert_eq!(behind.grants().len(), 2, "one for each run");
}

/// A user whose browser brings what another page has made it bring, and then a no.
const BROWSER: &str = r#"#!/usr/bin/env node
const asked = new URL(process.argv[2]).searchParams;
const back = (answer) => fetch(`${asked.get("redirect_uri")}?${new URLSearchParams(answer)}`);
await back({ code: "of-another-page", state: "of-another-page" });
await back({ error: "access_denied", state: asked.get("state"), iss: new URL(process.argv[2]).origin });
"#;

#[test]
fn user_is_sent_to_the_browser_of_their_choice() {
    let behind = Behind::start(&json!({}));
    let folder = Folder::new();
    folder.write("browser.mjs", BROWSER);
    let browser = folder.path().join("browser.mjs");
    std::fs::set_permissions(&browser, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut command = folder.command(&["call", "--url", &behind.mcp, "--auth", "hello"]);
    let ran = Ran::of(&command.env("BROWSER", &browser).output().unwrap());
    assert!(ran.code == 3 && ran.stderr.contains("a browser was opened at"), "{ran:?}");
    assert!(ran.stderr.contains("refuses: access_denied"), "{ran:?}");
}

#[test]
fn command_line_signs_in_too() {
    let behind = Behind::start(&json!({}));
    let folder = Folder::new();
    let run = |words: &[&str]| {
        let mut command = folder.command(words);
        command.env("MY_SECRET", "secret-of-basic");
        Ran::of(&command.output().unwrap())
    };
    let sign_in = ["--url", &behind.mcp, "--auth=client", "--client-id", "basic", "--client-secret-env", "MY_SECRET"];
    let called = run(&[&["call"][..], &sign_in, &["hello"]].concat());
    assert_eq!((called.code, called.stdout.as_str()), (0, "hello\n"), "{called:?}");
    let written = run(&[&["init"][..], &sign_in].concat());
    assert_eq!(written.code, 0, "{written:?}");
    assert!(folder.read("mcp-eval.config.yaml").contains("clientSecret: ${MY_SECRET}"));
    assert_eq!(run(&["eval", "--quiet"]).code, 0, "what `init` wrote signs in");
    let refused = run(&["call", "--url", &behind.mcp, "hello"]);
    assert_eq!(refused.code, 3, "{refused:?}");
    assert!(refused.stderr.contains("--auth, signs in"), "{refused:?}");
    let twice = run(&["call", "--url", &behind.mcp, "--auth", "--header", "Authorization: Bearer x", "hello"]);
    assert!(twice.code == 2 && twice.stderr.contains("exclude each other"), "{twice:?}");
    let process = run(&["call", "--auth", "hello", "--", "node"]);
    assert_eq!(process.code, 2, "{process:?}");
    let unset =
        run(&["call", "--url", &behind.mcp, "--auth", "--client-id", "x", "--client-secret-env", "NOT_SET", "hello"]);
    assert!(unset.code == 2 && unset.stderr.contains("`NOT_SET` is not set"), "{unset:?}");
}

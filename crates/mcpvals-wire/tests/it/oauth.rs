//! Signing in where everybody lies: a server and an authorization server in one, of which one document is not as it should
//! be. What is wrong is told, in bounded time, and nothing is sent to where it does not belong.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use mcpvals_model::{Auth, Consent, Grant, ServerSpec};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpListener;

use crate::elsewhere::read;
use crate::kit::{http, refused, session};

/// An answer by its parts: status line, headers, body.
type Answer = (u16, String, String);

/// Answers by path; everything that was asked.
struct Liar {
    url: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Liar {
    /// `lies` says what comes for a path, where it is not what is right; `{origin}` is this server's own, `{count}` another each
    /// time.
    async fn start(lies: &[(&str, Answer)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let origin = format!("http://{}", listener.local_addr().expect("it is bound"));
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let lies = lies.iter().map(|(path, lie)| ((*path).to_owned(), lie.clone())).collect();
        // It ends with the test's runtime.
        tokio::spawn(serve(listener, origin.clone(), lies, Arc::clone(&asked)));
        Self { url: format!("{origin}/mcp"), asked }
    }

    fn asked(&self, word: &str) -> usize {
        self.asked.lock().expect("nobody panics with it").iter().filter(|line| line.starts_with(word)).count()
    }
}

/// One connection for each request, for brevity.
async fn serve(listener: TcpListener, origin: String, lies: Vec<(String, Answer)>, asked: Arc<Mutex<Vec<String>>>) {
    while let Ok((mut connection, _)) = listener.accept().await {
        let (head, body) = read(&mut connection).await;
        let target = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let path = target.split('?').next().unwrap_or_default();
        let count = {
            let mut asked = asked.lock().expect("nobody panics with it");
            asked.push(head.lines().next().unwrap_or_default().to_owned());
            asked.len().to_string()
        };
        let lie = lies.iter().find(|(at, _)| at == path).map(|(_, lie)| lie.clone());
        let (status, headers, text) = lie.unwrap_or_else(|| truth(path, &target, &head, &body));
        let (headers, text) = (headers.replace("{origin}", &origin), text.replace("{origin}", &origin));
        let headers = headers.replace("{count}", &count);
        let head =
            format!("HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n", text.len());
        let _ = connection.write_all((head + &text).as_bytes()).await;
    }
}

fn truth(path: &str, target: &str, head: &str, body: &Value) -> Answer {
    match path {
        "/.well-known/oauth-protected-resource/mcp" => document(&resource()),
        "/.well-known/oauth-authorization-server" => document(&metadata()),
        "/register" => (201, JSON.to_owned(), json!({"client_id": "me"}).to_string()),
        "/authorize" => {
            let state = target.split("state=").nth(1).and_then(|rest| rest.split('&').next()).unwrap_or_default();
            (
                302,
                format!("location: http://localhost:3000/callback?code=c0de-of-test&state={state}\r\n"),
                String::new(),
            )
        }
        "/token" => document(&json!({"access_token": "t0ken-of-test", "token_type": "bearer"})),
        "/mcp" if head.contains("authorization: Bearer t0ken-of-test") => mcp(body),
        "/mcp" => (401, "www-authenticate: Bearer\r\n".to_owned(), String::new()),
        _ => (404, String::new(), String::new()),
    }
}

const JSON: &str = "content-type: application/json\r\n";

fn document(value: &Value) -> Answer {
    (200, JSON.to_owned(), value.to_string())
}

fn resource() -> Value {
    json!({"resource": "{origin}/mcp", "authorization_servers": ["{origin}"]})
}

fn metadata() -> Value {
    json!({
        "issuer": "{origin}", "authorization_endpoint": "{origin}/authorize", "token_endpoint": "{origin}/token",
        "registration_endpoint": "{origin}/register", "code_challenge_methods_supported": ["S256"],
    })
}

/// Enough of a server.
fn mcp(body: &Value) -> Answer {
    let result = match body["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "liar", "version": "1"},
        }),
        Some("server/discover") => {
            return document(&json!({"jsonrpc": "2.0", "id": body["id"], "error": {"code": -32601, "message": "no"}}));
        }
        _ => return (202, String::new(), String::new()),
    };
    document(&json!({"jsonrpc": "2.0", "id": body["id"], "result": result}))
}

fn spec(liar: &Liar) -> ServerSpec {
    let grant = Grant::AuthorizationCode { redirect_uri: None, consent: Consent::Automatic };
    let auth = Auth { timeout: Duration::from_secs(3), ..Auth::new(grant) };
    ServerSpec { auth: Some(Box::new(auth)), ..http(&liar.url) }
}

async fn check(path: &str, lie: Answer, words: &str) -> Liar {
    let liar = Liar::start(&[(path, lie)]).await;
    let began = Instant::now();
    let problem = refused(&spec(&liar)).await.to_string();
    assert!(problem.contains(words), "`{words}` is not in: {problem}");
    assert!(began.elapsed() < Duration::from_secs(10), "{path}: {:?}", began.elapsed());
    liar
}

fn with(value: Value, member: &str, other: Value) -> Answer {
    let mut changed = value;
    changed[member] = other;
    document(&changed)
}

const RESOURCE: &str = "/.well-known/oauth-protected-resource/mcp";
const SERVER: &str = "/.well-known/oauth-authorization-server";

#[tokio::test]
async fn who_tells_the_truth_is_signed_in_to() {
    let liar = Liar::start(&[]).await;
    session(&spec(&liar)).await.close().await;
    assert_eq!((liar.asked("POST /token"), liar.asked("POST /register")), (1, 1));
}

#[tokio::test]
async fn metadata_of_a_resource_are_held_against_it() {
    let evil = json!("http://evil.example/mcp");
    check(RESOURCE, with(resource(), "resource", evil), "is about the resource `http://evil.example/mcp`").await;
    check(RESOURCE, with(resource(), "resource", Value::Null), "is about the resource ``").await;
    check(RESOURCE, with(resource(), "authorization_servers", json!([])), "they name no authorization server").await;
    check(RESOURCE, with(resource(), "authorization_servers", json!("x")), "what cannot be read").await;
    check(RESOURCE, (200, JSON.to_owned(), "[]".to_owned()), "no JSON object").await;
    check(RESOURCE, (500, String::new(), String::new()), "status 500").await;
    let long = format!("{{\"resource\": \"{}\"}}", "x".repeat(2 << 20));
    check(RESOURCE, (200, JSON.to_owned(), long), "no JSON object").await;
    let round = (302, format!("location: {RESOURCE}\r\n"), String::new());
    check(RESOURCE, round, "more than 3 redirects").await;
    let away = (302, "location: http://evil.example/x\r\n".to_owned(), String::new());
    check(RESOURCE, away, "which is not encrypted").await;
}

#[tokio::test]
async fn metadata_of_an_authorization_server_are_held_against_it() {
    check(SERVER, with(metadata(), "issuer", json!("{origin}/a")), "and not of `http").await;
    check(SERVER, with(metadata(), "code_challenge_methods_supported", json!(["plain"])), "do not name S256").await;
    check(SERVER, with(metadata(), "code_challenge_methods_supported", Value::Null), "do not name S256").await;
    check(SERVER, with(metadata(), "token_endpoint", Value::Null), "have no `token_endpoint`").await;
    check(SERVER, with(metadata(), "registration_endpoint", Value::Null), "registers no clients by itself").await;
    check(SERVER, with(metadata(), "token_endpoint", json!("javascript:x")), "neither `https` nor on this machine")
        .await;
    check(
        "/register",
        (400, JSON.to_owned(), json!({"error": "invalid_redirect_uri"}).to_string()),
        "invalid_redirect_uri",
    )
    .await;
}

#[tokio::test]
async fn response_of_another_request_is_not_redeemed() {
    let called = |query: &str| (302, format!("location: http://localhost:3000/callback?{query}\r\n"), String::new());
    let liar = check("/authorize", called("code=c&state=another"), "its `state` is not the one that was sent").await;
    assert_eq!(liar.asked("POST /token"), 0);
    let round = (302, "location: /authorize?x\r\n".to_owned(), String::new());
    check("/authorize", round, "more than 30 pages and redirects").await;
    let page = (
        200,
        "content-type: text/html\r\n".to_owned(),
        "<title>Log in</title><form><input name=user></form>".to_owned(),
    );
    check("/authorize", page, "the page \"Log in\"").await;
}

#[tokio::test]
async fn tokens_that_cannot_be_used_are_told() {
    let gives = |answer: Value| document(&answer);
    check("/token", (200, "content-type: text/html\r\n".to_owned(), "<p>hello".to_owned()), "no `access_token`").await;
    check("/token", gives(json!({"access_token": "a\r\nx: y"})), "no header can have").await;
    check("/token", gives(json!({"access_token": "abc", "token_type": "mac"})), "of the type `mac`").await;
    check("/token", gives(json!({"access_token": "abc"})), "without `token_type`").await;
    let other = json!({"access_token": "an0ther-token", "token_type": "bearer"});
    let liar = check("/token", gives(other), "the token that it was just given").await;
    assert_eq!(liar.asked("POST /token"), 1, "it is not asked for twice");
    check("/token", (302, "location: http://evil.example/\r\n".to_owned(), String::new()), "status 302").await;
}

#[tokio::test]
async fn users_are_sent_to_pages_that_nobody_else_reads() {
    let odd = [
        "http://evil.example/x",
        "file:///etc/passwd",
        "--option=x",
        "javascript:alert(1)",
        "https://as.example/\u{1}",
    ];
    for place in odd {
        let mut server = metadata();
        server["device_authorization_endpoint"] = json!("{origin}/device");
        let codes = json!({"device_code": "d", "user_code": "u", "verification_uri": place, "expires_in": 60});
        let liar = Liar::start(&[(SERVER, document(&server)), ("/device", document(&codes))]).await;
        for consent in [Consent::Shown, Consent::Scripted(Vec::new())] {
            let auth = Auth { timeout: Duration::from_secs(3), ..Auth::new(Grant::DeviceCode { consent }) };
            let problem = refused(&ServerSpec { auth: Some(Box::new(auth)), ..http(&liar.url) }).await.to_string();
            assert!(problem.contains("users are sent to"), "{place}: {problem}");
        }
    }
    let away = (302, "location: http://evil.example/login\r\n".to_owned(), String::new());
    check("/authorize", away, "users are sent to `http://evil.example/login`").await;
}

#[tokio::test]
async fn what_is_at_one_place_hides_no_other() {
    let page = (200, "content-type: text/html\r\n".to_owned(), "<p>hello".to_owned());
    let lies = [(RESOURCE, page.clone()), ("/.well-known/oauth-protected-resource", document(&resource()))];
    session(&spec(&Liar::start(&lies).await)).await.close().await;
    let failed = (500, String::new(), String::new());
    let lies = [(SERVER, failed), ("/.well-known/openid-configuration", document(&metadata()))];
    session(&spec(&Liar::start(&lies).await)).await.close().await;
}

#[tokio::test]
async fn nonces_have_an_end() {
    let another = "www-authenticate: DPoP error=\"use_dpop_nonce\"\r\ndpop-nonce: n{count}\r\n";
    let lies = [
        ("/mcp", (401, another.to_owned(), String::new())),
        ("/token", document(&json!({"access_token": "t0ken-of-test", "token_type": "DPoP"}))),
    ];
    let liar = Liar::start(&lies).await;
    let problem = refused(&spec(&liar)).await.to_string();
    assert!(problem.contains("other tokens or nonces"), "{problem}");
    assert_eq!(liar.asked("POST /token"), 1);
}

#[tokio::test]
async fn nobody_waits_longer_than_was_said() {
    // It listens, and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}/token", silent.local_addr().unwrap());
    check(SERVER, with(metadata(), "token_endpoint", json!(endpoint)), "not done within 3 s").await;
    drop(silent);
}

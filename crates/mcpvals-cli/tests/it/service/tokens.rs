//! JWTs: those that are taken, and every way in which one is not.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use mcpvals_server::{Claims, MasterKey, issue};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

use super::running::command;
use super::{TestService, generous};

/// A pair of keys, as both sides have it.
struct Pair {
    algorithm: Algorithm,
    private: EncodingKey,
    public: Value,
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

/// What seed 003 shows.
fn claims() -> Value {
    json!({ "iss": "mcp-evaluator", "sub": "user-id", "aud": "api", "exp": now() + 600, "iat": now(), "scopes": ["evaluate:read", "evaluate:write"] })
}

impl Pair {
    /// ES256, fresh.
    fn fresh(kid: &str) -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, document.as_ref(), &random).unwrap();
        let point = &pair.public_key().as_ref()[1..];
        let (x, y) = (URL_SAFE_NO_PAD.encode(&point[..32]), URL_SAFE_NO_PAD.encode(&point[32..]));
        let public = json!({ "kty": "EC", "crv": "P-256", "kid": kid, "alg": "ES256", "use": "sig", "x": x, "y": y });
        Self { algorithm: Algorithm::ES256, private: EncodingKey::from_ec_der(document.as_ref()), public }
    }

    /// RS256; the key is known to everybody.
    fn known(kid: &str) -> Self {
        let mut public: Value = serde_json::from_str(include_str!("../../servers/keys/rsa-public.json")).unwrap();
        public["kid"] = json!(kid);
        let private = EncodingKey::from_rsa_pem(include_bytes!("../../servers/keys/rsa-private.pem")).unwrap();
        Self { algorithm: Algorithm::RS256, private, public }
    }

    fn sign(&self, kid: Option<&str>, claims: &Value) -> String {
        let header = Header { kid: kid.map(str::to_owned), ..Header::new(self.algorithm) };
        encode(&header, claims, &self.private).unwrap()
    }
}

fn keys(pairs: &[&Pair]) -> Value {
    json!({ "keys": pairs.iter().map(|pair| pair.public.clone()).collect::<Vec<_>>() })
}

#[track_caller]
fn check(service: &TestService, token: &str, expected: Result<u16, &str>) {
    let answer = service.ask("GET", "/api/v1/evaluations").key(token).send();
    let got = if answer.status == 401 {
        Err(answer.error()["message"].as_str().unwrap().to_owned())
    } else {
        Ok(answer.status)
    };
    let words = |why: &str| format!("The token is not taken: {why}");
    assert_eq!(got, expected.map_err(words), "{token}");
}

fn without(name: &str) -> Value {
    with(name, Value::Null)
}

fn with(name: &str, value: Value) -> Value {
    let mut claims = claims();
    if value.is_null() {
        claims.as_object_mut().unwrap().remove(name);
    } else {
        claims[name] = value;
    }
    claims
}

/// A token that was made elsewhere, as its parts.
fn raw(header: &Value, claims: &Value, signature: &[u8]) -> String {
    let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
    format!("{}.{}.{}", part(header.to_string().as_bytes()), part(claims.to_string().as_bytes()), part(signature))
}

fn hs256(secret: &[u8], claims: &Value) -> String {
    let header = json!({ "alg": "HS256", "typ": "JWT" });
    let unsigned = raw(&header, claims, b"");
    let unsigned = unsigned.trim_end_matches('.');
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
    raw(&header, claims, ring::hmac::sign(&key, unsigned.as_bytes()).as_ref())
}

#[test]
fn tokens_of_the_service_are_taken() {
    let service = TestService::with(&["--no-worker"], &generous());
    let words = ["keys", "token", "--scope", "evaluate:read", "--subject", "somebody"];
    let token = command(&service.folder, &words).stdout.trim().to_owned();
    check(&service, &token, Ok(200));
    assert_eq!(service.ask("GET", "/api/v1/config").key(&token).send().status, 403, "it has no other scope");
    let parts: Vec<&str> = token.split('.').collect();
    let broken = format!("{}.{}.{}", parts[0], parts[1], URL_SAFE_NO_PAD.encode([7; 32]));
    check(&service, &broken, Err("its signature is wrong"));

    let master = MasterKey::of_file(&service.folder.path().join("data/secret.key")).unwrap();
    let read = |claims: Value| serde_json::from_value::<Claims>(claims).unwrap();
    let signed = |claims: Value| issue(&read(claims), &master).unwrap();
    check(&service, &signed(claims()), Ok(200));
    check(&service, &signed(with("exp", json!(now() - 60))), Err("it has expired"));
    check(&service, &signed(with("iss", json!("somebody"))), Err("another issuer made it"));
    check(&service, &signed(with("aud", json!("shop"))), Err("it is for another audience"));
    check(&service, &signed(with("sub", json!(""))), Err("it has no subject"));
    check(&service, &signed(with("scopes", json!(["evaluate:*", "root"]))), Ok(403));
    let other = MasterKey::of_words("some other words that are long enough").unwrap();
    check(&service, &issue(&read(claims()), &other).unwrap(), Err("its signature is wrong"));

    for algorithm in ["none", "None", "NONE"] {
        check(&service, &raw(&json!({ "alg": algorithm, "typ": "JWT" }), &claims(), b""), Err("it is none"));
    }
    let unsigned = raw(&json!({ "alg": "HS256" }), &claims(), b"");
    check(&service, &unsigned, Err("its signature is wrong"));
    for algorithm in ["HS384", "HS512", "PS256", "EdDSA", "ES384"] {
        let token = raw(&json!({ "alg": algorithm }), &claims(), &[0; 64]);
        check(&service, &token, Err("its algorithm is not one of HS256, RS256, ES256"));
    }
    for secret in [&b""[..], b"secret", &[0; 32]] {
        check(&service, &hs256(secret, &claims()), Err("its signature is wrong"));
    }
    check(&service, &Pair::fresh("a").sign(None, &claims()), Err("no key set is known"));
}

#[test]
fn tokens_of_a_key_set_are_taken_and_no_others() {
    let (rsa, ec) = (Pair::known("rsa"), Pair::fresh("ec"));
    let mut settings = generous();
    settings["security"] = json!({ "jwt": { "jwks": "keys.json" } });
    let folder = Arc::new(crate::mcpvals::Folder::new());
    folder.write("keys.json", &keys(&[&rsa, &ec]).to_string());
    folder.write("root/x", "");
    let service = TestService::at(folder, &["--no-worker"], &settings);
    for pair in [&rsa, &ec] {
        let kid = pair.public["kid"].as_str();
        let sign = |claims: Value| pair.sign(kid, &claims);
        check(&service, &sign(claims()), Ok(200));
        check(&service, &pair.sign(None, &claims()), Ok(200));
        check(&service, &sign(with("nbf", json!(now() + 600))), Err("it is not to be taken yet"));
        check(&service, &sign(with("nbf", json!(now() - 600))), Ok(200));
        check(&service, &sign(with("exp", json!(now() - 60))), Err("it has expired"));
        check(&service, &sign(with("iss", json!("somebody"))), Err("another issuer made it"));
        check(&service, &sign(with("aud", json!(["shop"]))), Err("it is for another audience"));
        check(&service, &sign(with("aud", json!(["shop", "api"]))), Ok(200));
        for name in ["exp", "iss", "aud", "sub"] {
            let answer = service.ask("GET", "/api/v1/evaluations").key(&sign(without(name))).send();
            assert_eq!(answer.status, 401, "{name}: {}", answer.text());
        }
        check(&service, &sign(without("scopes")), Ok(403));
        let mut spaced = without("scopes");
        spaced["scope"] = json!("openid evaluate:read");
        check(&service, &sign(spaced), Ok(200));
        check(&service, &pair.sign(Some("nobody"), &claims()), Err("its key is not known"));
        let stranger = Pair::fresh("ec");
        check(&service, &stranger.sign(Some("ec"), &claims()), Err("its signature is wrong"));
    }
    // A key of one algorithm is no key of the other.
    check(&service, &ec.sign(Some("rsa"), &claims()), Err("its key is not known"));
    // The public key is known to everybody: it must not be taken for a secret (RFC 8725, 2.1).
    let pem = include_bytes!("../../servers/keys/rsa-public.pem");
    for secret in
        [&pem[..], pem.trim_ascii(), rsa.public.to_string().as_bytes(), rsa.public["n"].as_str().unwrap().as_bytes()]
    {
        check(&service, &hs256(secret, &claims()), Err("its signature is wrong"));
    }
    // What a token brings along is not believed.
    let header = Header {
        jwk: serde_json::from_value(ec.public.clone()).ok(),
        jku: Some("http://127.0.0.1:1/".into()),
        kid: Some("nobody".into()),
        ..Header::new(Algorithm::ES256)
    };
    check(&service, &encode(&header, &claims(), &ec.private).unwrap(), Err("its key is not known"));
}

#[test]
fn a_key_set_at_an_address_is_asked_for() {
    let (first, second) = (Pair::fresh("first"), Pair::fresh("second"));
    let set = Arc::new(Mutex::new(keys(&[&first]).to_string()));
    let (address, asked) = publish(Arc::clone(&set));
    let mut settings = generous();
    settings["security"] = json!({ "jwt": { "jwks": address, "issuer": "https://issuer.example", "audience": "mcp" } });
    let service = TestService::with(&["--no-worker"], &settings);
    let mut ours = with("iss", json!("https://issuer.example"));
    ours["aud"] = json!("mcp");
    check(&service, &first.sign(Some("first"), &ours), Ok(200));
    check(&service, &first.sign(Some("first"), &claims()), Err("another issuer made it"));
    // Whoever sends tokens with keys that nobody knows does not make us ask each time.
    for _ in 0..20 {
        check(&service, &second.sign(Some("second"), &ours), Err("its key is not known"));
    }
    assert_eq!(*asked.lock().unwrap(), 1);
}

/// A key set on a port of its own; counts who asks.
fn publish(set: Arc<Mutex<String>>) -> (String, Arc<Mutex<usize>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/jwks", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(0));
    let count = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let _head: Vec<String> = lines.map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
            *count.lock().unwrap() += 1;
            let body = set.lock().unwrap().clone();
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
        }
    });
    (address, asked)
}

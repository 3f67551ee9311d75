//! Webhooks: signed, tried again, kept from places where they have no business.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

use super::{TestService, generous, members};

/// What was posted.
#[derive(Debug, Clone)]
pub(super) struct Posted {
    headers: Vec<(String, String)>,
    body: String,
}

impl Posted {
    fn header(&self, name: &str) -> &str {
        &self.headers.iter().find(|(known, _)| known == name).unwrap_or_else(|| panic!("{name}: {self:?}")).1
    }

    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// Somebody who is posted to: answers with these statuses, one after the other, the last of them again and again; 0 is none.
pub(super) fn listen(statuses: Vec<u16>) -> (SocketAddr, Receiver<Posted>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut headers = Vec::new();
            let mut line = String::new();
            while reader.read_line(&mut line).unwrap() > 2 {
                if let Some((name, value)) = line.split_once(": ") {
                    headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
                }
                line.clear();
            }
            let size =
                headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, size)| size.parse().unwrap());
            let mut body = vec![0; size];
            reader.read_exact(&mut body).unwrap();
            let status = statuses.get(number).or(statuses.last()).unwrap();
            if *status > 0 {
                let answer = format!("HTTP/1.1 {status} x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                stream.write_all(answer.as_bytes()).unwrap();
            }
            let _ = sender.send(Posted { headers, body: String::from_utf8(body).unwrap() });
        }
    });
    (address, receiver)
}

fn wait(receiver: &Receiver<Posted>) -> Posted {
    receiver.recv_timeout(Duration::from_secs(30)).expect("something is posted")
}

fn create(service: &TestService, url: &str, events: &[&str]) -> Value {
    let answer = service.post("/api/v1/webhooks", &json!({ "url": url, "events": events }));
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.data()
}

/// Something happens.
fn cancelled(service: &TestService) -> String {
    let id = service.accept("documents", &json!({}));
    service.ask("DELETE", &format!("/api/v1/evaluations/{id}")).send();
    id
}

#[test]
fn an_event_is_posted_signed_and_tried_again() {
    let service = TestService::with(&["--no-worker", "--allow-private"], &generous());
    for statuses in [vec![500, 200], vec![0, 200], vec![302, 204]] {
        let (address, posted) = listen(statuses.clone());
        let webhook = create(&service, &format!("http://{address}/hook?a=b"), &["evaluation:*"]);
        assert_eq!(members(&webhook), "createdAt time, events list, id text, secret text, url text");
        let secret = webhook["secret"].as_str().unwrap();
        let id = cancelled(&service);
        let (first, second) = (wait(&posted), wait(&posted));
        for post in [&first, &second] {
            assert_signed(post, secret);
            assert_eq!(
                (&post.json()["type"], &post.json()["data"]["id"]),
                (&json!("evaluation:cancelled"), &json!(id))
            );
            assert_eq!(post.header("x-mcpvals-event"), "evaluation:cancelled");
            assert_eq!(post.header("content-type"), "application/json");
        }
        assert_eq!(first.body, second.body, "{statuses:?}");
        assert_eq!(first.header("x-mcpvals-delivery"), second.header("x-mcpvals-delivery"));
        assert_eq!(first.json(), service.events(&id)[0], "as the stream tells it");
        // Taken is taken: the next that comes is of the next event.
        let next = cancelled(&service);
        assert_eq!(wait(&posted).json()["data"]["id"], json!(next));
        let path = format!("/api/v1/webhooks/{}", webhook["id"].as_str().unwrap());
        assert_eq!(service.ask("DELETE", &path).send().data()["deleted"], true);
        assert_eq!(service.ask("DELETE", &path).send().status, 404);
    }
}

#[track_caller]
fn assert_signed(post: &Posted, secret: &str) {
    let (time, tag) = post.header("x-mcpvals-signature").split_once(",v1=").unwrap();
    let time = time.strip_prefix("t=").unwrap();
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    let tag: Vec<u8> = (0..tag.len()).step_by(2).map(|at| u8::from_str_radix(&tag[at..at + 2], 16).unwrap()).collect();
    ring::hmac::verify(&key, format!("{time}.{}", post.body).as_bytes(), &tag).expect("the signature is right");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    assert!(now.abs_diff(time.parse().unwrap()) < 60);
}

#[test]
fn webhooks_are_their_owner_s_and_their_secret_is_shown_once() {
    let service = TestService::with(&["--no-worker", "--allow-private"], &generous());
    let scopes = ["evaluate:write", "evaluate:read"];
    let (one, other) = (service.key(&scopes), service.key(&scopes));
    let list = |key: &str| service.ask("GET", "/api/v1/webhooks").key(key).send().data()["webhooks"].clone();
    let made =
        service.ask("POST", "/api/v1/webhooks").key(&one).json(&json!({ "url": "http://127.0.0.1:1/" })).send().data();
    assert!(made["secret"].as_str().unwrap().starts_with("whsec_"));
    let shown = list(&one);
    assert_eq!(members(&shown[0]), "createdAt time, events list, id text, url text");
    assert_eq!((&list(&other), list(&service.admin).as_array().unwrap().len()), (&json!([]), 1));
    let path = format!("/api/v1/webhooks/{}", made["id"].as_str().unwrap());
    assert_eq!(service.ask("DELETE", &path).key(&other).send().status, 404, "as if it was not there");
    assert_eq!(service.ask("DELETE", &path).key(&one).send().status, 200);
}

#[test]
fn nothing_is_posted_to_this_machine_unless_that_is_allowed() {
    let (address, posted) = listen(vec![200]);
    let url = format!("http://{address}/");
    let service = TestService::with(&["--no-worker", "--allow-private"], &generous());
    create(&service, &url, &[]);
    create(&service, &format!("http://localhost:{}/", address.port()), &[]);
    cancelled(&service);
    assert_eq!([wait(&posted), wait(&posted)].len(), 2);
    // What was allowed once is not allowed for ever.
    let folder = service.stop();
    let service = TestService::at(folder, &["--no-worker"], &generous());
    cancelled(&service);
    super::eventually("it is not delivered", || service.log().matches("was not delivered").count() >= 2);
    assert!(posted.try_recv().is_err());
    let refused = service.post("/api/v1/webhooks", &json!({ "url": url }));
    assert_eq!(refused.outcome(), (400, "VALIDATION_ERROR".to_owned()));
    assert_eq!(refused.error()["details"]["field"], "url");
}

/// What is posted until nothing came for a while.
fn rest(receiver: &Receiver<Posted>) -> usize {
    std::iter::from_fn(|| receiver.recv_timeout(Duration::from_secs(4)).ok()).count()
}

#[test]
fn a_key_that_is_not_taken_any_more_is_told_nothing_more() {
    let service = TestService::with(&["--no-worker", "--allow-private"], &generous());
    let scopes = ["evaluate:write", "evaluate:read"];
    let (revoked, expiring) = (
        super::running::key(&service.folder, &scopes, &[]),
        super::running::key(&service.folder, &scopes, &["--expires", "3s"]),
    );
    let hook = |key: &Value| {
        let (address, posted) = listen(vec![200]);
        let body = json!({ "url": format!("http://{address}/") });
        let made = service.ask("POST", "/api/v1/webhooks").key(key["key"].as_str().unwrap()).json(&body).send();
        assert_eq!(made.status, 201, "{}", made.text());
        posted
    };
    let (one, other) = (hook(&revoked), hook(&expiring));
    cancelled(&service);
    wait(&one);
    wait(&other);
    let ran = super::running::command(&service.folder, &["keys", "revoke", revoked["id"].as_str().unwrap()]);
    assert_eq!(ran.code, 0, "{ran:?}");
    super::eventually("they are gone", || service.get("/api/v1/webhooks").data()["webhooks"] == json!([]));
    cancelled(&service);
    assert_eq!((rest(&one), rest(&other)), (0, 0));
}

#[test]
fn who_may_not_read_is_told_nothing_by_a_webhook_either() {
    let service = TestService::with(&["--no-worker", "--allow-private"], &generous());
    let body = json!({ "url": "http://127.0.0.1:1/" });
    let refused = service.ask("POST", "/api/v1/webhooks").key(&service.key(&["evaluate:write"])).json(&body).send();
    assert_eq!(refused.outcome(), (403, "INSUFFICIENT_PERMISSIONS".to_owned()));
    assert_eq!(refused.error()["details"]["constraint"], "evaluate:read");
    // What is kept nowhere cannot be told again.
    let body = json!({ "url": "http://127.0.0.1:1/", "events": ["system:status"] });
    assert_eq!(service.post("/api/v1/webhooks", &body).outcome(), (400, "VALIDATION_ERROR".to_owned()));
}

#[test]
fn one_that_does_not_answer_holds_up_nobody() {
    let service = TestService::with(&["--no-worker", "--allow-private"], &generous());
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    create(&service, &format!("http://{}/", silent.local_addr().unwrap()), &[]);
    let (address, posted) = listen(vec![200]);
    create(&service, &format!("http://{address}/"), &[]);
    let began = std::time::Instant::now();
    for _ in 0..20 {
        cancelled(&service);
        wait(&posted);
    }
    assert!(began.elapsed() < Duration::from_secs(9), "{:?}", began.elapsed());
}

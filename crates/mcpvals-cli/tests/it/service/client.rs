//! HTTP as a client of the service speaks it: a connection for each request, so that nothing is hidden by a pool.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// No answer takes longer.
const PATIENCE: Duration = Duration::from_mins(1);

/// A request that was not sent yet.
#[derive(Clone)]
pub(crate) struct Request {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Vec<u8>>,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn new(address: SocketAddr, method: &str, path: &str) -> Self {
        Self { address, method: method.to_owned(), path: path.to_owned(), headers: Vec::new(), body: None }
    }

    /// With a header; one of the same name goes.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(crate) fn key(self, key: &str) -> Self {
        self.header("Authorization", &format!("Bearer {key}"))
    }

    /// Without credentials.
    pub(crate) fn bare(mut self) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case("authorization"));
        self
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.header("Content-Type", "application/json").bytes(body.to_string())
    }

    pub(crate) fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = Some(body.into());
        self
    }

    pub(crate) fn send(&self) -> Answer {
        exchange(self.address, &self.text("1.1"))
    }

    /// The events of a stream, one after the other: HTTP/1.0 has its body until the end, without chunks.
    pub(crate) fn stream(&self) -> Stream {
        let mut stream = connect(self.address);
        stream.write_all(&self.text("1.0")).unwrap();
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        let status = line.split(' ').nth(1).unwrap().parse().unwrap();
        while !line.trim().is_empty() {
            line.clear();
            reader.read_line(&mut line).unwrap();
        }
        Stream { status, reader }
    }

    fn text(&self, version: &str) -> Vec<u8> {
        let mut text = format!("{} {} HTTP/{version}\r\nConnection: close\r\n", self.method, self.path);
        if !self.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text += &["Host: ", &self.address.to_string(), "\r\n"].concat();
        }
        for (name, value) in &self.headers {
            text += &[name, ": ", value, "\r\n"].concat();
        }
        if let Some(body) = &self.body {
            text += &["Content-Length: ", &body.len().to_string(), "\r\n"].concat();
        }
        [text.as_bytes(), b"\r\n", self.body.as_deref().unwrap_or_default()].concat()
    }
}

pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends bytes as they are, and reads what comes back until the end.
pub(crate) fn exchange(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = connect(address);
    // A service that has heard enough closes before everything is written: what it said counts.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    assert!(read.is_ok() || !answer.is_empty(), "{read:?}: {}", String::from_utf8_lossy(bytes));
    parse(&answer)
}

fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(bytes)));
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers: Vec<(String, String)> = lines
        .map(|line| line.split_once(':').unwrap())
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let mut answer = Answer { status, headers, body: bytes[end + 4..].to_vec() };
    if answer.header("transfer-encoding") == Some("chunked") {
        answer.body = whole(&answer.body);
    }
    answer
}

/// A body out of its chunks.
fn whole(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        body.extend_from_slice(&rest[end + 2..end + 2 + size]);
        rest = &rest[end + 2 + size + 2..];
    }
    body
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text()))
    }

    /// What a good answer has in its envelope.
    #[track_caller]
    pub(crate) fn data(&self) -> Value {
        let mut json = self.json();
        assert_eq!(json["success"], true, "{json:#}");
        json["data"].take()
    }

    /// What a bad answer has in its envelope.
    #[track_caller]
    pub(crate) fn error(&self) -> Value {
        let mut json = self.json();
        assert_eq!(json["success"], false, "{json:#}");
        json["error"].take()
    }

    /// The status, and the code of an error.
    pub(crate) fn outcome(&self) -> (u16, String) {
        let json: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        (self.status, json["error"]["code"].as_str().unwrap_or_default().to_owned())
    }

    /// All violations, as `field: constraint`.
    #[track_caller]
    pub(crate) fn violations(&self) -> Vec<String> {
        let details = self.error()["details"].clone();
        let all = details["violations"].as_array().cloned().unwrap_or_else(|| vec![details]);
        all.iter()
            .map(|one| format!("{}: {}", one["field"].as_str().unwrap(), one["constraint"].as_str().unwrap()))
            .collect()
    }
}

/// A stream of events.
pub(crate) struct Stream {
    pub(crate) status: u16,
    reader: BufReader<TcpStream>,
}

impl Iterator for Stream {
    /// What stands in `data`, after it was held against `id` and `event`.
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let (mut fields, mut line) = (Vec::new(), String::new());
        loop {
            line.clear();
            if self.reader.read_line(&mut line).expect("a stream says something within its beat") == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some((name, value)) => fields.push((name.to_owned(), value.to_owned())),
                // A comment is a sign of life.
                None if fields.iter().all(|(name, _)| name.is_empty()) => fields.clear(),
                None => break,
            }
        }
        let field = |name: &str| fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let data: Value = serde_json::from_str(field("data").unwrap()).unwrap();
        // What is kept nowhere has no id.
        assert_eq!((data["eventId"].as_str(), data["type"].as_str()), (field("id"), field("event")));
        Some(data)
    }
}

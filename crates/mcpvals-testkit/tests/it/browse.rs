//! A client over HTTP that sees status, headers and every byte of the body.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::message::{initialize, initialized};

/// A reply, as far as it came.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    /// Without the marks of the chunks.
    pub(crate) body: Vec<u8>,
    /// How the reading ended.
    pub(crate) end: End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// As `Content-Length` or the last chunk says.
    Whole,
    /// The connection was closed first.
    Closed,
    /// The connection was reset first.
    Reset,
    /// Nothing came for longer than the patience, or no end did.
    Impatient,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The data of each event.
    #[track_caller]
    pub(crate) fn events(&self) -> Vec<Value> {
        let text = self.text();
        let events = text.split("\n\n").filter_map(|event| {
            let data: Vec<_> = event.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
            (!data.is_empty()).then(|| data.join("\n"))
        });
        events.filter(|data| !data.is_empty()).map(|data| serde_json::from_str(&data).expect("data is JSON")).collect()
    }

    /// The ids of the events.
    pub(crate) fn event_ids(&self) -> Vec<String> {
        self.text().lines().filter_map(|line| line.strip_prefix("id: ")).map(str::to_owned).collect()
    }

    /// The JSON-RPC answer, in whichever form it came.
    #[track_caller]
    pub(crate) fn answer(&self) -> Value {
        match self.header("Content-Type") {
            Some("text/event-stream") => self.events().pop().unwrap_or_else(|| panic!("no event in {self:?}")),
            _ => self.json(),
        }
    }
}

/// One connection with the headers that go on every request.
pub(crate) struct Browser {
    stream: TcpStream,
    authority: String,
    path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) patience: Duration,
    buffer: Vec<u8>,
}

impl Browser {
    pub(crate) fn visit(url: &str) -> Self {
        let (authority, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let stream = TcpStream::connect(authority).unwrap();
        let path = format!("/{path}");
        let headers = Vec::new();
        Self {
            stream,
            authority: authority.to_owned(),
            path,
            headers,
            patience: Duration::from_secs(20),
            buffer: Vec::new(),
        }
    }

    /// Opens a session of a handshake revision.
    pub(crate) fn open(url: &str, revision: &str, capabilities: &Value) -> Self {
        let mut browser = Self::visit(url);
        let reply = browser.post(&initialize(revision, capabilities));
        let id = reply.header("Mcp-Session-Id").unwrap_or_else(|| panic!("{reply:?}")).to_owned();
        browser.set("Mcp-Session-Id", &id);
        browser.set("MCP-Protocol-Version", revision);
        assert_eq!(browser.post(&initialized()).status, 202);
        browser
    }

    /// Another connection with the same headers.
    pub(crate) fn again(&self) -> Self {
        let mut other = Self::visit(&format!("http://{}{}", self.authority, self.path));
        other.headers.clone_from(&self.headers);
        other
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
    }

    pub(crate) fn post(&mut self, message: &Value) -> Reply {
        self.post_bytes(message.to_string().as_bytes())
    }

    pub(crate) fn post_bytes(&mut self, body: &[u8]) -> Reply {
        self.send("POST", body);
        self.receive()
    }

    /// A 2026-07-28 request with the headers that mirror its body.
    pub(crate) fn post_modern(&mut self, message: &Value) -> Reply {
        self.set("MCP-Protocol-Version", "2026-07-28");
        self.set("Mcp-Method", message["method"].as_str().unwrap_or_default());
        self.set("Mcp-Name", message["params"]["name"].as_str().unwrap_or_default());
        self.post(message)
    }

    pub(crate) fn request(&mut self, method: &str) -> Reply {
        self.send(method, b"");
        self.receive()
    }

    pub(crate) fn send(&mut self, method: &str, body: &[u8]) {
        let mut head = format!("{method} {} HTTP/1.1\r\nHost: {}\r\n", self.path, self.authority);
        head += "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
        for (name, value) in &self.headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        write!(head, "Content-Length: {}\r\n\r\n", body.len()).unwrap();
        self.stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
    }

    pub(crate) fn receive(&mut self) -> Reply {
        let deadline = Instant::now() + self.patience;
        let end = loop {
            if let Some((parsed, used)) = parse(&self.buffer) {
                self.buffer.drain(..used);
                return parsed;
            }
            if let Err(end) = self.fill(deadline) {
                break end;
            }
        };
        let reply = describe(&self.buffer, end);
        self.buffer.clear();
        reply
    }

    /// As much of the reply as there is when its body holds `words`; it can be asked for again.
    pub(crate) fn receive_until(&mut self, words: &str) -> Reply {
        let deadline = Instant::now() + self.patience;
        loop {
            let reply = describe(&self.buffer, End::Impatient);
            if reply.text().contains(words) {
                return reply;
            }
            if let Err(end) = self.fill(deadline) {
                return describe(&self.buffer, end);
            }
        }
    }

    fn fill(&mut self, deadline: Instant) -> Result<(), End> {
        let left =
            deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()).ok_or(End::Impatient)?;
        self.stream.set_read_timeout(Some(left)).unwrap();
        let mut piece = vec![0; 64 << 10];
        match self.stream.read(&mut piece) {
            Ok(0) => Err(End::Closed),
            Ok(read) if self.buffer.len() < 64 << 20 => {
                self.buffer.extend_from_slice(&piece[..read]);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Err(End::Reset),
            Ok(_) | Err(_) => Err(End::Impatient),
        }
    }
}

/// A whole reply at the front of `raw`, and its length.
fn parse(raw: &[u8]) -> Option<(Reply, usize)> {
    let head_end = raw.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let mut reply = describe(&raw[..head_end], End::Whole);
    if reply.header("Transfer-Encoding") == Some("chunked") {
        let (body, used) = chunks(&raw[head_end..]);
        reply.body = body;
        return used.map(|used| (reply, head_end + used));
    }
    let length: usize = reply.header("Content-Length")?.parse().ok()?;
    reply.body = raw.get(head_end..head_end + length)?.to_vec();
    Some((reply, head_end + length))
}

/// Status, head and as much of the body as there is.
fn describe(raw: &[u8], end: End) -> Reply {
    let head_end = raw.windows(4).position(|four| four == b"\r\n\r\n").map_or(raw.len(), |end| end + 4);
    let head = String::from_utf8_lossy(&raw[..head_end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut reply = Reply { status, head, body: raw[head_end..].to_vec(), end };
    if reply.header("Transfer-Encoding") == Some("chunked") {
        let (body, used) = chunks(&reply.body);
        reply.body = body;
        reply.end = if used.is_some() { End::Whole } else { end };
    }
    reply
}

/// The data of the chunks, and where the last one ends.
fn chunks(mut raw: &[u8]) -> (Vec<u8>, Option<usize>) {
    let (mut body, whole) = (Vec::new(), raw.len());
    while let Some(line) = raw.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&raw[..line]).unwrap(), 16).unwrap();
        let Some(data) = raw.get(line + 2..line + 2 + size) else { break };
        body.extend_from_slice(data);
        raw = raw.get(line + 4 + size..).unwrap_or(b"");
        if size == 0 {
            return (body, Some(whole - raw.len()));
        }
    }
    (body, None)
}

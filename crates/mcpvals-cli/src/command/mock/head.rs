//! Requests and responses of HTTP/1.1, one on each connection, bounded.

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _};

/// The longest head.
const HEAD_BYTES_MAX: u64 = 64 << 10;
/// The longest body.
const BODY_BYTES_MAX: u64 = 64 << 20;

/// A request with its body.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads it.
    ///
    /// # Errors
    /// The connection is broken, or this is no request that we take, in words.
    pub(super) async fn read(input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Self> {
        let mut head = Vec::new();
        let mut bounded = input.take(HEAD_BYTES_MAX);
        while !head.ends_with(b"\r\n\r\n") {
            if bounded.read_until(b'\n', &mut head).await? == 0 {
                return Err(io::Error::other("the head of the request has no end"));
            }
        }
        let text = String::from_utf8_lossy(&head);
        let mut lines = text.lines();
        let method = lines.next().unwrap_or_default().split(' ').next().unwrap_or_default().to_owned();
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.trim().to_ascii_lowercase(), value.trim().to_owned()))
        };
        let mut request = Self { method, headers: lines.filter_map(header).collect(), body: Vec::new() };
        request.body = request.read_body(input).await?;
        Ok(request)
    }

    async fn read_body(&self, input: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Vec<u8>> {
        if self.header("transfer-encoding").is_some() {
            return Err(io::Error::other("a body needs a `Content-Length`"));
        }
        let length = self.header("content-length").map_or(Ok(0), str::parse::<u64>);
        let length = length.map_err(|_| io::Error::other("`Content-Length` is no number"))?;
        if length > BODY_BYTES_MAX {
            return Err(io::Error::other(format!("the body is longer than {BODY_BYTES_MAX} bytes")));
        }
        let mut body = Vec::new();
        input.take(length).read_to_end(&mut body).await?;
        Ok(body)
    }

    /// The value of a header, its name in lower case.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Does it come from this machine? A page of another origin must not talk to us (DNS rebinding).
    pub(super) fn is_of_here(&self) -> bool {
        let Some(origin) = self.header("origin") else { return true };
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        let name = host.rsplit_once(':').map_or(host, |(name, port)| if port.ends_with(']') { host } else { name });
        matches!(name, "localhost" | "127.0.0.1" | "[::1]")
    }
}

/// A whole response.
pub(super) fn response(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}

/// The head of a stream of events, which ends with the connection.
pub(super) fn stream(headers: &str) -> String {
    format!(
        "HTTP/1.1 200 OK\r\n{headers}Content-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
}

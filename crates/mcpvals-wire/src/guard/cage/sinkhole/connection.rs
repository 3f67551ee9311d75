//! One connection that was taken: it is heard for whom it is, and then closed.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use super::{Seen, is_loopback, text};

/// So much is heard of each.
const BYTES_MAX: usize = 4096;
/// And so long.
const PATIENCE: Duration = Duration::from_secs(2);
/// What is said to whoever speaks HTTP.
const NO_NETWORK: &[u8] = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain\r\nContent-Length: 37\r\nConnection: close\r\n\r\nmcpvals: there is no network in here\n";

pub(super) struct Connection {
    stream: TcpStream,
    /// The address that was meant.
    to: SocketAddr,
    heard: Vec<u8>,
    until: Instant,
    over: bool,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> Option<Self> {
        stream.set_nonblocking(true).ok()?;
        let to = stream.local_addr().ok()?;
        Some(Self { stream, to, heard: Vec::new(), until: Instant::now() + PATIENCE, over: false })
    }

    pub(super) fn stream(&self) -> &TcpStream {
        &self.stream
    }

    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// Hears what has come; what it is, once that is known.
    pub(super) fn work(&mut self) -> Option<Seen> {
        let mut chunk = [0_u8; 1024];
        let is_cut = loop {
            match self.stream.read(&mut chunk) {
                Ok(0) => break true,
                Ok(count) => self.heard.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break false,
                Err(_) => break true,
            }
            if self.heard.len() >= BYTES_MAX {
                break true;
            }
        };
        let is_whole = self.heard.windows(4).any(|end| end == b"\r\n\r\n") || server_name(&self.heard).is_some();
        if !(is_cut || is_whole || Instant::now() >= self.until) {
            return None;
        }
        self.over = true;
        let seen = self.seen();
        if seen.protocol == "http" {
            let _ = self.stream.write(NO_NETWORK);
        }
        (!is_loopback(self.to.ip())).then_some(seen)
    }

    fn seen(&self) -> Seen {
        let address = self.to.ip().to_canonical().to_string();
        let (protocol, name) = match (server_name(&self.heard), host(&self.heard)) {
            (Some(name), _) => ("tls", Some(name)),
            (None, Some(host)) => ("http", Some(host)),
            (None, None) if self.heard.first() == Some(&0x16) => ("tls", None),
            (None, None) => ("tcp", None),
        };
        // What is enciphered tells nothing.
        let said = if protocol == "tls" { String::new() } else { text(&self.heard) };
        Seen { protocol: protocol.to_owned(), to: name.unwrap_or(address), port: self.to.port(), said }
    }
}

/// Whom a request of HTTP is for.
fn host(heard: &[u8]) -> Option<String> {
    let said = text(heard);
    let mut lines = said.lines();
    lines.next().filter(|line| line.contains(" HTTP/1."))?;
    let named = lines.find_map(|line| line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("host")));
    let named = named.map(|(_, value)| value.trim());
    Some(named.map_or("", |host| host.rsplit_once(':').map_or(host, |(host, _)| host)).to_owned())
}

/// The name in a `ClientHello` (RFC 8446, 4.1.2; RFC 6066, 3).
fn server_name(heard: &[u8]) -> Option<String> {
    let mut hello = Reader(heard.get(5..).filter(|_| heard.first() == Some(&0x16))?);
    hello.take(4 + 2 + 32)?;
    let session = hello.number(1)?;
    hello.take(session)?;
    let ciphers = hello.number(2)?;
    hello.take(ciphers)?;
    let compressions = hello.number(1)?;
    hello.take(compressions)?;
    hello.number(2)?;
    loop {
        let kind = hello.number(2)?;
        let length = hello.number(2)?;
        let body = hello.take(length)?;
        if kind == 0 {
            return body.get(5..).map(text);
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, bytes: usize) -> Option<usize> {
        Some(self.take(bytes)?.iter().fold(0, |number, byte| (number << 8) | usize::from(*byte)))
    }
}

#[cfg(test)]
mod tests {
    use super::{host, server_name};

    #[test]
    fn whom_a_request_is_for() {
        assert_eq!(
            host(b"GET /a HTTP/1.1\r\nAccept: x\r\nHost: evil.example:80\r\n\r\n").as_deref(),
            Some("evil.example")
        );
        assert_eq!(host(b"EHLO me\r\n"), None);
    }

    #[test]
    fn whom_a_hello_is_for() {
        let mut hello = vec![0x16, 3, 1, 0, 0, 1, 0, 0, 0, 3, 3];
        hello.extend([0; 32]);
        hello.extend([0, 0, 2, 0x13, 1, 1, 0, 0, 0]);
        hello.extend([0, 0, 0, 17, 0, 15, 0, 0, 12]);
        hello.extend(b"evil.example");
        assert_eq!(server_name(&hello).as_deref(), Some("evil.example"));
        for cut in 0..hello.len() {
            assert_eq!(server_name(&hello[..cut]), None);
        }
    }
}

//! One HTTP/1.1 connection: reads requests, writes replies and event streams.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

/// Largest body and head that the server takes.
const BODY_BYTES_MAX: usize = 64 << 20;
const HEAD_BYTES_MAX: u64 = 1 << 20;

/// A request as it came.
#[derive(Debug, Default)]
pub(crate) struct HttpRequest {
    pub(super) method: String,
    /// Without the query.
    pub(crate) path: String,
    pub(crate) query: String,
    /// Names in lower case, in order.
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl HttpRequest {
    /// The value of a header; the first one if it comes twice.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// How often a header comes.
    pub(super) fn count(&self, name: &str) -> usize {
        self.headers.iter().filter(|(known, _)| known == name).count()
    }
}

/// A connection of one client.
#[derive(Debug)]
pub(crate) struct Connection {
    reader: BufReader<TcpStream>,
    stream: TcpStream,
    /// Leave the last byte of a body unread: a socket that is closed like that is reset.
    hold: bool,
    held: bool,
}

impl Connection {
    /// With `hold`, the last byte of each body stays in the socket until [`release`](Self::release).
    pub(crate) fn new(stream: TcpStream, hold: bool) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        // A buffer of one byte never reads ahead, so the held byte stays where it is.
        let reader = BufReader::with_capacity(if hold { 1 } else { 16 << 10 }, stream.try_clone()?);
        Ok(Self { reader, stream, hold, held: false })
    }

    /// The next request; `None` when the client has closed.
    pub(crate) fn read(&mut self) -> io::Result<Option<HttpRequest>> {
        let mut request = HttpRequest::default();
        let Some(first) = self.line()? else { return Ok(None) };
        let mut words = first.split(' ');
        words.next().unwrap_or_default().clone_into(&mut request.method);
        let target = words.next().unwrap_or_default();
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        (request.path, request.query) = (path.to_owned(), query.to_owned());
        while let Some(line) = self.line()?.filter(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':').unwrap_or((&line, ""));
            request.headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let length = request.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        request.body = self.body(length)?;
        Ok(Some(request))
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        if (&mut self.reader).take(HEAD_BYTES_MAX).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
    }

    fn body(&mut self, length: usize) -> io::Result<Vec<u8>> {
        if length > BODY_BYTES_MAX {
            return Err(io::Error::other("the body is too long"));
        }
        let mut body = vec![0; length];
        if self.hold && length > 0 {
            self.reader.read_exact(&mut body[..length - 1])?;
            self.stream.peek(&mut body[length - 1..])?;
            self.held = true;
        } else {
            self.reader.read_exact(&mut body)?;
        }
        Ok(body)
    }

    /// Reads the byte that was held.
    pub(super) fn release(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.held) { self.reader.read_exact(&mut [0]) } else { Ok(()) }
    }

    /// The port on which we listen.
    pub(super) fn port(&self) -> io::Result<u16> {
        Ok(self.stream.local_addr()?.port())
    }

    /// Whether the client has closed its side; the cost is two system calls.
    pub(super) fn is_closed(&self) -> bool {
        if !self.reader.buffer().is_empty() || self.stream.set_nonblocking(true).is_err() {
            return false;
        }
        let closed = match self.stream.peek(&mut [0]) {
            Ok(read) => read == 0,
            Err(error) => error.kind() != io::ErrorKind::WouldBlock,
        };
        self.stream.set_nonblocking(false).is_err() || closed
    }

    /// Bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// A whole reply.
    pub(crate) fn reply(&mut self, status: u16, headers: &[(&str, &str)], body: &[u8]) -> io::Result<()> {
        let mut reply = head(status, headers);
        write!(reply, "Content-Length: {}\r\n\r\n", body.len()).expect("a String takes everything");
        self.write(&[reply.as_bytes(), body].concat())
    }

    /// A whole reply, the last on this connection.
    pub(super) fn reply_and_close(&mut self, status: u16, headers: &[(&str, &str)], body: &[u8]) -> io::Result<()> {
        self.reply(status, &[headers, &[("Connection", "close")]].concat(), body)
    }

    /// The head of a reply whose body comes in chunks.
    pub(crate) fn open_stream(&mut self, headers: &[(&str, &str)]) -> io::Result<()> {
        self.write((head(200, headers) + "Transfer-Encoding: chunked\r\n\r\n").as_bytes())
    }

    /// One chunk of the body.
    pub(crate) fn chunk(&mut self, bytes: &[u8]) -> io::Result<()> {
        let size = format!("{:x}\r\n", bytes.len());
        self.write(&[size.as_bytes(), bytes, b"\r\n"].concat())
    }

    /// The last chunk; the connection can be used again.
    pub(crate) fn end_stream(&mut self) -> io::Result<()> {
        self.write(b"0\r\n\r\n")
    }
}

/// Status line and headers, without the empty line at the end.
pub(super) fn head(status: u16, headers: &[(&str, &str)]) -> String {
    let mut head = format!("HTTP/1.1 {status} {}\r\n", reason(status));
    for (name, value) in headers {
        write!(head, "{name}: {value}\r\n").expect("a String takes everything");
    }
    head
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        202 => "Accepted",
        204 => "No Content",
        307 => "Temporary Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        409 => "Conflict",
        415 => "Unsupported Media Type",
        429 => "Too Many Requests",
        503 => "Service Unavailable",
        529 => "Overloaded",
        _ => "Internal Server Error",
    }
}

/// An event with `data`, which may have several lines.
pub(super) fn event(id: Option<&str>, kind: &str, data: &[u8]) -> Vec<u8> {
    let mut event = id.map_or_else(String::new, |id| format!("id: {id}\n")).into_bytes();
    event.extend_from_slice(format!("event: {kind}\n").as_bytes());
    for line in data.split(|byte| *byte == b'\n') {
        event.extend_from_slice(b"data: ");
        event.extend_from_slice(line);
        event.push(b'\n');
    }
    event.push(b'\n');
    event
}

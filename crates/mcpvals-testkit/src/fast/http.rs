//! HTTP/1.1 with keep-alive and pipelining, one thread for each connection, no sessions.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use super::answer::{self, Kind};

const READ_BYTES: usize = 64 << 10;

pub(super) fn serve(port: u16, delay: Duration) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let said = format!("listening http://127.0.0.1:{}/mcp\n", listener.local_addr()?.port());
    io::stderr().write_all(said.as_bytes())?;
    for stream in listener.incoming() {
        let stream = stream?;
        thread::spawn(move || {
            // A client that goes away is no error.
            let _gone = connection(stream, delay);
        });
    }
    Ok(())
}

fn connection(mut stream: TcpStream, delay: Duration) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut input = vec![0; READ_BYTES];
    let (mut filled, mut out, mut body) = (0, Vec::with_capacity(READ_BYTES), Vec::new());
    loop {
        let mut at = 0;
        let mut calls = false;
        while let Some(request) = whole_request(&input[at..filled]) {
            calls |= respond(&input[at..at + request.end], &request, &mut body, &mut out) == Kind::Call;
            at += request.end;
        }
        if calls && !delay.is_zero() {
            thread::sleep(delay);
        }
        stream.write_all(&out)?;
        out.clear();
        input.copy_within(at..filled, 0);
        filled -= at;
        if filled == input.len() {
            input.resize(filled * 2, 0);
        }
        match stream.read(&mut input[filled..])? {
            0 => return Ok(()),
            read => filled += read,
        }
    }
}

/// Where the parts of a request are.
struct Request {
    body: usize,
    end: usize,
    is_post: bool,
}

fn whole_request(bytes: &[u8]) -> Option<Request> {
    let head = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let length = bytes[..head].split(|byte| *byte == b'\n').find_map(content_length).unwrap_or(0);
    let end = head + length;
    (bytes.len() >= end).then(|| Request { body: head, end, is_post: bytes.starts_with(b"POST ") })
}

fn content_length(line: &[u8]) -> Option<usize> {
    const NAME: &[u8] = b"content-length:";
    let (name, value) = line.split_at_checked(NAME.len())?;
    let value = value.trim_ascii();
    name.eq_ignore_ascii_case(NAME).then(|| std::str::from_utf8(value).ok()?.parse().ok())?
}

fn respond(bytes: &[u8], request: &Request, body: &mut Vec<u8>, out: &mut Vec<u8>) -> Kind {
    body.clear();
    if !request.is_post {
        out.extend_from_slice(b"HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\n\r\n");
        return Kind::Nothing;
    }
    let kind = answer::write(&bytes[request.body..request.end], body);
    if kind == Kind::Nothing {
        out.extend_from_slice(b"HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
        return kind;
    }
    out.extend_from_slice(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ");
    out.extend_from_slice(body.len().to_string().as_bytes());
    out.extend_from_slice(b"\r\n\r\n");
    out.extend_from_slice(body);
    kind
}

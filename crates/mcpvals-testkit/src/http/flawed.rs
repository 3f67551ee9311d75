//! Flaws of the HTTP answer to a POST.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::Site;
use super::connection::{Connection, event, head};
use super::session::Session;
use crate::flaw::{Family, Flaw};
use crate::outgoing::{Asked, Outgoing};

const JSON: (&str, &str) = ("Content-Type", "application/json");
const HTML: (&str, &str) = ("Content-Type", "text/html; charset=utf-8");
const EVENTS: (&str, &str) = ("Content-Type", "text/event-stream");
/// The pace of those who drip, and how long they do.
const DRIP: Duration = Duration::from_millis(100);
const DRIPS_MAX: usize = 6000;

/// Whether the answer to `message` is spoilt on the level of HTTP.
pub(super) fn strikes(site: &Site, message: &Value) -> bool {
    site.distorter.flaw.family() == Family::Http
        && site.distorter.flaw != Flaw::IllegalSessionId
        && message.get("id").is_some()
        && site.distorter.strikes(&Asked::from_message(message))
}

/// Answers in the way of the site's flaw; the connection is closed afterwards.
pub(super) fn answer(
    site: &Arc<Site>,
    connection: &mut Connection,
    session: &Session,
    outgoing: &[Outgoing],
) -> io::Result<()> {
    let good = outgoing.iter().rev().find_map(Outgoing::value).unwrap_or(&Value::Null);
    let text = good.to_string();
    let body = text.as_bytes();
    match site.distorter.flaw {
        Flaw::WrongContentType => connection.reply_and_close(200, &[("Content-Type", "text/plain")], body),
        Flaw::Status500 => connection.reply_and_close(500, &[HTML], b"<h1>Internal Server Error</h1>"),
        Flaw::Status404Html => connection.reply_and_close(404, &[HTML], b"<!doctype html><h1>Not Found</h1>"),
        Flaw::LoginPage => connection.reply_and_close(200, &[HTML], b"<!doctype html><form>Please log in</form>"),
        Flaw::Unauthorized => {
            let challenge = r#"Bearer resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource""#;
            connection.reply_and_close(401, &[("WWW-Authenticate", challenge)], b"")
        }
        Flaw::TooManyRequests => connection.reply_and_close(429, &[("Retry-After", "30")], b""),
        Flaw::AcceptedWithoutAnswer => connection.reply_and_close(202, &[], b""),
        Flaw::EmptyBody => connection.reply_and_close(200, &[JSON], b""),
        Flaw::RedirectsForever => connection.reply_and_close(307, &[("Location", "/mcp")], b""),
        Flaw::RedirectsAway => redirect_away(connection),
        Flaw::SessionLost => {
            site.sessions().remove(&session.id);
            connection.reply_and_close(
                404,
                &[JSON],
                br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"session not found"}}"#,
            )
        }
        Flaw::SessionLostById => {
            site.sessions().remove(&session.id);
            let error = serde_json::json!({"code": -32001, "message": "session not found"});
            let body = serde_json::json!({"jsonrpc": "2.0", "id": good["id"], "error": error}).to_string();
            connection.reply_and_close(404, &[JSON], body.as_bytes())
        }
        Flaw::HugeHeader => connection.reply_and_close(200, &[JSON, ("X-Padding", &"x".repeat(1 << 20))], body),
        Flaw::ManyHeaders => connection.reply_and_close(200, &vec![("X-Padding", "x"); 100_000], body),
        Flaw::FalseEncoding => connection.reply_and_close(200, &[JSON, ("Content-Encoding", "gzip")], body),
        Flaw::NotHttp => connection.write(b"220 mail.example.com ESMTP ready\r\n"),
        Flaw::ClosedWithoutAnswer => Ok(()),
        Flaw::ContentLengthTooLong => write_sized(connection, body.len() + 100, body),
        Flaw::ContentLengthTooShort => write_sized(connection, body.len() / 2, body),
        // The request's last byte is still unread, so that closing the socket resets the connection.
        Flaw::ConnectionReset => write_sized(connection, body.len(), &body[..body.len() / 2]),
        Flaw::SlowLoris => {
            write_sized(connection, body.len(), b"")?;
            body.chunks(1).try_for_each(|byte| drip(connection, byte))
        }
        Flaw::EndlessBody => endless_body(connection),
        Flaw::EndlessChunk => {
            connection.open_stream(&[JSON])?;
            connection.write(b"7fffffff\r\n{")?;
            (0..DRIPS_MAX).try_for_each(|_| drip(connection, b" "))
        }
        flaw => stream(flaw, connection, good),
    }
}

/// The flaws of an event stream.
fn stream(flaw: Flaw, connection: &mut Connection, good: &Value) -> io::Result<()> {
    // The connection is closed afterwards, and a client that was not told might send its next request into it.
    connection.open_stream(&[EVENTS, ("Connection", "close")])?;
    let whole = event(None, "message", good.to_string().as_bytes());
    match flaw {
        Flaw::StreamBrokenJson => connection.chunk(&event(None, "message", b"{\"jsonrpc\":\"2.0\",\"id\":"))?,
        Flaw::StreamEventUnfinished => connection.chunk(&whole[..whole.len() - 2])?,
        Flaw::DataOverLines => connection.chunk(&event(None, "message", format!("{good:#}").as_bytes()))?,
        Flaw::EndlessComments => (0..DRIPS_MAX).try_for_each(|_| {
            thread::sleep(DRIP);
            connection.chunk(b": still here\n\n")
        })?,
        // StreamEndsWithoutAnswer; all others have an answer of their own.
        _ => connection.chunk(b": nothing to say\n\n")?,
    }
    connection.end_stream()
}

fn write_sized(connection: &mut Connection, length: usize, body: &[u8]) -> io::Result<()> {
    let head = head(200, &[JSON]) + &format!("Content-Length: {length}\r\n\r\n");
    connection.write(&[head.as_bytes(), body].concat())
}

fn drip(connection: &mut Connection, byte: &[u8]) -> io::Result<()> {
    thread::sleep(DRIP);
    connection.write(byte)
}

/// As fast as the client reads.
fn endless_body(connection: &mut Connection) -> io::Result<()> {
    connection.write((head(200, &[JSON]) + "Connection: close\r\n\r\n\"").as_bytes())?;
    let piece = vec![b'x'; 64 << 10];
    loop {
        connection.write(&piece)?;
    }
}

/// To `localhost` instead of `127.0.0.1`: another origin on the same port, so that `--log` shows who came.
fn redirect_away(connection: &mut Connection) -> io::Result<()> {
    let location = format!("http://localhost:{}/elsewhere", connection.port()?);
    connection.reply_and_close(307, &[("Location", &location)], b"")
}

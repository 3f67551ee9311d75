//! One answer on a connection: whole, in pieces, refused, or broken.

use std::io;
use std::thread;

use serde_json::Value;

use super::format::Format;
use super::{Said, failure, stream};
use crate::http::connection::Connection;

pub(super) const JSON: (&str, &str) = ("Content-Type", "application/json");
const EVENTS: (&str, &str) = ("Content-Type", "text/event-stream; charset=utf-8");
/// So many bytes of a stream go at once: events, and the signs in them, are cut anywhere.
const CHUNK_BYTES: usize = 97;

/// One answer.
pub(super) struct Answer<'a> {
    pub(super) connection: &'a mut Connection,
    pub(super) format: Format,
    pub(super) turn: usize,
    /// The request's body, where it asks for pieces.
    pub(super) request: Option<&'a Value>,
}

impl Answer<'_> {
    pub(super) fn give(&mut self, said: Said) -> io::Result<()> {
        let format = self.format;
        match said {
            Said::Calls(calls) => self.whole(&format.calls(&calls, self.turn)),
            Said::Thinking(thought, text, calls) => self.whole(&format.thinking(&thought, &text, &calls, self.turn)),
            Said::CutOff(text) => self.whole(&format.cut_off(&text)),
            Said::Refusal => self.whole(&format.refusal()),
            Said::Silence(time) => {
                thread::sleep(time);
                self.whole(&format.text("At last."))
            }
            Said::Error(status, headers, message) => self.refuse(status, &headers, &message),
            Said::Raw(text) if self.request.is_some() => self.events(text.as_bytes()),
            Said::Raw(text) => self.connection.reply(200, &[JSON], text.as_bytes()),
            Said::AtOnce(text) => self.at_once(&format.text(&text)),
            Said::Cut => self.cut(),
            Said::Unended(text) if self.request.is_some() => self.events(&self.half(&text).concat()),
            Said::Text(text) | Said::Unended(text) => self.whole(&format.text(&text)),
            Said::Overload(message) if self.request.is_some() => self.overload(&message),
            Said::Overload(message) => self.refuse(529, &[], &message),
        }
    }

    fn whole(&mut self, body: &Value) -> io::Result<()> {
        match self.request {
            Some(request) => self.events(&stream::events(self.format, body, request).concat()),
            None => self.at_once(body),
        }
    }

    fn at_once(&mut self, body: &Value) -> io::Result<()> {
        self.connection.reply(200, &[JSON], body.to_string().as_bytes())
    }

    fn refuse(&mut self, status: u16, headers: &[(&'static str, String)], message: &str) -> io::Result<()> {
        let own = headers.iter().map(|(name, value)| (*name, value.as_str()));
        let retry_after = own.clone().find(|(name, _)| *name == "retry-after").map(|(_, value)| value);
        let (body, named) = failure::body(self.format, status, message, retry_after);
        let headers: Vec<(&str, &str)> = [JSON, named].into_iter().chain(own).collect();
        self.connection.reply(status, &headers, body.to_string().as_bytes())
    }

    /// The first half of the events that a text takes.
    fn half(&self, text: &str) -> Vec<Vec<u8>> {
        let mut events = stream::events(self.format, &self.format.text(text), self.request.unwrap_or(&Value::Null));
        events.truncate(events.len() / 2);
        events
    }

    fn overload(&mut self, message: &str) -> io::Result<()> {
        let mut events = self.half("What is said before it fails.");
        events.push(stream::failure(self.format, message, events.len()));
        self.events(&events.concat())
    }

    fn cut(&mut self) -> io::Result<()> {
        if self.request.is_some() {
            self.connection.open_stream(&[EVENTS])?;
            self.connection.chunk(&self.half("What is said before it is cut.").concat())?;
        } else {
            self.connection
                .write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"con")?;
        }
        Err(io::ErrorKind::ConnectionAborted.into())
    }

    fn events(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.connection.open_stream(&[EVENTS])?;
        bytes.chunks(CHUNK_BYTES).try_for_each(|chunk| self.connection.chunk(chunk))?;
        self.connection.end_stream()
    }
}

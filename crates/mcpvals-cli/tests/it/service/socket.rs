//! The WebSocket as a client speaks it.

use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::{HeaderName, HeaderValue};
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message, WebSocket};

use super::client::connect;
use super::running::TestService;

/// No message takes longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection.
pub(super) struct Socket {
    pub(super) inner: WebSocket<TcpStream>,
}

/// What the service did.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    Said(Value),
    /// With a code and a reason.
    Closed(u16, String),
    /// Without a word.
    Gone,
}

impl Socket {
    /// Opens one with these headers; gives the status where that is refused.
    pub(super) fn open(address: SocketAddr, headers: &[(&str, &str)]) -> Result<Self, u16> {
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        for (name, value) in headers {
            let name = HeaderName::try_from(*name).unwrap();
            request.headers_mut().insert(name, HeaderValue::from_str(value).unwrap());
        }
        let stream = connect(address);
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        match tungstenite::client::client_with_config(request, stream, Some(WebSocketConfig::default())) {
            Ok((inner, _)) => Ok(Self { inner }),
            Err(HandshakeError::Failure(tungstenite::Error::Http(answer))) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// One that is known by its header.
    pub(super) fn known(service: &TestService) -> Self {
        Self::open(service.address, &[("Authorization", &format!("Bearer {}", service.admin))]).unwrap()
    }

    pub(super) fn say(&mut self, message: &Value) {
        self.inner.send(Message::text(message.to_string())).unwrap();
    }

    /// To somebody who may have closed already.
    pub(super) fn try_say(&mut self, message: &Value) {
        let _ = self.inner.send(Message::text(message.to_string()));
    }

    /// What comes next; heartbeats aside.
    pub(super) fn hear(&mut self) -> Heard {
        loop {
            match self.inner.read() {
                Ok(Message::Text(text)) => return Heard::Said(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(frame)) => {
                    let frame = frame.expect("it says why");
                    return Heard::Closed(frame.code.into(), frame.reason.to_string());
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("nothing is said")
                }
                Err(_) => return Heard::Gone,
            }
        }
    }

    /// The next message that is not about the system, which is told every few seconds.
    #[track_caller]
    pub(super) fn message(&mut self) -> Value {
        loop {
            match self.hear() {
                Heard::Said(message) if message["type"] == "system:status" => {}
                Heard::Said(message) => return message,
                other => panic!("{other:?}"),
            }
        }
    }

    /// The answer to a command; what comes before it is an event, and not what is waited for.
    #[track_caller]
    pub(super) fn command(&mut self, kind: &str, data: &Value) -> Value {
        let id = format!("a {kind}");
        self.say(&json!({ "type": kind, "id": id, "data": data }));
        loop {
            let message = self.message();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// Events up to an evaluation's last.
    pub(super) fn events(&mut self) -> Vec<Value> {
        let mut events = Vec::new();
        loop {
            let event = self.message();
            let is_last = is_last(&event);
            events.push(event);
            if is_last {
                return events;
            }
        }
    }
}

/// Is it the last event of an evaluation?
pub(super) fn is_last(event: &Value) -> bool {
    ["evaluation:completed", "evaluation:failed", "evaluation:cancelled"].iter().any(|kind| event["type"] == *kind)
}

//! A provider of models that says what a test wants: Anthropic's Messages, OpenAI's Responses and Chat Completions and
//! Google's `generateContent`, by the path of the request, at once or in pieces, as the request asks. What it says is
//! held against the providers' own SDKs (`tests/it/model_sdks.rs`).

mod answer;
mod failure;
mod format;
mod stream;
mod whole;

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::http::connection::{Connection, HttpRequest};
use answer::{Answer, JSON};
use format::Format;

/// What the model, or its provider, does with a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Said {
    /// A last message.
    Text(String),
    /// Calls of tools: names and arguments.
    Calls(Vec<(String, Value)>),
    /// Thoughts, a text and calls in one answer; who has no place for thoughts keeps them.
    Thinking(String, String, Vec<(String, Value)>),
    /// A message that is cut off at the longest answer.
    CutOff(String),
    /// A refusal.
    Refusal,
    /// An error of the provider: status, headers and message.
    Error(u16, Vec<(&'static str, String)>, String),
    /// Status 200 with these bytes.
    Raw(String),
    /// The connection is closed in the middle of the answer.
    Cut,
    /// This text at once, also where pieces are asked for: a gateway that knows no streams.
    AtOnce(String),
    /// An answer in pieces ends in order, but in the middle; one at once is this text.
    Unended(String),
    /// An error event with this message in the middle of an answer in pieces; status 529 where it comes at once.
    Overload(String),
    /// No answer for this long.
    Silence(Duration),
}

/// A request that came.
#[derive(Debug, Clone)]
pub struct ModelRequest {
    /// When it came.
    pub at: Instant,
    /// The number of its connection: 0 is the first.
    pub connection: usize,
    /// Its path.
    pub path: String,
    /// The key, wherever it stood.
    pub key: Option<String>,
    /// Its body.
    pub body: Value,
}

/// Listens on the loopback address until the process ends.
#[derive(Debug)]
pub struct ModelServer {
    port: u16,
    requests: Arc<Mutex<Vec<ModelRequest>>>,
}

type Script = dyn Fn(&Value, usize) -> Said + Send + Sync;

impl ModelServer {
    /// A provider whose model says one thing after the other; the last again and again.
    ///
    /// # Panics
    /// If there is nothing to say, or nothing to listen on.
    pub fn saying(all: Vec<Said>) -> Self {
        assert!(!all.is_empty(), "a model says something");
        Self::start(move |_, turn| all[turn.min(all.len() - 1)].clone())
    }

    /// A provider whose model says what `script` makes of the request's body and the number of requests before it.
    ///
    /// # Panics
    /// If there is nothing to listen on.
    pub fn start(script: impl Fn(&Value, usize) -> Said + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (script, seen): (Arc<Script>, _) = (Arc::new(script), requests.clone());
        thread::spawn(move || {
            for (number, stream) in listener.incoming().flatten().enumerate() {
                let (script, seen) = (script.clone(), seen.clone());
                // A client that goes away in the middle is no concern of ours.
                thread::spawn(move || drop(serve(stream, number, &*script, &seen)));
            }
        });
        Self { port, requests }
    }

    /// Its address, without a path.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What came, in order.
    pub fn requests(&self) -> Vec<ModelRequest> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn serve(stream: TcpStream, number: usize, script: &Script, seen: &Mutex<Vec<ModelRequest>>) -> io::Result<()> {
    let mut connection = Connection::new(stream, false)?;
    while let Some(request) = connection.read()? {
        let body: Value = serde_json::from_slice(&request.body).unwrap_or_default();
        let turn = {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let (at, path) = (Instant::now(), request.path.clone());
            seen.push(ModelRequest { at, connection: number, path, key: key(&request), body: body.clone() });
            seen.len() - 1
        };
        let Some(format) = Format::of(&request.path, &request.query) else {
            connection.reply(404, &[JSON], br#"{"error":{"message":"no such path"}}"#)?;
            continue;
        };
        let is_streamed = format.is_streamed(&request.path, &body);
        let said = script(&body, turn);
        Answer { connection: &mut connection, format, turn, request: is_streamed.then_some(&body) }.give(said)?;
    }
    Ok(())
}

fn key(request: &HttpRequest) -> Option<String> {
    let bearer = request.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
    bearer.or(request.header("x-api-key")).or(request.header("x-goog-api-key")).map(str::to_owned)
}

//! The zoo over HTTP: Streamable HTTP of both eras on `/mcp`, or HTTP+SSE of 2024-11-05 on `/sse`.

pub(crate) mod connection;
mod endpoint;
mod flawed;
mod gate;
mod pump;
mod session;
mod sse;
mod stream;

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde_json::Value;

use crate::distort::{Distorter, Planned};
use crate::flaw::Flaw;
use crate::good::Memory;
use crate::outgoing::{Asked, Outgoing};
use crate::process;
use crate::revision::{ServerOptions, UnknownName};
use connection::{Connection, HttpRequest};
use session::Session;

/// In which form requests are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// JSON where the answer is there at once and alone, else an event stream.
    Auto,
    /// Always JSON: what else the server says for the request is lost.
    Json,
    /// Always an event stream.
    Sse,
}

impl FromStr for Answers {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        match name {
            "auto" => Ok(Self::Auto),
            "json" => Ok(Self::Json),
            "sse" => Ok(Self::Sse),
            _ => Err(UnknownName { kind: "form of answers", name: name.to_owned() }),
        }
    }
}

/// One HTTP server with all its sessions.
#[derive(Debug)]
pub(crate) struct Site {
    options: ServerOptions,
    distorter: Distorter,
    answers: Answers,
    polling: bool,
    log: bool,
    /// HTTP+SSE instead of Streamable HTTP.
    sse: bool,
    memory: Arc<Memory>,
    sessions: Mutex<BTreeMap<String, Arc<Session>>>,
}

impl Site {
    pub(crate) fn new(
        options: ServerOptions,
        distorter: Distorter,
        answers: Answers,
        polling: bool,
        log: bool,
        sse: bool,
    ) -> Self {
        let memory = Arc::new(Memory::default());
        Self { options, distorter, answers, polling, log, sse, memory, sessions: Mutex::default() }
    }

    fn sessions(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The session that serves all stateless requests.
    fn stateless(&self) -> Arc<Session> {
        let mut sessions = self.sessions();
        sessions.entry(String::new()).or_insert_with(|| Session::new(self, String::new(), false)).clone()
    }

    fn plan(&self, outgoing: &[Outgoing]) -> Vec<Planned> {
        outgoing.iter().map(|one| self.distorter.plan(one)).collect()
    }

    fn log(&self, connection: u64, request: &HttpRequest) {
        if self.log {
            let message = serde_json::from_slice::<Value>(&request.body).unwrap_or_default();
            let asked = Asked::from_message(&message);
            let bearer = if request.header("authorization").is_some() { " with authorization" } else { "" };
            let line =
                format!("connection {connection}: {} {} {}{bearer}\n", request.method, request.path, asked.method);
            process::stderr(line.as_bytes());
        }
    }
}

/// Listens on the loopback address and says where on stderr, then serves until the process is ended.
pub(crate) fn serve(site: Site, port: u16) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let path = if site.sse { "/sse" } else { "/mcp" };
    process::stderr(format!("listening http://127.0.0.1:{}{path}\n", listener.local_addr()?.port()).as_bytes());
    let site = Arc::new(site);
    for stream in listener.incoming() {
        let (site, stream) = (site.clone(), stream?);
        thread::spawn(move || {
            // A client that goes away in the middle is no concern of ours.
            let _gone = serve_connection(&site, stream);
        });
    }
    Ok(())
}

fn serve_connection(site: &Arc<Site>, stream: TcpStream) -> io::Result<()> {
    let number = next_number();
    let mut connection = Connection::new(stream, site.distorter.flaw == Flaw::ConnectionReset)?;
    while let Some(request) = connection.read()? {
        if process::is_leaving() {
            break;
        }
        site.log(number, &request);
        let goes_on = serve_request(site, &mut connection, &request)?;
        if !goes_on || request.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close")) {
            break;
        }
    }
    Ok(())
}

/// Answers one request; `false` if the connection is to be closed.
fn serve_request(site: &Arc<Site>, connection: &mut Connection, request: &HttpRequest) -> io::Result<bool> {
    if !gate::is_local(request) {
        connection.release()?;
        return connection.reply(403, &[], b"").map(|()| true);
    }
    match (site.sse, request.path.as_str()) {
        (true, "/sse" | "/messages") => sse::serve(site, connection, request),
        (false, "/mcp") => endpoint::serve(site, connection, request),
        _ => {
            connection.release()?;
            connection.reply(404, &[], b"").map(|()| true)
        }
    }
}

/// A number that no other call in this process gives.
fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

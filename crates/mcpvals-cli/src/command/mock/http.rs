//! Conversations over Streamable HTTP, at 127.0.0.1.

use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mcpvals_report::mock::{Recording, SUBSCRIPTIONS};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::Receiver;

use super::head::{Request, response, stream};
use super::hub::{Hub, WaitOf};
use crate::exit::Failure;
use crate::output::Output;

/// Further connections wait.
const CONNECTIONS_MAX: usize = 500;
/// How long a request may take to come.
const READ_MAX: std::time::Duration = std::time::Duration::from_secs(30);

type Shared = Arc<Mutex<Hub>>;

/// Answers until a signal comes; how many requests were answered, and how many are not in the recording.
///
/// # Errors
/// Usage: the port is taken.
pub(super) async fn serve(recording: Recording, port: u16, output: &Output) -> Result<(usize, usize), Failure> {
    let cannot = |error: io::Error| Failure::usage(format!("cannot listen at 127.0.0.1:{port}: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    output.note(&format!("mcpvals mock: listening at http://{address}/mcp (Ctrl-C ends)"));
    let hub: Shared = Arc::new(Mutex::new(Hub::new(Arc::new(recording))));
    tokio::select! {
        () = accept(&listener, &hub) => {}
        () = crate::interrupt::wait() => {}
    }
    Ok(locked(&hub).counts())
}

async fn accept(listener: &TcpListener, hub: &Shared) {
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    while let Ok(place) = Arc::clone(&room).acquire_owned().await {
        // One that goes before it is taken is no reason to end.
        let Ok((connection, _)) = listener.accept().await else { continue };
        let hub = Arc::clone(hub);
        tokio::spawn(async move {
            let _client_is_gone = converse(connection, hub).await;
            drop(place);
        });
    }
}

fn locked(hub: &Shared) -> MutexGuard<'_, Hub> {
    hub.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One request, one response.
async fn converse(connection: TcpStream, hub: Shared) -> io::Result<()> {
    let (input, mut output) = connection.into_split();
    let mut input = BufReader::new(input);
    let read = tokio::time::timeout(READ_MAX, Request::read(&mut input)).await.map_err(io::Error::from)?;
    let reply = match read {
        Ok(request) => reply(&request, &hub),
        Err(error) => Reply::whole("400 Bad Request", &error.to_string()),
    };
    let (head, messages) = match reply {
        Reply::Whole(text) => (text, None),
        Reply::Stream { head, messages, id } => (head, Some((messages, id))),
    };
    output.write_all(head.as_bytes()).await?;
    if let Some((mut messages, id)) = messages {
        while let Some(message) = next(&mut messages, &mut input).await {
            let message = with_id_of_client(message, &id);
            output.write_all(event(&message).as_bytes()).await?;
            if is_answer(&message) {
                break;
            }
        }
    }
    output.shutdown().await
}

/// The next message of a stream, unless the client goes away.
async fn next(messages: &mut Receiver<Value>, input: &mut (impl AsyncRead + Unpin)) -> Option<Value> {
    let mut rest = [0];
    tokio::select! {
        message = messages.recv() => message,
        _ = input.read(&mut rest) => None,
    }
}

fn event(message: &Value) -> String {
    format!("event: message\ndata: {message}\n\n")
}

/// What comes to a request, with the id that its client gave it.
fn with_id_of_client(mut message: Value, id: &Value) -> Value {
    if is_answer(&message) {
        message["id"] = id.clone();
    }
    for place in SUBSCRIPTIONS {
        if let Some(subscription) = message.pointer_mut(place) {
            *subscription = id.clone();
        }
    }
    message
}

fn is_answer(message: &Value) -> bool {
    message.get("method").is_none()
}

enum Reply {
    Whole(String),
    Stream { head: String, messages: Receiver<Value>, id: Value },
}

impl Reply {
    fn whole(status: &str, words: &str) -> Self {
        Self::Whole(response(status, "Content-Type: text/plain\r\n", words))
    }
}

fn reply(request: &Request, hub: &Shared) -> Reply {
    if !request.is_of_here() {
        return Reply::whole("403 Forbidden", "only pages of this machine may ask");
    }
    let session = request.header("mcp-session-id").map_or(Ok(0), str::parse::<u64>);
    let Some(session) = session.ok().filter(|number| locked(hub).has(*number)) else {
        return Reply::whole("404 Not Found", "there is no such session");
    };
    match request.method.as_str() {
        "POST" => post(request, session, hub),
        "GET" if session > 0 => {
            Reply::Stream { head: stream(""), messages: locked(hub).listen_unasked(session), id: Value::Null }
        }
        "DELETE" if session > 0 => {
            locked(hub).end(session);
            Reply::Whole(response("204 No Content", "", ""))
        }
        _ => Reply::whole("405 Method Not Allowed", "POST a message"),
    }
}

fn post(request: &Request, session: u64, hub: &Shared) -> Reply {
    let mut message: Value = match serde_json::from_slice(&request.body) {
        Ok(message) => message,
        Err(error) => {
            let refusal =
                json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": error.to_string()}});
            return Reply::Whole(response("400 Bad Request", JSON, &refusal.to_string()));
        }
    };
    let begins = message["method"] == "initialize";
    let session = if begins { locked(hub).begin() } else { session };
    let Some(id) = message.get("id").filter(|_| message.get("method").is_some()).cloned() else {
        take(session, &message, hub);
        return Reply::Whole(response("202 Accepted", "", ""));
    };
    if session == 0 {
        // Clients without a session have the same ids as others.
        message["id"] = locked(hub).unique();
    }
    let mut messages = locked(hub).listen(session, &message["id"]);
    take(session, &message, hub);
    let header = if begins { format!("Mcp-Session-Id: {session}\r\n") } else { String::new() };
    match messages.try_recv().map(|first| with_id_of_client(first, &id)) {
        Ok(answer) if is_answer(&answer) => {
            Reply::Whole(response("200 OK", &format!("{JSON}{header}"), &answer.to_string()))
        }
        Ok(first) => Reply::Stream { head: stream(&header) + &event(&first), messages, id },
        Err(_) => Reply::Stream { head: stream(&header), messages, id },
    }
}

const JSON: &str = "Content-Type: application/json\r\n";

fn take(session: u64, message: &Value, hub: &Shared) {
    let waits = locked(hub).receive(session, message);
    watch(waits, hub);
}

/// Ends each wait at its deadline.
fn watch(waits: Vec<WaitOf>, hub: &Shared) {
    for wait in waits {
        let hub = Arc::clone(hub);
        tokio::spawn(async move {
            tokio::time::sleep(wait.1.at_most).await;
            let more = locked(&hub).give_up(wait);
            watch(more, &hub);
        });
    }
}

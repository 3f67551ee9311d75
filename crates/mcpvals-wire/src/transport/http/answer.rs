//! One message of ours over HTTP, and what the server makes of it.
//!
//! Whatever comes back ends the request: with its answer, or with the word for why there is none.

use std::pin::pin;
use std::time::{Duration, Instant};

use http::StatusCode;
use http::header::CONTENT_ENCODING;
use mcpvals_model::{Anomaly, CallEnd, Channel, Direction, HttpHead};
use serde_json::Value;

use super::address::Address;
use super::body::{self, Body, BodyEnd, GLIMPSE_BYTES_MAX};
use super::client::Reply;
use super::endpoint::Endpoint;
use super::error::HttpError;
use super::recorded::SignedIn;
use super::redirect::{self, Followed};
use super::stream;
use crate::router::{Arrival, Note};
use crate::transport::{Outgoing, SendError};

const METHOD_NOT_FOUND: i64 = -32601;

const SESSION_LOST: &str = "the server does not know the session any more";

/// A body that takes longer than this is a slow one.
const SLOW_BODY: Duration = Duration::from_millis(100);

/// Sends a message and reads what comes back, to its end.
///
/// # Errors
/// Where nothing was sent, or the connection broke before an answer came; a request's caller is told through the router
/// in any case.
pub(super) async fn exchange(endpoint: &Endpoint, outgoing: &Outgoing) -> Result<(), SendError> {
    let address = endpoint.address();
    let sent = endpoint.http.tell(&address, outgoing, |address| endpoint.post(address, outgoing)).await;
    let done = match sent {
        Ok(SignedIn { reply, problem: Some(words) }) => {
            Box::pin(refused(endpoint, outgoing, reply, words)).await;
            Ok(())
        }
        Ok(SignedIn { reply, .. }) if redirect::is_redirect(&reply) => {
            Box::pin(sent_on(endpoint, outgoing, &address, reply)).await
        }
        Ok(SignedIn { reply, .. }) => {
            take(endpoint, outgoing, reply).await;
            Ok(())
        }
        Err(error) => Err(error),
    };
    done.map_err(|error| {
        lost(endpoint, outgoing, &error);
        SendError(error.to_string())
    })
}

/// Follows a redirect. Where it leads to an answer, what is sent from now on goes there at once.
async fn sent_on(endpoint: &Endpoint, outgoing: &Outgoing, from: &Address, reply: Reply) -> Result<(), HttpError> {
    let request = |address: &Address| endpoint.post(address, outgoing);
    let followed = redirect::follow(&endpoint.http, from, reply, outgoing.request_id(), request).await?;
    match followed {
        Followed { reply, refusal: Some(words), .. } => refused(endpoint, outgoing, reply, words).await,
        Followed { reply, moved, refusal: None } => {
            if let Some(to) = moved.filter(|_| reply.status.is_success()) {
                endpoint.move_on(from, to);
            }
            take(endpoint, outgoing, reply).await;
        }
    }
    Ok(())
}

async fn take(endpoint: &Endpoint, outgoing: &Outgoing, reply: Reply) {
    endpoint.remember(outgoing, &reply);
    read(endpoint, outgoing, reply).await;
}

fn lost(endpoint: &Endpoint, outgoing: &Outgoing, error: &HttpError) {
    let id = outgoing.request_id();
    if error.is_before_sending() {
        fail(endpoint, id, CallEnd::NotSent { problem: error.to_string() });
    } else {
        endpoint.http.note_problem(id, error.to_string());
        fail(endpoint, id, CallEnd::Closed);
    }
}

async fn read(endpoint: &Endpoint, outgoing: &Outgoing, reply: Reply) {
    let is_request = outgoing.request_id().is_some();
    let is_success = reply.status.is_success();
    // Boxed where it is not the usual case: the future of an exchange should be small, as each request moves one.
    match reply.media_type().as_str() {
        _ if reply.status == StatusCode::ACCEPTED || reply.status == StatusCode::NO_CONTENT => {
            Box::pin(accepted(endpoint, outgoing, reply)).await;
        }
        media if is_success && (!is_request || foreign_encoding(&reply).is_some()) => {
            let words = foreign(&reply, media, is_request);
            Box::pin(refused(endpoint, outgoing, reply, words)).await;
        }
        "text/event-stream" if is_success => Box::pin(stream::read(endpoint, outgoing, reply)).await,
        "application/json" => whole(endpoint, outgoing, reply).await,
        _ if is_lost_session(&reply, endpoint) => Box::pin(forgotten(endpoint, outgoing, reply)).await,
        media => {
            let words = foreign(&reply, media, is_request);
            Box::pin(refused(endpoint, outgoing, reply, words)).await;
        }
    }
}

/// 404 without a message, to a request with a session id.
async fn forgotten(endpoint: &Endpoint, outgoing: &Outgoing, mut reply: Reply) {
    let body = body::glimpse(&mut reply).await;
    rejected(endpoint, outgoing.request_id(), &reply, &body.bytes);
}

/// A JSON body: a message, whatever the status.
async fn whole(endpoint: &Endpoint, outgoing: &Outgoing, mut reply: Reply) {
    let id = outgoing.request_id();
    let (body, head) = patiently(endpoint, id, &mut reply).await;
    match body.end {
        BodyEnd::Whole if !reply.status.is_success() && !answers(&body.bytes, id, &reply, endpoint) => {
            rejected(endpoint, id, &reply, &body.bytes);
        }
        BodyEnd::Whole if body.bytes.trim_ascii().is_empty() => empty(endpoint, id, &reply),
        BodyEnd::Whole => {
            // Some servers answer an unknown method with 404, too.
            let is_over = is_lost_session(&reply, endpoint) && !is_unknown_method(&body.bytes);
            let anomalies = contradiction(&body.bytes, &reply);
            let arrival = Arrival::new(body.bytes, body.at);
            endpoint.http.router.arrive(Arrival { http: head.map(Box::new), carried_by: id, anomalies, ..arrival });
            // Nothing else will come on this exchange.
            fail(endpoint, id, CallEnd::Misanswered);
            if is_over {
                forget_session(endpoint);
            }
        }
        BodyEnd::TooLong => {
            let size = u64::try_from(body.bytes.len()).unwrap_or(u64::MAX);
            let kept = &body.bytes[..body.bytes.len().min(GLIMPSE_BYTES_MAX)];
            endpoint.http.note(&reply, id, kept, vec![Anomaly::TooLarge { bytes: size }]);
            fail(endpoint, id, CallEnd::Misanswered);
        }
        BodyEnd::Broken(words) => {
            endpoint.http.note(&reply, id, &body.bytes, vec![Anomaly::CutOff, Anomaly::Http { problem: words }]);
            fail(endpoint, id, CallEnd::Closed);
        }
    }
}

/// Reads a body that may be slow: then its head goes into the trace at once, so that a call that ends for want of the
/// rest shows that an answer had begun. Gives the head where that was not needed.
async fn patiently(endpoint: &Endpoint, id: Option<u64>, reply: &mut Reply) -> (Body, Option<HttpHead>) {
    let (head, at) = (reply.head(), reply.at);
    let mut reading = pin!(body::read(reply, endpoint.limits.frame_bytes_max));
    if let Ok(body) = tokio::time::timeout(SLOW_BODY, reading.as_mut()).await {
        return (body, Some(head));
    }
    let note = Note::new(Direction::Received, Channel::Http, [], at);
    endpoint.http.router.note(Note { http: Some(Box::new(head)), carried_by: id, own: id.is_none(), ..note });
    (reading.await, None)
}

/// Is the body of an error status a JSON-RPC message that answers this request?
///
/// Many servers say a refusal with `id: null`, which is taken for the answer; only a lost session is nobody's.
fn answers(bytes: &[u8], id: Option<u64>, reply: &Reply, endpoint: &Endpoint) -> bool {
    let (Some(id), Ok(message)) = (id, serde_json::from_slice::<Value>(bytes)) else { return false };
    let has_no_id = message.get("id").is_none_or(Value::is_null) && !is_lost_session(reply, endpoint);
    message.get("jsonrpc").is_some() && (has_no_id || message["id"] == id)
}

/// An error status may come with a JSON-RPC error (MCP 2025-11-25, transports, sending messages). With a result, the two
/// contradict each other, and the usual clients believe the status.
fn contradiction(bytes: &[u8], reply: &Reply) -> Vec<Anomaly> {
    if reply.status.is_success() {
        return Vec::new();
    }
    let has_result = serde_json::from_slice::<Value>(bytes).is_ok_and(|message| message.get("result").is_some());
    if has_result { problem(format!("status {} for an answer with a result", reply.status)) } else { Vec::new() }
}

/// Nothing more can be asked in it.
fn forget_session(endpoint: &Endpoint) {
    endpoint.http.router.closed(&format!("{SESSION_LOST} (status 404)"));
}

fn is_unknown_method(bytes: &[u8]) -> bool {
    let message = serde_json::from_slice::<Value>(bytes).unwrap_or_default();
    message.pointer("/error/code").and_then(Value::as_i64) == Some(METHOD_NOT_FOUND)
}

/// 404 to a request with a session id says that the session is over (MCP 2025-03-26 to 2025-11-25, session management).
fn is_lost_session(reply: &Reply, endpoint: &Endpoint) -> bool {
    reply.status == StatusCode::NOT_FOUND && endpoint.has_session()
}

/// An error status whose body answers nothing.
fn rejected(endpoint: &Endpoint, id: Option<u64>, reply: &Reply, bytes: &[u8]) {
    let lost = is_lost_session(reply, endpoint);
    let words = if lost { format!("{SESSION_LOST}: ") } else { String::new() };
    endpoint.http.note(reply, id, bytes, problem(format!("{words}status {}", reply.status)));
    fail(endpoint, id, CallEnd::Refused { status: reply.status.as_u16() });
    if lost {
        forget_session(endpoint);
    }
}

fn empty(endpoint: &Endpoint, id: Option<u64>, reply: &Reply) {
    let status = reply.status.as_u16();
    endpoint.http.note(reply, id, &[], problem(format!("status {status} with an empty body")));
    fail(endpoint, id, CallEnd::Refused { status });
}

/// 202 and 204: right for a notification and a response of ours; a request is owed an answer.
async fn accepted(endpoint: &Endpoint, outgoing: &Outgoing, mut reply: Reply) {
    let status = reply.status.as_u16();
    let id = outgoing.request_id();
    let Body { bytes, .. } = body::glimpse(&mut reply).await;
    let anomalies = match id {
        Some(_) => problem(format!("status {status} for a request: accepted, but not answered")),
        None if status != 202 => problem(format!("status {status}, where 202 is due")),
        None if !bytes.is_empty() => problem("status 202 with a body".to_owned()),
        None => Vec::new(),
    };
    endpoint.http.note(&reply, id, &bytes, anomalies);
    drop(reply);
    if id.is_some() && endpoint.listens() {
        wait_elsewhere(endpoint, outgoing.deadline).await;
    }
    fail(endpoint, id, CallEnd::Refused { status });
}

/// Some servers answer on the GET stream instead, where the usual clients find the answer, too.
async fn wait_elsewhere(endpoint: &Endpoint, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now());
    // Half of it, so that the end is told as what it is and not as a deadline that passed.
    tokio::time::sleep(endpoint.limits.misanswer_patience.min(left / 2)).await;
}

/// Anything else: kept as it is, and named.
async fn refused(endpoint: &Endpoint, outgoing: &Outgoing, mut reply: Reply, words: String) {
    let id = outgoing.request_id();
    let Body { bytes, end, .. } = body::glimpse(&mut reply).await;
    let mut anomalies = problem(words);
    if let BodyEnd::Broken(words) = end {
        anomalies.extend(problem(words));
    }
    endpoint.http.note(&reply, id, &bytes, anomalies);
    fail(endpoint, id, CallEnd::Refused { status: reply.status.as_u16() });
}

/// A coding that was not asked for: whatever is in it, a client cannot be expected to read it.
fn foreign_encoding(reply: &Reply) -> Option<String> {
    let coding = reply.headers.get(CONTENT_ENCODING)?;
    let coding = String::from_utf8_lossy(coding.as_bytes()).trim().to_ascii_lowercase();
    (!coding.is_empty() && coding != "identity").then_some(coding)
}

/// What is wrong with an answer that carries no message.
fn foreign(reply: &Reply, media: &str, is_request: bool) -> String {
    let status = reply.status;
    match foreign_encoding(reply) {
        _ if !status.is_success() => format!("status {status}"),
        _ if !is_request => format!("status {}, where 202 is due", status.as_u16()),
        Some(coding) => format!("content encoding `{coding}`, not asked for"),
        None if media.is_empty() => "no content type".to_owned(),
        None => format!("content type `{media}`"),
    }
}

pub(super) fn problem(words: String) -> Vec<Anomaly> {
    vec![Anomaly::Http { problem: words }]
}

/// Ends a request that has no answer; of a notification nothing is awaited.
pub(super) fn fail(endpoint: &Endpoint, id: Option<u64>, end: CallEnd) {
    if let Some(id) = id {
        endpoint.http.router.fail(id, end);
    }
}

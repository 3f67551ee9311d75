//! Streamable HTTP: POST, GET and DELETE on `/mcp`, with sessions for the handshake revisions and without for
//! 2026-07-28.

use std::hash::{BuildHasher, RandomState};
use std::io;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use serde_json::Value;

use super::connection::{Connection, HttpRequest};
use super::gate::{self, Refusal};
use super::pump::{End, EventIds, pump, resume_point};
use super::session::Session;
use super::stream::{EventStream, Next};
use super::{Answers, Site, flawed};
use crate::distort::{Act, Planned};
use crate::flaw::Flaw;
use crate::outgoing::{Asked, Outgoing, Route};
use crate::revision::{Era, Revision};

const JSON: (&str, &str) = ("Content-Type", "application/json");
const EVENTS: (&str, &str) = ("Content-Type", "text/event-stream");

/// A message with the session it is for.
struct Post<'a> {
    message: &'a Value,
    session: Arc<Session>,
    modern: bool,
    /// The id to give out, if the message opened the session.
    opened: Option<String>,
}

pub(super) fn serve(site: &Arc<Site>, connection: &mut Connection, request: &HttpRequest) -> io::Result<bool> {
    match request.method.as_str() {
        "POST" => return post(site, connection, request),
        "GET" if site.options.era != Era::Modern => return get(site, connection, request),
        "DELETE" if site.options.era != Era::Modern => delete(site, connection, request)?,
        _ => connection.reply(405, &[("Allow", "POST")], b"")?,
    }
    Ok(true)
}

fn post(site: &Arc<Site>, connection: &mut Connection, request: &HttpRequest) -> io::Result<bool> {
    let message: Value = match gate::check_post(request).map(|()| serde_json::from_slice(&request.body)) {
        Err(refusal) => return refuse(connection, &refusal),
        Ok(Err(_)) => return refuse(connection, &Refusal::new(400, -32700, "parse error", &Value::Null)),
        Ok(Ok(message)) => message,
    };
    let post = match admit(site, request, &message) {
        Ok(post) => post,
        Err(refusal) => return refuse(connection, &refusal),
    };
    let order = post.session.in_order();
    let outgoing = post.session.core().handle(&site.distorter.hear(message.clone()));
    if site.distorter.flaw == Flaw::CancelEndsStream && message["method"] == "notifications/cancelled" {
        post.session.end_stream(&message["params"]["requestId"]);
    }
    // What is announced from now on must not overtake the acknowledgement of a new stream.
    let order = (message["method"] == "subscriptions/listen").then_some(order);
    if flawed::strikes(site, &message) {
        drop(order);
        return flawed::answer(site, connection, &post.session, &outgoing).map(|()| false);
    }
    connection.release()?;
    if !is_request(&message) {
        return accept(site, connection, &post, &outgoing);
    }
    answer(site, connection, &post, &outgoing, order)
}

fn refuse(connection: &mut Connection, refusal: &Refusal) -> io::Result<bool> {
    connection.release()?;
    connection.reply(refusal.status, &[JSON], refusal.body.to_string().as_bytes()).map(|()| true)
}

/// Finds (or opens) the session of a message.
fn admit<'a>(site: &Arc<Site>, request: &HttpRequest, message: &'a Value) -> Result<Post<'a>, Refusal> {
    let id = &message["id"];
    if gate::is_modern(request, message, site.options.era) {
        gate::check_modern(request, message)?;
        return Ok(Post { message, session: site.stateless(), modern: true, opened: None });
    }
    if message["method"] == "initialize" {
        let session = Session::new(site, session_id(site.distorter.flaw), false);
        site.sessions().insert(session.id.clone(), session.clone());
        return Ok(Post { message, opened: Some(session.id.clone()), session, modern: false });
    }
    let session = find(site, request, id)?;
    gate::check_legacy_version(request, id)?;
    Ok(Post { message, session, modern: false, opened: None })
}

fn find(site: &Arc<Site>, request: &HttpRequest, id: &Value) -> Result<Arc<Session>, Refusal> {
    let Some(session_id) = request.header("mcp-session-id").filter(|id| !id.is_empty()) else {
        return Err(Refusal::new(400, -32600, "missing Mcp-Session-Id", id));
    };
    let found = site.sessions().get(session_id).cloned();
    found.ok_or_else(|| Refusal::new(404, -32001, "session not found", id))
}

/// 128 bits that are hard to guess, or an id that must not be.
fn session_id(flaw: Flaw) -> String {
    let random = || RandomState::new().hash_one(0);
    let id = format!("{:016x}{:016x}", random(), random());
    if flaw == Flaw::IllegalSessionId { format!("séance {id} 1") } else { id }
}

fn is_request(message: &Value) -> bool {
    let single = |message: &Value| message.get("method").is_some() && message.get("id").is_some();
    match message {
        Value::Array(batch) => batch.iter().any(single),
        // What is no message at all is answered with an error, too.
        message => single(message) || message.get("method").is_none() && !is_response(message),
    }
}

fn is_response(message: &Value) -> bool {
    message.get("id").is_some() && (message.get("result").is_some() || message.get("error").is_some())
}

/// Notifications and responses: 202, and whatever they cause goes to the streams.
fn accept(site: &Arc<Site>, connection: &mut Connection, post: &Post, outgoing: &[Outgoing]) -> io::Result<bool> {
    let refusal = outgoing.iter().filter_map(Outgoing::value).find(|message| message.get("error").is_some());
    if let Some(refusal) = refusal {
        return connection.reply(400, &[JSON], refusal.to_string().as_bytes()).map(|()| true);
    }
    post.session.dispatch(site.plan(outgoing), None);
    connection.reply(202, &[], b"").map(|()| true)
}

fn answer(
    site: &Arc<Site>,
    connection: &mut Connection,
    post: &Post,
    outgoing: &[Outgoing],
    order: Option<MutexGuard<'_, ()>>,
) -> io::Result<bool> {
    let planned = site.plan(outgoing);
    let status = outgoing.first().and_then(Outgoing::value).map_or(200, |value| gate::status(value, post.modern));
    let as_json = status != 200 || site.answers != Answers::Sse && !polls(site, post);
    if let Some(bytes) = at_once(&planned).filter(|_| as_json) {
        return reply_json(connection, post, status, bytes);
    }
    let id = request_id(post.message, &planned);
    let stream = post.session.open(&id);
    let own = (id.clone(), stream.clone());
    match order {
        Some(order) => {
            post.session.perform(planned, Some(&own));
            drop(order);
        }
        None => post.session.dispatch(planned, Some(own)),
    }
    let end = match site.answers {
        Answers::Json => collect(connection, post, &stream)?,
        Answers::Auto | Answers::Sse => show(site, connection, post, &stream)?,
    };
    if end == End::Left && post.modern {
        // Closing the stream is the cancellation (MCP 2026-07-28, streamable-http).
        post.session.core().cancel(&id);
    }
    if post.modern || end == End::Done && !polls(site, post) {
        post.session.close(&stream);
    }
    Ok(end == End::Done)
}

/// The id whose stream this POST is: the request's, or that of the answer to a whole batch.
fn request_id(message: &Value, planned: &[Planned]) -> Value {
    let answer = planned.iter().find(|one| one.is_answer && message.is_array());
    match answer.map(|answer| &answer.route) {
        Some(Route::Request(id)) => id.clone(),
        Some(Route::Session) | None => message["id"].clone(),
    }
}

/// The answer, if it is all there is to say, and at once.
fn at_once(planned: &[Planned]) -> Option<&[u8]> {
    match planned {
        [only] if only.is_answer && only.after.is_zero() => match only.acts.as_slice() {
            [Act::Frame(bytes)] => Some(bytes),
            _ => None,
        },
        _ => None,
    }
}

fn headers<'a>(post: &'a Post, kind: (&'static str, &'static str)) -> Vec<(&'a str, &'a str)> {
    let mut headers = vec![kind];
    headers.extend(post.opened.as_deref().map(|id| ("Mcp-Session-Id", id)));
    headers
}

fn reply_json(connection: &mut Connection, post: &Post, status: u16, bytes: &[u8]) -> io::Result<bool> {
    connection.reply(status, &headers(post, JSON), bytes).map(|()| true)
}

/// Waits for the answer and gives it as JSON.
fn collect(connection: &mut Connection, post: &Post, stream: &EventStream) -> io::Result<End> {
    let reader = stream.attach();
    let (mut position, mut last) = (0, Vec::new());
    loop {
        match stream.next(reader, position, Duration::from_millis(50)) {
            Next::Message(found, message) => (position, last) = (found + 1, message),
            Next::Idle if connection.is_closed() => return Ok(End::Left),
            Next::Idle => {}
            Next::Done => break,
        }
    }
    reply_json(connection, post, 200, &last)?;
    Ok(End::Done)
}

fn polls(site: &Site, post: &Post) -> bool {
    site.polling
        && Asked::from_message(post.message).method == "tools/call"
        && post.session.core().negotiated() == Some(Revision::V2025_11_25)
}

/// Shows everything on an event stream; a polling server ends it after the priming event.
fn show(site: &Site, connection: &mut Connection, post: &Post, stream: &EventStream) -> io::Result<End> {
    let mut headers = headers(post, EVENTS);
    headers.extend([("Cache-Control", "no-cache"), ("X-Accel-Buffering", "no")]);
    connection.open_stream(&headers)?;
    if polls(site, post) {
        connection.chunk(format!("id: {}_-1\nretry: 50\ndata: \n\n", stream.number).as_bytes())?;
        connection.end_stream()?;
        return Ok(End::Done);
    }
    let ids = if post.modern { EventIds::None } else { EventIds::Resumable };
    pump(connection, stream, 0, ids)
}

/// The stream of the session, or one that is resumed.
fn get(site: &Arc<Site>, connection: &mut Connection, request: &HttpRequest) -> io::Result<bool> {
    let session = match find(site, request, &Value::Null) {
        Ok(session) => session,
        Err(refusal) => return refuse(connection, &refusal),
    };
    let (stream, position) = match request.header("last-event-id").map(resume_point) {
        None => (Some(session.own.clone()), session.own.unread()),
        Some(point) => point.map_or((None, 0), |(number, position)| (session.stream_number(number), position)),
    };
    let Some(stream) = stream else {
        return refuse(connection, &Refusal::new(400, -32600, "unknown Last-Event-ID", &Value::Null));
    };
    connection.open_stream(&[EVENTS, ("Cache-Control", "no-cache"), ("X-Accel-Buffering", "no")])?;
    let end = pump(connection, &stream, position, EventIds::Resumable)?;
    Ok(end == End::Done)
}

fn delete(site: &Arc<Site>, connection: &mut Connection, request: &HttpRequest) -> io::Result<()> {
    match find(site, request, &Value::Null) {
        Ok(session) => {
            site.sessions().remove(&session.id);
            session.own.finish();
            connection.reply(200, &[], b"")
        }
        Err(refusal) => refuse(connection, &refusal).map(|_| ()),
    }
}

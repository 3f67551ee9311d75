//! HTTP+SSE of 2024-11-05: a GET opens the session and carries everything the server says; messages to the server
//! are sent by POST to the address that the first event, `endpoint`, names.

use std::io;
use std::sync::Arc;

use serde_json::Value;

use super::connection::{Connection, HttpRequest, event};
use super::pump::{EventIds, pump};
use super::session::Session;
use super::{Site, next_number};
use crate::distort::{Act, Planned};
use crate::flaw::Flaw;
use crate::good::GoodServer;
use crate::outgoing::Asked;

pub(super) fn serve(site: &Arc<Site>, connection: &mut Connection, request: &HttpRequest) -> io::Result<bool> {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/sse") => open(site, connection).map(|()| false),
        ("POST", "/messages") => post(site, connection, request).map(|()| true),
        _ => connection.reply(405, &[], b"").map(|()| true),
    }
}

fn open(site: &Arc<Site>, connection: &mut Connection) -> io::Result<()> {
    let session = Session::new(site, format!("{:016x}", next_number()), true);
    site.sessions().insert(session.id.clone(), session.clone());
    let flaw = site.distorter.flaw;
    let media = if flaw == Flaw::EventStreamWrongType { "application/json" } else { "text/event-stream" };
    connection.open_stream(&[("Content-Type", media), ("Cache-Control", "no-cache")])?;
    let address = format!("/messages?session_id={}", session.id);
    match flaw {
        Flaw::EndpointMissing => connection.chunk(&event(None, "hello", b"you are connected"))?,
        Flaw::EndpointForeign => {
            let foreign = format!("http://localhost:{}{address}", connection.port()?);
            connection.chunk(&event(None, "endpoint", foreign.as_bytes()))?;
        }
        _ => connection.chunk(&event(None, "endpoint", address.as_bytes()))?,
    }
    pump(connection, &session.own, 0, EventIds::None)?;
    site.sessions().remove(&session.id);
    Ok(())
}

fn post(site: &Arc<Site>, connection: &mut Connection, request: &HttpRequest) -> io::Result<()> {
    let session = request.query.strip_prefix("session_id=").and_then(|id| site.sessions().get(id).cloned());
    let Some(session) = session else {
        return connection.reply(404, &[], b"session not found");
    };
    let Ok(message) = serde_json::from_slice::<Value>(&request.body) else {
        session.dispatch(site.plan(&[GoodServer::parse_error()]), None);
        return connection.reply(400, &[], b"parse error");
    };
    let outgoing = session.core().handle(&site.distorter.hear(message.clone()));
    let asked = Asked::from_message(&message);
    match site.distorter.flaw {
        Flaw::EventStreamDrops if site.distorter.strikes(&asked) => {
            session.own.finish();
            connection.reply(202, &[], b"Accepted")
        }
        Flaw::AnswerInPost if site.distorter.strikes(&asked) => {
            let planned = site.plan(&outgoing);
            connection.reply(200, &[("Content-Type", "application/json")], first_frame(&planned))
        }
        _ => {
            // The order is left open; a client that has sent its POST must be ready for the answer.
            session.dispatch(site.plan(&outgoing), None);
            connection.reply(202, &[], b"Accepted")
        }
    }
}

fn first_frame(planned: &[Planned]) -> &[u8] {
    let mut frames = planned.iter().flat_map(|one| &one.acts);
    frames.find_map(|act| if let Act::Frame(bytes) = act { Some(bytes.as_slice()) } else { None }).unwrap_or(b"")
}

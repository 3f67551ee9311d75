//! The event stream that answers a request: the answer, and before it what belongs to it.

use std::time::Duration;

use mcpvals_model::mcp::Revision;
use mcpvals_model::{Anomaly, CallEnd, Channel, Direction};

use super::answer::{fail, media_type, problem, request_id};
use super::client::Reply;
use super::endpoint::Endpoint;
use super::events::{Cursor, Events, EventsEnd};
use crate::router::{Arrival, Note};
use crate::transport::Outgoing;
use crate::transport::event_stream::StreamEvent;

/// How long a stream may stay open after the answer: it should end then (MCP, Streamable HTTP, receiving messages).
const AFTER_ANSWER: Duration = Duration::from_secs(2);
/// How often a broken stream is taken up again for one request.
const RESUMPTIONS_MAX: u32 = 10;
/// The wait before, where the server names none.
const RESUMPTION_WAIT: Duration = Duration::from_secs(1);

/// Reads the stream that answers a request, takes it up again where it breaks, and ends the request.
pub(super) async fn read(endpoint: &Endpoint, outgoing: &Outgoing, reply: Reply) {
    let Some(id) = request_id(outgoing) else { return };
    let mut cursor = Cursor::default();
    let mut reply = reply;
    for _ in 0..=RESUMPTIONS_MAX {
        endpoint.note(&reply, Some(id), &[], Vec::new());
        let mut events = Events::new(reply, endpoint.limits.frame_bytes_max);
        let Some(end) = pump(endpoint, id, &mut events).await else { return };
        events.move_cursor(&mut cursor);
        let can_resume = !outgoing.revision.is_some_and(Revision::is_stateless) && cursor.last_id.is_some();
        if !can_resume || matches!(end, EventsEnd::TooLong(_)) {
            return give_up(endpoint, id, end);
        }
        tokio::time::sleep(cursor.wait(RESUMPTION_WAIT)).await;
        let Some(resumed) = resume(endpoint, id, &cursor).await else { return };
        reply = resumed;
    }
    endpoint.note_problem(Some(id), format!("the stream broke {} times before the answer", RESUMPTIONS_MAX + 1));
    fail(endpoint, Some(id), CallEnd::Closed);
}

/// Hands on events until the stream ends; `None` where the answer was among them.
async fn pump(endpoint: &Endpoint, id: u64, events: &mut Events) -> Option<EventsEnd> {
    while endpoint.router.is_waiting(id) {
        match events.next().await {
            Ok((event, at)) => deliver(endpoint, event, at, Some(id)),
            Err(end) => return Some(end),
        }
    }
    let rest = async {
        while let Ok((event, at)) = events.next().await {
            deliver(endpoint, event, at, Some(id));
        }
    };
    if tokio::time::timeout(AFTER_ANSWER, rest).await.is_err() {
        // It was no breach, and whoever waited has the answer: the connection is closed and that is all.
    }
    None
}

/// Hands on one event. Those with a name of their own are recorded, but are no messages.
pub(super) fn deliver(endpoint: &Endpoint, event: StreamEvent, at: std::time::Instant, carried_by: Option<u64>) {
    let StreamEvent { name, data } = event;
    if !name.is_empty() && name != "message" {
        let note = Note::new(Direction::Received, Channel::Http, data, at);
        endpoint.router.note(Note { carried_by, ..note });
    } else if !data.is_empty() {
        // An event without data only gives the id from which the stream can be taken up.
        let arrival = Arrival::new(data, at);
        endpoint.router.arrive(Arrival { carried_by, ..arrival });
    }
}

/// Takes a broken stream up after the last event; `None` where the server does not have it (the request has ended).
async fn resume(endpoint: &Endpoint, id: u64, cursor: &Cursor) -> Option<Reply> {
    match endpoint.send(endpoint.get(cursor.last_id.as_deref())).await {
        Ok(reply) if reply.status.is_success() && media_type(&reply) == "text/event-stream" => Some(reply),
        Ok(reply) => {
            let words = format!("status {} where the stream was to be taken up again", reply.status.as_u16());
            endpoint.note(&reply, Some(id), &[], problem(words));
            fail(endpoint, Some(id), CallEnd::Closed);
            None
        }
        Err(error) => {
            endpoint.note_problem(Some(id), format!("the stream could not be taken up again: {error}"));
            fail(endpoint, Some(id), CallEnd::Closed);
            None
        }
    }
}

/// Ends a request whose stream ended first.
fn give_up(endpoint: &Endpoint, id: u64, end: EventsEnd) {
    let (bytes, anomalies, call_end) = match end {
        EventsEnd::Over(None) => {
            (Vec::new(), problem("the event stream ended before the answer".to_owned()), CallEnd::Closed)
        }
        EventsEnd::Over(Some(rest)) => {
            let words = "the event stream ended in the middle of an event".to_owned();
            (rest, [vec![Anomaly::CutOff], problem(words)].concat(), CallEnd::Closed)
        }
        EventsEnd::Broken(words) => (Vec::new(), problem(format!("the event stream: {words}")), CallEnd::Closed),
        EventsEnd::TooLong(max) => {
            let bytes = u64::try_from(max).unwrap_or(u64::MAX);
            (Vec::new(), vec![Anomaly::TooLarge { bytes }], CallEnd::Misanswered)
        }
    };
    let note = Note::new(Direction::Received, Channel::Http, bytes, std::time::Instant::now());
    endpoint.router.note(Note { carried_by: Some(id), anomalies, ..note });
    fail(endpoint, Some(id), call_end);
}

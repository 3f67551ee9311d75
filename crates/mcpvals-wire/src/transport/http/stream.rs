//! The event stream that answers a request: the answer, and before it what belongs to it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mcpvals_model::CallEnd;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::answer::{fail, problem};
use super::client::Reply;
use super::endpoint::Endpoint;
use super::events::{self, Cursor, Events, EventsEnd};
use super::redirect::Followed;
use crate::transport::Outgoing;

/// How long a stream may stay open after the answer: it should end then (MCP, Streamable HTTP, receiving messages).
const AFTER_ANSWER: Duration = Duration::from_secs(2);
/// How often a stream is taken up again for one request. A server that wants to be polled ends it each time; the
/// call's deadline holds in any case.
const RESUMPTIONS_MAX: u32 = 200;
/// The wait before, where the server names none.
const RESUMPTION_WAIT: Duration = Duration::from_secs(1);

/// Reads the stream that answers a request, takes it up again where it breaks, and ends the request.
pub(super) async fn read(endpoint: &Endpoint, outgoing: &Outgoing, reply: Reply) {
    let Some(id) = outgoing.request_id() else { return };
    let mut cursor = Cursor::default();
    let mut reply = reply;
    for _ in 0..=RESUMPTIONS_MAX {
        endpoint.http.note(&reply, Some(id), &[], Vec::new());
        let mut events = Events::new(reply, endpoint.limits.frame_bytes_max);
        let Some(cut) = pump(endpoint, id, &mut events).await else { return };
        if cut.end == EventsEnd::Over(None) && !endpoint.http.router.is_waiting(id) {
            // A request that was taken back needs no answer: to end its stream is what a server should do.
            return;
        }
        events.move_cursor(&mut cursor);
        let can_resume = !outgoing.revision.is_some_and(Revision::is_stateless) && cursor.last_id.is_some();
        if !can_resume || matches!(cut.end, EventsEnd::TooLong(_)) || Instant::now() >= outgoing.deadline {
            return give_up(endpoint, id, cut);
        }
        tokio::time::sleep(cursor.wait(RESUMPTION_WAIT)).await;
        let Some(resumed) = resume(endpoint, id, &cursor).await else { return };
        reply = resumed;
    }
    endpoint.http.note_problem(Some(id), format!("the stream ended {} times before the answer", RESUMPTIONS_MAX + 1));
    fail(endpoint, Some(id), CallEnd::Closed);
}

/// A stream that ended before the answer.
struct Cut {
    end: EventsEnd,
    /// The last thing in it that claimed to be a message.
    last: Option<Arc<[u8]>>,
}

/// Hands on events until the stream ends; `None` where the answer was among them.
async fn pump(endpoint: &Endpoint, id: u64, stream: &mut Events) -> Option<Cut> {
    let router = &endpoint.http.router;
    let mut last = None;
    while router.is_waiting(id) {
        match stream.next().await {
            Ok((event, at)) => last = events::deliver(router, event, at, Some(id)).or(last),
            Err(end) => return Some(Cut { end, last }),
        }
    }
    let rest = async {
        while let Ok((event, at)) = stream.next().await {
            events::deliver(router, event, at, Some(id));
        }
    };
    // That it stays open is no breach, and whoever waited has the answer: the connection is closed and that is all.
    let _ = tokio::time::timeout(AFTER_ANSWER, rest).await;
    None
}

/// Takes a broken stream up after the last event; `None` where the server does not have it (the request has ended).
async fn resume(endpoint: &Endpoint, id: u64, cursor: &Cursor) -> Option<Reply> {
    match endpoint.get(cursor.last_id.as_deref(), Some(id)).await {
        Ok(Followed { reply, .. }) if reply.status.is_success() && reply.media_type() == "text/event-stream" => {
            Some(reply)
        }
        Ok(Followed { reply, refusal, .. }) => {
            let what = refusal.unwrap_or_else(|| format!("status {}", reply.status.as_u16()));
            let words = format!("{what} where the stream was to be taken up again");
            endpoint.http.note(&reply, Some(id), &[], problem(words));
            fail(endpoint, Some(id), CallEnd::Closed);
            None
        }
        Err(error) => {
            endpoint.http.note_problem(Some(id), format!("the stream could not be taken up again: {error}"));
            fail(endpoint, Some(id), CallEnd::Closed);
            None
        }
    }
}

/// Ends a request whose stream ended first.
fn give_up(endpoint: &Endpoint, id: u64, cut: Cut) {
    let is_spoilt = cut.last.is_some_and(|bytes| is_no_notification(&bytes));
    let call_end = match &cut.end {
        EventsEnd::TooLong(_) => CallEnd::Misanswered,
        EventsEnd::Over(_) | EventsEnd::Broken(_) if is_spoilt => CallEnd::Misanswered,
        EventsEnd::Over(_) | EventsEnd::Broken(_) => CallEnd::Closed,
    };
    // After something that was to be the answer, the end of the stream is as it should be.
    if !is_spoilt || !matches!(cut.end, EventsEnd::Over(None)) {
        endpoint.http.router.note(cut.end.note(Some(id)));
    }
    fail(endpoint, Some(id), call_end);
}

/// Was it an answer, or would have been?
fn is_no_notification(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Value>(bytes).map_or(true, |message| message.get("method").is_none())
}

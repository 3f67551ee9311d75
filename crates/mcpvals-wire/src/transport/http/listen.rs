//! The GET stream: what the server says that belongs to no request (MCP 2025-03-26 to 2025-11-25).

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;

use super::answer::problem;
use super::client::Reply;
use super::endpoint::Endpoint;
use super::events::{self, Cursor, Events};
use super::redirect::Followed;

/// A stream that ends so often without a single event is not opened again.
const SILENT_STREAMS_MAX: u32 = 5;
/// The wait before it is, where the server names none.
const REOPEN_WAIT: Duration = Duration::from_secs(1);

/// Keeps the stream open for as long as the server has one. Ends by itself where it has none.
pub(super) async fn listen(endpoint: Arc<Endpoint>) {
    endpoint.set_listens(true);
    stay(&endpoint).await;
    endpoint.set_listens(false);
}

async fn stay(endpoint: &Endpoint) {
    let mut cursor = Cursor::default();
    let mut silent = 0;
    while silent < SILENT_STREAMS_MAX {
        let Some(reply) = open(endpoint, &cursor).await else { return };
        let mut stream = Events::new(reply, endpoint.limits.frame_bytes_max);
        silent += 1;
        while let Ok((event, at)) = stream.next().await {
            silent = 0;
            events::deliver_apart(&endpoint.http.router, event, at);
        }
        stream.move_cursor(&mut cursor);
        tokio::time::sleep(cursor.wait(REOPEN_WAIT)).await;
    }
}

/// `None` where there is no stream; a server that offers none says 405.
async fn open(endpoint: &Endpoint, cursor: &Cursor) -> Option<Reply> {
    // A server that is gone shows in the next call; a stream that nobody promised needs no words of its own.
    let Followed { reply, refusal, .. } = endpoint.get(cursor.last_id.as_deref(), None).await.ok()?;
    let media = reply.media_type();
    if reply.status.is_success() && media == "text/event-stream" {
        endpoint.http.note(&reply, None, &[], Vec::new());
        return Some(reply);
    }
    let anomalies = if reply.status == StatusCode::METHOD_NOT_ALLOWED {
        Vec::new()
    } else if let Some(words) = refusal {
        problem(words)
    } else {
        let status = reply.status.as_u16();
        problem(format!("status {status} with content type `{media}` for GET, where an event stream or 405 is due"))
    };
    endpoint.http.note(&reply, None, &[], anomalies);
    None
}

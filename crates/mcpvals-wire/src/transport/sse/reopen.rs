//! Reading the stream, and opening it again when it breaks.

use std::sync::Arc;
use std::time::Duration;

use mcpvals_model::{Channel as TraceChannel, Direction, Reconnect};
use serde_json::Value;

use super::channel::{Channel, Handshake};
use crate::router::Note;
use crate::transport::http::address::Address;
use crate::transport::http::events::{self, Cursor, Events};

/// How long one try to open the stream may take, handshake included.
const REOPEN_DEADLINE: Duration = Duration::from_secs(10);

/// Reads the stream for as long as there is one.
pub(super) async fn keep_open(channel: Arc<Channel>, stream: Events, reconnect: Reconnect) {
    let mut stream = stream;
    let mut cursor = Cursor::default();
    loop {
        let end = loop {
            match stream.next().await {
                Ok((event, at)) => drop(events::deliver(&channel.http.router, event, at, None)),
                Err(end) => break end,
            }
        };
        stream.move_cursor(&mut cursor);
        let words = end.words();
        channel.broke(end);
        match reopen(&channel, &cursor, reconnect).await {
            Ok(opened) => stream = opened,
            Err(why) => return channel.http.router.closed(&format!("{words}, and {why}")),
        }
    }
}

/// Tries as often as configured; `Err` says why there is no stream any more.
async fn reopen(channel: &Channel, cursor: &Cursor, reconnect: Reconnect) -> Result<Events, String> {
    if !reconnect.enabled || reconnect.attempts_max == 0 {
        return Err("is not to be opened again (`reconnect`)".to_owned());
    }
    let mut last = String::new();
    for _ in 0..reconnect.attempts_max {
        tokio::time::sleep(reconnect.interval).await;
        match tokio::time::timeout(REOPEN_DEADLINE, try_open(channel, cursor)).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(why)) => last = why,
            Err(_) => last = format!("no handshake within {} s", REOPEN_DEADLINE.as_secs()),
        }
    }
    Err(format!("{} attempts to open it again failed, the last because: {last}", reconnect.attempts_max))
}

async fn try_open(channel: &Channel, cursor: &Cursor) -> Result<Events, String> {
    let (mut stream, endpoint) = channel.open(cursor.last_id.as_deref()).await?;
    if let Some(handshake) = channel.handshake() {
        shake_hands(channel, &mut stream, &endpoint, &handshake).await?;
    }
    channel.send_to(endpoint);
    Ok(stream)
}

/// Says the handshake again, in the same words. Its answer is recorded, but is nobody's: the session has its own.
async fn shake_hands(
    channel: &Channel,
    stream: &mut Events,
    endpoint: &Address,
    handshake: &Handshake,
) -> Result<(), String> {
    channel.post_again(endpoint, &handshake.initialize).await?;
    loop {
        let (event, at) = stream.next().await.map_err(|end| end.words())?;
        if is_answer_to(&event.data, handshake.id) {
            let note = Note::new(Direction::Received, TraceChannel::Http, event.data, at);
            channel.http.router.note(note);
            break;
        }
        events::deliver(&channel.http.router, event, at, None);
    }
    channel.post_again(endpoint, &handshake.initialized).await
}

/// Is the message the answer to this request?
pub(super) fn is_answer_to(message: &[u8], id: u64) -> bool {
    serde_json::from_slice::<Value>(message).is_ok_and(|message| message.get("id").and_then(Value::as_u64) == Some(id))
}

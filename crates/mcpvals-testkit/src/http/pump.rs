//! Writes an event stream to a connection for as long as both last.

use std::io;
use std::time::Duration;

use super::connection::{Connection, event};
use super::stream::{EventStream, Next};

/// How often a silent stream looks whether the client is still there.
const LOOK: Duration = Duration::from_millis(50);

/// How a stream ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Everything was written.
    Done,
    /// The client went away.
    Left,
}

/// Which id an event bears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventIds {
    /// One with which the stream can be resumed.
    Resumable,
    /// None: 2026-07-28 and HTTP+SSE have no resumption.
    None,
}

/// Writes the messages from `position` on.
pub(super) fn pump(
    connection: &mut Connection,
    stream: &EventStream,
    mut position: usize,
    ids: EventIds,
) -> io::Result<End> {
    let reader = stream.attach();
    let end = loop {
        match stream.next(reader, position, LOOK) {
            Next::Message(found, message) => {
                position = found + 1;
                let id = (ids == EventIds::Resumable).then(|| event_id(stream, found));
                if connection.chunk(&event(id.as_deref(), "message", &message)).is_err() {
                    break End::Left;
                }
            }
            Next::Idle if connection.is_closed() => break End::Left,
            Next::Idle => {}
            Next::Done => break End::Done,
        }
    };
    stream.detach(reader);
    if end == End::Done {
        connection.end_stream()?;
    }
    Ok(end)
}

/// The id of the event at `position`.
pub(super) fn event_id(stream: &EventStream, position: usize) -> String {
    format!("{}_{position}", stream.number)
}

/// Stream and position after a `Last-Event-ID`; the priming event of an empty stream has position -1.
pub(super) fn resume_point(last_event_id: &str) -> Option<(u64, usize)> {
    let (number, position) = last_event_id.split_once('_')?;
    let position: i64 = position.parse().ok()?;
    Some((number.parse().ok()?, usize::try_from(position + 1).ok()?))
}

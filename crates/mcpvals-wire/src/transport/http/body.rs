//! A body that is read as a whole, within bounds.

use std::time::{Duration, Instant};

use super::client::Reply;

/// What could be read.
pub(crate) struct Body {
    /// The bytes, cut at the limit.
    pub(crate) bytes: Vec<u8>,
    /// When the last of them was read.
    pub(crate) at: Instant,
    /// How it ended.
    pub(crate) end: BodyEnd,
}

/// How a body ended.
pub(crate) enum BodyEnd {
    /// As it should.
    Whole,
    /// It is longer than the limit; the connection was closed.
    TooLong,
    /// The connection broke, or the framing is wrong.
    Broken(String),
}

/// A body that is longer gets room for the longest at once: what is not written to costs nothing, while growing step by step would
/// leave the smaller pieces behind.
const LARGE: usize = 1 << 20;
/// So much is kept of a body that is no message: enough for the error page of a proxy.
pub(crate) const GLIMPSE_BYTES_MAX: usize = 64 << 10;
/// So long it is waited for.
const GLIMPSE_PATIENCE: Duration = Duration::from_secs(1);

/// Reads the beginning of a body that is no message; where more is to come, the connection is closed.
pub(crate) async fn glimpse(reply: &mut Reply) -> Body {
    let mut body = Body { bytes: Vec::new(), at: reply.at, end: BodyEnd::TooLong };
    // Where time runs out, what has come is kept.
    let _ = tokio::time::timeout(GLIMPSE_PATIENCE, read_into(&mut body, reply, GLIMPSE_BYTES_MAX)).await;
    body
}

/// Reads a body of so many bytes at most.
pub(crate) async fn read(reply: &mut Reply, bytes_max: usize) -> Body {
    let mut body = Body { bytes: Vec::new(), at: reply.at, end: BodyEnd::TooLong };
    read_into(&mut body, reply, bytes_max).await;
    body.bytes.shrink_to_fit();
    body
}

/// Leaves the end at [`BodyEnd::TooLong`] unless it comes to another.
async fn read_into(body: &mut Body, reply: &mut Reply, bytes_max: usize) {
    loop {
        match reply.chunk().await {
            Ok(None) => {
                body.end = BodyEnd::Whole;
                return;
            }
            Ok(Some((chunk, at))) => {
                body.at = at;
                let room = bytes_max - body.bytes.len();
                if body.bytes.len() > LARGE {
                    body.bytes.reserve_exact(room);
                }
                body.bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
                if chunk.len() > room {
                    return;
                }
            }
            Err(error) => {
                body.end = BodyEnd::Broken(error.to_string());
                return;
            }
        }
    }
}

//! A body that is read as a whole, within bounds.

use std::time::Instant;

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

/// Reads a body of so many bytes at most.
pub(crate) async fn read(reply: &mut Reply, bytes_max: usize) -> Body {
    let mut body = Body { bytes: Vec::new(), at: reply.at, end: BodyEnd::Whole };
    loop {
        match reply.chunk().await {
            Ok(None) => return body,
            Ok(Some((chunk, at))) => {
                body.at = at;
                let room = bytes_max - body.bytes.len();
                body.bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
                if chunk.len() > room {
                    body.end = BodyEnd::TooLong;
                    return body;
                }
            }
            Err(error) => {
                body.end = BodyEnd::Broken(error.to_string());
                return body;
            }
        }
    }
}

//! What a frame asks for.

use mcpvals_model::{Channel, Direction, Frame};
use serde_json::Value;

use crate::timeline::ids;

/// The method of a message, at most so long that it can be chosen from a list.
pub(super) fn method(frame: &Frame) -> Option<&str> {
    const CHARS_MAX: usize = 80;
    let method = ids::method(wire(frame)?)?;
    (method.chars().count() <= CHARS_MAX).then_some(method)
}

/// A message of the protocol.
fn wire(frame: &Frame) -> Option<&Value> {
    if frame.channel == Channel::Wire { frame.message() } else { None }
}

/// A message that we sent, which another client can send, too.
pub(super) fn sent(frame: &Frame) -> Option<&Value> {
    wire(frame).filter(|message| frame.direction == Direction::Sent && ids::method(message).is_some())
}

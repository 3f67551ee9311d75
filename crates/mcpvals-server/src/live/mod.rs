//! Events as they happen: one reader of the store, and as many listeners as there are; over WebSocket and Server-Sent Events.

mod hub;
mod message;
mod socket;
pub(crate) mod stream;
mod system;

pub(crate) use hub::{Hub, News, follow};
pub(crate) use message::event as text_of;
pub(crate) use socket::{MESSAGE_BYTES_MAX, accept};
pub(crate) use system::tell;

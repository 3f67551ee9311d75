//! Speaks with models.
//!
//! [`Conversation`] is what a model is asked, in no provider's words; `provider` has each provider's wire format as pure
//! functions of it, so that what would be sent and what was understood can be looked at without a network. `stream` makes
//! one answer of one that comes in pieces; `sampling` lets a model answer what a server asks of its client.

mod body;
mod budget;
mod client;
mod conversation;
mod provider;
mod reach;
mod retry;
mod sampling;
mod stream;

pub use budget::Ledger;
pub use client::{Client, Exchange};
pub use conversation::{AnswerForm, Conversation, Part, ToolResult, ToolSpec, Turn};
pub use provider::names::ToolNames;
pub use provider::{Unreadable, WireRequest};
pub use reach::Reach;
pub use sampling::SamplingRequest;

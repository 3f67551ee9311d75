//! The protocol's own nouns, read leniently: what does not fit is kept and named, never dropped in silence.

mod answer;
mod client;
mod metadata;
mod mirrored;
mod offer;
mod revision;
mod template;
mod tool;

pub use answer::{Answer, ContentPart, ContentText};
pub use client::{asked_as_task, is_by_url, pages_required, undeclared};
pub use metadata::Metadata;
pub use mirrored::is_header_name;
pub use offer::{Malformed, Offer, ServerFacts};
pub use revision::{Revision, UnknownRevision};
pub use template::{unclosed, variables_of};
pub use tool::Tool;

//! The protocol's own nouns, read leniently: what does not fit is kept and named, never dropped in silence.

mod answer;
mod offer;
mod revision;

pub use answer::{Answer, ContentText};
pub use offer::{Malformed, Offer, ServerFacts, Tool};
pub use revision::{Revision, UnknownRevision};

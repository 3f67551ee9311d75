//! JSON Schema: compiled once, checked often, never fetched, never endless.
//!
//! Schemas come from the server under test, so they are as hostile as its answers: references to other documents are
//! refused, and what would take too long to check is refused before it is tried.

mod compile;
mod cost;
mod graph;
mod memory;
mod valid;

pub(crate) use compile::{Compiled, SchemaFault};
pub(crate) use memory::{Usable, of_input, of_matcher, of_output};
pub(crate) use valid::invalid;

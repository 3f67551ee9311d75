//! What a server comes to against its requirements.
//!
//! [`static_phase`] looks at source, documents and metadata, [`runtime`] at the running server, [`hook`] asks the user's own
//! programs; [`score`] makes one number of it, and [`document`] one [`mcpvals_model::Evaluation`]. What goes on is told to a
//! [`watch`]. How it is set up is in [`config`]. Nothing here reads the environment, prints, or decides on an exit code.

pub mod catalogue;
pub mod config;
pub mod document;
pub mod hook;
pub mod judged;
pub mod project;
pub mod runtime;
pub mod score;
pub mod seal;
pub mod start;
pub mod static_phase;
pub mod tools_file;
pub mod watch;
mod withheld;

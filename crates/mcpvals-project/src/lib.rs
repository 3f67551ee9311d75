//! A server's folder, bundle or package: its files, manifests and documents, and how it is started.
//!
//! It reads the disk, opens no socket and starts no process. What it reads is hostile: everything is bounded.

mod discovery;
pub mod documents;
mod findings;
#[cfg(test)]
mod fixture;
mod folder;
mod literal;
mod manifest;
mod opening;
mod place;
mod privacy;
mod project;
mod secrets;
mod stated;
mod supply;

pub use discovery::{NoStart, ShownStart};
pub use findings::rules;
pub use opening::{OpenOptions, is_there, open};
pub use project::{Kind, Project, ProjectError, Start, StartTarget};
pub use secrets::is_example;
pub use stated::{Stated, Statement};
pub use supply::{Advisories, AdvisoriesError};

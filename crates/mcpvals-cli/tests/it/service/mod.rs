//! `mcpvals serve` as its clients meet it: seed 003 line by line, and what those try who mean no good.

pub(crate) mod client;
mod disk;
mod documents;
mod evaluations;
mod fenced;
mod floods;
mod generated;
mod hostile;
mod limits;
mod live;
mod machines;
mod pages;
mod paused;
mod places;
#[cfg(unix)]
mod private;
mod queries;
mod reports;
pub(crate) mod running;
mod scopes;
mod sealed;
mod sessions;
mod settings;
mod shape;
mod socket;
mod streams;
mod system;
mod tokens;
mod tools;
mod typed;
mod validation;
mod webhooks;

use running::{SCOPES, TestService, eventually, generous, lives};
use shape::members;

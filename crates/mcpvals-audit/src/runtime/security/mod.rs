//! What can be looked at without an attack: lists that change, what outputs hide or leak, what the server asks its client for,
//! what is on stdout beside the messages.

mod echo;
mod lists;
mod outputs;
mod questions;
mod stdout;

use mcpvals_model::{RuntimeTest, Trace};

use super::bench::Bench;

pub(crate) use lists::Lists;
pub(crate) use outputs::{hidden, leaks, learn};
pub(crate) use questions::asked_of_client;
pub(crate) use stdout::{doubled, noise};

/// One look at what was said and recorded.
pub(crate) type Look = fn(&mut Bench<'_>, &[Trace]) -> RuntimeTest;

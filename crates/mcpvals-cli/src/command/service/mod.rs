//! The service: `serve`, `worker`, `keys`, `db`.

mod db;
mod file;
mod ground;
mod keys;
mod logging;
mod serve;

pub(crate) use db::run as db;
pub(crate) use keys::run as keys;
pub(crate) use serve::{serve, worker};

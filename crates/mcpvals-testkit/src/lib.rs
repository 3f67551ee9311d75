//! Shared fixtures of the tests: a correct MCP server of every revision, and every way to be wrong.
//!
//! * In process: [`GoodServer`] answers messages; [`Distorter`] spoils what it says in one way, a [`Flaw`].
//! * [`ModelServer`] is a provider of models that says what a test wants.
//! * As programs: `mcpvals-zoo` (over stdio, Streamable HTTP, HTTP+SSE) and `mcpvals-fast` (for benchmarks);
//!   [`Program`] finds and builds them, [`HttpServer`] starts one that listens and ends it.
//!
//! Knows none of the other crates, so that it can be the other side of all of them.

mod base64;
mod distort;
mod fast;
mod flaw;
mod good;
mod http;
mod model;
mod outgoing;
#[cfg(unix)]
pub mod postgres;
mod process;
mod program;
mod revision;
mod stdio;
mod zoo;

pub use distort::{Act, Distorter, Flood, Planned, Target};
pub use fast::run as run_fast;
pub use flaw::{Family, Flaw};
pub use good::{GoodServer, LATE_TOOL_DELAY, Memory};
pub use model::{ModelRequest, ModelServer, Said};
pub use outgoing::{Asked, Body, Outgoing, Route};
pub use program::{HttpServer, Program};
pub use revision::{Era, Revision, ServerOptions, UnknownName};
pub use zoo::{Zoo, run as run_zoo};

//! Calls of tools: performing them, and judging what came.
//!
//! `drive` judges nothing and `grade` touches nothing; they meet only in the trace.

mod arguments;
mod drive;
mod error_shape;
mod grade;
mod metrics;
mod offered;
mod output;
mod setup;
#[cfg(test)]
mod tests;
mod verify;
mod warnings;

use mcpvals_model::{Mismatch, Trace};

use crate::reply::Reply;

pub use offered::nearest_tools;
pub use setup::drive_setup;

pub(crate) use arguments::{are_broken, ill as ill_arguments};
pub(crate) use drive::drive;
pub(crate) use grade::grade;
pub(crate) use offered::{not_among, unknown};
pub(crate) use warnings::stored;

/// What breaks the promise of a tool's `outputSchema` in a result.
pub(crate) fn broken_promises(tool: &str, reply: &Reply<'_>, trace: &Trace) -> Vec<Mismatch> {
    output::mismatches(reply, offered::tool(tool, &trace.offer), trace)
}

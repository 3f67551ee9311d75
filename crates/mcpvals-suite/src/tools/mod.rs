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

use mcpvals_model::json::member;
use mcpvals_model::{CallEnd, CallRole, Mismatch, Trace};

use crate::excerpt;
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

/// The same, of the calls that a test makes whatever it is about: the first of them. A call that has become a task, or
/// asks for something, has no result yet.
pub(crate) fn promises_broken_by_the_way(trace: &Trace) -> Option<Mismatch> {
    let calls = trace.calls.iter().filter(|call| call.method == "tools/call" && call.end == CallEnd::Answered);
    calls.filter(|call| !matches!(call.role, CallRole::Session)).find_map(|call| {
        let reply = Reply::to(call, trace)?;
        let Reply::Result(result) = &reply else { return None };
        let is_whole = member(result, "resultType").is_none_or(|kind| kind == "complete");
        let tool = trace.frame(call.request?)?.message()?.pointer("/params/name")?.as_str()?;
        let is_result = is_whole && !member(result, "task").is_some_and(serde_json::Value::is_object);
        let found = is_result.then(|| broken_promises(tool, &reply, trace)).into_iter().flatten().next()?;
        Some(Mismatch {
            frame: call.answer,
            expected: format!("of `{}`, {}", excerpt::block(tool, 60), found.expected),
            ..found
        })
    })
}

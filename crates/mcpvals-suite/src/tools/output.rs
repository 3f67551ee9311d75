//! What a tool promised about its output: `structuredContent` against its own `outputSchema`.

use std::sync::Arc;

use mcpvals_model::mcp::{Revision, ServerFacts, Tool};
use mcpvals_model::{Mismatch, MismatchKind, Trace};
use serde_json::Value;

use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::{excerpt, schema};

/// Whether or not the case asks for it, a promise is kept. An error need not keep it (MCP 2025-06-18, server/tools).
pub(super) fn mismatches(reply: &Reply<'_>, tool: Option<&Arc<Tool>>, trace: &Trace) -> Vec<Mismatch> {
    trace.server.as_ref().map_or_else(Vec::new, |facts| of_reply(reply, tool, facts))
}

/// As [`mismatches`], while the trace is still being made.
pub(super) fn of_reply(reply: &Reply<'_>, tool: Option<&Arc<Tool>>, facts: &ServerFacts) -> Vec<Mismatch> {
    let Some(tool) = tool.filter(|_| knows_output(facts)) else { return Vec::new() };
    let (Some(usable), Reply::Result(result), false) = (schema::of_output(tool), reply, reply.is_error()) else {
        return Vec::new();
    };
    let newest = facts.protocol_version.is_stateless();
    match result.get("structuredContent").filter(|value| newest || !value.is_null()) {
        None => vec![missing(reply)],
        Some(value) => match usable.as_ref() {
            Ok(compiled) => breaks(compiled, value),
            // A warning says so.
            Err(_) => Vec::new(),
        },
    }
}

/// Did the answer have to keep the tool's promise?
pub(super) fn is_checked(reply: &Reply<'_>, tool: Option<&Arc<Tool>>, trace: &Trace) -> bool {
    trace.server.as_ref().is_some_and(|facts| knows_output(facts))
        && !reply.is_error()
        && tool.is_some_and(|tool| tool.output_schema().is_some())
}

/// Older revisions do not know structured content; a server may list its schemas all the same.
fn knows_output(facts: &ServerFacts) -> bool {
    facts.protocol_version >= Revision::V2025_06_18
}

fn missing(reply: &Reply<'_>) -> Mismatch {
    let expected = "`structuredContent`, which the tool's outputSchema promises";
    let mismatch = of_kind(MismatchKind::OutputSchema, expected, format!("none, with {}", reply.shown()));
    Mismatch { pointer: Some("/structuredContent".to_owned()), ..mismatch }
}

fn breaks(compiled: &schema::Compiled, value: &Value) -> Vec<Mismatch> {
    // What cannot be checked in bounded time is no breach; a warning says so.
    let faults = compiled.faults(value).unwrap_or_default();
    let words = |fault: schema::SchemaFault| {
        let place = if fault.pointer.is_empty() {
            String::new()
        } else {
            format!(" at {}", excerpt::block(&fault.pointer, 120))
        };
        let expected = format!("structured content that meets the tool's outputSchema{place}");
        let mismatch = of_kind(MismatchKind::OutputSchema, expected, format!("{}: {}", fault.found, fault.problem));
        Mismatch { pointer: Some(format!("/structuredContent{}", fault.pointer)), ..mismatch }
    };
    faults.into_iter().map(words).collect()
}

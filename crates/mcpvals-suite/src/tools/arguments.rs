//! The arguments of a test against the tool's own `inputSchema`.

use std::sync::Arc;

use mcpvals_model::mcp::{Offer, Tool};
use mcpvals_model::{ToolCall, ToolCase, Trace, Warning, WarningKind};
use serde_json::Value;

use super::offered;
use crate::schema;

/// A warning where the arguments break the schema (unless that is the test's purpose), or where it cannot be used.
pub(super) fn warning(tool: &ToolCase, listed: &Arc<Tool>) -> Option<Warning> {
    let usable = schema::of_input(listed);
    let name = listed.name();
    let unusable = |why: &String| Warning {
        kind: WarningKind::UnusableSchema,
        message: format!("the inputSchema of `{name}` cannot be used: {why}"),
    };
    let compiled = match usable.as_ref() {
        Ok(compiled) => compiled,
        Err(why) => return Some(unusable(why)),
    };
    if tool.invalid_args {
        return None;
    }
    match compiled.faults(&Value::Object(tool.call.args.clone())) {
        Ok(faults) => faults.first().map(|fault| broken(name, fault)),
        Err(why) => Some(unusable(&why)),
    }
}

/// Do the arguments break the tool's schema, as far as that is known?
pub(crate) fn are_broken(call: &ToolCall, trace: &Trace) -> bool {
    ill(&call.tool, &Value::Object(call.args.clone()), &trace.offer).is_some()
}

/// What of the arguments breaks the tool's schema, as far as that is known.
pub(crate) fn ill(tool: &str, arguments: &Value, offer: &Offer) -> Option<String> {
    let usable = schema::of_input(offered::tool(tool, offer)?);
    let faults = usable.as_ref().as_ref().ok()?.faults(arguments).ok()?;
    faults.first().map(words)
}

fn broken(name: &str, fault: &schema::SchemaFault) -> Warning {
    let message = format!("the arguments break the inputSchema of `{name}`: {}", words(fault));
    Warning { kind: WarningKind::InvalidArguments, message }
}

fn words(fault: &schema::SchemaFault) -> String {
    let place = if fault.pointer.is_empty() { String::new() } else { format!("`{}`: ", fault.pointer) };
    format!("{place}{} ({})", fault.problem, fault.found)
}

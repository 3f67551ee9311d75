//! The arguments of a test against the tool's own `inputSchema`.

use std::sync::Arc;

use mcpvals_model::mcp::Tool;
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
    let Some(listed) = offered::tool(&call.tool, &trace.offer) else { return false };
    let usable = schema::of_input(listed);
    let Ok(compiled) = usable.as_ref() else { return false };
    compiled.faults(&Value::Object(call.args.clone())).is_ok_and(|faults| !faults.is_empty())
}

fn broken(name: &str, fault: &schema::SchemaFault) -> Warning {
    let place = if fault.pointer.is_empty() { String::new() } else { format!("`{}`: ", fault.pointer) };
    let words = format!("the arguments break the inputSchema of `{name}`: {place}{} ({})", fault.problem, fault.found);
    Warning { kind: WarningKind::InvalidArguments, message: words }
}

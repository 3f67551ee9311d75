//! The arguments of a test against the tool's own `inputSchema`.

use std::sync::Arc;

use mcpvals_model::mcp::Tool;
use mcpvals_model::{ToolCase, Warning, WarningKind};
use serde_json::Value;

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

fn broken(name: &str, fault: &schema::SchemaFault) -> Warning {
    let place = if fault.pointer.is_empty() { String::new() } else { format!("`{}`: ", fault.pointer) };
    let words = format!("the arguments break the inputSchema of `{name}`: {place}{} ({})", fault.problem, fault.found);
    Warning { kind: WarningKind::InvalidArguments, message: words }
}

use rust_mcp_sdk::macros::{JsonSchema, mcp_tool};
use rust_mcp_sdk::schema::{CallToolResult, TextContent, schema_utils::CallToolError};
use std::process::Command;

#[mcp_tool(
    name = "unit_state",
    title = "Unit state",
    description = concat!("Shows the state of a unit. ", "Nothing is changed."),
    read_only_hint = true
)]
#[derive(Debug, serde::Deserialize, serde::Serialize, JsonSchema)]
pub struct UnitState {
    /// The unit.
    pub unit: String,
}

impl UnitState {
    pub async fn run_tool(params: Self, _context: &Services) -> Result<CallToolResult, CallToolError> {
        let output = Command::new("systemctl").args(["status", "--"]).arg(&params.unit).output().map_err(CallToolError::new)?;
        let text = String::from_utf8_lossy(&output.stdout).to_string();
        Ok(CallToolResult::text_content(vec![TextContent::from(text)]))
    }
}

//! The binary `mcp-evaluate`: `mcpvals evaluate` under the name that seed 003 gives it.

fn main() -> std::process::ExitCode {
    mcpvals_cli::main(mcpvals_cli::Door::McpEvaluate)
}

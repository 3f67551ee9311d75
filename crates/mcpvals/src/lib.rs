//! Evaluates an MCP server from Rust.

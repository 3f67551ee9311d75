//! The binary `mcpvals`.

fn main() {}

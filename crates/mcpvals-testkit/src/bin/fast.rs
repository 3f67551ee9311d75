//! `mcpvals-fast [--http PORT] [--delay-ms N]`: the fastest possible MCP server, the other side of benchmarks.

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match mcpvals_testkit::run_fast(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            let _nobody_reads = writeln!(io::stderr(), "{words}");
            ExitCode::from(2)
        }
    }
}

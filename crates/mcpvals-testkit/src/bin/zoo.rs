//! `mcpvals-zoo FLAW [options]`: an MCP server that is wrong in exactly one way.

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match mcpvals_testkit::run_zoo(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(words) => {
            let _nobody_reads = writeln!(io::stderr(), "{words}");
            ExitCode::from(2)
        }
    }
}

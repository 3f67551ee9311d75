//! A program that can be a guard, as the `mcpvals` binary is: for the tests, and to show what a library user does who
//! wants one.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    match args.next() {
        Some(first) if first == "__guard" => mcpvals_wire::guard::run(args),
        _ => ExitCode::FAILURE,
    }
}

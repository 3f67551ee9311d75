//! The fastest possible server: finds the few members it needs in the bytes, and parses nothing.
//!
//! For benchmarks only. It answers `initialize`, `tools/list`, `tools/call` (one tool, `echo`) and `ping`, and takes
//! every well-formed client for granted.

mod answer;
mod http;
mod scan;
mod stdio;

use std::time::Duration;

const USAGE: &str = "\
usage: mcpvals-fast [--http PORT] [--delay-ms N]

  --http PORT    HTTP on 127.0.0.1:PORT, path /mcp, instead of stdio; 0 for a free port
  --delay-ms N   answers tools/call after N ms; calls in flight wait together
";

/// Runs the server that `arguments` (without the program's name) describe, until its client is done.
///
/// # Errors
/// Words for the user if the arguments make no sense or a socket or pipe fails.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let (mut port, mut delay) = (None, Duration::ZERO);
    let mut words = arguments.iter();
    while let Some(option) = words.next() {
        let value = || words.clone().next().and_then(|value| value.parse::<u16>().ok());
        let value = value().ok_or(USAGE)?;
        match option.as_str() {
            "--http" => port = Some(value),
            "--delay-ms" => delay = Duration::from_millis(value.into()),
            _ => return Err(USAGE.to_owned()),
        }
        words.next();
    }
    let ended = match port {
        Some(port) => http::serve(port, delay),
        None => stdio::serve(delay),
    };
    ended.map_err(|error| error.to_string())
}

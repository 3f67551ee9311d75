//! Logs of the service: on stderr, for people or as JSON. `MCPVALS_LOG` says what (the syntax of `tracing-subscriber`).

use tracing_subscriber::EnvFilter;

use crate::environment::Environment;
use crate::exit::Failure;
use crate::output::Output;

/// From now on, what happens is logged.
///
/// # Errors
/// That `MCPVALS_LOG` cannot be read.
pub(super) fn start(json: bool, environment: &Environment, output: &Output) -> Result<(), Failure> {
    let usual = match (output.quiet, output.verbose) {
        (true, _) => "error",
        (false, 0) => "warn,mcpvals_server=info",
        (false, 1) => "info,mcpvals_server=debug",
        (false, _) => "debug",
    };
    let words = environment.variable("MCPVALS_LOG").unwrap_or(usual);
    let filter = EnvFilter::try_new(words).map_err(|error| Failure::usage(format!("MCPVALS_LOG: {error}")))?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = if json {
        builder.json().flatten_event(true).try_init()
    } else {
        builder.with_ansi(output.color_err).try_init()
    };
    // Whoever logs already goes on.
    drop(started);
    Ok(())
}

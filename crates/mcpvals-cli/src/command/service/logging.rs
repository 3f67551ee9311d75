//! Logs of the service: on stderr, for people or as JSON. `MCPVALS_LOG` says what (the syntax of `tracing-subscriber`).

use std::path::PathBuf;

use mcpvals_server::{Collector, Telemetry};
use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

use crate::environment::Environment;
use crate::exit::Failure;
use crate::output::Output;

/// From now on, what happens is logged, and sent to the collector where there is one. Returns how notes are said from now on.
///
/// # Errors
/// That `MCPVALS_LOG` cannot be read.
pub(super) fn start(
    json: bool,
    telemetry: Option<&Telemetry>,
    environment: &Environment,
    output: &Output,
) -> Result<Output, Failure> {
    let usual = match (output.quiet, output.verbose) {
        (true, _) => "error",
        (false, 0) => "warn,mcpvals_server=info",
        (false, 1) => "info,mcpvals_server=debug",
        (false, _) => "debug",
    };
    let words = environment.variable("MCPVALS_LOG").unwrap_or(usual);
    let filter = EnvFilter::try_new(words).map_err(|error| Failure::usage(format!("MCPVALS_LOG: {error}")))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = if json { lines.json().flatten_event(true).boxed() } else { lines.with_ansi(output.color_err).boxed() };
    let sent = telemetry.map(|telemetry| OpenTelemetryTracingBridge::new(telemetry.loggers()));
    // Whoever logs already goes on.
    drop(tracing_subscriber::registry().with(filter).with(lines).with(sent).try_init());
    Ok(if json { output.logged() } else { output.clone() })
}

/// Where traces, metrics and logs are sent: the standard's own variables say so.
///
/// # Errors
/// That the address cannot be one.
pub(super) fn telemetry(environment: &Environment) -> Result<Option<Telemetry>, Failure> {
    let Some(endpoint) = environment.variable("OTEL_EXPORTER_OTLP_ENDPOINT") else { return Ok(None) };
    let collector = Collector {
        endpoint: endpoint.to_owned(),
        service_name: environment.variable("OTEL_SERVICE_NAME").unwrap_or("mcpvals").to_owned(),
        authorities: environment.variable("SSL_CERT_FILE").map(PathBuf::from),
    };
    let started = Telemetry::start(&collector);
    started.map(Some).map_err(|why| Failure::usage(format!("OTEL_EXPORTER_OTLP_ENDPOINT: {why}")))
}

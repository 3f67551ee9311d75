//! OpenTelemetry: traces of evaluations, metrics and logs, sent by OTLP over HTTP to whoever the operator names.
//!
//! Names are those of the semantic conventions: HTTP (1.40), MCP and `GenAI` (github.com/open-telemetry/semantic-conventions-genai,
//! docs/gen-ai/mcp.md). Nothing waits for it, and nothing fails by it.

mod client;
mod instruments;
mod spans;

use std::path::PathBuf;

use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{LogExporter, MetricExporter, SpanExporter, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::logs::SdkLoggerProvider;
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};

use client::Client;
pub(crate) use instruments::Instruments;
pub(crate) use spans::Spans;

/// What everything of ours is called by those who receive it.
const SCOPE: &str = "mcpvals";

/// Where it is sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collector {
    /// The base address: `http://localhost:4318`. `/v1/traces`, `/v1/metrics`, `/v1/logs` stand behind it.
    pub endpoint: String,
    /// How this service is called: `mcpvals` where nobody says otherwise.
    pub service_name: String,
    /// A file of certificate authorities to believe, too.
    pub authorities: Option<PathBuf>,
}

/// What is sent, while it lives.
#[derive(Debug)]
pub struct Telemetry {
    tracers: SdkTracerProvider,
    meters: SdkMeterProvider,
    loggers: SdkLoggerProvider,
    instruments: Instruments,
}

impl Telemetry {
    /// Begins. To be called on the runtime that sends.
    ///
    /// # Errors
    /// That the address cannot be one.
    pub fn start(collector: &Collector) -> Result<Self, String> {
        let client = Client::new(collector.authorities.clone());
        let to = |what: &str| format!("{}/v1/{what}", collector.endpoint.trim_end_matches('/'));
        let failed = |error: &dyn std::fmt::Display| format!("`{}`: {error}", collector.endpoint);
        let resource = Resource::builder().with_service_name(collector.service_name.clone()).build();
        let spans = SpanExporter::builder().with_http().with_http_client(client.clone()).with_endpoint(to("traces"));
        let metrics =
            MetricExporter::builder().with_http().with_http_client(client.clone()).with_endpoint(to("metrics"));
        let logs = LogExporter::builder().with_http().with_http_client(client).with_endpoint(to("logs"));
        let tracers = SdkTracerProvider::builder()
            .with_batch_exporter(spans.build().map_err(|error| failed(&error))?)
            .with_resource(resource.clone())
            .build();
        let meters = SdkMeterProvider::builder()
            .with_periodic_exporter(metrics.build().map_err(|error| failed(&error))?)
            .with_resource(resource.clone())
            .build();
        let loggers = SdkLoggerProvider::builder()
            .with_batch_exporter(logs.build().map_err(|error| failed(&error))?)
            .with_resource(resource)
            .build();
        let instruments = Instruments::new(&meters);
        Ok(Self { tracers, meters, loggers, instruments })
    }

    /// What logs are sent by.
    pub fn loggers(&self) -> &SdkLoggerProvider {
        &self.loggers
    }

    pub(crate) fn tracer(&self) -> SdkTracer {
        self.tracers.tracer(SCOPE)
    }

    pub(crate) fn instruments(&self) -> &Instruments {
        &self.instruments
    }

    /// Sends what waits, and ends. Blocks for as long as the collector is slow, some seconds at most.
    pub fn end(&self) {
        // What cannot be sent now never is.
        let _ = self.tracers.shutdown();
        let _ = self.meters.shutdown();
        let _ = self.loggers.shutdown();
    }
}

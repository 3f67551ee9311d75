//! Metrics: how long requests, evaluations and calls of tools take.

use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::metrics::{Histogram, MeterProvider as _};
use opentelemetry_sdk::metrics::SdkMeterProvider;

use super::SCOPE;
use crate::route::BASE;

/// What is measured.
#[derive(Debug)]
pub(crate) struct Instruments {
    requests: Histogram<f64>,
    evaluations: Histogram<f64>,
    calls: Histogram<f64>,
}

impl Instruments {
    pub(super) fn new(meters: &SdkMeterProvider) -> Self {
        let meter = meters.meter(SCOPE);
        let seconds = |name: &'static str, about: &'static str| {
            meter.f64_histogram(name).with_unit("s").with_description(about).build()
        };
        Self {
            requests: seconds("http.server.request.duration", "Duration of HTTP server requests."),
            evaluations: seconds("mcpvals.evaluation.duration", "From an evaluation's begin to its end."),
            calls: seconds("mcp.client.operation.duration", "Duration of a call of a tool, as seen by its client."),
        }
    }

    /// A request was answered; `route` is its template below the API's base.
    pub(crate) fn request(&self, method: &str, route: &'static str, status: u16, took: Duration) {
        let attributes = [
            KeyValue::new("http.request.method", method.to_owned()),
            KeyValue::new("http.route", format!("{BASE}{route}")),
            KeyValue::new("http.response.status_code", i64::from(status)),
            // What we serve ourselves; a proxy in front of us may speak https.
            KeyValue::new("url.scheme", "http"),
        ];
        self.requests.record(took.as_secs_f64(), &attributes);
    }

    /// An evaluation ended.
    pub(crate) fn evaluation(&self, status: &'static str, took: Duration) {
        self.evaluations.record(took.as_secs_f64(), &[KeyValue::new("mcpvals.evaluation.status", status)]);
    }

    /// A tool was called. Its name is the server's, and so is how many names there are: it is no attribute.
    pub(crate) fn call(&self, is_good: bool, took: Duration) {
        let mut attributes = vec![
            KeyValue::new("mcp.method.name", "tools/call"),
            KeyValue::new("gen_ai.operation.name", "execute_tool"),
        ];
        if !is_good {
            attributes.push(KeyValue::new("error.type", "tool_error"));
        }
        self.calls.record(took.as_secs_f64(), &attributes);
    }
}

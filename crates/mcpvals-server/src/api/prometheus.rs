//! `/metrics`: the same for Prometheus, in its text format (version 0.0.4).

use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use mcpvals_store::Status;

use crate::error::ApiError;
use crate::machine;
use crate::meter::as_f64;
use crate::service::Service;

/// The whole page.
pub(crate) async fn page(service: &Service) -> Result<String, ApiError> {
    let mut page = Page::default();
    page.head("mcpvals_evaluations", "gauge", "Stored evaluations by status.");
    for status in Status::ALL {
        let number = service.store.tally(Some(status)).await?;
        page.line("mcpvals_evaluations", &format!("status=\"{status}\""), number);
    }
    let measured = service.meter.measured();
    page.head("mcpvals_http_request_duration_seconds", "summary", "Requests of the last 24 hours, on this node.");
    for (quantile, ms) in [("0.5", measured.p50), ("0.95", measured.p95), ("0.99", measured.p99)] {
        page.line("mcpvals_http_request_duration_seconds", &format!("quantile=\"{quantile}\""), ms / 1000.0);
    }
    page.line("mcpvals_http_request_duration_seconds_count", "", measured.requests);
    page.head("mcpvals_http_requests_total", "counter", "Requests since the start, by class of status.");
    for (class, number) in (1..).zip(service.meter.classes()) {
        page.line("mcpvals_http_requests_total", &format!("status=\"{class}xx\""), number);
    }
    page.head("mcpvals_websocket_connections", "gauge", "Open connections to the WebSocket.");
    page.line("mcpvals_websocket_connections", "", service.meter.sockets.load(Ordering::Relaxed));
    page.head("mcpvals_evaluations_run_total", "counter", "Evaluations that ended on this node since its start.");
    page.line("mcpvals_evaluations_run_total", "", service.meter.evaluations.load(Ordering::Relaxed));
    page.head("process_resident_memory_bytes", "gauge", "Memory of this process.");
    page.line("process_resident_memory_bytes", "", as_f64(machine::own_memory()));
    page.head("mcpvals_uptime_seconds", "gauge", "Since the start.");
    page.line("mcpvals_uptime_seconds", "", service.started.elapsed().as_secs());
    Ok(page.text)
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }

    fn line(&mut self, name: &str, labels: &str, value: impl std::fmt::Display) {
        let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        let _ = writeln!(self.text, "{name}{labels} {value}");
    }
}

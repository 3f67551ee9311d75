//! One trace for each evaluation: a span for it, one below for each requirement, and one for each tool.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use mcpvals_model::{EvaluationEvent, RequirementStatus, RuntimeStatus};
use mcpvals_store::Evaluation;
use opentelemetry::trace::{Span as _, SpanKind, Status, TraceContextExt as _, Tracer as _};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::trace::{SdkTracer, Span};

use super::Telemetry;

/// No longer name is sent, in characters: it is the server's.
const NAME_CHARS_MAX: usize = 200;

/// The spans of one evaluation.
pub(crate) struct Spans<'a> {
    telemetry: &'a Telemetry,
    tracer: SdkTracer,
    whole: Context,
    open: HashMap<String, Span>,
    began: SystemTime,
}

impl<'a> Spans<'a> {
    /// An evaluation begins.
    pub(crate) fn begin(telemetry: &'a Telemetry, evaluation: &Evaluation) -> Self {
        let tracer = telemetry.tracer();
        let attributes = [
            KeyValue::new("mcpvals.evaluation.id", evaluation.id.clone()),
            KeyValue::new("mcpvals.evaluation.target", evaluation.target.clone()),
            KeyValue::new("mcpvals.evaluation.attempt", evaluation.attempt),
        ];
        let whole = tracer.span_builder("evaluation").with_attributes(attributes).start(&tracer);
        Self {
            telemetry,
            tracer,
            whole: Context::new().with_span(whole),
            open: HashMap::new(),
            began: SystemTime::now(),
        }
    }

    /// Something happened in it.
    pub(crate) fn take(&mut self, told: &EvaluationEvent) {
        match told {
            EvaluationEvent::HookRunning { hook, .. } => {
                self.open(hook, &format!("hook {hook}"), SpanKind::Internal, Vec::new());
            }
            EvaluationEvent::HookCompleted { hook, status, .. } => {
                self.close(hook, (*status == RequirementStatus::Fail).then_some("requirement_failed"));
            }
            EvaluationEvent::ToolTesting { tool_name, .. } => {
                let name = short(tool_name);
                let attributes = vec![
                    KeyValue::new("mcp.method.name", "tools/call"),
                    KeyValue::new("gen_ai.operation.name", "execute_tool"),
                    KeyValue::new("gen_ai.tool.name", name.clone()),
                ];
                self.open(&format!("tool {name}"), &format!("tools/call {name}"), SpanKind::Client, attributes);
            }
            EvaluationEvent::ToolResult { tool_name, status, response_time, .. } => {
                let is_good = *status != RuntimeStatus::Failed;
                self.close(&format!("tool {}", short(tool_name)), (!is_good).then_some("tool_error"));
                if let Some(ms) = response_time.filter(|ms| ms.is_finite() && *ms >= 0.0) {
                    self.telemetry.instruments().call(is_good, Duration::from_secs_f64(ms / 1000.0));
                }
            }
            EvaluationEvent::PhaseStarted { .. }
            | EvaluationEvent::TestStarted { .. }
            | EvaluationEvent::TestCompleted { .. }
            | EvaluationEvent::Progress(_)
            | EvaluationEvent::ErrorOccurred { .. } => {}
        }
    }

    fn open(&mut self, key: &str, name: &str, kind: SpanKind, attributes: Vec<KeyValue>) {
        let builder = self.tracer.span_builder(name.to_owned()).with_kind(kind).with_attributes(attributes);
        let span = self.tracer.build_with_context(builder, &self.whole);
        self.open.insert(key.to_owned(), span);
    }

    fn close(&mut self, key: &str, problem: Option<&'static str>) {
        let Some(mut span) = self.open.remove(key) else { return };
        if let Some(problem) = problem {
            span.set_attribute(KeyValue::new("error.type", problem));
            span.set_status(Status::error(problem));
        }
        span.end();
    }

    /// It has ended.
    pub(crate) fn end(self, status: &'static str, score: Option<f64>, error: Option<&str>) {
        let span = self.whole.span();
        span.set_attribute(KeyValue::new("mcpvals.evaluation.status", status));
        if let Some(score) = score {
            span.set_attribute(KeyValue::new("mcpvals.evaluation.score", score));
        }
        if let Some(error) = error {
            span.set_attribute(KeyValue::new("error.type", error.to_owned()));
            span.set_status(Status::error(error.to_owned()));
        }
        span.end();
        let took = self.began.elapsed().unwrap_or_default();
        self.telemetry.instruments().evaluation(status, took);
    }
}

fn short(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(NAME_CHARS_MAX).collect()
}

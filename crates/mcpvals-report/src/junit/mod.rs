//! JUnit XML, valid under the schema of Jenkins' xUnit plugin (`junit-10.xsd`), which is the strictest in use.
//!
//! That schema has no properties on a test case, so the metrics of a case stand in its `system-out` as lines of the
//! form `[[PROPERTY|name=value]]`, which several readers take for properties; those of a suite are properties.

pub(crate) mod xml;

use std::io::{self, Write};

use mcpvals_model::{CaseResult, Report, SuiteReport, Verdict};

use crate::{console, model, wording};
use xml::Xml;

pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut xml = Xml::begin(out)?;
    let summary = report.summary;
    let attributes = [
        ("name", "mcpvals".to_owned()),
        ("tests", summary.total.to_string()),
        ("failures", summary.failed.to_string()),
        ("errors", summary.errored.to_string()),
        ("time", seconds(report.duration_ms)),
    ];
    xml.open("testsuites", &attributes)?;
    for suite in &report.suites {
        write_suite(&mut xml, report, suite)?;
    }
    xml.close()
}

fn write_suite(xml: &mut Xml<'_>, report: &Report, suite: &SuiteReport) -> io::Result<()> {
    let summary = suite.summary;
    let attributes = [
        ("name", suite.name.as_str().to_owned()),
        ("tests", summary.total.to_string()),
        ("failures", summary.failed.to_string()),
        ("errors", summary.errored.to_string()),
        ("skipped", summary.skipped.to_string()),
        ("time", seconds(suite.cases.iter().map(|case| case.duration_ms).sum())),
        ("timestamp", report.run.started_at.clone()),
    ];
    xml.open("testsuite", &attributes)?;
    write_properties(xml, report, suite)?;
    for case in &suite.cases {
        write_case(xml, case)?;
    }
    xml.close()
}

fn write_properties(xml: &mut Xml<'_>, report: &Report, suite: &SuiteReport) -> io::Result<()> {
    xml.open("properties", &[])?;
    let mut property =
        |name: &str, value: String| xml.empty("property", &[("name", name.to_owned()), ("value", value)]);
    property("mcpvals", report.mcpvals.clone())?;
    property("config", report.run.config.clone())?;
    property("seed", report.run.seed.to_string())?;
    property("score", suite.score.value().to_string())?;
    for metric in &suite.metrics {
        property(metric.name.as_str(), metric.score.value().to_string())?;
    }
    if let Some(mean) = suite.average_latency_ms {
        property("average latency ms", format!("{mean:.3}"))?;
    }
    xml.close()
}

fn write_case(xml: &mut Xml<'_>, case: &CaseResult) -> io::Result<()> {
    let attributes = [
        ("name", case.title.clone()),
        ("classname", case.suite.as_str().to_owned()),
        ("time", seconds(case.duration_ms)),
    ];
    xml.open("testcase", &attributes)?;
    write_verdict(xml, case)?;
    let out = system_out(case);
    if !out.is_empty() {
        xml.text("system-out", &[], &out)?;
    }
    if !case.stderr_tail.is_empty() {
        xml.text("system-err", &[], &case.stderr_tail)?;
    }
    xml.close()
}

fn write_verdict(xml: &mut Xml<'_>, case: &CaseResult) -> io::Result<()> {
    match &case.verdict {
        Verdict::Passed => Ok(()),
        Verdict::Failed { first, .. } => {
            let message = format!("expected {}, got {}", first.expected, first.actual);
            let attributes = [("type", wording::name(first.kind)), ("message", message)];
            xml.text("failure", &attributes, &console::plain_case(case))
        }
        Verdict::Errored(fault) => {
            let attributes = [("type", kind(fault)), ("message", fault.to_string())];
            xml.text("error", &attributes, &console::plain_case(case))
        }
        Verdict::Skipped(reason) => xml.empty("skipped", &[("type", kind(reason)), ("message", reason.to_string())]),
    }
}

/// The `kind` of a tagged enum, as the JSON report has it.
fn kind(tagged: impl serde::Serialize) -> String {
    let value = serde_json::to_value(tagged).unwrap_or_default();
    value.get("kind").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
}

/// Metrics and latency, warnings, and what the server answered.
fn system_out(case: &CaseResult) -> String {
    let mut lines = Vec::new();
    for (metric, score) in case.metrics.iter().filter_map(|metric| Some((metric, metric.score?))) {
        let name = metric.name.as_str();
        lines.push(property_line(name, &score.value().to_string()));
        if !metric.frames.is_empty() {
            lines.push(property_line(&format!("{name} frames"), &wording::frames(metric)));
        }
    }
    lines.extend(model::score(case).map(|score| property_line("score", &score.value().to_string())));
    if let Some(latency) = &case.latency {
        lines.push(property_line("latency ms", &format!("{:.3}", latency.mean_ms)));
        if latency.count > 1 {
            lines.push(property_line("latency", &wording::latency(latency)));
        }
    }
    lines.extend(model::words(&case.workflow).map(|words| property_line("model", &words)));
    lines.extend(model::judge_words(&case.workflow).map(|words| property_line("judge", &words)));
    lines.extend(wording::attempts(&case.attempts).map(|attempts| property_line("attempts", &attempts)));
    lines.extend(case.pass_rate.as_ref().map(wording::pass_rate).map(|rate| property_line("pass rate", &rate)));
    lines.extend(case.warnings.iter().map(|warning| format!("warning: {}", warning.message)));
    lines.extend(case.answer.clone());
    lines.join("\n")
}

fn property_line(name: &str, value: &str) -> String {
    format!("[[PROPERTY|{name}={value}]]")
}

/// Seconds with three digits; what is no duration counts as none.
fn seconds(ms: f64) -> String {
    let seconds = if ms.is_finite() { ms.max(0.0) / 1000.0 } else { 0.0 };
    format!("{seconds:.3}")
}

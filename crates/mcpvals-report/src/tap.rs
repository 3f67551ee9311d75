//! TAP 14: one flat list of test points, so that TAP 13 readers count the same; why a case did not pass stands in
//! its YAML block, whose values are JSON strings (which YAML reads as they are).

use std::io::{self, Write};

use mcpvals_model::{CaseResult, Metric, Mismatch, Report, Verdict};
use serde_json::Value;

use crate::{means, model, visible, wording};

pub(crate) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "TAP version 14")?;
    let total = report.summary.total;
    writeln!(out, "1..{total}{}", if total == 0 { " # SKIP no case ran" } else { "" })?;
    for (index, case) in report.cases().enumerate() {
        write_case(index + 1, case, out)?;
    }
    for suite in &report.suites {
        if let Some(means) = means::of_suite(&suite.metrics) {
            writeln!(out, "# metrics of {}: {means}", visible::line(suite.name.as_str()))?;
        }
    }
    if report.interrupted {
        writeln!(out, "Bail out! the run was stopped before its end")?;
    }
    writeln!(out, "# {} in {}", wording::summary(report.summary), wording::millis(report.duration_ms))
}

fn write_case(number: usize, case: &CaseResult, out: &mut dyn Write) -> io::Result<()> {
    let id = description(case.id.as_str());
    match &case.verdict {
        Verdict::Passed => writeln!(out, "ok {number} - {id}")?,
        Verdict::Skipped(reason) => writeln!(out, "ok {number} - {id} # SKIP {}", description(&reason.to_string()))?,
        Verdict::Failed { .. } | Verdict::Errored(_) => writeln!(out, "not ok {number} - {id}")?,
    }
    let fields = fields(case);
    if fields.is_empty() {
        return Ok(());
    }
    writeln!(out, "  ---")?;
    for (indent, name, value) in fields {
        writeln!(out, "{}", format!("  {indent}{name}: {value}").trim_end())?;
    }
    writeln!(out, "  ...")
}

type Field = (&'static str, &'static str, String);

fn fields(case: &CaseResult) -> Vec<Field> {
    let mut fields = Vec::new();
    match &case.verdict {
        Verdict::Passed | Verdict::Skipped(_) => {}
        Verdict::Errored(fault) => {
            fields.push(("", "severity", json("error")));
            fields.push(("", "message", json(fault.to_string())));
        }
        Verdict::Failed { .. } => {
            fields.push(("", "severity", json("fail")));
            fields.push(("", "mismatches", String::new()));
            case.verdict.mismatches().for_each(|mismatch| push_mismatch(&mut fields, mismatch));
        }
    }
    fields.extend(metrics(case).map(|metrics| ("", "metrics", metrics)));
    fields.extend(model::score(case).map(|score| ("", "score", score.value().to_string())));
    fields.extend(case.latency.map(|latency| ("", "latency_ms", format!("{:.3}", latency.mean_ms))));
    fields.extend(case.pass_rate.as_ref().map(wording::pass_rate).map(|rate| ("", "pass_rate", json(rate))));
    fields.extend(model::words(&case.workflow).map(|words| ("", "model", json(words))));
    fields.extend(model::judge_words(&case.workflow).map(|words| ("", "judge", json(words))));
    if !case.warnings.is_empty() {
        let messages = case.warnings.iter().map(|warning| warning.message.as_str()).collect::<Vec<_>>();
        fields.push(("", "warnings", json(messages)));
    }
    if !case.stderr_tail.is_empty() {
        fields.push(("", "stderr", json(case.stderr_tail.as_str())));
    }
    if matches!(case.verdict, Verdict::Failed { .. } | Verdict::Errored(_)) {
        fields.push(("", "at", json(format!("{}:{}:{}", case.place.file, case.place.line, case.place.column))));
        fields.push(("", "rerun", json(case.rerun.as_str())));
    }
    fields
}

/// Score and frames of each metric about which something was asserted.
fn metrics(case: &CaseResult) -> Option<String> {
    let asserted = case.metrics.iter().filter_map(|metric| Some((metric, metric.score?.value())));
    let one = |(metric, score): (&Metric, f64)| {
        let value = if metric.frames.is_empty() {
            serde_json::json!({"score": score})
        } else {
            serde_json::json!({"score": score, "frames": metric.frames})
        };
        (metric.name.as_str().to_owned(), value)
    };
    let all: serde_json::Map<String, Value> = asserted.map(one).collect();
    (!all.is_empty()).then(|| json(all))
}

fn push_mismatch(fields: &mut Vec<Field>, mismatch: &Mismatch) {
    fields.push(("  - ", "kind", json(wording::name(mismatch.kind))));
    fields.push(("    ", "expected", json(mismatch.expected.as_str())));
    fields.push(("    ", "actual", json(mismatch.actual.as_str())));
    fields.extend(mismatch.pointer.as_ref().map(|pointer| ("    ", "pointer", json(pointer.as_str()))));
}

/// JSON: one line, and YAML reads it as it is.
fn json(value: impl Into<Value>) -> String {
    visible::json(&value.into().to_string()).into_owned()
}

/// One line in which `#` begins no directive.
fn description(text: &str) -> String {
    visible::line(text).replace('\\', "\\\\").replace('#', "\\#")
}

#[cfg(test)]
mod tests {
    use super::{description, json};

    #[test]
    fn a_title_cannot_become_a_directive() {
        assert_eq!(description("a # SKIP\n\\"), "a \\# SKIP\\\\n\\\\");
    }

    #[test]
    fn a_value_is_one_line() {
        assert_eq!(json("a\n\"b\"\u{202e}"), r#""a\n\"b\"\u202e""#);
    }
}

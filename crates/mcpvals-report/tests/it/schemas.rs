//! The JSON Schemas: what is written is valid under them, every member is described, and the committed files are
//! what the code says.

use std::path::PathBuf;

use mcpvals_model::{SuiteName, Verdict};
use mcpvals_report::trace_file::{Header, TraceOf, Writer};
use mcpvals_report::{Format, Style, cassette_schema, render, report_schema, trace_schema};
use proptest::prelude::*;
use serde_json::Value;

use crate::properties::any_report;
use crate::sample;

/// The schema, made to refuse members that it does not describe.
fn strict(mut schema: Value) -> Value {
    close(&mut schema);
    schema
}

fn close(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Object(members) => {
            members.values_mut().for_each(close);
            // What is composed of parts is described as a whole: only the outermost can refuse.
            if members.get("properties").is_some_and(Value::is_object) && !members.contains_key("const") {
                members.insert("unevaluatedProperties".to_owned(), false.into());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[track_caller]
fn check(schema: &Value, value: &Value) {
    let validator = jsonschema::validator_for(schema).unwrap();
    let errors = validator.iter_errors(value).map(|error| format!("{error} at {}", error.instance_path()));
    assert_eq!(errors.collect::<Vec<_>>(), [""; 0], "{value:#}");
}

/// Valid, and nothing in it that is not described.
#[track_caller]
pub(crate) fn check_report(report: &Value) {
    check_strictly(&report_schema(), report);
}

/// Valid under a schema, and nothing in it that is not described there.
#[track_caller]
pub(crate) fn check_strictly(schema: &Value, value: &Value) {
    check(schema, value);
    check(&strict(schema.clone()), value);
}

fn report_json(report: &mcpvals_model::Report) -> Value {
    let mut out = Vec::new();
    render(Format::Json, report, &Style::default(), &mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

fn trace_lines() -> Vec<Value> {
    let (mut writer, mut text) = Writer::begin(Header::new("", "c.yaml", TraceOf::Suite(SuiteName::new("s"))));
    text += &writer.session_lines(&sample::session_start(1));
    text += &writer.case_lines(&sample::played("add", 1, Verdict::Passed));
    text += &writer.case_lines(&sample::played("add", 2, Verdict::failed(sample::a_mismatch())));
    text += &writer.end_lines(&sample::session_end());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_report_is_valid_and_fully_described() {
    check_report(&report_json(&sample::report()));
}

#[test]
fn the_trace_is_valid() {
    let schema = trace_schema();
    for line in trace_lines() {
        check(&schema, &line);
    }
}

#[test]
fn another_version_is_not_valid() {
    let mut report = report_json(&sample::report());
    report["formatVersion"] = 99.into();
    assert!(!jsonschema::is_valid(&report_schema(), &report));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_report_is_valid(report in any_report()) {
        check(&report_schema(), &report_json(&report));
    }
}

/// The committed files and what should stand in them.
fn files() -> [(PathBuf, String); 3] {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../schemas"));
    let file = |name: &str, schema: Value| (folder.join(name), format!("{schema:#}\n"));
    [
        file("report.schema.json", report_schema()),
        file("trace.schema.json", trace_schema()),
        file("cassette.schema.json", cassette_schema()),
    ]
}

#[test]
fn the_committed_schemas_are_current() {
    for (path, schema) in files() {
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == schema,
            "{} is not current: cargo test -p mcpvals-report --test it -- --ignored write_schemas",
            path.display()
        );
    }
}

#[test]
#[ignore = "writes the committed schemas"]
fn write_schemas() {
    for (path, schema) in files() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, schema).unwrap();
    }
}

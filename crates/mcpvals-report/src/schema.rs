//! The JSON Schemas (2020-12) of what mcpvals writes for other programs.

use mcpvals_model::{FORMAT_VERSION, Report, TRACE_VERSION};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::trace_file::Line;

/// The schema of the JSON report.
pub fn report_schema() -> Value {
    let mut schema = schema_of::<Report>("mcpvals report", "What a run of mcpvals found out.");
    schema["properties"]["formatVersion"]["const"] = FORMAT_VERSION.into();
    schema
}

/// The schema of one line of a trace file.
pub fn trace_schema() -> Value {
    let about = "One line of a trace file: JSON Lines, the header first.";
    let mut schema = schema_of::<Line<'_>>("mcpvals trace line", about);
    schema["$defs"]["Header"]["properties"]["version"]["const"] = TRACE_VERSION.into();
    schema
}

fn schema_of<T: JsonSchema>(title: &str, description: &str) -> Value {
    // As it is written, not as it could be read: what is always there is required.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema.insert("description".to_owned(), description.into());
    schema.to_value()
}

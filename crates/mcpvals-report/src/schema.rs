//! The JSON Schemas (2020-12) of what mcpvals writes for other programs.

use mcpvals_model::{
    CASSETTE_FORMAT, CASSETTE_VERSION, Cassette, EVALUATION_VERSION, Evaluation, EvaluationEvent, FORMAT_VERSION,
    Report, TRACE_VERSION,
};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::trace_file::Line;

/// The schema of the JSON report.
pub fn report_schema() -> Value {
    let mut schema = schema_of::<Report>("mcpvals report", "What a run of mcpvals found out.");
    schema["properties"]["formatVersion"]["const"] = FORMAT_VERSION.into();
    schema
}

/// The schema of the document of an evaluation.
pub fn evaluation_schema() -> Value {
    let about = "What a server came to against its requirements.";
    let mut schema = schema_of::<Evaluation>("mcpvals evaluation", about);
    schema["properties"]["formatVersion"]["const"] = EVALUATION_VERSION.into();
    schema
}

/// The schema of one event of an evaluation.
pub fn evaluation_event_schema() -> Value {
    let about = "One line of what `mcpvals evaluate --events` tells while an evaluation goes on: JSON Lines.";
    schema_of::<EvaluationEvent>("mcpvals evaluation event", about)
}

/// The schema of one line of a trace file.
pub fn trace_schema() -> Value {
    let about = "One line of a trace file: JSON Lines, the header first.";
    let mut schema = schema_of::<Line<'_>>("mcpvals trace line", about);
    schema["$defs"]["Header"]["properties"]["version"]["const"] = TRACE_VERSION.into();
    schema
}

/// The schema of a cassette file.
pub fn cassette_schema() -> Value {
    let mut schema = schema_of::<Cassette>("mcpvals cassette", "What a model was asked and answered, to be replayed.");
    schema["properties"]["format"]["const"] = CASSETTE_FORMAT.into();
    schema["properties"]["version"]["const"] = CASSETTE_VERSION.into();
    schema
}

fn schema_of<T: JsonSchema>(title: &str, description: &str) -> Value {
    // As it is written, not as it could be read: what is always there is required.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    tidy(&mut schema);
    let heads = [("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", title)];
    let mut document = Map::new();
    document.extend(heads.map(|(key, text)| (key.to_owned(), text.into())));
    document.insert("description".to_owned(), description.into());
    for (key, value) in schema.as_object_mut().into_iter().flat_map(std::mem::take) {
        document.entry(key).or_insert(value);
    }
    document.into()
}

/// Takes out what means something to Rust only: links of its documentation, and formats for the sizes of its numbers.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(members) => {
            members.values_mut().for_each(tidy);
            members.retain(|key, value| key != "format" || !value.is_string());
            if let Some(Value::String(words)) = members.get_mut("description") {
                *words = words.replace("[`", "`").replace("`]", "`");
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

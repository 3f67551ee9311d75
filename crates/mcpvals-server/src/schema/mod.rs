//! The schemas of what is sent and answered. Requests: written by hand, because they are the contract (seed 003, extended by
//! decision 11). Answers: made of the views.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

use crate::view;

mod violations;

pub(crate) use violations::{check, violations};

/// The schema of something.
#[derive(Clone, Copy)]
pub(crate) struct Schema {
    /// Under `components/schemas` of the OpenAPI document.
    pub(crate) name: &'static str,
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    Written(&'static str),
    Made(fn(&mut SchemaGenerator) -> schemars::Schema),
}

const fn written(name: &'static str, text: &'static str) -> Schema {
    Schema { name, source: Source::Written(text) }
}

fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> schemars::Schema {
    generator.subschema_for::<T>()
}

macro_rules! made {
    ($($constant:ident = $name:ident),* $(,)?) => {
        $(pub(crate) const $constant: Schema =
            Schema { name: stringify!($name), source: Source::Made(of::<view::$name>) };)*
    };
}

pub(crate) const EVALUATION_REQUEST: Schema = written("EvaluationRequest", include_str!("evaluation-request.json"));
pub(crate) const REPORT_REQUEST: Schema = written("ReportRequest", include_str!("report-request.json"));
pub(crate) const TOOL_TEST_REQUEST: Schema = written("ToolTestRequest", include_str!("tool-test-request.json"));
pub(crate) const TOOL_LIST_REQUEST: Schema = written("ToolListRequest", include_str!("tool-list-request.json"));
pub(crate) const KEY_REQUEST: Schema = written("KeyRequest", include_str!("key-request.json"));
pub(crate) const CONFIG_UPDATE: Schema = written("ConfigUpdate", include_str!("config-update.json"));
pub(crate) const WEBHOOK_REQUEST: Schema = written("WebhookRequest", include_str!("webhook-request.json"));
made![
    ACCEPTED = Accepted,
    EVALUATION = EvaluationView,
    EVALUATION_LIST = EvaluationList,
    CANCELLED = Cancelled,
    DOCUMENTS = DocumentList,
    REPORT = ReportView,
    REPORT_LIST = ReportList,
    TOOL_TEST = ToolTestView,
    CONFIG = ConfigView,
    CONFIG_UPDATED = ConfigUpdated,
    HEALTH = Health,
    METRICS = MetricsView,
    CREATED_WEBHOOK = CreatedWebhook,
    WEBHOOK_LIST = WebhookList,
    DELETED = Deleted,
    TOOL_LIST = ToolListView,
    CREATED_KEY = CreatedKey,
    KEY_LIST = KeyList,
];

impl Schema {
    /// As JSON; parts that others share go into the generator.
    pub(crate) fn to_json(self, generator: &mut SchemaGenerator) -> Value {
        match self.source {
            Source::Written(text) => filled(parse(text)),
            Source::Made(make) => make(generator).to_value(),
        }
    }
}

/// With the parts that several written schemas share in their places.
fn filled(schema: Value) -> Value {
    const SERVER_BLOCK: &str = include_str!("server-block.json");
    match schema {
        Value::Object(members) if members.get("$ref").is_some_and(|part| part == "server-block.json") => {
            parse(SERVER_BLOCK)
        }
        Value::Object(members) => members.into_iter().map(|(name, member)| (name, filled(member))).collect(),
        other => other,
    }
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("our own schemas are JSON")
}

/// Each is compiled once.
fn validator(schema: Schema) -> &'static Validator {
    static KNOWN: LazyLock<Mutex<HashMap<&'static str, &'static Validator>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    known.entry(schema.name).or_insert_with(|| {
        let text = schema.to_json(&mut SchemaGenerator::default()).to_string();
        // The seed writes NUL as ECMA-262 does (`\0`), which the validator's engine takes for an old group reference.
        let compiled = jsonschema::validator_for(&parse(&text.replace(r"\\0]", r"\\x00]")));
        Box::leak(Box::new(compiled.expect("our own schemas compile")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_written_schema_compiles_and_its_examples_are_valid() {
        let all = [
            EVALUATION_REQUEST,
            REPORT_REQUEST,
            TOOL_TEST_REQUEST,
            TOOL_LIST_REQUEST,
            KEY_REQUEST,
            CONFIG_UPDATE,
            WEBHOOK_REQUEST,
        ];
        for schema in all {
            let examples = schema.to_json(&mut SchemaGenerator::default())["examples"].clone();
            let examples = examples.as_array().expect("each has examples");
            assert!(!examples.is_empty() && examples.iter().all(|example| validator(schema).is_valid(example)));
        }
    }
}

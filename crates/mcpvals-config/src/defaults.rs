//! What is taken where a file leaves a field out: `default.toml`, which is also what users are shown.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use crate::file::Isolate;

const TEXT: &str = include_str!("default.toml");

/// All defaults, as the text of a TOML file whose tables are named as the types in the schema.
pub fn defaults() -> &'static str {
    TEXT
}

/// The defaults by type and field.
pub(crate) static DEFAULTS_BY_DEFINITION: LazyLock<BTreeMap<String, BTreeMap<String, Value>>> =
    LazyLock::new(|| toml::from_str(TEXT).expect("the embedded defaults are tested"));

/// The defaults as lowering uses them.
pub(crate) static DEFAULTS: LazyLock<Defaults> =
    LazyLock::new(|| toml::from_str(TEXT).expect("the embedded defaults are tested"));

/// The defaults as lowering uses them; times are in milliseconds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Defaults {
    pub(crate) config: ConfigDefaults,
    pub(crate) server: ServerDefaults,
    pub(crate) rate_limit: RateLimitDefaults,
    pub(crate) tool_health_suite: SuiteDefaults,
    pub(crate) tool_test: TestDefaults,
    pub(crate) approx_details: ApproxDefaults,
    pub(crate) workflow: WorkflowDefaults,
    pub(crate) model: ModelDefaults,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ConfigDefaults {
    pub(crate) timeout: f64,
    pub(crate) llm_judge: bool,
    pub(crate) judge_model: String,
    pub(crate) pass_threshold: f64,
    pub(crate) votes: u32,
    pub(crate) isolate: Isolate,
    pub(crate) workers: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerDefaults {
    pub(crate) reconnect: bool,
    pub(crate) reconnect_interval: f64,
    pub(crate) max_reconnect_attempts: u32,
    pub(crate) client: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct RateLimitDefaults {
    pub(crate) burst: u32,
}

#[derive(Debug, Deserialize)]
pub(crate) struct SuiteDefaults {
    pub(crate) parallel: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TestDefaults {
    pub(crate) retries: u32,
    pub(crate) repeat: u32,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "one for each field of the config")]
pub(crate) struct WorkflowDefaults {
    pub(crate) system: String,
    pub(crate) max_steps: u32,
    pub(crate) turn_timeout: f64,
    pub(crate) max_duration: f64,
    pub(crate) fresh_server: bool,
    pub(crate) allow_tool_errors: bool,
    pub(crate) resources_as_tools: bool,
    pub(crate) prompts_as_tools: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ModelDefaults {
    pub(crate) model: String,
    pub(crate) max_tokens: u32,
    pub(crate) stream: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ApproxDefaults {
    pub(crate) tolerance: f64,
}

#[cfg(test)]
mod tests {
    use super::{DEFAULTS, DEFAULTS_BY_DEFINITION};
    use crate::schema::SCHEMA;

    #[test]
    fn every_default_is_of_a_known_field() {
        assert_eq!(DEFAULTS.config.judge_model, "gpt-4o");
        for (definition, fields) in DEFAULTS_BY_DEFINITION.iter() {
            let target = if definition == "Config" { &*SCHEMA } else { &SCHEMA["$defs"][definition] };
            for field in fields.keys() {
                assert!(target["properties"][field]["description"].is_string(), "{definition}.{field}");
            }
        }
    }
}

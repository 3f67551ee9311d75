//! `toolHealthSuites`: direct calls of tools.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{Isolate, ListChangedTest, Matcher, present};

/// A suite: tool tests that belong together.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(extend("allOf" = [{"anyOf": [
    {"required": ["tests"], "properties": {"tests": {"minItems": 1}}},
    {"required": ["listChangedTests"], "properties": {"listChangedTests": {"minItems": 1}}},
]}]))]
pub(crate) struct ToolHealthSuite {
    /// Its name, unique in the file.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// What it is for.
    pub(crate) description: Option<String>,
    /// The name of its server, where the file has several.
    pub(crate) server: Option<String>,
    /// Its tests, in order; needed where there are no `listChangedTests`.
    pub(crate) tests: Option<Vec<ToolTest>>,
    /// Changes of the list of tools.
    pub(crate) list_changed_tests: Option<Vec<ListChangedTest>>,
    /// Run the tests at the same time on one session?
    pub(crate) parallel: Option<bool>,
    /// Deadline of each call in milliseconds.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) timeout: Option<f64>,
    /// Who shares a server process, where other than the file says.
    pub(crate) isolate: Option<Isolate>,
    /// Calls made before the first test.
    pub(crate) setup: Option<Vec<SetupCall>>,
    /// Calls made after the last test, whatever became of it.
    pub(crate) teardown: Option<Vec<SetupCall>>,
    /// Words to choose tests by (`--tag`).
    pub(crate) tags: Option<Vec<String>>,
    /// Why none of it is run.
    pub(crate) skip: Option<Skip>,
    /// Run only what has this.
    pub(crate) only: Option<bool>,
}

/// One call of a tool and what is expected of it.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct ToolTest {
    /// The tool's name.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// The test's title, unique in its suite; the tool's name where left out.
    #[schemars(length(min = 1))]
    pub(crate) description: Option<String>,
    /// The tool's arguments.
    pub(crate) args: Option<Map<String, Value>>,
    /// What comes back: a string is contained in the text (case ignored), a number equals it, an object or array is
    /// equal to the structured content or to the text as JSON.
    #[serde(default, deserialize_with = "present")]
    pub(crate) expected_result: Option<Value>,
    /// The call must fail, and this is in the error's text (case ignored) or is its code.
    pub(crate) expected_error: Option<ExpectedError>,
    /// The longest acceptable answer time in milliseconds.
    #[schemars(range(min = 0, max = 86_400_000))]
    pub(crate) max_latency: Option<f64>,
    /// How often a failed attempt is tried again.
    #[schemars(range(min = 0, max = 5))]
    pub(crate) retries: Option<u32>,
    /// More expectations; all must hold.
    // In a box, because it is larger than all the rest, and most of ten thousand tests have none.
    pub(crate) expect: Option<Box<Matcher>>,
    /// Calls made afterwards whose expectations must hold, too: did it really happen?
    pub(crate) verify: Option<Vec<VerifyCall>>,
    /// Values for later calls: name → JSONPath over the result; `"${{name}}"` uses them.
    pub(crate) capture: Option<BTreeMap<String, String>>,
    /// Deadline of the call in milliseconds.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) timeout: Option<f64>,
    /// How often it is played.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(crate) repeat: Option<u32>,
    /// Words to choose tests by (`--tag`).
    pub(crate) tags: Option<Vec<String>>,
    /// Why it is not run.
    pub(crate) skip: Option<Skip>,
    /// Run only what has this.
    pub(crate) only: Option<bool>,
    /// The arguments break the tool's schema on purpose.
    pub(crate) invalid_args: Option<bool>,
    /// One test per row: `"{{column}}"` in the test's strings is the row's value.
    ///
    /// Rows are objects, or stand in a file: `{"file": "rows.csv"}` (or `.jsonl`), relative to the config.
    #[expect(dead_code, reason = "rows are expanded before the file is read; the schema needs the shape")]
    pub(crate) cases: Option<Cases>,
}

/// A call made before or after a suite's tests; it must succeed, and its expectations must hold.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct SetupCall {
    /// The tool's name.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// The tool's arguments.
    pub(crate) args: Option<Map<String, Value>>,
    /// As in a test.
    #[serde(default, deserialize_with = "present")]
    pub(crate) expected_result: Option<Value>,
    /// As in a test.
    pub(crate) expected_error: Option<ExpectedError>,
    /// As in a test.
    pub(crate) expect: Option<Matcher>,
    /// Values for later calls: name → JSONPath over the result.
    pub(crate) capture: Option<BTreeMap<String, String>>,
}

/// A call that shows that the tested one did what it said.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct VerifyCall {
    /// The tool's name.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// The tool's arguments.
    pub(crate) args: Option<Map<String, Value>>,
    /// As in a test.
    #[serde(default, deserialize_with = "present")]
    pub(crate) expected_result: Option<Value>,
    /// As in a test.
    pub(crate) expected_error: Option<ExpectedError>,
    /// As in a test.
    #[schemars(range(min = 0, max = 86_400_000))]
    pub(crate) max_latency: Option<f64>,
    /// As in a test.
    pub(crate) expect: Option<Matcher>,
}

/// A part of an error's text, or its code.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ExpectedError {
    /// A part of its text, or its code.
    Text(String),
    /// Its code.
    Code(i64),
}

/// Why something is not run.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Skip {
    /// The reason.
    #[schemars(extend("pattern" = "\\S"))]
    Reason(String),
    /// `false` is as if left out; `true` is refused, because it gives no reason.
    #[schemars(extend("const" = false))]
    Flag(bool),
}

/// The rows of a data-driven test.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Cases {
    /// In place.
    #[expect(dead_code, reason = "rows are expanded before the file is read; the schema needs the shape")]
    Rows(Vec<Map<String, Value>>),
    /// In a file.
    #[expect(dead_code, reason = "rows are expanded before the file is read; the schema needs the shape")]
    File(CasesFile),
}

/// A file of rows.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CasesFile {
    /// A `.csv` file with a header line, or a `.jsonl` file of objects; relative to the config.
    #[expect(dead_code, reason = "rows are expanded before the file is read; the schema needs the shape")]
    file: String,
}

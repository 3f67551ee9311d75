//! `workflows`: conversations of an LLM that uses the server.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Matcher, Skip};

/// A conversation of an LLM that uses the server.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Workflow {
    /// Its name, unique in the file.
    #[schemars(length(min = 1))]
    pub(crate) name: String,
    /// What it is for.
    pub(crate) description: Option<String>,
    /// The name of its server, where the file has several.
    pub(crate) server: Option<String>,
    /// The user's turns, usually one.
    #[schemars(length(min = 1))]
    pub(crate) steps: Vec<WorkflowStep>,
    /// The tools that must be called over the whole workflow, in order.
    pub(crate) expect_tools: Option<Vec<String>>,
    /// Deadline of each call in milliseconds.
    #[schemars(range(min = 1, max = 86_400_000))]
    pub(crate) timeout: Option<f64>,
    /// Words to choose workflows by (`--tag`).
    pub(crate) tags: Option<Vec<String>>,
    /// Why it is not run.
    pub(crate) skip: Option<Skip>,
    /// Run only what has this.
    pub(crate) only: Option<bool>,
}

/// One turn of the user.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct WorkflowStep {
    /// What the user says.
    #[schemars(length(min = 1))]
    pub(crate) user: String,
    /// What the last message or tool result must show: a part of its text, or a matcher.
    pub(crate) expected_state: Option<State>,
    /// The older name of `expectedState`.
    pub(crate) desired_state: Option<State>,
    /// The tools that must be called in this step, in order.
    pub(crate) expect_tools: Option<Vec<String>>,
}

/// What the last message or tool result must show.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("tsType" = "string | RegExp | Matcher"))]
pub(crate) enum State {
    /// A part of its text.
    Text(String),
    /// A matcher.
    Matcher(Box<Matcher>),
}

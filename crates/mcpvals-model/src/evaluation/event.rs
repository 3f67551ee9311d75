//! What an evaluation tells while it goes on: one fact after the other, for programs; [`EvaluationEvent::words`] has the words
//! for people.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Phase, Progress, RequirementStatus, RuntimeStatus, ToolResult};
use crate::Requirement;

/// One fact of an evaluation. As JSON it is `{"type": …, "data": {…}}`. What has begun has one end; what is not tried is told
/// with its end alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum EvaluationEvent {
    /// A phase begins; or it is known better, how much there will be in it.
    #[serde(rename = "phase:started")]
    PhaseStarted {
        /// Which.
        phase: Phase,
        /// How many requirements and hooks, or tests, it will have.
        total: usize,
    },
    /// A requirement is looked at, or one of the user's hooks is run.
    #[serde(rename = "hook:running")]
    HookRunning {
        /// The requirement's name, as `functionality-match`, or the hook's.
        hook: String,
        /// The requirement's title, or what the hook is said to judge.
        requirement: String,
    },
    /// What came of it. Of a requirement: by source, documents and metadata alone; what the runtime phase finds against it is in
    /// the document.
    #[serde(rename = "hook:completed")]
    HookCompleted {
        /// As when it began.
        hook: String,
        /// The requirement's title, or what the hook says that it judged.
        requirement: String,
        /// 0 to 1; absent where it could not be judged.
        score: Option<f64>,
        /// Pass, warn, fail, or that it could not be judged.
        status: RequirementStatus,
        /// Since it began, in milliseconds. The requirements are judged in one pass, and each has the time of that.
        duration: u64,
        /// What was seen, good and bad.
        evidence: Vec<String>,
        /// What to do.
        recommendations: Vec<String>,
    },
    /// A tool is called for the first time.
    #[serde(rename = "tool:testing")]
    ToolTesting {
        /// The tool.
        tool_name: String,
        /// Of the good call; cut short to a text where they are long.
        arguments: Value,
    },
    /// All that was tried with a tool is done; or it is left out.
    #[serde(rename = "tool:result")]
    ToolResult {
        /// The tool.
        tool_name: String,
        /// Failed where one test failed; skipped where none was played.
        status: RuntimeStatus,
        /// Of the good call, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        response_time: Option<f64>,
        /// What the good call came to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<ToolResult>,
    },
    /// Something else than a tool is tried.
    #[serde(rename = "test:started")]
    TestStarted {
        /// What kind of thing.
        group: TestGroup,
        /// URI, prompt, or the test's name.
        name: String,
        /// Where it is shown, as `README.md:12`; of an example.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<String>,
    },
    /// It was tried; or it is left out.
    #[serde(rename = "test:completed")]
    TestCompleted {
        /// What kind of thing.
        group: TestGroup,
        /// URI, prompt, or the test's name.
        name: String,
        /// How it went.
        status: RuntimeStatus,
    },
    /// How far it is: the fold of all events before. Told after each end.
    #[serde(rename = "progress")]
    Progress(Progress),
    /// Something did not work that is not the evaluation itself, which goes on.
    #[serde(rename = "error:occurred")]
    ErrorOccurred {
        /// Which kind.
        code: EvaluationFault,
        /// One line.
        message: String,
        /// What there is to say: the end of stderr, or the whole story; absent where there is nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        details: Option<String>,
    },
}

/// What is tried beside tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TestGroup {
    /// A resource is read.
    Resources,
    /// A prompt is got.
    Prompts,
    /// What is wrong is asked for.
    Errors,
    /// What documents show: a call (`example:TOOL`), or the configuration of a client (`config:NAME`).
    Examples,
    /// How fast simple requests are.
    Performance,
    /// What can be looked at without an attack.
    Security,
    /// A case of a config (`mcpvals eval`), by its id.
    Cases,
}

/// What went wrong around an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EvaluationFault {
    /// One of the user's hooks could not be run, or gave no answer.
    HookExecutionFailed,
    /// The server cannot be started or reached.
    ServerUnreachable,
}

impl EvaluationEvent {
    /// What goes on from here on, for people; nothing where it goes on as before.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::PhaseStarted { phase: Phase::Static, .. } => {
                Some("Looking at source, documents and metadata".to_owned())
            }
            Self::HookRunning { hook, requirement } if !is_ours(hook, requirement) => {
                Some(format!("Running hook: {hook}"))
            }
            Self::ToolTesting { tool_name, .. } => Some(format!("Testing tool: {tool_name}")),
            Self::TestStarted { group, name, place } => {
                in_words(*group, name, place.as_deref().unwrap_or("the documents"))
            }
            Self::PhaseStarted { phase: Phase::Runtime, .. } => Some("Reaching the server".to_owned()),
            Self::HookRunning { .. }
            | Self::HookCompleted { .. }
            | Self::ToolResult { .. }
            | Self::TestCompleted { .. }
            | Self::Progress(_)
            | Self::ErrorOccurred { .. } => None,
        }
    }

    /// Is something done by it, so that [`Progress`] counts?
    pub fn is_end(&self) -> bool {
        matches!(self, Self::HookCompleted { .. } | Self::ToolResult { .. } | Self::TestCompleted { .. })
    }
}

/// Is it a requirement, and no hook of the user's?
fn is_ours(hook: &str, title: &str) -> bool {
    Requirement::ALL.iter().any(|requirement| requirement.as_str() == hook && requirement.title() == title)
}

fn in_words(group: TestGroup, name: &str, place: &str) -> Option<String> {
    match group {
        TestGroup::Resources => Some(format!("Reading resource: {name}")),
        TestGroup::Prompts => Some(format!("Getting prompt: {name}")),
        TestGroup::Errors => Some(format!("Testing errors: {name}")),
        TestGroup::Examples if name.starts_with("config:") => Some(format!("Starting the configuration in {place}")),
        TestGroup::Examples => Some(format!("Trying the example in {place}")),
        TestGroup::Performance => Some(format!("Testing performance: {name}")),
        TestGroup::Security => None,
        TestGroup::Cases => Some(format!("Testing case: {name}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(event: &EvaluationEvent, expected: &Value, words: Option<&str>) {
        let said = serde_json::to_value(event).unwrap();
        assert_eq!(&said, expected);
        assert_eq!(&serde_json::from_value::<EvaluationEvent>(said).unwrap(), event);
        assert_eq!(event.words().as_deref(), words);
    }

    #[test]
    fn phases_and_hooks_are_as_the_service_reads_them() {
        check(
            &EvaluationEvent::PhaseStarted { phase: Phase::Static, total: 5 },
            &json!({"type": "phase:started", "data": {"phase": "static", "total": 5}}),
            Some("Looking at source, documents and metadata"),
        );
        let (hook, requirement) = ("functionality-match".to_owned(), "Functionality Match".to_owned());
        check(
            &EvaluationEvent::HookRunning { hook: hook.clone(), requirement: requirement.clone() },
            &json!({"type": "hook:running", "data": {"hook": "functionality-match", "requirement": "Functionality Match"}}),
            None,
        );
        check(
            &EvaluationEvent::HookRunning { hook: "house".to_owned(), requirement: "House rules".to_owned() },
            &json!({"type": "hook:running", "data": {"hook": "house", "requirement": "House rules"}}),
            Some("Running hook: house"),
        );
        let completed = EvaluationEvent::HookCompleted {
            hook,
            requirement,
            score: Some(0.9),
            status: RequirementStatus::Pass,
            duration: 1500,
            evidence: vec!["seen".to_owned()],
            recommendations: Vec::new(),
        };
        let data = json!({
            "hook": "functionality-match", "requirement": "Functionality Match", "score": 0.9, "status": "pass",
            "duration": 1500, "evidence": ["seen"], "recommendations": [],
        });
        check(&completed, &json!({"type": "hook:completed", "data": data}), None);
    }

    #[test]
    fn tools_and_tests_are_as_the_service_reads_them() {
        let tool_name = || "search_documents".to_owned();
        check(
            &EvaluationEvent::ToolTesting { tool_name: tool_name(), arguments: json!({"query": "test"}) },
            &json!({"type": "tool:testing", "data": {"toolName": "search_documents", "arguments": {"query": "test"}}}),
            Some("Testing tool: search_documents"),
        );
        let result = EvaluationEvent::ToolResult {
            tool_name: tool_name(),
            status: RuntimeStatus::Passed,
            response_time: Some(245.0),
            result: Some(ToolResult { success: true, data: json!({"a": 1}) }),
        };
        let data = json!({
            "toolName": "search_documents", "status": "passed", "responseTime": 245.0,
            "result": {"success": true, "data": {"a": 1}},
        });
        check(&result, &json!({"type": "tool:result", "data": data}), None);
        let name = || "example:add".to_owned();
        check(
            &EvaluationEvent::TestStarted {
                group: TestGroup::Examples,
                name: name(),
                place: Some("README.md:3".into()),
            },
            &json!({"type": "test:started", "data": {"group": "examples", "name": "example:add", "place": "README.md:3"}}),
            Some("Trying the example in README.md:3"),
        );
        check(
            &EvaluationEvent::TestCompleted { group: TestGroup::Examples, name: name(), status: RuntimeStatus::Failed },
            &json!({"type": "test:completed", "data": {"group": "examples", "name": "example:add", "status": "failed"}}),
            None,
        );
    }

    #[test]
    fn errors_are_as_the_service_reads_them() {
        check(
            &EvaluationEvent::ErrorOccurred {
                code: EvaluationFault::HookExecutionFailed,
                message: "Hook a failed with exit code 1".to_owned(),
                details: Some("no luck".to_owned()),
            },
            &json!({"type": "error:occurred", "data": {
                "code": "HOOK_EXECUTION_FAILED", "message": "Hook a failed with exit code 1", "details": "no luck",
            }}),
            None,
        );
    }
}

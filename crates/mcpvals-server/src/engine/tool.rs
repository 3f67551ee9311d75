//! One call of one tool, in a process of its own, while somebody waits.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use mcpvals_store::new_id;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::child::Child;
use super::job::{Job, Kind, sandbox};
use crate::error::{ApiError, Code};
use crate::request::Place;
use crate::service::Service;

/// For the start of the process and of the server, beside the call's own time.
const GRACE: Duration = Duration::from_secs(15);
/// No longer answer is read, in bytes.
const ANSWER_BYTES_MAX: usize = 4 << 20;

/// What is called.
#[derive(Debug)]
pub(crate) struct ToolCall {
    pub(crate) place: Place,
    pub(crate) tool: String,
    /// Made from its schema where left out.
    pub(crate) arguments: Option<Map<String, Value>>,
    pub(crate) transport: Option<String>,
    /// In milliseconds.
    pub(crate) timeout: u64,
}

/// What came of it, as `mcpvals evaluate test-tool` says it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolTest {
    pub(crate) status: Value,
    pub(crate) execution_time: Value,
    pub(crate) result: Value,
    pub(crate) validation: Value,
}

impl ToolCall {
    /// Calls it.
    ///
    /// # Errors
    /// That there is no place, no server, no such tool, or no answer in time.
    pub(crate) async fn run(self, service: &Service) -> Result<ToolTest, ApiError> {
        let most = service.settings().limits.max_concurrent_evaluations;
        let _place = service
            .places
            .tool_place(most)
            .ok_or_else(|| ApiError::new(Code::ConcurrentLimit, "Every place for tests of tools is taken").after(5))?;
        let folder = service.work.join(new_id("test"));
        let failed = |why: &dyn std::fmt::Display| ApiError::internal("The tool cannot be tested", why);
        tokio::fs::create_dir_all(&folder).await.map_err(|error| failed(&error))?;
        let job = self.job(service, &folder);
        let told = self.ask(service, &job).await;
        // Whatever the server left there is nothing to keep.
        let _ = tokio::fs::remove_dir_all(&folder).await;
        told
    }

    fn job(&self, service: &Service, folder: &Path) -> Job {
        let settings = service.settings();
        let mut words = vec!["evaluate".to_owned(), "test-tool".to_owned(), format!("--timeout={}", self.timeout)];
        words.extend(self.transport.iter().map(|transport| format!("--transport={transport}")));
        words.extend(self.arguments.iter().map(|arguments| format!("--args={}", Value::Object(arguments.clone()))));
        words.extend(["--json", "--quiet", "--no-browser"].map(str::to_owned));
        words.extend(sandbox(&settings));
        // A name that begins with `-` is a name all the same.
        words.extend(["--".to_owned(), self.place.target(), self.tool.clone()]);
        Job {
            words,
            variables: BTreeMap::new(),
            folder: folder.to_owned(),
            kind: Kind::Evaluation,
            public_only: !settings.security.allow_private_addresses,
        }
    }

    async fn ask(&self, service: &Service, job: &Job) -> Result<ToolTest, ApiError> {
        let failed = |why: &dyn std::fmt::Display| ApiError::internal("The tool cannot be tested", why);
        let mut child = Child::start(service, job).await.map_err(|why| failed(&why))?;
        let most = Duration::from_millis(self.timeout) + GRACE;
        let read = tokio::time::timeout(most, answer(&mut child)).await;
        let Ok(text) = read else {
            child.kill().await;
            let words = format!("The call took longer than {} ms", self.timeout);
            return Err(ApiError::new(Code::EvaluationTimeout, words));
        };
        let ended = child.end().await;
        let said = ended.said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().to_owned();
        match ended.code {
            Some(0 | 1) => serde_json::from_str(&text).map_err(|error| failed(&error)),
            Some(2) => Err(ApiError::field("toolName", self.tool.as_str(), said)),
            Some(3) => {
                Err(ApiError::new(Code::ServerUnreachable, "Cannot connect to the MCP server").with("value", said))
            }
            code => Err(failed(&format!("{code:?}: {said}"))),
        }
    }
}

/// All that a child prints.
async fn answer(child: &mut Child) -> String {
    let (mut text, mut line) = (String::new(), Vec::new());
    while let Some(next) = child.line(&mut line).await {
        if text.len() + next.len() <= ANSWER_BYTES_MAX {
            text.push_str(&next);
            text.push('\n');
        }
    }
    text
}

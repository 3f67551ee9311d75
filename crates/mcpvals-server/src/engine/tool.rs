//! One call of one tool, in a process of its own, while somebody waits.

use std::collections::BTreeMap;
use std::time::Duration;

use mcpvals_store::new_id;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::child::Child;
use super::job::{Job, Kind, THE_SERVER, sandbox, write_server};
use crate::error::{ApiError, Code};
use crate::request::{Place, Sealed, ServerBlock};
use crate::service::Service;
use crate::view::{ToolAnswer, ToolGrades};

/// For the start of the process and of the server, beside the call's own time.
const GRACE: Duration = Duration::from_secs(15);
/// No longer answer is read, in bytes.
const ANSWER_BYTES_MAX: usize = 4 << 20;

/// Who is asked.
#[derive(Debug)]
pub(crate) struct OneServer {
    pub(crate) place: Option<Place>,
    /// What is started or reached, instead of what is found in the place.
    pub(crate) server: Option<ServerBlock>,
    pub(crate) transport: Option<String>,
    /// In milliseconds.
    pub(crate) timeout: u64,
}

/// What is called.
#[derive(Debug)]
pub(crate) struct ToolCall {
    pub(crate) of: OneServer,
    pub(crate) tool: String,
    /// Made from its schema where left out.
    pub(crate) arguments: Option<Map<String, Value>>,
}

/// What came of it, as `mcpvals evaluate test-tool` says it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ToolTest {
    pub(crate) status: String,
    pub(crate) execution_time: f64,
    pub(crate) result: ToolAnswer,
    pub(crate) validation: ToolGrades,
}

impl ToolCall {
    /// Calls it.
    ///
    /// # Errors
    /// That there is no place, no server, no such tool, or no answer in time.
    pub(crate) async fn run(self, service: &Service) -> Result<ToolTest, ApiError> {
        let told = ask(service, &self.of, self.words(service)).await;
        told.map_err(|refused| refused.or("toolName", &self.tool))
    }

    fn words(&self, service: &Service) -> Vec<String> {
        let mut words = self.of.words(service, "test-tool");
        words.extend(self.arguments.iter().map(|arguments| format!("--args={}", Value::Object(arguments.clone()))));
        // A name that begins with `-` is a name all the same.
        words.extend(["--".to_owned(), self.of.target(), self.tool.clone()]);
        words
    }
}

/// The tools, as `mcpvals evaluate list-tools` says them.
#[derive(Debug, Deserialize)]
pub(crate) struct ToolsListed {
    pub(crate) tools: Vec<Value>,
}

impl OneServer {
    /// Lists its tools.
    ///
    /// # Errors
    /// That there is no place, no server, or no answer in time.
    pub(crate) async fn tools(self, service: &Service) -> Result<ToolsListed, ApiError> {
        let mut words = self.words(service, "list-tools");
        words.extend(["--".to_owned(), self.target()]);
        let told = ask(service, &self, words).await;
        told.map_err(|refused| refused.or("serverPath", &self.target()))
    }

    /// An action of `mcpvals evaluate` on it, up to what is the action's own.
    fn words(&self, service: &Service, action: &str) -> Vec<String> {
        let mut words = vec!["evaluate".to_owned(), action.to_owned(), format!("--timeout={}", self.timeout)];
        match self.server {
            Some(_) => words.extend(THE_SERVER.map(str::to_owned)),
            None => words.extend(self.transport.iter().map(|transport| format!("--transport={transport}"))),
        }
        words.extend(["--json", "--quiet", "--no-browser"].map(str::to_owned));
        words.extend(sandbox(&service.settings()));
        words
    }

    /// Where a child looks for it: in its own folder where it is in no place.
    fn target(&self) -> String {
        self.place.as_ref().map_or_else(|| ".".to_owned(), Place::target)
    }
}

/// Why nothing was told.
enum Refused {
    /// What was asked for cannot be: in our program's words.
    Usage(String),
    Error(ApiError),
}

impl Refused {
    /// With the field of the request that is wrong where anything of it is.
    fn or(self, field: &str, value: &str) -> ApiError {
        match self {
            Self::Usage(said) => ApiError::field(field, value, said),
            Self::Error(error) => error,
        }
    }
}

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Self {
        Self::Error(error)
    }
}

/// Runs our program in a folder of its own, and reads the JSON that it prints.
async fn ask<T: DeserializeOwned>(service: &Service, of: &OneServer, words: Vec<String>) -> Result<T, Refused> {
    let settings = service.settings();
    let place = service.places.tool_place(settings.limits.max_concurrent_evaluations);
    let _place = place
        .ok_or_else(|| ApiError::new(Code::ConcurrentLimit, "Every place for tests of tools is taken").after(5))?;
    let folder = service.work.folder(&new_id("test")).map_err(|error| failed(&error))?;
    if let Some(server) = &of.server {
        write_server(server, of.place.as_ref(), &folder).await.map_err(|why| failed(&why))?;
    }
    let job = Job {
        words,
        variables: BTreeMap::new(),
        secrets: Sealed { server: of.server.clone(), config: None }.in_addresses(&BTreeMap::new()),
        folder: folder.clone(),
        kind: Kind::Evaluation,
        public_only: !settings.security.allow_private_addresses,
    };
    let told = told(service, &job, of.timeout).await;
    // Whatever the server left there is nothing to keep.
    let _ = tokio::fs::remove_dir_all(&folder).await;
    told
}

async fn told<T: DeserializeOwned>(service: &Service, job: &Job, timeout: u64) -> Result<T, Refused> {
    let mut child = Child::start(service, job).await.map_err(|why| failed(&why))?;
    let most = Duration::from_millis(timeout) + GRACE;
    let Ok(text) = tokio::time::timeout(most, answer(&mut child)).await else {
        child.kill().await;
        let words = format!("The call took longer than {timeout} ms");
        return Err(ApiError::new(Code::EvaluationTimeout, words).into());
    };
    let ended = child.end().await;
    let said = ended.last_line().unwrap_or_default().to_owned();
    match ended.code {
        Some(0 | 1) => serde_json::from_str(&text).map_err(|error| failed(&error).into()),
        Some(2) => Err(Refused::Usage(said)),
        Some(3) => {
            let error = ApiError::new(Code::ServerUnreachable, "Cannot connect to the MCP server");
            Err(error.with("value", said).into())
        }
        code => Err(failed(&format!("{code:?}: {said}")).into()),
    }
}

fn failed(why: &dyn std::fmt::Display) -> ApiError {
    ApiError::internal("The tool cannot be tested", why)
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

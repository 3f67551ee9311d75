//! Why a request was not answered as it wished: codes, statuses, and what each means.

use mcpvals_store::StoreError;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::address::shown;

/// A code of seed 003, or one that it lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Invalid request parameters.
    ValidationError,
    /// Missing or invalid authentication.
    AuthenticationRequired,
    /// Insufficient scopes.
    InsufficientPermissions,
    /// Evaluation or resource not found.
    ResourceNotFound,
    /// Too many requests.
    RateLimitExceeded,
    /// Cannot connect to the server under evaluation.
    ServerUnreachable,
    /// The evaluation exceeded its time.
    EvaluationTimeout,
    /// The queue is full.
    ConcurrentLimit,
    /// Unexpected error of the service.
    InternalServerError,
    /// The resource is there, and does not know this method.
    MethodNotAllowed,
    /// It has ended already.
    Conflict,
    /// The body is too large.
    PayloadTooLarge,
    /// The body is no JSON.
    UnsupportedMediaType,
    /// The request did not arrive in time.
    RequestTimeout,
    /// This version of the API is gone.
    VersionGone,
    /// The sandbox that the operator asks for cannot be had.
    SandboxUnavailable,
    /// A hook of the user's failed; stands in events only.
    HookExecutionFailed,
}

/// What is known of a code.
#[derive(Debug, Clone, Copy)]
pub struct CodeFacts {
    /// As it is written.
    pub name: &'static str,
    /// Of the answer.
    pub status: u16,
    /// May the same request be sent again?
    pub retry_safe: bool,
    /// In one line.
    pub title: &'static str,
    /// What to do.
    pub remedy: &'static str,
}

impl Code {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::ValidationError,
        Self::AuthenticationRequired,
        Self::InsufficientPermissions,
        Self::ResourceNotFound,
        Self::RateLimitExceeded,
        Self::ServerUnreachable,
        Self::EvaluationTimeout,
        Self::ConcurrentLimit,
        Self::InternalServerError,
        Self::MethodNotAllowed,
        Self::Conflict,
        Self::PayloadTooLarge,
        Self::UnsupportedMediaType,
        Self::RequestTimeout,
        Self::VersionGone,
        Self::SandboxUnavailable,
        Self::HookExecutionFailed,
    ];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        self.facts().name
    }

    /// What is known of it.
    pub fn facts(self) -> CodeFacts {
        let facts = |name, status, retry_safe, title, remedy| CodeFacts { name, status, retry_safe, title, remedy };
        match self {
            Self::ValidationError => facts(
                "VALIDATION_ERROR",
                400,
                false,
                "Invalid request parameters",
                "Change what `details.field` names so that `details.constraint` holds; `details.violations` has all of them.",
            ),
            Self::AuthenticationRequired => facts(
                "AUTHENTICATION_REQUIRED",
                401,
                false,
                "Missing or invalid authentication",
                "Send `Authorization: Bearer KEY`, with a key of `mcpvals keys create` that is neither expired nor revoked, or with a token.",
            ),
            Self::InsufficientPermissions => facts(
                "INSUFFICIENT_PERMISSIONS",
                403,
                false,
                "Insufficient scopes",
                "Use a key or token with the scope that `details.constraint` names.",
            ),
            Self::ResourceNotFound => facts(
                "RESOURCE_NOT_FOUND",
                404,
                false,
                "Evaluation/resource not found",
                "Check the address and the id. Reports expire; evaluations are kept as long as the operator decided.",
            ),
            Self::RateLimitExceeded => facts(
                "RATE_LIMIT_EXCEEDED",
                429,
                true,
                "Too many requests",
                "Wait for as many seconds as `Retry-After` says.",
            ),
            Self::ServerUnreachable => facts(
                "SERVER_UNREACHABLE",
                422,
                true,
                "Cannot connect to MCP server",
                "Start the server by hand as the message says, and mend what keeps it from answering.",
            ),
            Self::EvaluationTimeout => facts(
                "EVALUATION_TIMEOUT",
                422,
                true,
                "Evaluation exceeded timeout",
                "Ask for less, or have the operator raise `limits.evaluationTimeout`.",
            ),
            Self::ConcurrentLimit => facts(
                "CONCURRENT_LIMIT",
                503,
                true,
                "Max concurrent evaluations reached",
                "Wait for as many seconds as `Retry-After` says; the queue, or every place for tests of tools, is full.",
            ),
            Self::InternalServerError => facts(
                "INTERNAL_SERVER_ERROR",
                500,
                true,
                "Unexpected server error",
                "Try again; if it comes again, give the operator the `requestId`, which is in the log, too.",
            ),
            Self::MethodNotAllowed => facts(
                "METHOD_NOT_ALLOWED",
                405,
                false,
                "The resource does not know this method",
                "Use one of those that the header `Allow` names.",
            ),
            Self::Conflict => facts(
                "CONFLICT",
                409,
                false,
                "The evaluation has ended, or has not ended yet",
                "Look at its status: only what waits or runs can be cancelled, and only what has ended can be reported.",
            ),
            Self::PayloadTooLarge => {
                facts("PAYLOAD_TOO_LARGE", 413, false, "The body is too large", "Send at most 1 MiB.")
            }
            Self::UnsupportedMediaType => facts(
                "UNSUPPORTED_MEDIA_TYPE",
                415,
                false,
                "The body is not JSON",
                "Send `Content-Type: application/json`, and no `Content-Encoding`.",
            ),
            Self::RequestTimeout => facts(
                "REQUEST_TIMEOUT",
                408,
                true,
                "The request did not arrive in time",
                "Send the whole body within 30 seconds.",
            ),
            Self::VersionGone => facts(
                "VERSION_GONE",
                410,
                false,
                "This version of the API is gone",
                "Use /api/v1; `/docs/migration` says what changed.",
            ),
            Self::SandboxUnavailable => facts(
                "SANDBOX_UNAVAILABLE",
                422,
                false,
                "The sandbox that the operator asks for cannot be had",
                "The operator must give the machine what the message names, or ask for less with `security.requireSandbox`.",
            ),
            Self::HookExecutionFailed => facts(
                "HOOK_EXECUTION_FAILED",
                422,
                false,
                "A hook failed",
                "Run the hook by itself in the server's folder, and mend it. Stands in events only.",
            ),
        }
    }
}

/// What is wrong with one value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Violation {
    /// Which, as `options.timeout`; a JSON Pointer where it is deeper than that.
    pub(crate) field: String,
    /// What it is, cut short.
    pub(crate) value: Value,
    /// What it must be.
    pub(crate) constraint: String,
}

/// An answer that is an error.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ApiError {
    /// What kind.
    pub(crate) code: Code,
    /// In one line, for people.
    pub(crate) message: String,
    /// For programs.
    pub(crate) details: Map<String, Value>,
    /// In how many seconds it may be tried again.
    pub(crate) retry_after: Option<u64>,
    /// For the operator only.
    pub(crate) log: Option<String>,
}

impl ApiError {
    /// An error with nothing but its message.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: Map::new(), retry_after: None, log: None }
    }

    /// What is wrong with a request, all of it: the first in front.
    pub(crate) fn invalid(violations: &[Violation]) -> Self {
        let first = violations.first().cloned();
        let message = match &first {
            Some(first) if first.field == "serverPath" => "Invalid server path provided".to_owned(),
            Some(first) if first.field.is_empty() => format!("The request {}", first.constraint),
            Some(first) => format!("Invalid value of `{}`: {}", first.field, first.constraint),
            None => "Invalid request parameters".to_owned(),
        };
        let mut error = Self::new(Code::ValidationError, message);
        if let Some(Ok(Value::Object(first))) = first.map(serde_json::to_value) {
            error.details = first;
        }
        if violations.len() > 1 {
            error.details.insert("violations".to_owned(), json!(violations));
        }
        error
    }

    /// What is wrong with one value.
    pub(crate) fn field(field: &str, value: impl Into<Value>, constraint: impl Into<String>) -> Self {
        let violation =
            Violation { field: field.to_owned(), value: short(value.into()), constraint: constraint.into() };
        Self::invalid(&[violation])
    }

    /// There is no such thing.
    pub(crate) fn not_found(what: &str, id: &str) -> Self {
        let mut error = Self::new(Code::ResourceNotFound, format!("There is no {what} `{}`", crop(id)));
        error.details.insert("value".to_owned(), json!(crop(id)));
        error
    }

    /// With something for programs.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// With the time after which it may be tried again, in seconds.
    #[must_use]
    pub(crate) fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// A fault of ours: the story is for the operator.
    pub(crate) fn internal(message: &str, log: &dyn std::fmt::Display) -> Self {
        Self { log: Some(log.to_string()), ..Self::new(Code::InternalServerError, message) }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let story = story(&error);
        match &error {
            StoreError::QueueFull { .. } => {
                Self::new(Code::ConcurrentLimit, "Max concurrent evaluations reached: the queue is full").after(30)
            }
            error if error.is_passing() => Self::internal(&format!("For now, {error}"), &story).after(5),
            _ => Self::internal("Unexpected server error", &story),
        }
    }
}

/// An error and what is behind it.
pub fn story(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |error| error.source());
    causes.fold(error.to_string(), |story, cause| format!("{story}: {cause}"))
}

/// Nobody needs all of what they sent, and the queries and passwords of addresses nobody.
pub(crate) fn short(value: Value) -> Value {
    const MOST: usize = 500;
    match cleaned(value) {
        Value::String(text) => Value::String(crop(&text)),
        value if value.to_string().len() > MOST => Value::String(crop(&value.to_string())),
        value => value,
    }
}

fn cleaned(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(shown(&text).into_owned()),
        Value::Array(items) => items.into_iter().map(cleaned).collect(),
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, cleaned(value))).collect(),
        value => value,
    }
}

fn crop(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_s_example_comes_out() {
        let error = ApiError::field("serverPath", "/invalid/path", "must be an existing directory");
        assert_eq!(error.message, "Invalid server path provided");
        assert_eq!(
            Value::Object(error.details),
            json!({"field": "serverPath", "value": "/invalid/path", "constraint": "must be an existing directory"})
        );
    }

    #[test]
    fn names_are_told_apart() {
        let names: std::collections::BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        assert_eq!(names.len(), Code::ALL.len());
    }

    #[test]
    fn a_long_value_is_cut() {
        let error = ApiError::field("x", "y".repeat(100_000), "is too long");
        assert!(Value::Object(error.details).to_string().len() < 2_000);
    }
}

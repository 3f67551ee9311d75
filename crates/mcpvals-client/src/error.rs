//! Why something was not done.

use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

/// Whatever goes wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What the client was made with cannot be used.
    #[error("{0}")]
    Setting(String),
    /// The service refuses.
    #[error("{0}")]
    Api(Box<ApiError>),
    /// No connection, or it broke.
    #[error("{request}: no answer: {source}")]
    Connection {
        /// `GET /evaluations`
        request: String,
        /// Why.
        source: reqwest::Error,
    },
    /// No answer within the client's time.
    #[error("{request}: no answer within {} ms", within.as_millis())]
    Timeout {
        /// `GET /evaluations`
        request: String,
        /// The client's time.
        within: Duration,
    },
    /// What answered is not the service, or something between us changed what it said.
    #[error("{request}: status {status}, and no answer of the service: {reason}")]
    InvalidResponse {
        /// `GET /evaluations`
        request: String,
        /// Of HTTP.
        status: u16,
        /// What is wrong with it.
        reason: String,
    },
    /// The evaluation has not ended in the time that was given; it goes on.
    #[error("evaluation {id} has not ended within {} s: it is {status}", within.as_secs())]
    WaitTimeout {
        /// The evaluation.
        id: String,
        /// How long was waited.
        within: Duration,
        /// How it stood when it was looked at last.
        status: String,
    },
}

/// What the service says of a request that it refuses.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{code}: {message} (status {status})")]
pub struct ApiError {
    /// Of HTTP.
    pub status: u16,
    /// `VALIDATION_ERROR`, `RESOURCE_NOT_FOUND`, …
    pub code: String,
    /// In words.
    pub message: String,
    /// `field`, `value`, `constraint`; all violations in `violations`.
    pub details: Value,
    /// Where the code is explained.
    pub documentation: Option<String>,
    /// To be told to the operator.
    pub request_id: Option<String>,
    /// In what time it may be asked again, where the service says so.
    pub retry_after: Option<Duration>,
}

/// As it is written.
#[derive(Deserialize)]
pub(crate) struct Refusal {
    error: Words,
    meta: Option<Meta>,
}

#[derive(Deserialize)]
struct Words {
    code: String,
    message: String,
    #[serde(default)]
    details: Value,
    documentation: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta {
    request_id: Option<String>,
}

impl Refusal {
    pub(crate) fn into_error(self, status: u16, retry_after: Option<Duration>) -> ApiError {
        let Words { code, message, details, documentation } = self.error;
        let request_id = self.meta.and_then(|meta| meta.request_id);
        ApiError { status, code, message, details, documentation, request_id, retry_after }
    }
}

impl Error {
    /// The status of HTTP, where an answer came.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Api(refused) => Some(refused.status),
            Self::InvalidResponse { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// May the same be asked again?
    pub fn is_retry_safe(&self) -> bool {
        match self {
            Self::Connection { source, .. } => source.is_connect(),
            Self::WaitTimeout { .. } => true,
            _ => self.status().is_some_and(is_retried),
        }
    }
}

/// Is an answer with this status asked for again by itself?
pub(crate) fn is_retried(status: u16) -> bool {
    status == 429 || status >= 500
}

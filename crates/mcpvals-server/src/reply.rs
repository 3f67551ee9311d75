//! Answers: the envelope of seed 003 around what a handler gives.

use axum::body::Body;
use axum::response::Response;
use http::header::{CONTENT_TYPE, HeaderName, RETRY_AFTER};
use http::request::Parts;
use http::{HeaderValue, StatusCode};
use mcpvals_store::new_id;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::error::ApiError;
use crate::gate::own_origin;
use crate::rate::Standing;
use crate::time::{self, timestamp};

/// The API's version, which is the seed's.
pub(crate) const VERSION: &str = "1.0.0";

/// What a handler gives.
pub(crate) enum Reply {
    /// In the envelope, as `data`; the members of `beside` stand beside it, too.
    Data {
        /// Of the answer.
        status: StatusCode,
        /// JSON.
        data: Box<RawValue>,
        /// See decision 10 of the seeds: 003's shell examples read them there.
        beside: Map<String, Value>,
    },
    /// As it is.
    Whole(Response),
}

impl Reply {
    /// A resource.
    ///
    /// # Errors
    /// That it cannot be written as JSON, which nothing of ours does.
    pub(crate) fn ok(data: &impl Serialize) -> Result<Self, ApiError> {
        Self::with_status(StatusCode::OK, data)
    }

    /// A resource, with a status.
    pub(crate) fn with_status(status: StatusCode, data: &impl Serialize) -> Result<Self, ApiError> {
        let raw = serde_json::value::to_raw_value(data);
        let data = raw.map_err(|error| ApiError::internal("Unexpected server error", &error))?;
        Ok(Self::Data { status, data, beside: Map::new() })
    }

    /// With a member beside `data`, unless it is null.
    #[must_use]
    pub(crate) fn beside(mut self, name: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if let Self::Data { beside, .. } = &mut self
            && !value.is_null()
        {
            beside.insert(name.to_owned(), value);
        }
        self
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Meta<'a> {
    request_id: &'a str,
    timestamp: String,
    version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_limit: Option<RateLimit>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RateLimit {
    limit: i64,
    remaining: i64,
    reset_at: String,
}

#[derive(Serialize)]
struct Good<'a> {
    success: bool,
    #[serde(flatten)]
    beside: &'a Map<String, Value>,
    data: &'a RawValue,
    meta: Meta<'a>,
}

#[derive(Serialize)]
struct Bad<'a> {
    success: bool,
    error: BadInner<'a>,
    meta: Meta<'a>,
}

#[derive(Serialize)]
struct BadInner<'a> {
    code: &'static str,
    message: &'a str,
    details: &'a Map<String, Value>,
    documentation: String,
}

/// What is known of a request when it is answered.
pub(crate) struct Envelope<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) now: i64,
    pub(crate) standing: Option<Standing>,
    /// Where we are reached, for links: `http://localhost:3457`.
    pub(crate) origin: &'a str,
}

/// The answer to a request that is outside of the route table.
pub(crate) fn answer(parts: &Parts, standing: Option<Standing>, outcome: Result<Reply, ApiError>) -> Response {
    let origin = own_origin(parts);
    Envelope { request_id: &new_id("req"), now: time::now(), standing, origin: &origin }.wrap(outcome)
}

impl Envelope<'_> {
    /// The whole answer.
    pub(crate) fn wrap(&self, outcome: Result<Reply, ApiError>) -> Response {
        let mut response = match outcome {
            Ok(Reply::Whole(response)) => response,
            Ok(Reply::Data { status, data, beside }) => {
                json(status, &Good { success: true, beside: &beside, data: &data, meta: self.meta() })
            }
            Err(error) => self.wrap_error(&error),
        };
        self.head(&mut response);
        response
    }

    fn wrap_error(&self, error: &ApiError) -> Response {
        if let Some(log) = &error.log {
            tracing::error!(request = self.request_id, code = error.code.as_str(), "{}: {log}", error.message);
        }
        let facts = error.code.facts();
        let status = StatusCode::from_u16(facts.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let inner = BadInner {
            code: facts.name,
            message: &error.message,
            details: &error.details,
            documentation: format!("{}/docs/errors/{}", self.origin, facts.name),
        };
        let mut response = json(status, &Bad { success: false, error: inner, meta: self.meta() });
        if let Some(seconds) = error.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            let scheme = HeaderValue::from_static("Bearer realm=\"mcpvals\"");
            response.headers_mut().insert(http::header::WWW_AUTHENTICATE, scheme);
        }
        response
    }

    fn meta(&self) -> Meta<'_> {
        let rate_limit = self.standing.map(|standing| RateLimit {
            limit: standing.limit,
            remaining: standing.remaining,
            reset_at: timestamp(standing.reset_at),
        });
        Meta { request_id: self.request_id, timestamp: timestamp(self.now), version: VERSION, rate_limit }
    }

    /// The headers of every answer.
    fn head(&self, response: &mut Response) {
        let headers = response.headers_mut();
        if let Ok(id) = HeaderValue::from_str(self.request_id) {
            headers.insert(HeaderName::from_static("x-request-id"), id);
        }
        if let Some(standing) = self.standing {
            standing.tell(headers);
        }
    }
}

fn json(status: StatusCode, body: &impl Serialize) -> Response {
    let text = serde_json::to_vec(body).unwrap_or_else(|_| br#"{"success":false}"#.to_vec());
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

//! One file per resource of the API.

pub(crate) mod config;
pub(crate) mod evaluations;
pub(crate) mod health;
pub(crate) mod keys;
pub(crate) mod metrics;
pub(crate) mod prometheus;
pub(crate) mod reports;
pub(crate) mod tools;
pub(crate) mod webhooks;

use axum::body::Body;
use axum::response::Response;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use http::{HeaderName, HeaderValue};

use crate::error::ApiError;
use crate::reply::Reply;

/// Bytes to be saved, never shown as a page of ours: what is in them, others wrote.
pub(crate) fn attachment(body: Vec<u8>, kind: &'static str, name: &str) -> Result<Reply, ApiError> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' };
    let name: String = name.chars().map(plain).take(100).collect();
    let disposition = HeaderValue::try_from(format!("attachment; filename=\"{name}\""))
        .map_err(|error| ApiError::internal("Unexpected server error", &error))?;
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CONTENT_DISPOSITION, disposition);
    headers.insert(HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff"));
    Ok(Reply::Whole(response))
}

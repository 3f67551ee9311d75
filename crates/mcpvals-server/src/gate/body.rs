//! Bodies: JSON, whole, in time, and not too large.

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::request::Parts;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};

use crate::error::{ApiError, Code};
use crate::route::Route;

/// No longer body is read, in bytes.
const BYTES_MAX: usize = 1 << 20;
/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) async fn read(route: &Route, parts: &Parts, body: Body) -> Result<Bytes, ApiError> {
    if route.body.is_none() {
        return Ok(Bytes::new());
    }
    check_type(parts)?;
    let gathered = Limited::new(body, BYTES_MAX).collect();
    match tokio::time::timeout(PATIENCE, gathered).await {
        Err(_) => Err(ApiError::new(Code::RequestTimeout, "The body did not arrive within 30 s")),
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            Err(ApiError::new(Code::PayloadTooLarge, "The body is larger than 1 MiB"))
        }
        Ok(Err(_)) => Err(ApiError::field("", "", "must be a whole body")),
    }
}

/// JSON, and not packed: nothing of ours unpacks what a stranger packed.
fn check_type(parts: &Parts) -> Result<(), ApiError> {
    let text = |name| parts.headers.get(name).and_then(|value: &http::HeaderValue| value.to_str().ok());
    let essence = text(CONTENT_TYPE).and_then(|text| text.split(';').next()).map(str::trim).unwrap_or_default();
    let is_json = essence.eq_ignore_ascii_case("application/json");
    let is_plain = text(CONTENT_ENCODING).is_none_or(|encoding| encoding.eq_ignore_ascii_case("identity"));
    if is_json && is_plain {
        return Ok(());
    }
    let message = if is_json { "The body must not be packed" } else { "The body must be `application/json`" };
    Err(ApiError::new(Code::UnsupportedMediaType, message))
}

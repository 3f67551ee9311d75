//! Errors with a status, as each provider words them: <https://platform.claude.com/docs/en/api/errors>,
//! <https://platform.openai.com/docs/guides/error-codes>, <https://ai.google.dev/gemini-api/docs/troubleshooting>.

use serde_json::{Value, json};

use super::format::Format;

/// The body, and the header that names the request.
pub(super) fn body(
    format: Format,
    status: u16,
    message: &str,
    retry_after: Option<&str>,
) -> (Value, (&'static str, &'static str)) {
    match format {
        Format::Messages => (anthropic(status, message), ("request-id", "req_1")),
        Format::Responses | Format::ChatCompletions => (openai(status, message), ("x-request-id", "req_1")),
        Format::GenerateContent => (google(status, message, retry_after), ("server", "scaffolding on HTTPServer2")),
    }
}

fn anthropic(status: u16, message: &str) -> Value {
    let kind = match status {
        400 => "invalid_request_error",
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        504 => "timeout_error",
        529 => "overloaded_error",
        _ => "api_error",
    };
    json!({"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_1"})
}

fn openai(status: u16, message: &str) -> Value {
    let (kind, code) = match status {
        401 => ("invalid_request_error", json!("invalid_api_key")),
        429 => ("requests", json!("rate_limit_exceeded")),
        400..500 => ("invalid_request_error", Value::Null),
        _ => ("server_error", Value::Null),
    };
    json!({"error": {"message": message, "type": kind, "param": null, "code": code}})
}

/// How long to wait is said in the body.
fn google(status: u16, message: &str, retry_after: Option<&str>) -> Value {
    let word = match status {
        400 => "INVALID_ARGUMENT",
        401 => "UNAUTHENTICATED",
        403 => "PERMISSION_DENIED",
        404 => "NOT_FOUND",
        429 => "RESOURCE_EXHAUSTED",
        500 => "INTERNAL",
        504 => "DEADLINE_EXCEEDED",
        _ => "UNAVAILABLE",
    };
    let mut error = json!({"code": status, "message": message, "status": word});
    if let Some(seconds) = retry_after {
        let info = "type.googleapis.com/google.rpc.RetryInfo";
        error["details"] = json!([{"@type": info, "retryDelay": format!("{seconds}s")}]);
    }
    json!({"error": error})
}

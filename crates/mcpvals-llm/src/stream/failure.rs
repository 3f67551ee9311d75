//! Errors that come within a stream, when the status has long been 200.
//!
//! Sources: <https://platform.claude.com/docs/en/build-with-claude/streaming#error-events> and
//! <https://platform.claude.com/docs/en/api/errors> for names and statuses,
//! <https://platform.openai.com/docs/api-reference/responses-streaming/error>,
//! <https://openrouter.ai/docs/api-reference/streaming> for gateways, whose codes are statuses, and
//! <https://google.aip.dev/193> for Google's.

use serde_json::{Value, json};

/// The status that an event's error has where no stream was begun, and the error as a body; `None` where it tells of none.
pub(super) fn of(event: &Value) -> Option<(u16, Value)> {
    let inner = event.get("error").filter(|error| !error.is_null());
    let error = inner.or_else(|| (event["type"] == "error").then_some(event))?;
    Some((status(error), json!({"error": error})))
}

/// The status that the error would have had which stands where an answer should, or says that it failed.
pub(crate) fn instead(body: &Value) -> Option<u16> {
    let is_answer = ["choices", "content", "output", "candidates"].iter().any(|member| body.get(member).is_some());
    let has_failed = body.get("status").is_some_and(|status| status == "failed");
    let error = body.get("error").filter(|error| !error.is_null() && (has_failed || !is_answer))?;
    Some(status(error))
}

fn status(error: &Value) -> u16 {
    let number = error["code"].as_u64().and_then(|code| u16::try_from(code).ok());
    if let Some(status) = number.filter(|status| (400..600).contains(status)) {
        return status;
    }
    let mut words = ["code", "type"].into_iter().filter_map(|member| error[member].as_str());
    words.find_map(of_word).unwrap_or(200)
}

fn of_word(word: &str) -> Option<u16> {
    Some(match word {
        "invalid_request_error" | "invalid_prompt" => 400,
        "authentication_error" | "invalid_api_key" => 401,
        "billing_error" => 402,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" | "rate_limit_exceeded" | "insufficient_quota" => 429,
        "api_error" | "server_error" | "internal_error" => 500,
        "timeout_error" => 504,
        "overloaded_error" => 529,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::instead;

    #[test]
    fn error_in_the_place_of_an_answer_has_its_status() {
        assert_eq!(instead(&json!({"error": {"code": 429, "message": "too fast"}})), Some(429));
        assert_eq!(instead(&json!({"error": {"type": "overloaded_error"}})), Some(529));
        assert_eq!(instead(&json!({"error": "what?"})), Some(200));
        assert_eq!(instead(&json!({"status": "failed", "output": [], "error": {"code": "server_error"}})), Some(500));
        assert_eq!(instead(&json!({"choices": [], "error": {"code": 429}})), None);
        assert_eq!(instead(&json!({"status": "completed", "output": [], "error": null})), None);
    }
}

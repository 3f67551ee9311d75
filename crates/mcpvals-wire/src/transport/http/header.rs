//! Header values: how they are sent, and how they are recorded.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue};
use mcpvals_model::Secret;
use mcpvals_model::mcp::Revision;

/// Headers in the trace: names in lower case, in order; bytes that are not UTF-8 replaced.
pub(crate) fn recorded(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    headers.iter().map(|(name, value)| (name.as_str().to_owned(), text(value))).collect()
}

/// The headers of a request of ours: ours, and over them the user's.
pub(crate) fn base(host: HeaderValue, user: &[(String, Secret)]) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::with_capacity(16);
    headers.insert(http::header::HOST, host);
    headers.insert(http::header::USER_AGENT, HeaderValue::from_static(USER_AGENT));
    for (name, value) in user {
        let (name, value) = pair(name, value.reveal())?;
        headers.insert(name, value);
    }
    Ok(headers)
}

const USER_AGENT: &str = concat!("mcpvals/", env!("CARGO_PKG_VERSION"));

/// `MCP-Protocol-Version`, from 2025-06-18 on.
pub(crate) fn add_revision(headers: &mut HeaderMap, revision: Revision) {
    const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
    if revision >= Revision::V2025_06_18 {
        headers.insert(PROTOCOL_VERSION, HeaderValue::from_static(revision.as_str()));
    }
}

/// The value is not in the message: it may be a secret.
fn pair(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), String> {
    let header = HeaderName::try_from(name).map_err(|_| format!("`{name}` is no name of an HTTP header"))?;
    let value = HeaderValue::try_from(value.trim())
        .map_err(|_| format!("the value of the header `{name}` has characters that no HTTP header can have"))?;
    Ok((header, value))
}

/// A value as `Mcp-Name` and `Mcp-Param-*` carry it (MCP 2026-07-28, Streamable HTTP, value encoding): as it is where
/// a header can hold it, else as base64 between `=?base64?` and `?=`.
pub(super) fn carried(value: &str) -> HeaderValue {
    let is_plain = value.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte));
    let looks_coded = value.starts_with("=?base64?") && value.ends_with("?=");
    if is_plain
        && value.trim() == value
        && !looks_coded
        && let Ok(plain) = HeaderValue::try_from(value)
    {
        return plain;
    }
    let coded = format!("=?base64?{}?=", STANDARD.encode(value));
    HeaderValue::try_from(coded).expect("base64 has no character that a header cannot have")
}

#[cfg(test)]
mod tests {
    use super::{base, carried};
    use http::HeaderValue;
    use mcpvals_model::Secret;

    #[test]
    fn values_that_a_header_can_hold_stay() {
        assert_eq!(carried("get weather"), "get weather");
        assert_eq!(carried("file:///a?b=%20"), "file:///a?b=%20");
    }

    #[test]
    fn other_values_are_coded() {
        assert_eq!(carried("größe"), "=?base64?Z3LDtsOfZQ==?=");
        assert_eq!(carried(" a"), "=?base64?IGE=?=");
        assert_eq!(carried("a\nb"), "=?base64?YQpi?=");
        assert_eq!(carried("=?base64?YQ==?="), "=?base64?PT9iYXNlNjQ/WVE9PT89?=");
    }

    #[test]
    fn a_header_that_cannot_be_sent_is_named_without_its_value() {
        let user = [("x-key".to_owned(), Secret::new("a\nb"))];
        let problem = base(HeaderValue::from_static("h"), &user).unwrap_err();
        assert_eq!(problem, "the value of the header `x-key` has characters that no HTTP header can have");
    }
}

//! A message as a command that sends it again. Every word stands in single quotes, and what a terminal would obey is
//! escaped: the command does what it says, whoever the words are of.

use mcpvals_model::{Frame, HttpHead};
use serde_json::{Value, json};

use super::frames::Context;
use crate::visible;

/// Headers that the client makes itself.
const OWN: [&str; 5] = ["content-length", "host", "user-agent", "connection", "accept-encoding"];

/// A request over HTTP as `curl`; `None` where the frame is none.
pub(super) fn curl(frame: &Frame, message: Option<&Value>) -> Option<String> {
    let head = frame.http.as_deref()?;
    let (method, path) = head.request.as_deref()?.split_once(' ')?;
    let mut lines = vec![format!("curl -sS -X {} {}", quoted(method), quoted(&address(head, path)?))];
    let headers = head.headers.iter().filter(|(name, _)| !OWN.contains(&name.as_str()));
    lines.extend(headers.map(|(name, value)| format!("-H {}", quoted(&format!("{name}: {value}")))));
    match message {
        Some(message) => lines.push(format!("--data-raw {}", quoted(&visible::json(&message.to_string())))),
        None if frame.bytes.is_empty() => {}
        None => lines.push(format!("--data-raw {}", quoted(&frame.text()))),
    }
    Some(lines.join(" \\\n  "))
}

/// Where it went. What is on this machine is spoken to without TLS, as a rule; the trace does not say.
fn address(head: &HttpHead, path: &str) -> Option<String> {
    if path.contains("://") {
        return Some(path.to_owned());
    }
    let (_, host) = head.headers.iter().find(|(name, _)| name == "host")?;
    let is_here = ["127.0.0.1", "localhost", "[::1]"].iter().any(|here| host.starts_with(here));
    Some(format!("{}://{host}{path}", if is_here { "http" } else { "https" }))
}

/// A message over stdio: handshake and message, for the server's own command, which the trace does not have.
pub(super) fn line(message: &Value, context: &Context<'_>) -> String {
    let revision =
        context.trace.server.as_ref().map_or_else(|| "2025-11-25".to_owned(), |it| it.protocol_version.to_string());
    let params =
        json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "copied", "version": "0"}});
    let hello = json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": params});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let lines = [&hello, &ready, message].map(|one| quoted(&visible::json(&one.to_string())));
    let (server, config) = (visible::line(context.server), visible::line(context.config));
    format!(
        "# SERVER is the command of `{server}` in {config}\nprintf '%s\\n' \\\n  {} \\\n  | $SERVER",
        lines.join(" \\\n  ")
    )
}

/// As one word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", visible::block(text).replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_quote_ends_nothing() {
        assert_eq!(quoted("a'; rm -rf /; '"), r"'a'\''; rm -rf /; '\'''");
        assert_eq!(quoted("\u{1b}[2J"), r"'\x1b[2J'");
    }
}

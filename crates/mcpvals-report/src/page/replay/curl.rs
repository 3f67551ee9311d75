//! A message as a command that sends it again. Every word stands in single quotes, and what a terminal would obey is
//! escaped: the command does what it says, whoever the words are of.

use mcpvals_model::{Frame, HttpHead};
use serde_json::{Value, json};

use super::frames::Context;
use crate::visible;

/// Headers that the client makes itself.
const OWN: [&str; 5] = ["content-length", "host", "user-agent", "connection", "accept-encoding"];

/// The header by which a server knows a session, and the variable in which a command has one of its own.
const SESSION: &str = "mcp-session-id";
const OWN_SESSION: &str = "-H \"mcp-session-id: $SESSION\"";

/// A request over HTTP as `curl`; `None` where the frame is none. The session of a trace has ended: a command that needs one opens
/// its own first.
pub(super) fn curl(frame: &Frame, message: Option<&Value>, context: &Context<'_>) -> Option<String> {
    let head = frame.http.as_deref()?;
    let (method, path) = head.request.as_deref()?.split_once(' ')?;
    let address = address(head, path)?;
    let body = match message {
        Some(message) => Some(visible::json(&message.to_string()).into_owned()),
        None => (!frame.bytes.is_empty()).then(|| frame.text().to_string()),
    };
    let headers = || head.headers.iter().filter(|(name, _)| !OWN.contains(&name.as_str()));
    let header = |(name, value): &(String, String)| match name.as_str() {
        SESSION => OWN_SESSION.to_owned(),
        _ => format!("-H {}", quoted(&format!("{name}: {value}"))),
    };
    let command = |more: &[&str], body: Option<&str>| {
        let mut lines = vec![format!("curl -sS {}-X {} {}", more.concat(), quoted(method), quoted(&address))];
        lines.extend(headers().map(header));
        lines.extend(body.map(|body| format!("--data-raw {}", quoted(body))));
        lines.join(" \\\n  ")
    };
    let asked = command(&[], body.as_deref());
    if context.transport == "sse" {
        return Some(format!(
            "# Answers come on the stream that a GET opened: its first event says which address is asked.\n{asked}"
        ));
    }
    if !headers().any(|(name, _)| name == SESSION) {
        return Some(asked);
    }
    let [hello, ready] = handshake(context);
    let hello = command(&["-D - -o /dev/null "], Some(&hello)).replace(&format!(" \\\n  {OWN_SESSION}"), "");
    let session = format!("SESSION=$({hello} \\\n  | tr -d '\\r' | sed -n 's/^{SESSION}: //Ip')");
    Some(format!("{session}\n{}\n{asked}", command(&["-o /dev/null "], Some(&ready))))
}

/// The first two messages of a session.
fn handshake(context: &Context<'_>) -> [String; 2] {
    let revision =
        context.trace.server.as_ref().map_or_else(|| "2025-11-25".to_owned(), |it| it.protocol_version.to_string());
    let params =
        json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "copied", "version": "0"}});
    let hello = json!({"jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": params});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    [hello, ready].map(|one| visible::json(&one.to_string()).into_owned())
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
    let [hello, ready] = handshake(context);
    let lines = [hello, ready, visible::json(&message.to_string()).into_owned()].map(|one| quoted(&one));
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

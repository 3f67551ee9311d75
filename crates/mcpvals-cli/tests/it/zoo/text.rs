//! The bytes of one message.

use mcpvals_testkit::Flaw;

use super::row::{Row, Via, fails, hides_tools, passes, unreachable};
use super::run::play;

const WEB: &[Via] = &[Via::Http, Via::Sse];
const STDIO: &[Via] = &[Via::Stdio];

pub(super) fn rows() -> Vec<Row> {
    [of_calls(), of_handshakes(), of_lists()].concat()
}

fn of_calls() -> Vec<Row> {
    let broken = |flaw, words| fails(flaw, "echo", "protocol", words).seen(&["invalid-json"]);
    vec![
        fails(Flaw::ByteOrderMark, "echo", "protocol", &["byte order mark"]).seen(&["byte-order-mark"]),
        fails(Flaw::InvalidUtf8, "echo", "protocol", &["is not UTF-8"]).seen(&["invalid-utf8"]),
        broken(Flaw::NulBytes, &["control character"]).via(STDIO).seen(&["invalid-json", "noise-on-stdout"]),
        broken(Flaw::NulBytes, &["no valid JSON", "\\u{0}"]).via(WEB),
        fails(Flaw::DeeplyNested, "echo", "protocol", &["nested too deeply"]).seen(&["deep-nesting"]),
        broken(Flaw::TruncatedJson, &["EOF while parsing"]),
        broken(Flaw::NotANumber, &["no valid JSON", "NaN"]),
        passes(Flaw::DuplicateMember),
        fails(Flaw::TrailingWords, "echo", "protocol", &["on the line"])
            .via(STDIO)
            .seen(&["noise-on-stdout", "shared-line"]),
        broken(Flaw::TrailingWords, &["something follows the message"]).via(WEB),
        broken(Flaw::LoneSurrogate, &["no valid JSON", "ud800"]),
        broken(Flaw::SingleQuotes, &["no valid JSON", "{'jsonrpc'"]),
        fails(Flaw::EchoesSecretEscaped, "echo", "result", &["[redacted:"]).via(STDIO),
        fails(Flaw::EchoesSecretEscaped, "echo", "result", &["no-token-set"]).via(WEB),
    ]
}

fn of_handshakes() -> Vec<Row> {
    let broken = |flaw, words| unreachable(flaw, words).on("handshake").slow().seen(&["invalid-json"]);
    vec![
        unreachable(Flaw::ByteOrderMark, &["byte order mark"]).on("handshake").seen(&["byte-order-mark"]),
        unreachable(Flaw::InvalidUtf8, &["not UTF-8"]).on("handshake").slow().seen(&["invalid-utf8"]),
        unreachable(Flaw::DeeplyNested, &["nested too deeply"]).on("handshake").slow().seen(&["deep-nesting"]),
        broken(Flaw::TruncatedJson, &["`initialize`", "{\"jsonrpc\""]),
        broken(Flaw::SingleQuotes, &["`initialize`", "{'jsonrpc'"]),
        unreachable(Flaw::TrailingWords, &["on the line"])
            .on("handshake")
            .via(STDIO)
            .seen(&["noise-on-stdout", "shared-line"]),
        broken(Flaw::TrailingWords, &["`initialize`"]).via(WEB),
    ]
}

fn of_lists() -> Vec<Row> {
    vec![
        hides_tools(Flaw::ByteOrderMark, &["`tools/list`", "byte order mark"])
            .on("tools/list")
            .seen(&["byte-order-mark"]),
        hides_tools(Flaw::SingleQuotes, &["`tools/list`"]).on("tools/list").slow().seen(&["invalid-json"]),
    ]
}

#[test]
fn over_stdio() {
    play(&rows(), Via::Stdio);
}

#[test]
fn over_http() {
    play(&rows(), Via::Http);
}

#[test]
fn over_sse() {
    play(&rows(), Via::Sse);
}

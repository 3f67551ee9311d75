//! Flaws of stdio: what stands on stdout beside the messages, and how their lines end.

use serde_json::{Value, json};

use super::{Act, frame};
use crate::flaw::Flaw;

pub(super) fn spoil(flaw: Flaw, message: &Value) -> Vec<Act> {
    let text = message.to_string();
    let line = |text: String| vec![Act::Bytes(text.into_bytes())];
    match flaw {
        Flaw::LogLineOnStdout => vec![Act::Bytes(b"INFO handling a request\n".to_vec()), frame(message)],
        Flaw::CarriageReturns => line(format!("{text}\r\n")),
        Flaw::BlankLines => line(format!("\n{text}\n\n")),
        Flaw::ContentLengthFraming => line(format!("Content-Length: {}\r\n\r\n{text}", text.len())),
        Flaw::PrettyPrinted => line(format!("{message:#}\n")),
        Flaw::TwoMessagesOnALine => line(format!("{text}{}\n", unrelated())),
        Flaw::NewlineMissing => line(text),
        Flaw::EndlessFrame => vec![Act::EndlessFrame],
        Flaw::StdoutClosed => vec![Act::CloseStdout],
        Flaw::HalfAnswerThenExit => vec![Act::Bytes(text.as_bytes()[..text.len() / 2].to_vec()), Act::Exit(6)],
        // Banners are written at the start, see `process.rs`.
        _ => vec![frame(message)],
    }
}

fn unrelated() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
}

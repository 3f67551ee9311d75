//! What an error says to a client that cannot be asked: that it cannot, or something that has nothing to do with it.
//!
//! A crash fails for every client, and so does a call with wrong arguments: neither shows what the server makes of one that
//! cannot be asked. Only words and codes tell them apart from a refusal. A crash is one in an error and in a result.

use std::sync::LazyLock;

use mcpvals_model::{Asks, Call, Fault, Mismatch, MismatchKind, PeerCase, Trace, Trigger, Warning, WarningKind};
use regex::Regex;

use crate::judge::{self, Judged, crash};
use crate::matcher::of_kind;
use crate::reply::Reply;
use crate::tools;

/// JSON-RPC's own codes, and that of MCP 2026-07-28 for a client that lacks a capability.
const INVALID_PARAMS: i64 = -32602;
const INTERNAL_ERROR: i64 = -32603;
const MISSING_CAPABILITY: i64 = -32021;

/// The code in the text of an error that an SDK made into a result.
static CODE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\A\s*MCP error (-\d{1,9})\b").expect("the pattern is a constant, and tested"));

/// What an error tells of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// That it cannot be asked.
    Told,
    /// That it cannot be asked, with the code of a server that broke.
    ToldAsInternal,
    /// Nothing.
    Unclear,
    /// Nothing: the server broke.
    Internal,
    /// Nothing: the trigger itself is wrong.
    Trigger,
}

/// What is wrong with the error with which a client was answered that cannot be asked.
///
/// # Errors
/// That the trigger was refused for its own sake, so that nothing was found out.
pub(super) fn mismatches(case: &PeerCase, trigger: &Trigger, reply: &Reply<'_>, call: &Call, trace: &Trace) -> Judged {
    match told(case.asks, reply) {
        Refusal::Unclear | Refusal::Internal if is_broken(trigger, trace) => Err(refused(case, reply)),
        Refusal::Told | Refusal::ToldAsInternal | Refusal::Unclear => Ok(Vec::new()),
        Refusal::Internal => {
            let mismatch = of_kind(MismatchKind::UnexpectedError, wanted(case.asks), reply.shown());
            Ok(vec![Mismatch { frame: call.answer, ..mismatch }])
        }
        Refusal::Trigger => Err(refused(case, reply)),
    }
}

fn is_broken(trigger: &Trigger, trace: &Trace) -> bool {
    match trigger {
        Trigger::Tool(call) => tools::are_broken(call, trace),
        Trigger::Prompt { .. } | Trigger::Resource { .. } => false,
    }
}

fn refused(case: &PeerCase, reply: &Reply<'_>) -> Fault {
    let capability = case.asks.capability();
    let shown = reply.shown();
    let reason = format!(
        "the trigger was refused with {shown}, which says nothing of `{capability}`: its name or its arguments are wrong"
    );
    Fault::Expectation { reason }
}

/// A doubt about each error that tells nothing of the client, and is none of those that fail.
pub(super) fn warnings(case: &PeerCase, calls: &[&Call], trace: &Trace) -> Vec<Warning> {
    let replies = calls.iter().filter_map(|call| judge::reply(call, trace).ok().flatten());
    let wanted = |reply: &Reply<'_>| match told(case.asks, reply) {
        Refusal::Unclear => Some(wanted(case.asks)),
        Refusal::ToldAsInternal => Some("an error whose code is not that of an internal error".to_owned()),
        Refusal::Told | Refusal::Internal | Refusal::Trigger => None,
    };
    let warn = |reply: Reply<'_>| {
        let message = format!("{}, not {}", wanted(&reply)?, reply.shown());
        Some(Warning { kind: WarningKind::UnclearRefusal, message })
    };
    replies.filter(Reply::is_error).filter_map(warn).take(1).collect()
}

fn wanted(asks: Asks) -> String {
    format!("a success, or an error that says that the client has no `{}`", asks.capability())
}

fn told(asks: Asks, reply: &Reply<'_>) -> Refusal {
    let text = reply.text().to_lowercase();
    let (code, data) = match reply {
        Reply::Error(error) => (error.code, error.data.map(ToString::to_string).unwrap_or_default()),
        Reply::Result(_) => (CODE.captures(&reply.text()).and_then(|found| found[1].parse().ok()), String::new()),
    };
    let is_internal = code == Some(INTERNAL_ERROR) || crash::INTERNAL_WORDS.iter().any(|words| text.contains(words));
    let speaks = words(asks).iter().any(|word| text.contains(word) || data.to_lowercase().contains(word));
    match code {
        Some(MISSING_CAPABILITY) => Refusal::Told,
        _ if crash::is_one(&reply.text()) => Refusal::Internal,
        _ if is_internal && speaks => Refusal::ToldAsInternal,
        _ if speaks => Refusal::Told,
        _ if is_internal => Refusal::Internal,
        Some(INVALID_PARAMS) => Refusal::Trigger,
        _ => Refusal::Unclear,
    }
}

/// Words of which one stands in whatever tells of what a client lacks.
fn words(asks: Asks) -> [&'static str; 5] {
    let stem = match asks {
        Asks::Sampling => "sampling",
        Asks::Elicitation => "elicit",
        Asks::Roots => "roots",
    };
    [stem, "capabilit", "support", "declare", "client"]
}

#[cfg(test)]
mod tests {
    use mcpvals_model::Asks;
    use serde_json::{Value, json};

    use super::{Refusal, told};
    use crate::reply::Reply;

    #[track_caller]
    fn check(message: &Value, want: Refusal) {
        let reply = Reply::read(message).expect("it is an answer");
        assert_eq!(told(Asks::Sampling, &reply), want, "{message}");
    }

    #[test]
    fn refusals_are_known_by_their_words_or_codes() {
        let error = |code: i64, message: &str| json!({"error": {"code": code, "message": message}});
        let text = |text: &str| json!({"result": {"isError": true, "content": [{"type": "text", "text": text}]}});
        let sdk = "Client does not support sampling (required for sampling/createMessage)";
        check(&error(-32603, sdk), Refusal::ToldAsInternal);
        check(&text(&format!("MCP error -32603: {sdk}")), Refusal::ToldAsInternal);
        check(&text(sdk), Refusal::Told);
        check(&error(-32021, "no"), Refusal::Told);
        check(&error(-32602, "missing capability"), Refusal::Told);
        check(&error(-32603, "boom"), Refusal::Internal);
        check(&error(-32603, "KeyError: 'sampling'"), Refusal::Internal);
        check(&error(-32021, "KeyError: 'sampling'"), Refusal::Told);
        check(&error(-32000, "Cannot read properties of undefined (reading 'client')"), Refusal::Internal);
        check(&error(-32602, "Unknown tool: sumarize"), Refusal::Trigger);
        check(&error(-32000, "no"), Refusal::Unclear);
        check(&error(-32042, "visit the page"), Refusal::Unclear);
        check(&text("the client cannot be asked"), Refusal::Told);
        check(&text("TypeError: the client's capability is undefined"), Refusal::Internal);
        check(&text("the cat is asleep"), Refusal::Unclear);
        check(&text("MCP error -32603: boom"), Refusal::Internal);
        check(&text("Internal error"), Refusal::Internal);
        check(&text("Internal error: the client does not support sampling"), Refusal::ToldAsInternal);
        check(&text("MCP error -32602: Input validation error: `text` is missing"), Refusal::Trigger);
    }
}

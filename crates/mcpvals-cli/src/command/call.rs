//! `mcpvals call`: one call of one tool.

use std::time::Duration;

use mcpvals_model::mcp::{Answer, Offer};
use mcpvals_model::{CallRole, Case, MismatchKind, Trace};
use mcpvals_report::visible;
use mcpvals_wire::Params;
use serde_json::{Map, Value, json};

use crate::args::CallArgs;
use crate::environment::Environment;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::sandbox;
use crate::target::{self, Named};

/// Calls the tool and prints its text, or with `--json` the whole answer. An error of the tool is exit code 1, and so is
/// an answer that no client should use.
pub(crate) async fn run(args: &CallArgs, environment: &Environment, output: &Output) -> Result<Exit, Failure> {
    let arguments = arguments(&args.args)?;
    let mut named = target::named(&args.target, &args.profile, environment, output)?;
    named.enter_sandbox(args.target.process.sandbox, environment).await?;
    let session = target::connect(&named, environment, output).await?;
    let facts = session.facts();
    if let Some(asked) = facts.asked_version {
        output.note(&format!("note: MCP {} is spoken, not {asked}, as asked", facts.protocol_version));
    }
    // It is called all the same: what a server says of a tool that it does not have is worth seeing, too.
    if session.find_tool(&args.tool).await.is_none() {
        let words = format!("note: {}", not_offered(&args.tool, &session.offer()));
        output.note(&named.redactor.text(&words));
    }
    let mut recording = session.begin();
    let params = Params::Named { name: &args.tool, arguments: &arguments };
    let deadline = Duration::from_millis(args.target.timeout);
    let end = recording.call(CallRole::Tested, "tools/call", params, deadline).await;
    let trace = recording.finish();
    target::show_frames(&trace, &named, environment, output);
    target::show_frames(&session.close().await, &named, environment, output);
    sandbox::tell(named.sandbox.as_ref(), output);
    let is_spoilt = warn(&args.tool, &trace, &named, output);
    let Some(answer) = answer(&trace) else {
        return Err(Failure {
            details: target::stderr_words(&named.redactor.text(&trace.stderr_tail)),
            ..Failure::new(Exit::Failed, named.redactor.text(&format!("no answer: {end}")))
        });
    };
    let shown = if args.json { as_json(&answer) } else { as_text(&answer) };
    output.result(&format!("{}\n", named.redactor.text(&shown).trim_end_matches('\n')))?;
    Ok(if answer.is_error() || is_spoilt { Exit::Failed } else { Exit::Passed })
}

/// Tells what is wrong with the answer beyond what it says. Is it spoilt, so that no client should use it?
fn warn(tool: &str, trace: &Trace, named: &Named, output: &Output) -> bool {
    let graded = mcpvals_suite::grade(&Case::of_call("call", tool, Map::new()), trace);
    let spoilt = graded.verdict.mismatches().filter(|mismatch| mismatch.kind != MismatchKind::UnexpectedError);
    let spoilt: Vec<String> =
        spoilt.map(|mismatch| format!("expected {}, got {}", mismatch.expected, mismatch.actual)).collect();
    let is_spoilt = !spoilt.is_empty();
    let breaches = graded.violations.iter().map(|violation| format!("protocol violation: {}", violation.message));
    for words in spoilt.into_iter().chain(breaches) {
        output.note(&visible(&named.redactor.excerpt(&format!("warning: {words}"))));
    }
    is_spoilt
}

/// What `--args` says.
pub(super) fn arguments(text: &str) -> Result<Map<String, Value>, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::usage(format!("--args takes a JSON object: {error}")))
}

/// What the tested call was answered with.
pub(super) fn answer(trace: &Trace) -> Option<Answer> {
    trace.answer_to(trace.call(CallRole::Tested)?)
}

/// That the server lists no such tool, and what it lists instead.
pub(super) fn not_offered(tool: &str, offer: &Offer) -> String {
    let nearest = mcpvals_suite::nearest_tools(tool, offer);
    let instead = match (nearest.as_slice(), offer.tools.len()) {
        ([], 0) => "it offers none at all".to_owned(),
        ([], _) => format!("it offers {}", some_names(offer)),
        (nearest, _) => format!("did you mean `{}`?", nearest.join("` or `")),
    };
    visible(&format!("the server offers no tool `{tool}`; {instead}")).into_owned()
}

fn some_names(offer: &Offer) -> String {
    const NAMES_MAX: usize = 10;
    let names: Vec<&str> = offer.tools.iter().take(NAMES_MAX).map(|tool| tool.name()).collect();
    match offer.tools.len().saturating_sub(NAMES_MAX) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

fn as_json(answer: &Answer) -> String {
    let value = match answer {
        Answer::Result(result) => result.clone(),
        Answer::Error { code, message, data } => json!({"error": {"code": code, "message": message, "data": data}}),
    };
    format!("{value:#}")
}

/// The text blocks; what is no text in a line of its own, so that nothing is hidden.
fn as_text(answer: &Answer) -> String {
    let Answer::Result(result) = answer else {
        let Answer::Error { code, message, .. } = answer else { return String::new() };
        return code.map_or_else(|| message.clone(), |code| format!("error {code}: {message}"));
    };
    let blocks = result.get("content").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut lines: Vec<String> = blocks.iter().map(block).collect();
    if lines.is_empty() {
        lines.push(result.get("structuredContent").map_or_else(|| format!("{result:#}"), |value| format!("{value:#}")));
    }
    visible(&lines.join("\n")).into_owned()
}

fn block(block: &Value) -> String {
    let text = |member: &str| block.get(member).and_then(Value::as_str).unwrap_or_default();
    match text("type") {
        "text" => text("text").to_owned(),
        kind @ ("image" | "audio") => {
            format!("[{kind} {}, {} characters of base64]", text("mimeType"), text("data").len())
        }
        "resource_link" => format!("[resource_link {}]", text("uri")),
        _ => block.to_string(),
    }
}

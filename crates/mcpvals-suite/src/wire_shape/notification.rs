//! Notifications of the server: their members, and why one was not to be sent.

use mcpvals_model::ViolationKind;
use mcpvals_model::mcp::Revision;
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use super::words::{member, optional};
use super::{stream, task};
use crate::excerpt;

/// The names of RFC 5424.
const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/// What is wrong with a notification.
pub(super) fn breaches(method: &str, message: &Value, context: &Context<'_>) -> Vec<Breach> {
    let none = Value::Null;
    let params = message.get("params").unwrap_or(&none);
    let stateless = context.revision.is_some_and(Revision::is_stateless);
    let mut problems: Vec<String> = optional(message, "params", "an object", Value::is_object).into_iter().collect();
    match method {
        "notifications/message" => problems.extend(log(params)),
        "notifications/progress" => problems.extend(progress(params)),
        "notifications/cancelled" => problems.extend(cancelled(params, context)),
        "notifications/resources/updated" => problems.extend(string(params, "uri")),
        "notifications/elicitation/complete" => problems.extend(string(params, "elicitationId")),
        "notifications/tasks/status" if !stateless => problems.extend(task::problems(params, false)),
        "notifications/tasks" if stateless => problems.extend(task::problems(params, true)),
        "notifications/subscriptions/acknowledged" => {
            problems.extend(member(params, "notifications", "an object", Value::is_object));
        }
        _ => {}
    }
    let shape = |problem| Breach::new(ViolationKind::NotificationShape, format!("in `{}`, {problem}", name(method)));
    let mut breaches: Vec<Breach> =
        problems.into_iter().map(shape).map(|breach| on_page(breach, method, context)).collect();
    breaches.extend(stream::breach(method, params, context).or_else(|| unasked_progress(method, params, context)));
    if method == "notifications/subscriptions/acknowledged" {
        breaches.extend(stream::excess(params, context));
    }
    breaches
}

/// A notification that the session found not to be declared, or not to be known; `None` where a request asked for it,
/// which the session does not look at.
pub(super) fn undeclared(method: &str, seq: u64, context: &Context<'_>) -> Option<Breach> {
    let params = context.message(seq).and_then(|message| message.get("params"));
    if let Some(misplaced) = params.and_then(|params| stream::breach(method, params, context)) {
        return Some(misplaced);
    }
    let stateless = context.revision.is_some_and(Revision::is_stateless);
    let is_log = method == "notifications/message" && stateless;
    (!is_log || !context.asked_for_logs(seq)).then(|| undeclared_in_words(method, stateless, context))
}

fn undeclared_in_words(method: &str, stateless: bool, context: &Context<'_>) -> Breach {
    let capability = match method {
        "notifications/message" if stateless => {
            let words = "`notifications/message` came for a request that asked for no log level";
            return on_page(Breach::new(ViolationKind::UndeclaredNotification, words), method, context);
        }
        "notifications/elicitation/complete" if context.revision == Some(Revision::V2025_11_25) => {
            let words = "`notifications/elicitation/complete` came for an `elicitationId` that no request had";
            return on_page(Breach::new(ViolationKind::UndeclaredNotification, words), method, context);
        }
        "notifications/progress" => {
            let words = "progress came for a token that no request gave";
            return on_page(Breach::new(ViolationKind::UndeclaredNotification, words), method, context);
        }
        "notifications/message" => "logging",
        "notifications/tools/list_changed" => "tools.listChanged",
        "notifications/prompts/list_changed" => "prompts.listChanged",
        "notifications/resources/list_changed" => "resources.listChanged",
        "notifications/resources/updated" => "resources.subscribe",
        "notifications/tasks/status" => "tasks",
        _ => {
            let words = format!("`{}` is no notification that a server may send", name(method));
            return Breach::new(ViolationKind::UndeclaredNotification, words);
        }
    };
    let words = format!("`{method}` came, and the server did not declare `{capability}`");
    on_page(Breach::new(ViolationKind::UndeclaredNotification, words), method, context)
}

/// Progress is told only for a token that a request gave. In a session's own trace, the requests of the cases are not
/// to be seen, so nothing is said there.
fn unasked_progress(method: &str, params: &Value, context: &Context<'_>) -> Option<Breach> {
    let token = params.get("progressToken").filter(|_| method == "notifications/progress" && context.of_case)?;
    let words = || format!("progress came for the token {}, which no request gave", excerpt::json_to(token, 60));
    let unknown = !context.knows_token(token);
    unknown.then(|| on_page(Breach::new(ViolationKind::UndeclaredNotification, words()), method, context))
}

fn log(params: &Value) -> Vec<String> {
    let level = |value: &Value| value.as_str().is_some_and(|level| LEVELS.contains(&level));
    let problems = [
        member(params, "level", "a level of RFC 5424", level),
        member(params, "data", "a value", |_| true),
        optional(params, "logger", "a string", Value::is_string),
    ];
    problems.into_iter().flatten().collect()
}

fn progress(params: &Value) -> Vec<String> {
    let id = |value: &Value| value.is_string() || value.is_i64() || value.is_u64();
    let problems = [
        member(params, "progressToken", "a string or an integer", id),
        member(params, "progress", "a number", Value::is_number),
        optional(params, "total", "a number", Value::is_number),
        optional(params, "message", "a string", Value::is_string),
    ];
    problems.into_iter().flatten().collect()
}

/// `requestId` may be absent in 2025-11-25 only (a task is cancelled otherwise).
fn cancelled(params: &Value, context: &Context<'_>) -> Vec<String> {
    let id = |value: &Value| value.is_string() || value.is_i64() || value.is_u64();
    let request = if context.revision == Some(Revision::V2025_11_25) {
        optional(params, "requestId", "a string or an integer", id)
    } else {
        member(params, "requestId", "a string or an integer", id)
    };
    request.into_iter().chain(optional(params, "reason", "a string", Value::is_string)).collect()
}

fn string(params: &Value, name: &str) -> Option<String> {
    member(params, name, "a string", Value::is_string)
}

fn name(method: &str) -> String {
    excerpt::block(method, 80)
}

pub(super) fn on_page(breach: Breach, method: &str, context: &Context<'_>) -> Breach {
    let stateless = context.revision.is_some_and(Revision::is_stateless);
    let page = match method {
        "notifications/message" => "server/utilities/logging",
        "notifications/progress" if stateless => "basic/patterns/progress",
        "notifications/progress" => "basic/utilities/progress",
        "notifications/cancelled" if stateless => "basic/patterns/cancellation",
        "notifications/cancelled" => "basic/utilities/cancellation",
        "notifications/tools/list_changed" => "server/tools#capabilities",
        "notifications/prompts/list_changed" => "server/prompts#capabilities",
        "notifications/resources/list_changed" | "notifications/resources/updated" => "server/resources#capabilities",
        "notifications/elicitation/complete" => "client/elicitation",
        "notifications/tasks/status" => "basic/utilities/tasks",
        "notifications/subscriptions/acknowledged" => "basic/patterns/subscriptions",
        _ => return breach,
    };
    breach.at(page)
}

//! The streams of `subscriptions/listen` (MCP 2026-07-28, basic/patterns/subscriptions): only what was asked for comes on
//! them, and neither progress nor logs, which belong to other requests.

use mcpvals_model::ViolationKind;
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;

const TAG: &str = "/_meta/io.modelcontextprotocol~1subscriptionId";
/// What may come, and what of the filter asks for it.
const ASKED: [(&str, &str); 4] = [
    ("notifications/tools/list_changed", "toolsListChanged"),
    ("notifications/prompts/list_changed", "promptsListChanged"),
    ("notifications/resources/list_changed", "resourcesListChanged"),
    ("notifications/resources/updated", "resourceSubscriptions"),
];
const OF_REQUESTS: [&str; 2] = ["notifications/progress", "notifications/message"];

/// Why the notification has no place on the stream that it names; `None` where the stream is not known.
pub(super) fn breach(method: &str, params: &Value, context: &Context<'_>) -> Option<Breach> {
    let filter = context.filter_of(params.pointer(TAG)?)?;
    let words = if OF_REQUESTS.contains(&method) {
        format!("`{method}` came on a stream of `subscriptions/listen`; it belongs to the stream of its request")
    } else {
        let (_, member) = ASKED.iter().find(|(asked, _)| *asked == method)?;
        let is_wanted = match filter.get(member) {
            Some(Value::Array(uris)) => !uris.is_empty(),
            Some(wanted) => *wanted == Value::Bool(true),
            None => false,
        };
        if is_wanted {
            return None;
        }
        format!("`{method}` came on a stream of `subscriptions/listen` that did not ask for it (`{member}`)")
    };
    Some(Breach::new(ViolationKind::UndeclaredNotification, words).at("basic/patterns/subscriptions"))
}

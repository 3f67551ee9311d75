//! The streams of `subscriptions/listen` (MCP 2026-07-28, basic/patterns/subscriptions): only what was asked for is
//! promised and comes on them, and neither progress nor logs, which belong to other requests.

use mcpvals_model::ViolationKind;
use serde_json::Value;

use super::breach::Breach;
use super::context::Context;
use crate::excerpt;

const TAG: &str = "/_meta/io.modelcontextprotocol~1subscriptionId";
/// What may come, and what of the filter asks for it.
const ASKED: [(&str, &str); 4] = [
    ("notifications/tools/list_changed", "toolsListChanged"),
    ("notifications/prompts/list_changed", "promptsListChanged"),
    ("notifications/resources/list_changed", "resourcesListChanged"),
    ("notifications/resources/updated", "resourceSubscriptions"),
];
const OF_REQUESTS: [&str; 2] = ["notifications/progress", "notifications/message"];
const PAGE: &str = "basic/patterns/subscriptions";

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
    Some(Breach::new(ViolationKind::UndeclaredNotification, words).at(PAGE))
}

/// What an acknowledgement names and nobody asked for: a server acknowledges all of the filter or less.
pub(super) fn excess(params: &Value, context: &Context<'_>) -> Vec<Breach> {
    let Some(filter) = params.pointer(TAG).and_then(|tag| context.filter_of(tag)) else { return Vec::new() };
    let named = params.get("notifications").and_then(Value::as_object).into_iter().flatten();
    let more = named.filter_map(|(name, promised)| more_than(filter.get(name), promised).map(|more| (name, more)));
    more.map(|(name, more)| of_excess(name, more)).collect()
}

/// The part of what is promised that was not asked for; neither `false` nor an empty list promises anything.
fn more_than<'a>(asked: Option<&Value>, promised: &'a Value) -> Option<&'a Value> {
    match (promised, asked) {
        (Value::Null | Value::Bool(false), _) => None,
        (Value::Array(all), Some(Value::Array(asked))) => all.iter().find(|one| !asked.contains(one)),
        (Value::Array(all), _) => all.first(),
        (promised, asked) => (asked != Some(promised)).then_some(promised),
    }
}

fn of_excess(name: &str, more: &Value) -> Breach {
    let (name, more) = (excerpt::block(name, 60), excerpt::json_to(more, 80));
    let words = format!("the acknowledgement names {more} in `{name}`, which was not asked for");
    Breach::new(ViolationKind::NotificationShape, words).at(PAGE)
}

//! The types of what an answer or a value in it carries: of a tool's `content`, of the messages of a prompt or of a
//! question to a model, of a resource's `contents`.

use mcpvals_model::json::member as get;
use serde_json::Value;

use crate::reply::block_type;

/// Where they are (empty where the value itself is what carries), and each in order.
pub(super) fn types(value: &Value) -> (&'static str, Vec<&str>) {
    let carrier = ["content", "contents", "messages"].into_iter().find_map(|name| Some((name, get(value, name)?)));
    match (value, carrier) {
        (Value::Array(items), _) => ("", items.iter().flat_map(of_item).collect()),
        (_, Some(("messages", Value::Array(messages)))) => ("messages", messages.iter().flat_map(of_message).collect()),
        (_, Some((name, Value::Array(items)))) => (name, items.iter().flat_map(of_item).collect()),
        (_, Some((name, block @ Value::Object(_)))) => (name, of_item(block)),
        (_, Some((name, _))) => (name, Vec::new()),
        (Value::Object(members), None) if ["type", "text", "blob"].iter().any(|name| members.contains_key(*name)) => {
            ("", of_item(value))
        }
        (_, None) => ("", Vec::new()),
    }
}

/// A block has one type, a message those of its content, and of a resource it is what the contents are in.
fn of_item(item: &Value) -> Vec<&str> {
    let is = |name| get(item, name).is_some();
    match () {
        () if is("type") => vec![block_type(item)],
        () if is("role") => of_message(item),
        () if is("blob") => vec!["blob"],
        () if is("uri") && is("text") => vec!["text"],
        () => vec![block_type(item)],
    }
}

/// One block, or several in an array (as of a question to a model in 2025-11-25).
fn of_message(message: &Value) -> Vec<&str> {
    match get(message, "content") {
        Some(Value::Array(blocks)) => blocks.iter().map(block_type).collect(),
        Some(block) => vec![block_type(block)],
        None => vec!["(no content)"],
    }
}

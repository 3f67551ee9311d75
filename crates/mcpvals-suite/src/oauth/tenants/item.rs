//! What belongs to somebody, and what is like it and is not there.

use mcpvals_model::{Item, ToolCall};
use serde_json::{Value, json};

/// What there is not.
const ABSENT: &str = "mcpvals-absent";

pub(super) fn name(item: &Item) -> String {
    match item {
        Item::Resource(uri) => format!("`{uri}`"),
        Item::Call(call) => format!("`{}` with {}", call.tool, json!(call.args)),
    }
}

/// The texts that were sent; an error may repeat them.
pub(super) fn texts(item: &Item) -> Vec<String> {
    let mut texts = match item {
        Item::Resource(uri) => vec![uri.clone()],
        Item::Call(call) if call.args.is_empty() => vec![call.tool.clone()],
        Item::Call(call) => {
            call.args.values().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect()
        }
    };
    texts.retain(|text| !text.is_empty());
    // The longest first, so that none is taken apart.
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts
}

pub(super) fn without_words(text: &str, words: &[String]) -> String {
    words.iter().fold(text.to_owned(), |text, word| text.replace(word.as_str(), "…"))
}

/// The same kind of thing, that there is not: the last part of an address, texts and numbers of a call, or the tool of a call
/// without any, are others.
pub(super) fn absent(item: &Item) -> Item {
    match item {
        Item::Resource(uri) => {
            let kept = uri.rfind('/').map_or("", |at| &uri[..=at]);
            Item::Resource(format!("{kept}{ABSENT}"))
        }
        Item::Call(call) if call.args.is_empty() => {
            Item::Call(ToolCall { tool: ABSENT.to_owned(), args: call.args.clone() })
        }
        Item::Call(call) => {
            let other = |value: &Value| match value {
                Value::String(_) => json!(ABSENT),
                Value::Number(_) => json!(999_999_937),
                kept => kept.clone(),
            };
            let args = call.args.iter().map(|(name, value)| (name.clone(), other(value))).collect();
            Item::Call(ToolCall { tool: call.tool.clone(), args })
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Item, ToolCall, absent, texts, without_words};

    #[test]
    fn what_there_is_not_is_of_the_same_kind() {
        assert_eq!(
            absent(&Item::Resource("doc://acme/1".to_owned())),
            Item::Resource("doc://acme/mcpvals-absent".to_owned())
        );
        let args = json!({"id": "a-1", "count": 3, "deep": true}).as_object().unwrap().clone();
        let Item::Call(other) = absent(&Item::Call(ToolCall { tool: "get".to_owned(), args })) else { panic!() };
        assert_eq!(json!(other.args), json!({"id": "mcpvals-absent", "count": 999_999_937, "deep": true}));
        let bare = Item::Call(ToolCall { tool: "of_acme".to_owned(), args: serde_json::Map::new() });
        let Item::Call(other) = absent(&bare) else { panic!() };
        assert_eq!((other.tool.as_str(), texts(&bare)), ("mcpvals-absent", vec!["of_acme".to_owned()]));
    }

    #[test]
    fn what_was_sent_is_no_difference() {
        let item = Item::Resource("doc://acme/1".to_owned());
        assert_eq!(without_words("Resource doc://acme/1 not found", &texts(&item)), "Resource … not found");
    }
}

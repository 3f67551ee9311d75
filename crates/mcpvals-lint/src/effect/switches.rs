//! Parameters that are switches, and have something done: `rebuild`, `mark_read`, "If true, the old ones are deleted".

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

/// Whether the parameter, whose name is these words, has something done when it is set.
pub(super) fn does(words: &[String], schema: &Value) -> bool {
    if schema["type"] != "boolean" {
        return false;
    }
    let description = schema["description"].as_str().unwrap_or_default();
    // "auto_save" saves.
    let words = words.strip_prefix(&["auto".to_owned()]).unwrap_or(words);
    words.first().is_some_and(|word| DEEDS.contains(&word.as_str())) && !asks_for_a_view(words)
        || HEAD.is_match(description)
        || super::asides::deed(description).is_some()
}

/// `update_info` and `delete_markers` say what is shown.
fn asks_for_a_view(words: &[String]) -> bool {
    words.len() > 1
        && words.last().is_some_and(|word| {
            matches!(word.as_str(), "only" | "info" | "history" | "count" | "details" | "status" | "markers" | "events")
        })
}

/// `refresh` asks past a cache, and `add_labels` is of the answer: neither is here.
const DEEDS: [&str; 54] = [
    "ack",
    "acknowledge",
    "approve",
    "archive",
    "bill",
    "book",
    "buy",
    "cancel",
    "charge",
    "checkout",
    "claim",
    "clear",
    "close",
    "commit",
    "consume",
    "create",
    "delete",
    "deploy",
    "drop",
    "flush",
    "install",
    "invite",
    "kill",
    "lock",
    "mark",
    "move",
    "notify",
    "overwrite",
    "pay",
    "persist",
    "pop",
    "post",
    "publish",
    "purchase",
    "purge",
    "push",
    "rebuild",
    "regenerate",
    "reindex",
    "remove",
    "rename",
    "reserve",
    "reset",
    "restart",
    "revoke",
    "rotate",
    "save",
    "send",
    "submit",
    "truncate",
    "unlock",
    "update",
    "upload",
    "wipe",
];

/// What the description of a switch begins with.
static HEAD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W*(?:whether (?:or not )?to |if (?:it is )?(?:true|set|given|enabled|yes)\W+(?:then )?(?:also )?|when (?:true|set|enabled)\W+|set (?:it )?(?:to true )?to |also )?(?:acknowledge|approve|archive|book|buy|cancel|charge|clear|close|commit|delete|deploy|drop|flush|install|lock|mark|move|notify|overwrite|pay|publish|purchase|purge|rebuild|reindex|rename|reserve|reset|restart|revoke|send|submit|truncate|unlock|update|upload|wipe)(?:e?s)? (?:all|an?|it|its|them|the|each|every|old|existing|any|this|these|their|logs|items|messages|files|rows|data|records|entries|users?|for)\b",
    )
    .expect("constant, and tested")
});

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::does;
    use crate::words;

    fn acts(name: &str, description: &str) -> bool {
        does(&words::of_name(name), &json!({"type": "boolean", "description": description}))
    }

    #[test]
    fn switches_of_doing() {
        for name in ["overwrite_existing", "rebuild", "reset", "mark_read", "notify", "checkout", "autoSave"] {
            assert!(acts(name, ""), "{name}");
        }
        for description in [
            "Whether to clear the logs after they were read",
            "If true, deletes the old ones",
            "If false, items are really removed",
            "When set, notify the owner",
        ] {
            assert!(acts("flag", description), "{description}");
        }
    }

    #[test]
    fn switches_of_looking() {
        for name in ["refresh", "add_labels", "enable_local", "update_history", "include_deleted", "text_decorations"] {
            assert!(!acts(name, ""), "{name}");
        }
        for description in ["Include items that were deleted", "Whether to follow redirects", "Sort by date"] {
            assert!(!acts("flag", description), "{description}");
        }
        assert!(!does(&words::of_name("mark"), &json!({"type": "string"})));
    }
}

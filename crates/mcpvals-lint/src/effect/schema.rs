//! What the parameters of a tool say that it may do.

use serde_json::Value;

use super::{Effect, EffectKind, codes, says_read_only, switches, written};
use crate::words::{self, Verb};

/// What among the parameters speaks against reading.
///
/// What runs whatever it is told to (SQL, a query) may yet be a reader, where its annotation or its description says so.
pub(super) fn harm(tool: &Value, annotated_reader: bool) -> Option<Effect> {
    let properties = tool["inputSchema"]["properties"].as_object()?;
    let read_only = annotated_reader || says_read_only(tool["description"].as_str().unwrap_or_default());
    properties.iter().find_map(|(name, schema)| {
        if let Some(word) = acting_choice(name, schema) {
            return Some(Effect::new(EffectKind::Unknown, format!("its parameter `{name}` may be `{word}`")));
        }
        let words = words::of_name(name);
        let joined = words.join("_");
        let acts = ACTING.contains(&joined.as_str()) && !(joined == "code" && codes::is_key(schema, tool))
            || writes_a_file(&words)
            || switches::does(&words, schema)
            || renames(&words, schema, tool)
            || written::says_what_to_write(name, schema, tool);
        let runs = RUNNING.contains(&joined.as_str()) && !read_only;
        (acts || runs).then(|| Effect::new(EffectKind::Unknown, format!("it takes `{name}`")))
    })
}

/// One of the values that an action may have, where it is a verb that does something.
pub(crate) fn acting_choice<'a>(name: &str, schema: &'a Value) -> Option<&'a str> {
    const ACTIONS: [&str; 9] = ["action", "method", "operation", "op", "command", "verb", "mode", "http_method", "cmd"];
    if !ACTIONS.contains(&words::of_name(name).join("_").as_str()) {
        return None;
    }
    schema["enum"].as_array()?.iter().filter_map(Value::as_str).find(|choice| {
        let words = words::of_name(choice);
        words.first().and_then(|word| words::bare_verb(word)).is_some_and(|verb| verb != Verb::Read)
    })
}

/// What something is to be from now on: `new_name`. What compares takes the old and the new, and changes neither.
fn renames(words: &[String], schema: &Value, tool: &Value) -> bool {
    let is_new = words.len() > 1 && words[0] == "new" && schema["type"] != "boolean";
    let names = tool["inputSchema"]["properties"].as_object();
    let has_old = names.into_iter().flatten().any(|(name, _)| {
        words::of_name(name).iter().any(|word| matches!(word.as_str(), "old" | "original" | "base" | "baseline"))
    });
    let compares = words::of_name(tool["name"].as_str().unwrap_or_default()).iter().any(|word| {
        matches!(word.as_str(), "compare" | "diff" | "calculate" | "check" | "validate" | "preview" | "estimate")
    });
    is_new && !has_old && !compares
}

fn writes_a_file(words: &[String]) -> bool {
    const TARGET: [&str; 7] = ["output", "save", "dest", "destination", "out", "download", "target"];
    const FILE: [&str; 7] = ["path", "file", "filename", "dir", "directory", "folder", "to"];
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    words.len() > 1 && has(&TARGET) && has(&FILE)
}

/// Only what does something takes these.
const ACTING: [&str; 12] = [
    "command",
    "cmd",
    "shell",
    "overwrite",
    "force",
    "dry_run",
    "script",
    "confirm",
    "bash",
    "commands",
    "shell_command",
    "code",
];

/// What is run, whatever it does.
const RUNNING: [&str; 7] = ["sql", "sql_query", "sparql", "cypher", "statement", "graphql", "expression"];

//! What is a reader, and what is none.

use serde_json::{Value, json};

use super::{EffectKind, effect};

fn kind(tool: &Value) -> EffectKind {
    effect(tool).kind
}

fn named(name: &str) -> EffectKind {
    kind(&json!({"name": name}))
}

#[test]
fn readers_are_known_by_their_names() {
    for name in [
        "get_weather",
        "listFiles",
        "search-notes",
        "read_file",
        "echo",
        "get-sum",
        "github_list_issues",
        "describe_table",
        "get_comment",
        "list_commits",
        "find_by_id",
        "git_status",
        "calculate_total",
        "convertTime",
        "get_post_by_id",
        "getUpdates",
        "search",
        "list_deleted_items",
    ] {
        assert_eq!(named(name), EffectKind::Reads, "{name}");
    }
}

#[test]
fn whoever_does_something_is_no_reader() {
    for name in [
        "create_issue",
        "browser_click",
        "send_message",
        "update-row",
        "set_volume",
        "git_commit",
        "postTweet",
        "save_note",
        "navigate",
        "get_or_create_user",
        "read_and_mark",
        "toggle-simulated-logging",
        "move_file",
    ] {
        assert_eq!(named(name), EffectKind::Writes, "{name}");
    }
    for name in ["delete_user", "drop_table", "k8s_kill_pod", "list_and_delete_files", "todo_list_clear"] {
        assert_eq!(named(name), EffectKind::Deletes, "{name}");
    }
    for name in ["run", "execute_command", "exec", "bash", "weather", "sequentialthinking", "do_it", "", "manage_files"]
    {
        assert_eq!(named(name), EffectKind::Unknown, "{name}");
    }
}

#[test]
fn adding_numbers_is_reading_and_adding_rows_is_not() {
    let schema = |kind: &str| json!({"type": "object", "properties": {"a": {"type": kind}, "b": {"type": kind}}});
    assert_eq!(kind(&json!({"name": "add", "inputSchema": schema("number")})), EffectKind::Reads);
    let said = json!({"name": "add", "description": "Adds two numbers", "inputSchema": schema("number")});
    assert_eq!(kind(&said), EffectKind::Reads);
    assert_eq!(kind(&json!({"name": "add_numbers", "inputSchema": schema("integer")})), EffectKind::Reads);
    assert_eq!(kind(&json!({"name": "add", "inputSchema": schema("string")})), EffectKind::Writes);
    assert_eq!(kind(&json!({"name": "add"})), EffectKind::Writes);
}

#[test]
fn an_annotation_is_believed_until_something_contradicts_it() {
    let tool = |name: &str, description: &str, annotations: Value| {
        kind(&json!({"name": name, "description": description, "annotations": annotations}))
    };
    let reader = json!({"readOnlyHint": true});
    assert_eq!(tool("weather", "The weather of a town.", reader.clone()), EffectKind::Reads);
    assert_eq!(tool("take_screenshot", "Take a screenshot.", reader.clone()), EffectKind::Reads);
    assert_eq!(tool("delete_town", "", reader.clone()), EffectKind::Deletes);
    assert_eq!(tool("weather", "Deletes the old towns.", reader.clone()), EffectKind::Deletes);
    assert_eq!(tool("run_command", "", reader.clone()), EffectKind::Unknown);
    assert_eq!(tool("open_nodes", "Opens nodes.", reader.clone()), EffectKind::Reads);
    assert_eq!(tool("start_search", "Starts a search.", reader.clone()), EffectKind::Reads);
    assert_eq!(tool("set_volume", "", reader.clone()), EffectKind::Writes);
    assert_eq!(tool("browser_click", "", reader.clone()), EffectKind::Writes);
    assert_eq!(tool("get_town", "", json!({"readOnlyHint": false})), EffectKind::Writes);
    assert_eq!(tool("get_town", "", json!({"destructiveHint": true})), EffectKind::Deletes);
    assert_eq!(tool("get", "", json!({"readOnlyHint": true, "destructiveHint": true})), EffectKind::Unknown);
}

#[test]
fn a_description_that_does_more_than_the_name_is_found() {
    let described = |description: &str| kind(&json!({"name": "get_report", "description": description}));
    for harmless in [
        "Gets a report. Does not modify anything.",
        "Gets a report without deleting the draft, so that you can update it later.",
        "Get the ID that is needed to update or delete a report.",
        "Lists reports that were created or deleted, with read and write access of each user.",
        "Gets a report. Use this before you delete a report. Set `limit` to 10 for more.",
        "Lists who can create, send and delete reports.",
        "Gets a report.\n\nDo not call this tool more than once.",
    ] {
        assert_eq!(described(harmless), EffectKind::Reads, "{harmless}");
    }
    for (harmful, what) in [
        ("Gets a report and deletes the draft.", EffectKind::Deletes),
        ("Gets a report. It also sends a copy to the archive.", EffectKind::Writes),
        ("Gets a report. Saves it to disk.", EffectKind::Writes),
        ("Create a report if there is none.", EffectKind::Writes),
        ("Gets a report, then removes it from the queue.", EffectKind::Deletes),
        ("Gets a report. This will overwrite the file.", EffectKind::Deletes),
    ] {
        assert_eq!(described(harmful), what, "{harmful}");
    }
}

#[test]
fn parameters_that_write_or_run_are_no_readers() {
    let with = |properties: Value| {
        kind(&json!({"name": "get_data", "inputSchema": {"type": "object", "properties": properties}}))
    };
    assert_eq!(with(json!({"path": {"type": "string"}})), EffectKind::Reads);
    assert_eq!(with(json!({"sort": {"enum": ["created", "updated"]}})), EffectKind::Reads);
    assert_eq!(with(json!({"command": {"type": "string"}})), EffectKind::Unknown);
    assert_eq!(with(json!({"outputPath": {"type": "string"}})), EffectKind::Unknown);
    assert_eq!(with(json!({"target_file": {"type": "string"}})), EffectKind::Unknown);
    assert_eq!(with(json!({"mark_seen": {"type": "boolean"}})), EffectKind::Unknown);
    assert_eq!(with(json!({"overwrite": {"type": "boolean"}})), EffectKind::Unknown);
    assert_eq!(with(json!({"action": {"enum": ["get", "delete"]}})), EffectKind::Unknown);
    assert_eq!(with(json!({"method": {"enum": ["GET", "POST"]}})), EffectKind::Unknown);
    let query = |description: &str| {
        let schema = json!({"type": "object", "properties": {"sql": {"type": "string"}}});
        kind(&json!({"name": "query", "description": description, "inputSchema": schema}))
    };
    assert_eq!(query("Runs SQL."), EffectKind::Unknown);
    assert_eq!(query("Run a read-only SQL query."), EffectKind::Reads);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]
    #[test]
    fn whatever_a_tool_says_something_comes_of_it(name in "\\PC{0,20}", words in "(?:(?:deletes|get|and|then|will|Args:|x: y|\\. |\n) ?){0,20}", odd in "\\PC{0,40}") {
        let schema = json!({"type": odd, "properties": {name.clone(): {"enum": [odd, 1, null]}, "method": odd, "action": {"enum": [name]}}});
        for schema in [schema, json!([odd]), Value::Null] {
            let tool = json!({"name": name, "description": words, "inputSchema": schema, "annotations": odd});
            let _ = effect(&tool);
            let _ = crate::tool(&tool);
            let _ = crate::metadata(&mcpvals_model::mcp::Metadata::of_tools(vec![tool.clone(), tool, json!(1)]));
        }
    }
}

#[test]
fn titles_and_parameters_speak_against_reading_too() {
    let titled =
        |title: &str| kind(&json!({"name": "get_settings", "title": title, "description": "Returns settings."}));
    for title in ["Get Settings", "Settings and Comments", "Update History", "Pull Requests", "List & Filter Settings"]
    {
        assert_eq!(titled(title), EffectKind::Reads, "{title}");
    }
    for title in ["Get and reset settings", "Get & clear settings", "Delete settings"] {
        assert_ne!(titled(title), EffectKind::Reads, "{title}");
    }
    let named = json!({"name": "get_settings", "annotations": {"title": "Read then delete", "readOnlyHint": true}});
    assert_eq!(kind(&named), EffectKind::Deletes);
    let with = |name: &str, property: &str| {
        kind(&json!({"name": name, "inputSchema": {"properties": {property: {"type": "string"}}}}))
    };
    assert_eq!(with("get_profile", "new_name"), EffectKind::Unknown);
    assert_eq!(with("compare_results", "new_results"), EffectKind::Reads);
    assert_eq!(with("list_news", "newer_than"), EffectKind::Reads);
}

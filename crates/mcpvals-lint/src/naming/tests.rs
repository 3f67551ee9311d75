//! Each rule about names fires on what breaks it, and stays silent on what is near.

use mcpvals_model::mcp::Metadata;
use serde_json::{Value, json};

use super::{of_server, of_tool, rules, together};

fn found(tool: &Value) -> Vec<String> {
    of_tool(tool).into_iter().map(|finding| finding.rule.into_owned()).collect()
}

fn titled(name: &str) -> Value {
    json!({"name": name, "title": "T", "inputSchema": {"type": "object"}})
}

fn named(name: &str) -> Vec<String> {
    found(&titled(name))
}

#[expect(clippy::needless_pass_by_value, reason = "reads better where it is called")]
fn with(properties: Value) -> Vec<String> {
    found(&json!({"name": "manage_orders", "title": "T", "inputSchema": {"type": "object", "properties": properties}}))
}

fn server(name: &str, tools: &[&str]) -> Vec<String> {
    let metadata = Metadata { name: name.to_owned(), ..Metadata::of_tools(together::named(tools)) };
    of_server(&metadata).into_iter().map(|finding| finding.rule.into_owned()).collect()
}

#[test]
fn a_good_name_has_nothing() {
    for name in ["search_orders", "get-weather", "listUserFiles", "todoist_create_task", "deleteBranch"] {
        assert_eq!(named(name), [""; 0], "{name}");
    }
}

#[test]
fn the_shape_of_a_name_is_looked_at() {
    assert_eq!(named(&format!("get_{}", "a".repeat(60))), [""; 0]);
    assert_eq!(named(&format!("get_{}", "a".repeat(61))), [rules::LONG.id]);
    assert_eq!(named(&format!("get_{}", "a".repeat(125))), [rules::LONGER.id]);
    assert_eq!(named("get weather"), [rules::CHARACTERS.id]);
    assert_eq!(named("weather/get"), [rules::CHARACTERS.id]);
    assert_eq!(named("weather.get"), [rules::DOT.id]);
    assert_eq!(named("get_wetter_für"), [rules::CHARACTERS.id]);
    assert_eq!(named(""), [rules::MISSING.id]);
    assert_eq!(found(&json!({"description": "A text that stands alone."})), [""; 0]);
}

#[test]
fn names_that_say_nothing_are_found() {
    for name in ["run", "tool1", "execute", "my_tool", "do_action", "x", "helper"] {
        assert_eq!(named(name), [rules::GENERIC.id], "{name}");
    }
    for name in ["weather", "stock_quote"] {
        assert_eq!(named(name), [rules::VERBLESS.id], "{name}");
    }
    for name in ["run_tests", "ls", "fetch", "execute_sql"] {
        assert_eq!(named(name), [""; 0], "{name}");
    }
}

#[test]
fn a_title_in_either_place_is_a_title() {
    assert_eq!(found(&json!({"name": "get_weather"})), [rules::TITLE.id]);
    assert_eq!(found(&json!({"name": "get_weather", "title": " "})), [rules::TITLE.id]);
    assert_eq!(found(&json!({"name": "get_weather", "annotations": {"title": "Weather"}})), [""; 0]);
}

#[test]
fn a_reader_that_is_said_to_destroy_contradicts_itself() {
    let tool = |annotations: Value| found(&json!({"name": "get_weather", "title": "T", "annotations": annotations}));
    assert_eq!(tool(json!({"destructiveHint": true})), [rules::CONTRADICTED.id]);
    assert_eq!(tool(json!({"destructiveHint": false})), [""; 0]);
    assert_eq!(tool(json!({"readOnlyHint": true, "destructiveHint": true})), [""; 0]);
}

#[test]
fn reading_and_writing_behind_one_name_is_found() {
    assert_eq!(with(json!({"action": {"enum": ["list", "create", "delete"]}})), [rules::MIXED.id]);
    assert_eq!(
        with(json!({"operation": {"anyOf": [{"const": "get_page"}, {"const": "update_page"}]}})),
        [rules::MIXED.id]
    );
    assert_eq!(with(json!({"action": {"enum": ["list", "get"]}})), [""; 0]);
    assert_eq!(with(json!({"action": {"enum": ["create", "delete"]}})), [""; 0]);
    assert_eq!(with(json!({"sort": {"enum": ["list", "create"]}})), [""; 0]);
    assert_eq!(with(json!({"method": {"enum": ["GET", "POST"]}})), [rules::CATCH_ALL.id]);
    assert_eq!(with(json!({"method": {"enum": ["GET", "HEAD"]}})), [""; 0]);
    let request = |name: &str, method: Value| {
        let properties = json!({"method": method, "path": {"type": "string"}});
        found(&json!({"name": name, "title": "T", "inputSchema": {"type": "object", "properties": properties}}))
    };
    assert_eq!(request("send_request", json!({"type": "string"})), [rules::CATCH_ALL.id]);
    assert_eq!(request("send_request", json!({"type": "string", "enum": ["GET"]})), [""; 0]);
    assert_eq!(request("sort_files", json!({"type": "string"})), [""; 0]);
}

#[test]
fn parameters_are_identifiers_of_one_style() {
    assert_eq!(with(json!({"first name": {}})), [rules::PARAMETERS.id]);
    assert_eq!(with(json!({"user_id": {}, "pageSize": {}})), [rules::PARAMETERS.id]);
    assert_eq!(with(json!({"user_id": {}, "page": {}, "$filter": {}, "ids[]": {}})), [""; 0]);
}

#[test]
fn lookalikes_are_found_on_their_own() {
    assert_eq!(named("create_entit1es"), [rules::LOOKALIKE.id]);
    assert_eq!(named("create_entities"), [""; 0]);
}

#[test]
fn names_are_looked_at_together() {
    assert_eq!(server("shop", &["get_order", "list_orders"]), [""; 0]);
    assert_eq!(server("shop", &["get_order", "get_order"]), [rules::TWICE.id]);
    assert_eq!(server("shop", &["get_order", "get_Order"]), [rules::TWICE_BUT_FOR_CASE.id]);
    assert_eq!(server("shop", &["get_order", "list-orders"]), [rules::STYLES.id]);
    assert_eq!(server("shop", &["get_order", "orders"]), [""; 0]);
    let long = format!("get_{}", "a".repeat(48));
    assert_eq!(server("shop", &[&long]), [""; 0]);
    assert_eq!(server("shopping", &[&long]), [rules::PREFIXED.id]);
    assert_eq!(server("@shopping/shop", &[&long]), [""; 0], "a scope is no part of what people call it");
    assert_eq!(server("", &[&long]), [""; 0]);
}

#[test]
fn well_known_names_are_their_servers_own() {
    assert_eq!(server("diary", &["create_entities"]), [rules::CLASH.id]);
    assert_eq!(server("memory-server", &["create_entities"]), [""; 0]);
    assert_eq!(server("diary", &["create_entries"]), [""; 0]);
    assert_eq!(server("", &["create_entities"]), [""; 0]);
    assert_eq!(server("", &["create_entities", "open_nodes"]), [rules::CLASH.id]);
    assert_eq!(server("", &["list_issues", "read_file"]), [""; 0], "one of each tells nothing");
    assert_eq!(
        server("", &["slack_add_reaction", "list_issues", "move_file"]),
        [rules::CLASH.id],
        "it bears the other's name"
    );
    assert_eq!(server("", &["slack_add_reaction", "slack_ban_user"]), [""; 0], "it may well be a server for it");
    assert_eq!(server("", &["get_current_time", "convert_time"]), [""; 0], "it may well be the time server");
    let both = ["create_issue", "list_commits", "read_file", "move_file", "directory_tree"];
    assert_eq!(server("", &both), [rules::CLASH.id; 2], "one for each");
    assert_eq!(server("github-files", &both), [rules::CLASH.id]);
    let shared = ["search_repositories", "fork_repository", "list_commits"];
    assert_eq!(server("forge", &shared), [rules::CLASH.id], "a name is told once");
    let metadata = Metadata {
        server_info: json!({"title": "Files for filesystem"}),
        ..Metadata::of_tools(together::named(&["read_file", "move_file"]))
    };
    assert_eq!(of_server(&metadata), [], "its title says whose fork it is");
}

#[test]
fn a_service_behind_one_name_is_found() {
    let tool = |name: &str, description: &str, properties: Value| {
        found(
            &json!({"name": name, "title": "T", "description": description, "inputSchema": {"type": "object", "properties": properties}}),
        )
    };
    let free = || json!({"operation": {"type": "string", "description": "get, update or remove"}, "payload": {"type": "object"}});
    assert!(tool("hubspot", "Works with HubSpot.", free()).contains(&rules::CATCH_ALL.id.to_owned()));
    let anything = json!({"action": {"type": "string"}, "params": {}});
    assert!(tool("jira", "Does anything in Jira.", anything).contains(&rules::CATCH_ALL.id.to_owned()));
    let near = json!({"operation": {"type": "string", "description": "sum or mean"}, "data": {"type": "array"}});
    assert!(!tool("statistics", "Computes a number.", near).contains(&rules::CATCH_ALL.id.to_owned()));
    let limited = json!({"operation": {"type": "string", "description": "get or update"}, "payload": {"type": "object", "properties": {"id": {}}}});
    assert!(!tool("hubspot", "Works with HubSpot.", limited).contains(&rules::CATCH_ALL.id.to_owned()));
}
